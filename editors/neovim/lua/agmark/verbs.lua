-- Verbs that are more than a command of the server: what each is for, and what it does.

local ask = require('agmark.ask')
local preview = require('agmark.preview')
local server = require('agmark.server')
local window = require('agmark.window')

local M = {}

local function execute(buffer, id, options)
  server.execute(buffer, id, options, window.show)
end

local function text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') .. '\n'
end

-- Words as `name=value` and others.
local function sorted(words)
  local options, others = {}, {}
  for _, word in ipairs(words) do
    local name, value = word:match('^([%w_]+)=(.*)$')
    if name then
      options[name] = ask.value(value)
    else
      others[#others + 1] = word
    end
  end
  return options, others
end

-- `:Agmark view [interactive|compact|depth N|budget N|ROLE …]`
M.view = {
  formats = { 'anml' },
  words = { 'interactive', 'compact', 'depth', 'budget' },
  run = function(buffer, words)
    local kind, value = words[1] or 'interactive', words[2]
    local options = { filter = table.concat(words, ' ') }
    if kind == 'depth' or kind == 'budget' then
      options = { [kind] = tonumber(value) or (kind == 'depth' and 2 or 50) }
    elseif #words == 0 then
      options = { filter = kind }
    end
    execute(buffer, 'agmark.anml.viewDocument', options)
  end,
}

-- `:Agmark diff FILE`
M.diff = {
  formats = { 'anml' },
  completion = 'file',
  run = function(buffer, words)
    local function against(file)
      window.filter({ 'anml', 'diff', vim.fs.normalize(file), '-' }, text(buffer), 'anml')
    end
    if words[1] then
      return against(words[1])
    end
    ask.text('The snapshot before: ', 'file', against)
  end,
}

-- `:Agmark audit [URL|site URL|workspace]`
M.audit = {
  formats = { 'aaf' },
  words = { 'site', 'workspace' },
  run = function(buffer, words)
    local options, others = sorted(words)
    if others[1] == 'workspace' then
      return execute(buffer, 'agmark.aaf.auditWorkspace', options)
    end
    if others[1] ~= 'site' then
      options.url = others[1]
      return execute(buffer, 'agmark.aaf.auditPage', options)
    end
    local function site(url)
      options.url = url
      execute(buffer, 'agmark.aaf.auditSite', options)
    end
    if others[2] then
      return site(others[2])
    end
    ask.text('The address of the site: ', nil, site)
  end,
}

-- `:Agmark preview [NAME=VALUE …]`
M.preview = {
  formats = vim.tbl_keys(preview.commands),
  run = function(buffer, words)
    local options = sorted(words)
    preview.open(buffer, options)
  end,
}

-- Programs are run from their files.
local function saved(buffer)
  if vim.bo[buffer].modified then
    vim.api.nvim_buf_call(buffer, function()
      vim.cmd('silent write')
    end)
  end
end

-- `:Agmark run [last|form] [FIELD=VALUE …]`
M.run = {
  formats = { 'markdownlang' },
  words = { 'last', 'form' },
  fields = true,
  run = function(buffer, words)
    local id = 'agmark.markdownlang.run'
    local input, others = sorted(words)
    saved(buffer)
    if others[1] == 'last' then
      return execute(buffer, id, { last = true })
    elseif others[1] == 'form' or require('agmark').is_input(vim.api.nvim_buf_get_name(buffer)) then
      return execute(buffer, id, {})
    end
    ask.input(buffer, input, function(whole)
      execute(buffer, id, { input = whole })
    end)
  end,
}

-- `:Agmark replay FILE [FIELD=VALUE …]`
M.replay = {
  formats = { 'markdownlang' },
  completion = 'file',
  fields = true,
  run = function(buffer, words)
    local input, others = sorted(words)
    saved(buffer)
    local function from(file)
      ask.input(buffer, input, function(whole)
        local path = vim.api.nvim_buf_get_name(buffer)
        local arguments = { 'markdownlang', 'run', '--program', path, '--input', '-', '--replay', vim.fs.normalize(file) }
        window.filter(arguments, vim.json.encode(whole), 'json')
      end)
    end
    if others[1] then
      return from(others[1])
    end
    ask.text('The recording: ', 'file', from)
  end,
}

-- What commands of the server must be told: the option, and how it is asked for.
M.needs = {
  ['agmark.anml.diffDocuments'] = { 'with', 'The other snapshot: ', 'file' },
  ['agmark.anml.applyDiff'] = { 'base', 'The base of the diff: ', 'file' },
  ['agmark.anml.convertHtml'] = { 'path', 'The page: ', 'file' },
  ['agmark.aaf.auditSite'] = { 'url', 'The address of the site: ' },
  ['agmark.aaf.resolve'] = { 'action', 'The action: ' },
}

M.sorted = sorted

return M
