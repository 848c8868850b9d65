vim.bo.commentstring = ''
