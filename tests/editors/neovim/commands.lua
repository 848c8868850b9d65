-- What `:Agmark` does with the formats, as a person sees it: documents that open, questions that are asked.

local t = ...

local check, wait, lines = t.check, t.wait, t.lines

local PROGRAM = {
  '---', 'name: hello', 'description: Says hello', 'input:', '  type: object', '  properties:',
  '    who: { type: string }', '    loud: { type: boolean }', '  required: [who]',
  'output:', '  type: object', '  properties:', '    greeting: { type: string }', '  required: [greeting]', '---', '',
  'Say hello to {{ .who }}.',
}

-- Opens a file with the server at work on it.
local function edit(name, text)
  local path = t.workspace .. '/' .. name
  vim.fn.writefile(text, path)
  vim.cmd.edit({ path, bang = true })
  wait(function()
    local one = vim.lsp.get_clients({ bufnr = 0, name = 'agmark' })[1]
    return one and one.initialized
  end)
  return vim.api.nvim_get_current_buf()
end

local function only()
  vim.cmd('silent! only!')
end

-- Whether a buffer in some window shows a text.
local function shown(text)
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    local all = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    if all:find(text, 1, true) then
      return true
    end
  end
  return false
end

local function shows(what, text)
  check(what, wait(function()
    return shown(text)
  end), lines())
end

-- What was told and asked, and how it is answered.
local told, asked, answers = {}, {}, {}
vim.notify = function(text)
  told[#told + 1] = text
end
vim.ui.input = function(options, done)
  asked[#asked + 1] = options.prompt
  done(table.remove(answers, 1))
end
vim.ui.select = function(items, options, done)
  asked[#asked + 1] = options.prompt
  local wanted = table.remove(answers, 1)
  for at, item in ipairs(items) do
    if item == wanted or (type(item) == 'table' and item.title == wanted) then
      return done(item, at)
    end
  end
  done(nil)
end
-- Neovim's own question to a message with buttons.
vim.fn.inputlist = function(all)
  asked[#asked + 1] = table.concat(all, '\n')
  local wanted = table.remove(answers, 1)
  for at, line in ipairs(all) do
    if wanted and line:find(wanted .. '$') then
      return at - 1
    end
  end
  return 0
end

-- A page and its score.
edit('scored.html', {
  '<!doctype html><html><body>',
  '<form data-agent-kind="action" data-agent-action="seat.book" data-agent-danger="low" data-agent-confirm="never">',
  '<input data-agent-kind="field" data-agent-field="row"></form></body></html>',
})
check(':Agmark audit is offered', vim.tbl_contains(vim.fn.getcompletion('Agmark ', 'cmdline'), 'audit'), nil)
vim.cmd('Agmark audit')
shows(':Agmark audit shows the score', 'core')
only()

-- Snapshots.
local before = t.workspace .. '/before.anml'
vim.fn.writefile({ 'main', '  button#e1 "Go"' }, before)
edit('after.anml', { 'main', '  p "Words"', '  button#e1 "Stop"' })
vim.cmd('Agmark diff ' .. vim.fn.fnameescape(before))
shows(':Agmark diff shows what changed', '* button#e1 "Stop"')
only()
edit('after.anml', { 'main', '  p "Words"', '  button#e1 "Stop"' })
answers = { before }
vim.cmd('Agmark diff')
shows(':Agmark diff asks for the file', '* button#e1 "Stop"')
check('it says what it asks for', asked[#asked] == 'The snapshot before: ', asked)
only()

-- A preview that follows.
local source = edit('live.anml', { 'main', '  p "Words"', '  button#e1 "Stop"' })
vim.cmd('Agmark preview')
wait(function()
  return #vim.api.nvim_list_wins() == 2
end)
check(':Agmark preview stays where one types', vim.api.nvim_get_current_buf() == source, vim.api.nvim_buf_get_name(0))
vim.api.nvim_buf_set_lines(source, 2, 3, false, { '  button#e1 "Onward"' })
vim.api.nvim_exec_autocmds('TextChanged', { buffer = source })
local function both()
  local count = 0
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local all = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    count = count + (all:find('"Onward"', 1, true) and 1 or 0)
  end
  return count == 2
end
check('the preview is renewed', wait(both), lines())
only()
vim.cmd('silent write')

-- A code action's document.
edit('plain.agd', { '@h1 Plain' })
local function convert()
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title:find('convert to Markdown', 1, true) ~= nil
    end,
  })
end
convert()
shows('what a code action writes opens', '# Plain')
only()

-- A program: from a recording, with questions, with fields, again.
local recording = t.workspace .. '/hello.tape.jsonl'
local program = edit('hello.md', PROGRAM)
local made = vim.system({
  t.program, 'markdownlang', 'run', '--program', t.workspace .. '/hello.md', '--input', '{"who":"Ada"}', '--record', recording,
}, { text = true }):wait(60000)
check('a recording is made', made.code == 0, made.stderr)
check('its fields are offered', vim.deep_equal(vim.fn.getcompletion('Agmark run w', 'cmdline'), { 'who=' }),
  vim.fn.getcompletion('Agmark run w', 'cmdline'))
answers, asked = { 'Ada', '' }, {}
vim.cmd('Agmark replay ' .. vim.fn.fnameescape(recording))
shows(':Agmark replay shows the result', 'Hello, Ada')
check('it asks for each field', vim.deep_equal(asked, { 'who (string): ', 'loud' }), asked)
only()

vim.api.nvim_set_current_buf(program)
answers, asked = { 'Run' }, {}
vim.cmd('Agmark run who=Ada loud=true')
shows(':Agmark run shows the result', 'Hello, Ada')
shows('the summary opens, too', '"tokens"')
check('it asks before it runs', (asked[1] or ''):find('calls the model ', 1, true) ~= nil, asked)
only()

vim.api.nvim_set_current_buf(program)
answers, asked = {}, {}
vim.cmd('Agmark run last')
shows(':Agmark run last runs again', 'Hello, Ada')
shows('with its summary', '"tokens"')
check('a yes holds', #asked == 0, asked)
only()

vim.api.nvim_set_current_buf(program)
answers = { nil }
told = {}
vim.cmd('Agmark run')
wait(function()
  return #told > 0
end)
check('a question that is left ends it', told[1] == 'agmark: the program was not run', told)

vim.cmd('Agmark run form')
shows(':Agmark run form opens the document for the input', '"who": "Ada"')
wait(function()
  return #vim.lsp.get_clients({ bufnr = 0, name = 'agmark' }) == 1
end)
local function run_form()
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title:find('run with this input', 1, true) ~= nil
    end,
  })
end
check('the document has the server', require('agmark').is_input(vim.api.nvim_buf_get_name(0)), vim.api.nvim_buf_get_name(0))
run_form()
shows('its code action runs the program', 'Hello, Ada')
shows('and shows what it took', '"tokens"')
only()
