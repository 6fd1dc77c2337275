-- Neovim's own client, with Lanescope's server: put this folder on the runtime path, and
--
--   require('lanescope').setup()
--
-- or with settings: require('lanescope').setup({ target = 'neon', filetypes = { 'c', 'cpp' } })

local M = {}

M.filetypes = {
  'asm', 'c', 'cpp', 'cuda', 'glsl', 'go', 'goasm', 'hlsl', 'lanes', 'llvm', 'mlir', 'nasm',
  'objc', 'objcpp', 'opencl', 'rust', 'visa', 'wast', 'wgsl',
}

function M.setup(options)
  options = options or {}
  local command = options.cmd or { 'lanescope', 'lsp' }
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('lanescope', { clear = true }),
    pattern = options.filetypes or M.filetypes,
    callback = function(event)
      local config = {
        name = 'lanescope',
        cmd = command,
        init_options = { target = options.target },
        root_dir = vim.fn.getcwd(),
        capabilities = options.capabilities,
      }
      if vim.lsp.start then -- from 0.8 on
        vim.lsp.start(config, { bufnr = event.buf })
      else
        M.client = M.client or vim.lsp.start_client(config)
        vim.lsp.buf_attach_client(event.buf, M.client)
      end
      if vim.lsp.inlay_hint and options.hints ~= false then -- from 0.10 on
        vim.lsp.inlay_hint.enable(true, { bufnr = event.buf })
      end
    end,
  })
end

return M
