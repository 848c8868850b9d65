-- What the parts of the plugin share.

local M = {}

-- Lines of a buffer that are looked at for front matter.
local HEAD = 200

-- The program: vim.g.agmark_program, else the one on the PATH, else the one that `agmark setup neovim` was run from.
function M.program()
  if vim.g.agmark_program then
    return vim.g.agmark_program
  end
  if vim.fn.executable('agmark') == 1 then
    return 'agmark'
  end
  local found, program = pcall(require, 'agmark.program')
  return found and program or 'agmark'
end

-- File types of pages and components, of which some are annotated for agents.
local PAGES = { html = true, javascriptreact = true, svelte = true, typescriptreact = true, vue = true }

-- What only annotated pages and components have, as Lua patterns.
local ANNOTATIONS = { 'data%-agent%-', 'application/agent%+json', '<Agent%u' }

-- Whether lines begin a program: front matter that says what goes in or comes out.
function M.is_program(lines)
  if not (lines[1] or ''):match('^\239?\187?\191?%-%-%-%s*$') then
    return false
  end
  local keys = {}
  for at = 2, #lines do
    if lines[at]:match('^%-%-%-%s*$') then
      break
    end
    local key = lines[at]:match('^(%l+):')
    if key then
      keys[key] = true
    end
  end
  local count = 0
  for _, key in ipairs({ 'name', 'description', 'input', 'output' }) do
    count = count + (keys[key] and 1 or 0)
  end
  return (keys.input or keys.output) and count >= 2 or false
end

-- Whether a file is a document for the input of a program. The server keeps them in its own folder.
function M.is_input(path)
  return vim.fs.normalize(path):match('/agmark/inputs/[^/]+%.md$') ~= nil
end

-- Whether the server has something to say about a buffer.
function M.is_ours(buffer)
  local filetype = vim.bo[buffer].filetype
  if filetype == 'markdown' then
    return M.is_input(vim.api.nvim_buf_get_name(buffer)) or M.is_program(vim.api.nvim_buf_get_lines(buffer, 0, HEAD, false))
  end
  if PAGES[filetype] then
    return vim.iter(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)):any(function(line)
      return vim.iter(ANNOTATIONS):any(function(pattern)
        return line:find(pattern) ~= nil
      end)
    end)
  end
  return true
end

-- What is a type to the server, which has no word for tags, is a tag to the parsers, and colour schemes have a colour for
-- those: where a parser is at work, its word counts.
function M.prefer_tags()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'agmark' })) do
    for buffer in pairs(client.attached_buffers) do
      local filetype = vim.bo[buffer].filetype
      if vim.treesitter.highlighter.active[buffer] and (filetype == 'agd' or filetype == 'anml') then
        vim.api.nvim_set_hl(0, '@lsp.type.type.' .. filetype, { default = true })
      end
    end
  end
end

-- Starts highlighting with the language's parser, or with another's syntax where that was not built.
function M.highlight(language, otherwise)
  if pcall(vim.treesitter.start, 0, language) then
    return
  end
  if otherwise then
    vim.bo.syntax = otherwise
  end
end

return M
