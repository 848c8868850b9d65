-- The file types that are ours: one row each. All other files of this folder read this table.
--
-- `format` is the format as the ids of commands name it. A file with the ending `extension` always has the file type.
-- `parser` is the parser of its grammar. `preview` is the command of its preview, with the options of the command.

local M = {}

M.own = {
  agd = { format = 'agd', extension = 'agd', parser = 'agd', preview = { 'agmark.agd.toMarkdown', {} } },
  ['agent-manifest'] = { format = 'aaf' },
  anml = {
    format = 'anml',
    extension = 'anml',
    parser = 'anml',
    preview = { 'agmark.anml.viewDocument', { filter = 'compact' } },
  },
  anmla = { format = 'anml', extension = 'anmla', parser = 'anml_actions' },
  garyml = {
    format = 'garyml',
    extension = 'garyml',
    parser = 'garyml',
    preview = { 'agmark.garyml.renderPrompt', {} },
  },
  markdownlang = { format = 'markdownlang', parser = 'markdownlang', preview = { 'agmark.markdownlang.preview', {} } },
}

-- File types of others, whose files may have one of our formats.
M.others = {
  html = 'aaf',
  javascriptreact = 'aaf',
  markdown = 'markdownlang',
  svelte = 'aaf',
  typescriptreact = 'aaf',
  vue = 'aaf',
}

-- The format of a file type.
function M.format(filetype)
  local own = M.own[filetype]
  return own and own.format or M.others[filetype]
end

-- All file types, in order.
function M.filetypes()
  local all = vim.list_extend(vim.tbl_keys(M.own), vim.tbl_keys(M.others))
  table.sort(all)
  return all
end

-- What a field has for all our file types, without repetition and in order.
function M.all(field)
  local all = {}
  for _, own in pairs(M.own) do
    all[#all + 1] = own[field]
  end
  table.sort(all)
  return all
end

-- The commands of previews with their options, by format.
function M.previews()
  local all = {}
  for _, own in pairs(M.own) do
    if own.preview then
      all[own.format] = own.preview
    end
  end
  return all
end

return M
