-- A program is Markdown, and edited like it.
vim.cmd('runtime! ftplugin/markdown.vim ftplugin/markdown.lua')
vim.bo.commentstring = '{{/* %s */}}'
require('agmark').highlight('markdownlang', 'markdown')
