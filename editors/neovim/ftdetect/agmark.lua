-- File types. Other files have the same names as programs and manifests, so their content decides.

local function head(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, 200, false)
end

vim.filetype.add({
  extension = { agd = 'agd', anml = 'anml', anmla = 'anmla', garyml = 'garyml' },
  filename = {
    ['.garyml'] = 'garyml',
    ['agent-manifest.json'] = 'agent-manifest',
  },
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
