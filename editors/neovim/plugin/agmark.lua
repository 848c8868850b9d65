-- Starts the server for its file types; `vim.g.agmark_enable = false` leaves that to you.
if vim.g.agmark_enable ~= false then
  vim.lsp.enable('agmark')
end
