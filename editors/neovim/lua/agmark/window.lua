-- Separate buffers for the documents that commands write.

local M = {}

-- Puts a document into a buffer.
function M.fill(buffer, written)
  local lines = vim.split((written.text:gsub('\n$', '')), '\n', { plain = true })
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modified = false
end

-- Opens a document in a new buffer beside this one; gives the buffer.
function M.open(written)
  vim.cmd.vnew()
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].bufhidden = 'wipe'
  vim.b[buffer].agmark = true
  M.fill(buffer, written)
  vim.bo[buffer].filetype = written.language
  vim.bo[buffer].modified = false
  if written.note and written.note ~= '' then
    vim.notify('agmark: ' .. written.note)
  end
  return buffer
end

-- Shows a file that the server names; what a command wrote just now stays beside it.
function M.show_file(problem, params, context)
  if vim.b.agmark then
    vim.cmd('belowright split')
  end
  return vim.lsp.handlers['window/showDocument'](problem, params, context)
end

-- Shows what a command gave.
function M.show(result)
  if result == nil or result == vim.NIL then
    return
  end
  if type(result) == 'table' and result.text and result.language then
    M.open(result)
  elseif type(result) == 'string' then
    vim.notify('agmark: ' .. result)
  else
    M.open({ text = vim.json.encode(result), language = 'json' })
  end
end

-- Runs the program on a text; what it prints is opened.
function M.filter(arguments, text, language)
  local command = vim.list_extend({ require('agmark').program() }, arguments)
  vim.system(command, { stdin = text, text = true }, function(ran)
    vim.schedule(function()
      if ran.code == 0 then
        M.open({ text = ran.stdout, language = language })
      else
        vim.notify(vim.trim(ran.stderr), vim.log.levels.ERROR)
      end
    end)
  end)
end

return M
