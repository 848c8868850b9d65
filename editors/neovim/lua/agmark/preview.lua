-- A document beside the one that it is made from, renewed as that one changes.

local server = require('agmark.server')
local window = require('agmark.window')

local M = {}

-- The command that a format's preview comes from, and its options.
M.commands = require('agmark.formats').previews()

-- Milliseconds after a change until the preview is updated.
local DELAY = 200

-- The buffer that shows the preview of another, while both are there.
local shown = {}

local function renew(source, options)
  local target = shown[source]
  if not (target and vim.api.nvim_buf_is_valid(target)) then
    return
  end
  local id, usual = unpack(M.commands[server.format(source)])
  server.execute(source, id, vim.tbl_extend('force', usual, options), function(written)
    if vim.api.nvim_buf_is_valid(target) and type(written) == 'table' and written.text then
      window.fill(target, written)
    end
  end)
end

-- Renews the preview after each change, until one of the two buffers goes.
local function follow(source, target, options)
  local group = vim.api.nvim_create_augroup('agmark.preview.' .. source, {})
  local timer = assert(vim.uv.new_timer())
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'TextChangedP' }, {
    group = group,
    buffer = source,
    callback = function()
      timer:start(DELAY, 0, vim.schedule_wrap(function()
        pcall(renew, source, options)
      end))
    end,
  })
  for _, buffer in ipairs({ source, target }) do
    vim.api.nvim_create_autocmd('BufWipeout', {
      group = group,
      buffer = buffer,
      callback = function()
        shown[source] = nil
        timer:stop()
        pcall(vim.api.nvim_del_augroup_by_id, group)
      end,
    })
  end
end

-- Opens the preview of a buffer; where it is open, it is renewed.
function M.open(source, options)
  local known = shown[source]
  if known and vim.api.nvim_buf_is_valid(known) then
    return renew(source, options)
  end
  local id, usual = unpack(M.commands[server.format(source)])
  server.execute(source, id, vim.tbl_extend('force', usual, options), function(written)
    if type(written) ~= 'table' or not written.text then
      return window.show(written)
    end
    local here = vim.api.nvim_get_current_win()
    local target = window.open(written)
    vim.bo[target].buftype = 'nofile'
    shown[source] = target
    follow(source, target, options)
    vim.api.nvim_set_current_win(here)
  end)
end

return M
