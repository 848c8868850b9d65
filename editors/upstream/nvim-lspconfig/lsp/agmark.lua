---@brief
---
--- https://agmark.example
---
--- Language server and command-line tool for five text formats of people and AI agents.
---
--- Install it with `npm install --global agmark`, `pip install agmark` or from a release. The server ignores files of
--- other formats. The plugin in `editors/neovim` of the project also has file types, parsers and commands.
---@type vim.lsp.Config
return {
  cmd = { 'agmark', 'lsp' },
  filetypes = {
    'agd',
    'anml',
    'anmla',
    'garyml',
    'html',
    'javascriptreact',
    'json',
    'markdown',
    'svelte',
    'typescriptreact',
    'vue',
  },
  root_markers = { 'agmark.toml', '.git' },
}
