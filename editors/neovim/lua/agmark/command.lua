-- `:Agmark VERB [WORD …] [OPTION=VALUE …]`: the plugin's verbs, and the server's commands by their last words.

local ask = require('agmark.ask')
local server = require('agmark.server')
local window = require('agmark.window')

local M = {}

local NOT_VERBS = { needs = true, sorted = true }

-- A command's verb: `agmark.agd.toMarkdown` is `toMarkdown`.
local function verb(id)
  return id:match('([^.]+)$')
end

-- The plugin's verb with a name, if it is for the format of a buffer.
local function own(buffer, name)
  local one = not NOT_VERBS[name] and require('agmark.verbs')[name]
  return one and vim.tbl_contains(one.formats, server.format(buffer)) and one or nil
end

-- The verbs for a buffer, sorted: ours, and those of the server for this format.
function M.verbs(buffer)
  local all = {}
  for name in pairs(require('agmark.verbs')) do
    all[name] = own(buffer, name) and true or nil
  end
  for _, id in ipairs(server.commands(buffer)) do
    all[verb(id)] = true
  end
  local names = vim.tbl_keys(all)
  table.sort(names)
  return names
end

local function run_on_server(buffer, name, words, range)
  local wanted = ('agmark.%s.%s'):format(server.format(buffer) or '', name)
  if not vim.tbl_contains(server.commands(buffer), wanted) then
    local verbs = table.concat(M.verbs(buffer), ', ')
    error(('no command "%s" for this buffer; there are: %s'):format(name, verbs == '' and 'none' or verbs), 0)
  end
  local verbs = require('agmark.verbs')
  local options, others = verbs.sorted(words)
  local need = verbs.needs[wanted]
  -- A lone word is what the command must be told.
  if need and options[need[1]] == nil then
    options[need[1]] = table.remove(others, 1)
  end
  if others[1] then
    error(('invalid option "%s": write NAME=VALUE'):format(others[1]), 0)
  end
  options.range = range
  if need and options[need[1]] == nil then
    return ask.text(need[2], need[3], function(value)
      options[need[1]] = value
      server.execute(buffer, wanted, options, window.show)
    end)
  end
  server.execute(buffer, wanted, options, window.show)
end

-- Lines as a range of the protocol; without any, where the cursor is.
local function range_of(call)
  if call.range > 0 then
    return { start = { line = call.line1 - 1, character = 0 }, ['end'] = { line = call.line2, character = 0 } }
  end
  local one = server.client(0)
  return vim.lsp.util.make_range_params(0, one and one.offset_encoding or 'utf-16').range
end

function M.run(call)
  local buffer = vim.api.nvim_get_current_buf()
  local words = vim.list_slice(call.fargs, 2)
  local name = call.fargs[1]
  if not name then
    local verbs = table.concat(M.verbs(buffer), ', ')
    vim.notify('agmark: ' .. (verbs == '' and 'there is nothing to do with this buffer' or verbs))
    return
  end
  local done, problem = pcall(function()
    local one = own(buffer, name)
    if one then
      one.run(buffer, words)
    else
      run_on_server(buffer, name, words, range_of(call))
    end
  end)
  if not done then
    vim.notify('agmark: ' .. problem, vim.log.levels.ERROR)
  end
end

-- The fields of a program's input that may follow, as far as the server tells them at once.
local function fields(buffer)
  local names
  local asked = pcall(ask.fields, buffer, function(all)
    names = vim.tbl_map(function(field)
      return field.name .. '='
    end, all)
  end)
  if asked then
    vim.wait(500, function()
      return names ~= nil
    end, 5)
  end
  return names or {}
end

function M.complete(lead, line)
  local buffer = vim.api.nvim_get_current_buf()
  local words = vim.split(vim.trim(line:match('^.-Agmark%s(.*)$') or ''), '%s+')
  local function begins(word)
    return vim.startswith(word, lead)
  end
  if #words > 1 or (words[1] ~= '' and lead == '') then
    local one = own(buffer, words[1])
    if not one then
      local need = require('agmark.verbs').needs[('agmark.%s.%s'):format(server.format(buffer) or '', words[1])]
      return need and need[3] and vim.fn.getcompletion(lead, need[3]) or {}
    end
    local all = vim.list_extend(vim.deepcopy(one.words or {}), one.fields and fields(buffer) or {})
    local offered = vim.tbl_filter(begins, all)
    return one.completion and vim.list_extend(vim.fn.getcompletion(lead, one.completion), offered) or offered
  end
  return vim.tbl_filter(begins, M.verbs(buffer))
end

return M
