-- Documents of a daemon: `:edit agdd:///agd:doc:rules`. The program reads and saves them; this file shows what it says.

local M = {}

local diagnostics = vim.api.nvim_create_namespace('agmark.daemon')

-- By buffer: the process, and the text that the daemon has.
local open = {}

local function text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') .. '\n'
end

-- Replaces the lines that differ, so that the cursor and the folds stay.
local function show(buffer, new)
  local before = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  local after = vim.split((new:gsub('\n$', '')), '\n', { plain = true })
  local first, last = 0, 0
  while first < math.min(#before, #after) and before[first + 1] == after[first + 1] do
    first = first + 1
  end
  while last < math.min(#before, #after) - first and before[#before - last] == after[#after - last] do
    last = last + 1
  end
  local may_write = vim.g.agmark_daemon_write == true
  vim.bo[buffer].readonly = false
  vim.bo[buffer].modifiable = true
  if first + last < math.max(#before, #after) then
    vim.api.nvim_buf_set_lines(buffer, first, #before - last, false, vim.list_slice(after, first + 1, #after - last))
  end
  vim.bo[buffer].readonly = not may_write
  vim.bo[buffer].modifiable = may_write
  vim.bo[buffer].modified = false
end

local function mark(buffer, all)
  vim.diagnostic.set(diagnostics, buffer, vim.tbl_map(function(one)
    return {
      lnum = one.line,
      end_lnum = one.end_line + 1,
      col = 0,
      end_col = 0,
      message = one.message,
      source = 'agmark daemon',
      severity = vim.diagnostic.severity.ERROR,
    }
  end, all))
end

local events = {}

function events.document(buffer, event)
  -- What a person has changed stays. Saving merges it.
  if not vim.bo[buffer].modified then
    open[buffer].base = event.text
    show(buffer, event.text)
  end
end

function events.saved(buffer, event)
  open[buffer].base = event.base
  -- What was typed since then stays, too.
  if text(buffer) == open[buffer].sent then
    show(buffer, event.text)
    vim.bo[buffer].modified = not event.complete
  end
  mark(buffer, event.diagnostics)
end

function events.problem(_, event)
  vim.notify('agmark: ' .. event.message, vim.log.levels.WARN)
end

function events.missing(buffer)
  vim.notify('agmark: ' .. vim.api.nvim_buf_get_name(buffer) .. ' does not exist', vim.log.levels.WARN)
end

function M.close(buffer)
  if open[buffer] then
    open[buffer].process:kill('sigterm')
    open[buffer] = nil
  end
end

function M.read(buffer)
  M.close(buffer)
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].bufhidden = 'unload'
  local may_write = vim.g.agmark_daemon_write == true
  vim.bo[buffer].readonly = not may_write
  vim.bo[buffer].modifiable = may_write
  local command = { require('agmark').program(), 'agd', 'connect', vim.api.nvim_buf_get_name(buffer) }
  if may_write then
    command[#command + 1] = '--write'
  end
  local rest, process = '', nil
  local function took(line)
    local good, event = pcall(vim.json.decode, line)
    if good and open[buffer] and open[buffer].process == process and events[event.event] then
      events[event.event](buffer, event)
    end
  end
  process = vim.system(command, {
    stdin = true,
    stdout = function(_, data)
      rest = rest .. (data or '')
      local lines = vim.split(rest, '\n', { plain = true })
      rest = table.remove(lines)
      vim.schedule(function()
        vim.iter(lines):each(took)
      end)
    end,
  }, function(ended)
    if ended.code ~= 0 and ended.signal == 0 then
      vim.schedule(function()
        vim.notify(vim.trim(ended.stderr), vim.log.levels.ERROR)
      end)
    end
  end)
  open[buffer] = { process = process, base = '' }
  vim.bo[buffer].filetype = 'agd'
  -- Neovim starts servers for files only. A server that runs serves this buffer too, whatever its root.
  vim.lsp.start(vim.tbl_extend('force', vim.lsp.config.agmark, { root_dir = vim.uv.cwd() }), {
    bufnr = buffer,
    reuse_client = function(client)
      return client.name == 'agmark' and not client:is_stopped()
    end,
  })
end

function M.write(buffer)
  local own = open[buffer]
  if not own then
    return
  end
  own.sent = text(buffer)
  own.process:write(vim.json.encode({ base = own.base, text = own.sent }) .. '\n')
end

return M
