-- The language server for Neovim: `require('senet').setup()` in init.lua.
local M = {}

--- Starts `senet lsp` for each program; `options.cmd` is another way to start it.
function M.setup(options)
  local cmd = (options or {}).cmd or { 'senet', 'lsp' }
  local clients = {}
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'senet',
    callback = function(event)
      local root = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ':p:h')
      local config = { name = 'senet', cmd = cmd, root_dir = root }
      if vim.lsp.start then
        vim.lsp.start(config)
      else
        clients[root] = clients[root] or vim.lsp.start_client(config)
        vim.lsp.buf_attach_client(event.buf, clients[root])
      end
    end,
  })
  -- The commands of code lenses that need a terminal.
  vim.lsp.commands['senet.play'] = function(command)
    local file = vim.uri_to_fname(command.arguments[1])
    vim.cmd('split | terminal senet play ' .. vim.fn.shellescape(file) .. ' --start ' .. command.arguments[2])
  end
  vim.lsp.commands['senet.runStage'] = function(command)
    local file = vim.uri_to_fname(command.arguments[1])
    vim.cmd('split | terminal senet run ' .. vim.fn.shellescape(file) .. ' --stage ' .. vim.fn.shellescape(command.arguments[2]))
  end
end

return M
