vim.bo.shiftwidth = 2
vim.bo.expandtab = true
require('agmark').highlight('anml')
