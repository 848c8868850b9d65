-- Questions to the person, one after another.

local server = require('agmark.server')

local M = {}

-- A value as it is typed: JSON where it is some, else the text itself.
function M.value(text)
  local read, json = pcall(vim.json.decode, text)
  return read and json or text
end

-- A value of a type that a schema names; an error says what is wrong.
local function typed(text, kind)
  if kind == 'string' then
    return text
  end
  local read, json = pcall(vim.json.decode, text)
  if read then
    return json
  end
  if kind == 'object' or kind == 'array' or kind == 'integer' or kind == 'number' or kind == 'boolean' then
    error(('"%s" is not of the type %s: write it as JSON'):format(text, kind), 0)
  end
  return text
end

-- Asks for one value; `done` gets the text, and nothing is done where the person leaves.
function M.text(prompt, completion, done)
  vim.ui.input({ prompt = prompt, completion = completion }, function(text)
    if text and text ~= '' then
      done(text)
    end
  end)
end

-- The properties of a program's input, as the outline tells them: names and types.
function M.fields(buffer, done)
  server.ask(buffer, 'textDocument/documentSymbol', { textDocument = { uri = vim.uri_from_bufnr(buffer) } }, function(all)
    local program = (all or {})[1] or {}
    for _, one in ipairs(program.children or {}) do
      if one.name == 'input' then
        return done(one.children or {})
      end
    end
    done({})
  end)
end

-- Asks for each property that `known` does not have; what is left empty is left out. `done` gets the input.
function M.input(buffer, known, done)
  M.fields(buffer, function(fields)
    local input = vim.deepcopy(known)
    local function step(at)
      local field = fields[at]
      if not field then
        return done(vim.tbl_isempty(input) and vim.empty_dict() or input)
      end
      if input[field.name] ~= nil then
        return step(at + 1)
      end
      local kind = field.detail
      local function take(text)
        if text == nil then
          return vim.notify('agmark: the program was not run')
        end
        if text ~= '' then
          local read, value = pcall(typed, text, kind)
          if not read then
            vim.notify('agmark: ' .. value, vim.log.levels.ERROR)
            return step(at)
          end
          input[field.name] = value
        end
        step(at + 1)
      end
      if kind == 'boolean' then
        vim.ui.select({ 'true', 'false', '' }, {
          prompt = field.name,
          format_item = function(item)
            return item == '' and 'leave it out' or item
          end,
        }, take)
      else
        vim.ui.input({ prompt = ('%s%s: '):format(field.name, kind and (' (%s)'):format(kind) or '') }, take)
      end
    end
    step(1)
  end)
end

return M
