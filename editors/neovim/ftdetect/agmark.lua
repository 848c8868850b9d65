vim.filetype.add({
  extension = { agd = 'agd', anml = 'anml', garyml = 'garyml' },
  filename = { ['.garyml'] = 'garyml' },
})
