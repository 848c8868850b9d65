-- `:checkhealth agmark`.

local M = {}

local function program()
  local agmark = require('agmark').program()
  local path = vim.fn.exepath(agmark)
  if path == '' then
    vim.health.error(('no program "%s"'):format(agmark), {
      'Install it with `cargo install --path server/agmark`, or name it in vim.g.agmark_program.',
    })
    return
  end
  local ran, result = pcall(function()
    return vim.system({ path, 'version' }, { text = true }):wait(5000)
  end)
  if ran and result.code == 0 then
    vim.health.ok(('%s is %s'):format(path, vim.split(result.stdout, '\n')[1]))
  else
    vim.health.error(('%s does not print its version'):format(path), { 'Install it again.' })
  end
end

local function parsers()
  for _, language in ipairs(require('agmark.grammars').languages) do
    local loaded = pcall(vim.treesitter.language.add, language)
    if not (loaded and pcall(vim.treesitter.language.inspect, language)) then
      vim.health.warn(('no parser for %s: highlighting comes from the server alone'):format(language), {
        'Run `agmark setup neovim`, which builds the parsers with a C compiler.',
      })
    else
      local problem = require('agmark.queries').problem(language)
      if problem then
        vim.health.error(('the queries for %s do not work here: %s'):format(language, problem), {
          'Run `agmark setup neovim` again.',
        })
      else
        vim.health.ok(('the parser and the queries for %s'):format(language))
      end
    end
  end
end

function M.check()
  vim.health.start('agmark')
  if vim.fn.has('nvim-0.11') == 0 then
    vim.health.error('Neovim 0.11 or later is needed')
    return
  end
  program()
  if vim.lsp.is_enabled and not vim.lsp.is_enabled('agmark') then
    vim.health.warn('the server is not enabled', { "vim.lsp.enable('agmark')" })
  end
  local clients = vim.lsp.get_clients({ name = 'agmark' })
  vim.health.info(#clients == 0 and 'the server does not run: no file of its formats is open' or 'the server runs')
  parsers()
end

return M
