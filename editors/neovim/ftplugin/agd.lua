vim.bo.commentstring = '@! %s'
