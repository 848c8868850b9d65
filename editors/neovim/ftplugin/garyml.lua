vim.bo.commentstring = '# %s'
vim.bo.shiftwidth = 2
vim.bo.expandtab = true
require('agmark').highlight('garyml')
