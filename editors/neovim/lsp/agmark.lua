-- The language server, as Neovim 0.11 and later find it.
-- Your own settings: vim.lsp.config('agmark', { settings = { agmark = { … } } }).

---@type vim.lsp.Config
return {
  cmd = function(dispatchers)
    return vim.lsp.rpc.start({ require('agmark').program(), 'lsp' }, dispatchers)
  end,
  filetypes = require('agmark.formats').filetypes(),
  -- What commands write comes back as their result, and is opened here.
  capabilities = { experimental = { agmark = { documents = true } } },
  -- Pages and Markdown are looked at first: a server is started for ours only.
  root_dir = function(buffer, start)
    if require('agmark').is_ours(buffer) then
      local path = vim.api.nvim_buf_get_name(buffer)
      local running = vim.lsp.get_clients({ name = 'agmark' })[1]
      -- A document that a command wrote has no root: the running server gets it.
      if (path == '' or require('agmark').is_input(path)) and running then
        return start(running.root_dir)
      end
      start(vim.fs.root(buffer, { 'agmark.toml', '.git' }) or vim.fs.dirname(path))
    end
  end,
  handlers = {
    -- What a code action or a lens gives; Neovim itself would drop it.
    ['workspace/executeCommand'] = function(problem, result)
      if problem then
        vim.notify('agmark: ' .. problem.message, vim.log.levels.ERROR)
      else
        require('agmark.window').show(result)
      end
    end,
    ['window/showDocument'] = function(...)
      return require('agmark.window').show_file(...)
    end,
    ['agmark/status'] = function(_, status)
      vim.g.agmark_status = status
    end,
  },
}
