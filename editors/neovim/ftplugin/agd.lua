vim.bo.commentstring = '@! %s'
require('agmark').highlight('agd')
