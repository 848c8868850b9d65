-- A manifest is JSON, and edited like it.
vim.cmd('runtime! ftplugin/json.vim ftplugin/json.lua')
vim.treesitter.language.register('json', 'agent-manifest')
vim.bo.syntax = 'json'
