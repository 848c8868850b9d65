-- A real Neovim with the plugin of editors/neovim: opens a file of each format, gets diagnostics, jumps, renames.
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
  },
  {
    file = 'greet.md',
    filetype = 'markdown',
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
end

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

io.write(('%d passed, %d failed\n'):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
