vim.bo.commentstring = '# %s'
