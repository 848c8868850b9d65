-- The server of a buffer, and its commands.

local formats = require('agmark.formats')

local M = {}

function M.client(buffer)
  return vim.lsp.get_clients({ bufnr = buffer, name = 'agmark' })[1]
end

function M.format(buffer)
  return formats.format(vim.bo[buffer].filetype)
end

-- The ids of the commands for a buffer's format.
function M.commands(buffer)
  local one, format = M.client(buffer), M.format(buffer)
  local provider = one and one.server_capabilities.executeCommandProvider
  return vim.tbl_filter(function(id)
    return format ~= nil and vim.startswith(id, 'agmark.' .. format .. '.')
  end, provider and provider.commands or {})
end

-- Asks the server of a buffer; `done` gets what it says, if it says no error.
function M.ask(buffer, method, params, done)
  local one = M.client(buffer)
  if not one then
    error('no server runs for this buffer: `:checkhealth agmark` says why', 0)
  end
  one:request(method, params, function(problem, result)
    if problem then
      vim.notify('agmark: ' .. problem.message, vim.log.levels.ERROR)
    else
      done(result)
    end
  end, buffer)
end

-- Runs a command on a buffer; `options` are those of the command.
function M.execute(buffer, id, options, done)
  local argument = vim.tbl_extend('force', options, { uri = vim.uri_from_bufnr(buffer) })
  M.ask(buffer, 'workspace/executeCommand', { command = id, arguments = { argument } }, done)
end

return M
