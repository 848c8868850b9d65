-- A real Neovim with the plugin as `agmark setup neovim` installs it: opens a file of each format and does what a
-- person does there, by Neovim's own functions.
-- Started by `bash tests/run neovim`, which says in the environment where everything is.

local program = assert(os.getenv('AGMARK'), 'AGMARK is not set')
local workspace = assert(os.getenv('AGMARK_SCRATCH'), 'AGMARK_SCRATCH is not set') .. '/workspace'

-- Milliseconds; any of these takes a few.
local PATIENCE = 20000

-- In each file: a mistake that gives a code, and a name that is used and defined.
local cases = {
  {
    file = 'rota.agd',
    filetype = 'agd',
    lines = { '@h1 Rota [#rota]', '', '@p Bake [#oven]', '', '@p Again [#rota]', '', '@ref #oven' },
    code = 'agd/duplicate-id',
    used = { 7, 6 },
    defined = { 3, 10 },
    new = 'stove',
    renamed = { '@h1 Rota [#rota]', '', '@p Bake [#stove]', '', '@p Again [#rota]', '', '@ref #stove' },
    hover = 'Bake',
    outline = 'Rota',
    complete = { after = '@ref #', offers = 'stove' },
    layout = { '@h1   Odd', '@h1 Odd' },
    colour = { line = 1, column = 0, capture = 'tag' },
    lens = 'reference',
  },
  {
    file = 'page.anml',
    filetype = 'anml',
    lines = { 'main', '   p "Odd"', '  label "Card" for=#e1', '  textbox#e1 "Card"' },
    code = 'anml/odd-indent',
    used = { 3, 20 },
    defined = { 4, 10 },
    new = 'e5',
    renamed = { 'main', '   p "Odd"', '  label "Card" for=#e5', '  textbox#e5 "Card"' },
    hover = 'textbox',
    outline = 'main',
    complete = { after = '  butt', offers = 'button' },
    layout = { '  p   "Odd"', '  p "Odd"' },
    colour = { line = 1, column = 0, capture = 'tag' },
  },
  {
    file = 'task.garyml',
    filetype = 'garyml',
    lines = { '.Context id=list', '  """', '  a', '  """', '.Execute', '  .test', '    target: @list', '    input: @gone' },
    code = 'garyml/undefined-id',
    used = { 7, 13 },
    defined = { 1, 12 },
    new = 'items',
    renamed = {
      '.Context id=items', '  """', '  a', '  """', '.Execute', '  .test', '    target: @items', '    input: @gone',
    },
    hover = 'items',
    outline = 'Context',
    complete = { after = '.Ro', offers = 'Role' },
    layout = { '.Role:   "x"', '.Role: "x"' },
    colour = { line = 1, column = 2, capture = 'keyword' },
    lens = 'reference',
  },
  {
    file = 'page.html',
    filetype = 'html',
    lines = {
      '<button data-agent-kind="action" data-agent-action="show.stop" data-agent-danger="medium">Stop</button>',
      '<input data-agent-kind="field" data-agent-field="why" data-agent-for-action="show.stop">',
    },
    code = 'aaf/invalid-danger',
    used = { 2, 80 },
    defined = { 1, 52 },
    new = 'show.halt',
    renamed = {
      '<button data-agent-kind="action" data-agent-action="show.halt" data-agent-danger="medium">Stop</button>',
      '<input data-agent-kind="field" data-agent-field="why" data-agent-for-action="show.halt">',
    },
    hover = 'show.halt',
    outline = 'show.halt',
    complete = { after = '<p data-agent-kind="', offers = 'status' },
  },
  {
    file = 'greet.md',
    filetype = 'markdownlang',
    lines = {
      '---', 'name: greet', 'description: Says hello', 'input:', '  type: object', '  properties:',
      '    who: { type: string }', '  required: [who]', 'output: { type: object }', '---', '',
      'Hello {{ .who }} {{ uper .who }}',
    },
    code = 'markdownlang/unknown-function',
    used = { 12, 11 },
    defined = { 7, 4 },
    new = 'guest',
    renamed = {
      '---', 'name: greet', 'description: Says hello', 'input:', '  type: object', '  properties:',
      '    guest: { type: string }', '  required: [guest]', 'output: { type: object }', '---', '',
      'Hello {{ .guest }} {{ uper .guest }}',
    },
    hover = 'guest',
    outline = 'greet',
    complete = { after = '{{ up', offers = 'upper' },
    colour = { line = 12, column = 23, capture = 'function.call' },
    lens = 'prompt',
  },
}

local passed, failed = 0, 0
local function check(what, good, seen)
  if good then
    passed = passed + 1
  else
    failed = failed + 1
    io.write(('not as expected: %s: %s\n'):format(what, vim.inspect(seen)))
  end
end

local function wait(condition)
  return vim.wait(PATIENCE, condition, 10)
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function codes()
  return vim.tbl_map(function(d)
    return d.code
  end, vim.diagnostic.get(0))
end

-- An answer of the server; waits for it.
local function ask(method, params)
  local answers, problem = vim.lsp.buf_request_sync(0, method, params, PATIENCE)
  local answer = answers and select(2, next(answers))
  return answer and answer.result, problem or (answer and answer.err)
end

local function document()
  return { uri = vim.uri_from_bufnr(0) }
end

-- Whether a text occurs anywhere in what the server said.
local function says(value, text)
  return vim.inspect(value):find(text, 1, true) ~= nil
end

-- What a person does besides jumping and renaming.
local function features(case)
  local what = case.file .. ': '
  vim.api.nvim_win_set_cursor(0, case.used)
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'agmark' })[1]
  local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local hover = ask('textDocument/hover', place)
  check(what .. 'hover', says(hover, case.hover), hover)
  local symbols = ask('textDocument/documentSymbol', { textDocument = document() })
  check(what .. 'outline', says(symbols, case.outline), symbols)

  if case.colour then
    vim.treesitter.get_parser(0):parse(true)
    local at = case.colour
    local captures = vim.tbl_map(function(one)
      return one.capture
    end, vim.treesitter.get_captures_at_pos(0, at.line - 1, at.column))
    check(what .. 'highlighting', vim.tbl_contains(captures, at.capture), captures)
  end
  if case.lens then
    local lenses = ask('textDocument/codeLens', { textDocument = document() })
    for at, lens in ipairs(lenses or {}) do
      lenses[at] = lens.command and lens or ask('codeLens/resolve', lens)
    end
    check(what .. 'lenses', says(lenses, case.lens), lenses)
  end

  local last = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_buf_set_lines(0, last, last, false, { case.complete.after })
  vim.api.nvim_win_set_cursor(0, { last + 1, #case.complete.after })
  local completion = ask('textDocument/completion', {
    textDocument = document(),
    position = { line = last, character = #case.complete.after },
  })
  check(what .. 'completion', says(completion, case.complete.offers), completion)

  if case.layout then
    vim.api.nvim_buf_set_lines(0, last, last + 1, false, { case.layout[1] })
    vim.lsp.buf.format({ timeout_ms = PATIENCE })
    check(what .. 'format', vim.tbl_contains(lines(), case.layout[2]), lines())
  end
end

vim.fn.mkdir(workspace, 'p')
vim.env.PATH = vim.fs.dirname(program) .. ':' .. vim.env.PATH
vim.opt.swapfile = false
vim.cmd('filetype plugin on')
-- `-l` loads no plugins by itself.
vim.cmd('runtime! plugin/agmark.lua')

for _, case in ipairs(cases) do
  local path = workspace .. '/' .. case.file
  vim.fn.writefile(case.lines, path)
  vim.cmd.edit(path)
  check(case.file .. ' has its file type', vim.bo.filetype == case.filetype, vim.bo.filetype)

  wait(function()
    return vim.tbl_contains(codes(), case.code)
  end)
  check(case.file .. ' has its diagnostic', vim.tbl_contains(codes(), case.code), codes())

  vim.api.nvim_win_set_cursor(0, case.used)
  vim.lsp.buf.definition()
  local function jumped()
    return vim.deep_equal(vim.api.nvim_win_get_cursor(0), case.defined)
  end
  wait(jumped)
  check(case.file .. ' leads to the definition', jumped(), vim.api.nvim_win_get_cursor(0))

  vim.lsp.buf.rename(case.new)
  local function renamed()
    return vim.deep_equal(lines(), case.renamed)
  end
  wait(renamed)
  check(case.file .. ' is renamed', renamed(), lines())
  features(case)
end

-- Components are looked at if they are annotated, and only then.
local button = '<button data-agent-kind="action" data-agent-action="show.stop" data-agent-danger="medium">Stop</button>'
for name, around in pairs({
  ['Stop.jsx'] = 'export const Stop = () => %s;',
  ['Halt.tsx'] = 'export const Halt = (): unknown => %s;',
  ['Stop.vue'] = '<template>%s</template>',
  ['Stop.svelte'] = '%s',
}) do
  local path = workspace .. '/' .. name
  vim.fn.writefile({ around:format(button) }, path)
  vim.cmd.edit(path)
  wait(function()
    return vim.tbl_contains(codes(), 'aaf/invalid-danger')
  end)
  check(name .. ' has its diagnostic', vim.tbl_contains(codes(), 'aaf/invalid-danger'), codes())
  local commands = require('agmark.server').commands(0)
  check(name .. ' has the commands of pages', vim.tbl_contains(commands, 'agmark.aaf.resolve'), commands)

  local other = workspace .. '/Other-' .. name
  vim.fn.writefile({ around:format('<p>Other</p>') }, other)
  vim.cmd.edit(other)
  vim.wait(200)
  check('other ' .. name .. ' starts nothing', #vim.lsp.get_clients({ bufnr = 0 }) == 0, vim.lsp.get_clients({ bufnr = 0 }))
end

-- The shipped queries, with the parsers that were built: each is there, each predicate can be evaluated, and each runs over
-- the whole corpus, where a pattern that Neovim cannot compile raises its error.
local queries = require('agmark.queries')
local corpus = vim.fs.joinpath(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)), '../../corpus')

-- Runs a query over a file, predicates included. Returns the number of captures, or false and the error.
local function run_query(language, kind, file)
  local text = table.concat(vim.fn.readfile(file), '\n')
  local tree = vim.treesitter.get_string_parser(text, language):parse()[1]
  local query = vim.treesitter.query.get(language, kind)
  return pcall(function()
    local count = 0
    for _ in query:iter_captures(tree:root(), text) do
      count = count + 1
    end
    return count
  end)
end

for language, pattern in pairs({
  agd = 'agd/**/*.agd', anml = 'anml/**/*.anml', anml_actions = 'anml_actions/*.anmla', garyml = 'garyml/**/*.garyml',
  markdownlang = 'markdownlang/**/*.md',
}) do
  check(language .. ': predicates', queries.problem(language) == nil, queries.problem(language))
  local files = vim.fn.glob(vim.fs.joinpath(corpus, pattern), true, true)
  check(language .. ': has a corpus', #files > 0, files)
  -- Scripts of actions are a line each: there is nothing to fold, indent or jump to.
  for _, kind in ipairs(language == 'anml_actions' and { 'highlights' } or queries.kinds) do
    local read, query = pcall(vim.treesitter.query.get, language, kind)
    check(('%s: %s'):format(language, kind), read and query ~= nil, query)
    local problems = {}
    for _, file in ipairs(files) do
      local ran, why = run_query(language, kind, file)
      if not ran then
        problems[#problems + 1] = ('%s: %s'):format(vim.fs.basename(file), why)
      end
    end
    check(('%s: %s runs over the corpus'):format(language, kind), #problems == 0, problems)
  end
end

-- Commands, by their verbs.
vim.cmd.edit(workspace .. '/screen.anml')
vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'main', '  p "Words"', '  button#e1 "Go"' })
wait(function()
  return #vim.lsp.get_clients({ bufnr = 0, name = 'agmark' }) == 1
end)
local verbs = vim.fn.getcompletion('Agmark ', 'cmdline')
check(':Agmark completes its verbs', vim.tbl_contains(verbs, 'view') and vim.tbl_contains(verbs, 'diff'), verbs)
check(':Agmark completes words', vim.deep_equal(vim.fn.getcompletion('Agmark view c', 'cmdline'), { 'compact' }), nil)
vim.cmd('Agmark view interactive')
local function viewed()
  return vim.bo.filetype == 'anml' and vim.tbl_contains(lines(), 'button#e1 "Go"')
end
wait(viewed)
check(':Agmark view opens a smaller snapshot', viewed(), lines())
vim.cmd.bwipeout({ bang = true })
local told
local notify = vim.notify
vim.notify = function(text)
  told = text
end
vim.cmd('Agmark nonsense')
check(':Agmark names the verbs that there are', told and told:find('no command "nonsense"', 1, true) ~= nil, told)
vim.notify = notify

vim.cmd.bwipeout({ bang = true })
local usual = vim.notify
assert(loadfile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/commands.lua'))({
  check = check,
  wait = wait,
  lines = lines,
  workspace = workspace,
  program = program,
})
vim.notify = usual
assert(loadfile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/daemon.lua'))({
  check = check,
  wait = wait,
  lines = lines,
  workspace = workspace,
  program = program,
})

-- Health.
vim.cmd('checkhealth agmark')
local health = table.concat(lines(), '\n')
check(':checkhealth finds nothing wrong', health:find('agmark', 1, true) and not health:find('ERROR', 1, true), health)
check(':checkhealth names the parsers', health:find('the parser and the queries for agd', 1, true) ~= nil, health)
vim.cmd.bwipeout({ bang = true })

-- Help.
vim.cmd.help('agmark-settings')
check(':help', vim.fn.expand('%:t') == 'agmark.txt', vim.fn.expand('%'))
local help = vim.fs.dirname(vim.api.nvim_buf_get_name(0))
local tags = vim.fn.readfile(help .. '/tags')
local tagged, why = pcall(vim.cmd.helptags, vim.fn.fnameescape(help))
check(':helptags gives the tags that setup wrote', tagged and vim.deep_equal(vim.fn.readfile(help .. '/tags'), tags), why or tags)
vim.cmd.bwipeout({ bang = true })

-- Markdown of other people starts nothing; one that becomes a program does.
local notes = workspace .. '/notes.md'
vim.fn.writefile({ '# Notes' }, notes)
vim.cmd.edit(notes)
vim.wait(200)
check('other Markdown starts nothing', #vim.lsp.get_clients({ bufnr = 0 }) == 0, vim.lsp.get_clients({ bufnr = 0 }))
vim.api.nvim_buf_set_lines(0, 0, 0, false, { '---', 'name: notes', 'input: {}', '---' })
vim.cmd('silent write')
check('a program is known when it is written', vim.bo.filetype == 'markdownlang', vim.bo.filetype)

-- Other people's files are left alone.
local other = workspace .. '/package.json'
vim.fn.writefile({ '{ "name": "other" }' }, other)
vim.cmd.edit(other)
vim.wait(200)
check('other JSON starts nothing', #vim.lsp.get_clients({ bufnr = 0 }) == 0, vim.lsp.get_clients({ bufnr = 0 }))

local client = vim.lsp.get_clients({ name = 'agmark' })[1]
check('one server serves all files', #vim.lsp.get_clients({ name = 'agmark' }) == 1, vim.lsp.get_clients())
client:stop()
check('the server ends when asked to', wait(function()
  return client:is_stopped()
end), client)

-- Neovim's own messages end without a line break.
io.write(('\n%d passed, %d failed\n'):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
