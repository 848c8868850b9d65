-- Checks the queries of this plugin: do they fit the parsers, and can Neovim evaluate each predicate?
-- Neovim compiles the pattern of `#match?` when a node first reaches it, with its own dialect of regular expressions. A
-- pattern that is valid elsewhere can therefore load here and fail later, while the screen is drawn.

local M = {}

M.kinds = { 'highlights', 'injections', 'folds', 'indents', 'locals', 'textobjects' }

-- How each kind of pattern is compiled: the way Neovim's own predicates do it.
local compilers = {
  match = function(pattern)
    local magic = pattern:match('^\\[vVmM]') ~= nil
    vim.regex(magic and pattern or '\\v' .. pattern)
  end,
  ['lua-match'] = function(pattern)
    string.find('', pattern)
  end,
}
compilers['vim-match'] = compilers.match

-- The first thing that is wrong with a predicate, or nil.
local function predicate_problem(predicate, known)
  local name = predicate[1]
  if type(name) ~= 'string' or not name:match('%?$') then
    return
  end
  if not known[name] then
    return ('Neovim has no predicate #%s'):format(name)
  end
  local compile = compilers[name:gsub('^not%-', ''):gsub('^any%-', ''):gsub('%?$', '')]
  if compile then
    local compiled, why = pcall(compile, predicate[3])
    if not compiled then
      return ('#%s "%s": %s'):format(name, predicate[3], why)
    end
  end
end

-- Returns what is wrong with the queries of a language, as one text, or nil.
function M.problem(language)
  local known = {}
  for _, name in ipairs(vim.treesitter.query.list_predicates()) do
    known[name] = true
    known['not-' .. name] = true
  end
  for _, kind in ipairs(M.kinds) do
    local read, query = pcall(vim.treesitter.query.get, language, kind)
    if not read then
      return ('%s: %s'):format(kind, query)
    end
    for _, predicates in pairs(query and query.info.patterns or {}) do
      for _, predicate in ipairs(predicates) do
        local problem = predicate_problem(predicate, known)
        if problem then
          return ('%s: %s'):format(kind, problem)
        end
      end
    end
  end
end

return M
