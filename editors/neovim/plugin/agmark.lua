-- Starts the server for its file types; `vim.g.agmark_enable = false` leaves that to you.
if vim.g.agmark_enable ~= false then
  vim.lsp.enable('agmark')
end

vim.treesitter.language.register('markdownlang', 'markdownlang')
vim.treesitter.language.register('anml_actions', 'anmla')

vim.api.nvim_create_user_command('Agmark', function(call)
  require('agmark.command').run(call)
end, {
  nargs = '*',
  range = true,
  desc = 'What agmark can do with this buffer',
  complete = function(...)
    return require('agmark.command').complete(...)
  end,
})

vim.api.nvim_create_autocmd({ 'LspAttach', 'ColorScheme' }, {
  group = vim.api.nvim_create_augroup('agmark.colours', {}),
  callback = function()
    require('agmark').prefer_tags()
  end,
})

-- A page or a Markdown file that becomes a file of these formats while it is written.
vim.api.nvim_create_autocmd('BufWritePost', {
  group = vim.api.nvim_create_augroup('agmark', {}),
  pattern = { '*.html', '*.htm', '*.jsx', '*.md', '*.svelte', '*.tsx', '*.vue' },
  callback = function(event)
    local enabled = not vim.lsp.is_enabled or vim.lsp.is_enabled('agmark')
    local attached = #vim.lsp.get_clients({ bufnr = event.buf, name = 'agmark' }) > 0
    if enabled and not attached and require('agmark').is_ours(event.buf) then
      -- The file type is told again, which starts what it starts.
      vim.cmd.filetype('detect')
    end
  end,
})

-- Documents of a daemon. Nothing is started before one is opened.
local daemon = vim.api.nvim_create_augroup('agmark.daemon', {})
for event, act in pairs({ BufReadCmd = 'read', BufWriteCmd = 'write', BufUnload = 'close' }) do
  vim.api.nvim_create_autocmd(event, {
    group = daemon,
    pattern = 'agdd:/*',
    callback = function(call)
      require('agmark.daemon')[act](call.buf)
    end,
  })
end
