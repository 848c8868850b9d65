-- A document of a daemon, with a real Redis and a real daemon.

local t = ...

local check, wait, lines = t.check, t.wait, t.lines

local port = vim.fn.system({ 'python3', '-c', 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' })
port = vim.trim(port)
vim.env.AGD_REDIS_URL = ('redis://127.0.0.1:%s/'):format(port)
local redis = vim.system({ 'redis-server', '--bind', '127.0.0.1', '--port', port, '--save', '' }, { cwd = t.workspace })

local function agd(...)
  return vim.system({ t.program, 'agd', ... }, { text = true }):wait()
end

local TEXT = { '@h1 Pier [#pier]', '', '@ul [#gear]', '- ropes' }
local file = t.workspace .. '/seed.agd'
vim.fn.writefile(TEXT, file)
wait(function()
  return agd('seed', 'agd:Doc', file).code == 0
end)
local daemon = vim.system({ t.program, 'agd', 'daemon', '--stream', 'agd:Doc:ops' }, {})

local function push(operation)
  local operations = t.workspace .. '/operations.jsonl'
  vim.fn.writefile({ vim.json.encode(operation) }, operations)
  local ran = agd('push', '--stream', 'agd:Doc:ops', operations, '--wait')
  check('an agent changes the document', ran.code == 0, ran.stderr)
end

local function has(line)
  return wait(function()
    return vim.tbl_contains(lines(), line)
  end)
end

local function stored()
  return vim.split(vim.trim(agd('pull', 'agd:Doc').stdout), '\n')
end

vim.cmd.edit('agdd:///agd:Doc')
check('a document of a daemon opens', has('- ropes') and vim.bo.filetype == 'agd', lines())
check('it is read-only', vim.bo.readonly and not vim.bo.modifiable, nil)
push({ kind = 'append_item', target = 'gear', payload = { text = 'hooks' } })
check('it changes while one looks', has('- hooks'), lines())
vim.cmd.bwipeout({ bang = true })

vim.g.agmark_daemon_write = true
vim.cmd.edit('agdd:///agd:Doc')
has('- hooks')
check('the server works on it', wait(function()
  return #vim.lsp.get_clients({ bufnr = 0, name = 'agmark' }) == 1
end), nil)
vim.api.nvim_buf_set_lines(0, 0, 1, false, { '@h1 Quay [#pier]' })
push({ kind = 'append_item', target = 'gear', payload = { text = 'nets' } })
vim.cmd.write()
check('edits become operations', wait(function()
  return not vim.bo.modified and vim.tbl_contains(lines(), '- nets')
end), lines())
check('the daemon has them', stored()[1] == '@h1 Quay [#pier]', stored())

vim.api.nvim_buf_set_lines(0, 3, 4, false, { '- my ropes' })
push({ kind = 'append_item', target = 'gear', payload = { text = 'oars' } })
vim.cmd.write()
local found = wait(function()
  return #vim.diagnostic.get(0) > 0
end)
local message = found and vim.diagnostic.get(0)[1].message or ''
check('a conflict shows both texts', message:find('- oars', 1, true) and message:find('- my ropes', 1, true), message)
check('the text of the person stays', vim.bo.modified and vim.tbl_contains(lines(), '- my ropes'), lines())
vim.cmd.write()
check('the second save decides', wait(function()
  return not vim.bo.modified and #vim.diagnostic.get(0) == 0
end), lines())
check('the daemon has the text of the person', vim.tbl_contains(stored(), '- my ropes'), stored())

vim.cmd.bwipeout({ bang = true })
daemon:kill('sigterm')
redis:kill('sigterm')
daemon:wait()
redis:wait()
