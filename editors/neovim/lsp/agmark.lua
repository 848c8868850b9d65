-- The language server for ANML, AAF, GaryML, AGD and markdownlang, as Neovim 0.11 and later find it.
-- Settings of your own: vim.lsp.config('agmark', { settings = { agmark = { … } } }).

---@type vim.lsp.Config
return {
  cmd = { 'agmark', 'lsp' },
  filetypes = { 'agd', 'anml', 'garyml', 'html', 'json', 'markdown' },
  -- The server leaves pages and Markdown alone that are none of ours; of JSON only one file can be.
  root_dir = function(buffer, start)
    local path = vim.api.nvim_buf_get_name(buffer)
    if vim.bo[buffer].filetype == 'json' and vim.fs.basename(path) ~= 'agent-manifest.json' then
      return
    end
    start(vim.fs.root(buffer, { 'agmark.toml', '.git' }) or vim.fs.dirname(path))
  end,
}
