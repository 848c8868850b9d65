-- File types. Other files have the same names as programs and manifests, so their content decides.

local function head(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, 200, false)
end

-- Of a name like `.agd` Neovim sees no ending.
local extensions, names = {}, { ['agent-manifest.json'] = 'agent-manifest' }
for filetype, own in pairs(require('agmark.formats').own) do
  if own.extension then
    extensions[own.extension] = filetype
    names['.' .. own.extension] = filetype
  end
end

vim.filetype.add({
  extension = extensions,
  filename = names,
  pattern = {
    ['.*%.md'] = {
      function(_, buffer)
        if buffer and require('agmark').is_program(head(buffer)) then
          return 'markdownlang'
        end
      end,
      { priority = 10 },
    },
  },
})
