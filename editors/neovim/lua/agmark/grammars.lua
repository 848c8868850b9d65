-- The parsers. `agmark setup neovim` builds them; with nvim-treesitter `:TSInstall` does, from a folder of
-- sources.

local M = {}

M.languages = require('agmark.formats').all('parser')

-- Tells nvim-treesitter where the grammars are: a folder with one folder for each. Call it before `:TSInstall`.
function M.register(folder)
  local found, parsers = pcall(require, 'nvim-treesitter.parsers')
  if not found then
    error('nvim-treesitter is not there')
  end
  -- The older branch keeps its table behind a function.
  local all = parsers.get_parser_configs and parsers.get_parser_configs() or parsers
  for _, language in ipairs(M.languages) do
    local source = vim.fs.joinpath(folder, (language:gsub('_', '/')))
    local files = { 'src/parser.c', 'src/scanner.c' }
    all[language] = {
      install_info = {
        path = source,
        url = source,
        files = vim.tbl_filter(function(file)
          return vim.uv.fs_stat(vim.fs.joinpath(source, file)) ~= nil
        end, files),
      },
      tier = 2,
    }
  end
end

return M
