vim.bo.commentstring = '# %s'
require('agmark').highlight('anml_actions')
