-- `:Agmark VERB [OPTION=VALUE …]`: the server's commands for this buffer, by their last words, and a few for people.

local M = {}

local function client(buffer)
  return vim.lsp.get_clients({ bufnr = buffer, name = 'agmark' })[1]
end

-- The format that a buffer is in, as the ids of commands name it.
local function format(buffer)
  local names = { agd = 'agd', anml = 'anml', anmla = 'anml', garyml = 'garyml', markdown = 'markdownlang' }
  names.markdownlang, names.html, names['agent-manifest'] = 'markdownlang', 'aaf', 'aaf'
  return names[vim.bo[buffer].filetype]
end

-- A command's verb: `agmark.agd.toMarkdown` is `toMarkdown`.
local function verb(id)
  return id:match('([^.]+)$')
end

local function server_commands(buffer)
  local one = client(buffer)
  local provider = one and one.server_capabilities.executeCommandProvider
  return provider and provider.commands or {}
end

-- Opens text in a new buffer beside this one.
local function open(written)
  vim.cmd.vnew()
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].bufhidden = 'wipe'
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split((written.text:gsub('\n$', '')), '\n', { plain = true }))
  vim.bo[buffer].filetype = written.language
  vim.bo[buffer].modified = false
  if written.note and written.note ~= '' then
    vim.notify('agmark: ' .. written.note)
  end
end

-- Shows what a command gave.
local function show(result)
  if result == nil or result == vim.NIL then
    return
  end
  if type(result) == 'table' and result.text and result.language then
    open(result)
  elseif type(result) == 'string' then
    vim.notify('agmark: ' .. result)
  else
    open({ text = vim.json.encode(result), language = 'json' })
  end
end

-- The program as a command line, on the text of a buffer; what it prints is opened.
local function filter(buffer, arguments, language, accepted)
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') .. '\n'
  local command = vim.list_extend({ require('agmark').program() }, arguments)
  vim.system(command, { stdin = text, text = true }, function(ran)
    vim.schedule(function()
      if vim.tbl_contains(accepted or { 0 }, ran.code) then
        open({ text = ran.stdout, language = language })
      else
        vim.notify(vim.trim(ran.stderr), vim.log.levels.ERROR)
      end
    end)
  end)
end

-- Verbs that are not the server's, each for a format: what it does, and the words that may follow.
local own = {
  view = {
    format = 'anml',
    words = { 'interactive', 'compact', 'depth', 'budget' },
    run = function(buffer, words)
      local kind, value = words[1] or 'interactive', words[2]
      local arguments = (kind == 'depth' or kind == 'budget') and { '--' .. kind, value or '50' } or { '--filter', kind }
      filter(buffer, vim.list_extend(vim.list_extend({ 'anml', 'view' }, arguments), { '-' }), 'anml')
    end,
  },
  diff = {
    format = 'anml',
    files = true,
    run = function(buffer, words)
      if not words[1] then
        error('name the snapshot before: `:Agmark diff FILE`', 0)
      end
      filter(buffer, { 'anml', 'diff', vim.fs.normalize(words[1]), '-' }, 'anml')
    end,
  },
  audit = {
    format = 'aaf',
    run = function(buffer)
      local path = vim.api.nvim_buf_get_name(buffer)
      -- Exit code 1: the score is low, which is a result too.
      filter(buffer, { 'aaf-lint', '--audit', path }, 'text', { 0, 1 })
    end,
  },
  preview = {
    format = 'anml',
    run = function(buffer)
      filter(buffer, { 'anml', 'view', '--filter', 'compact', '-' }, 'anml')
    end,
  },
}

-- The verbs for a buffer, sorted: ours, and those of the server for this format.
function M.verbs(buffer)
  local all, wanted = {}, format(buffer)
  for name, one in pairs(own) do
    all[name] = one.format == wanted or nil
  end
  for _, id in ipairs(server_commands(buffer)) do
    if wanted and id:match('^agmark%.([^.]+)%.') == wanted then
      all[verb(id)] = true
    end
  end
  local names = vim.tbl_keys(all)
  table.sort(names)
  return names
end

-- `name=value` as an option; numbers and truth are read as such.
local function options(words)
  local all = {}
  for _, word in ipairs(words) do
    local name, value = word:match('^([%w_]+)=(.*)$')
    if not name then
      error(('"%s" is no option: write NAME=VALUE'):format(word), 0)
    end
    local read, json = pcall(vim.json.decode, value)
    all[name] = read and json or value
  end
  return all
end

local function run_on_server(buffer, name, words, range)
  local one = client(buffer)
  local wanted = ('agmark.%s.%s'):format(format(buffer) or '', name)
  if not one or not vim.tbl_contains(server_commands(buffer), wanted) then
    local verbs = table.concat(M.verbs(buffer), ', ')
    error(('no command "%s" for this buffer; there are: %s'):format(name, verbs == '' and 'none' or verbs), 0)
  end
  local argument = options(words)
  argument.uri = vim.uri_from_bufnr(buffer)
  argument.range = range
  one:request('workspace/executeCommand', { command = wanted, arguments = { argument } }, function(problem, result)
    if problem then
      vim.notify('agmark: ' .. problem.message, vim.log.levels.ERROR)
    else
      show(result)
    end
  end, buffer)
end

-- Lines as a range of the protocol; without any, where the cursor is.
local function range_of(call)
  if call.range > 0 then
    return { start = { line = call.line1 - 1, character = 0 }, ['end'] = { line = call.line2, character = 0 } }
  end
  local one = client(0)
  return vim.lsp.util.make_range_params(0, one and one.offset_encoding or 'utf-16').range
end

function M.run(call)
  local buffer = vim.api.nvim_get_current_buf()
  local words = vim.list_slice(call.fargs, 2)
  local name = call.fargs[1]
  if not name then
    vim.notify('agmark: ' .. table.concat(M.verbs(buffer), ', '))
    return
  end
  local done, problem = pcall(function()
    local one = own[name]
    if one and one.format == format(buffer) then
      one.run(buffer, words)
    else
      run_on_server(buffer, name, words, range_of(call))
    end
  end)
  if not done then
    vim.notify('agmark: ' .. problem, vim.log.levels.ERROR)
  end
end

function M.complete(lead, line)
  local words = vim.split(vim.trim(line:match('^.-Agmark%s(.*)$') or ''), '%s+')
  if #words > 1 or (words[1] ~= '' and lead == '') then
    local one = own[words[1]]
    if one and one.files then
      return vim.fn.getcompletion(lead, 'file')
    end
    return vim.tbl_filter(function(word)
      return vim.startswith(word, lead)
    end, one and one.words or {})
  end
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, M.verbs(vim.api.nvim_get_current_buf()))
end

return M
