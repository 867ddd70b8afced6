//! A real editor: Neovim, without a screen, starts `senet lsp` and uses it. Where there is no `nvim`, the
//! test says so and is skipped, but in continuous integration it fails.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests write files and start programs, and a panic there is a failed test"
)]

use std::path::Path;
use std::process::{Command, Stdio};

const GAME: &str = "p:pred.
q : pred.
stage s = { r : p * qq -o p. }
#interactive s.
#limit 9 draw.
#trace _ s { p, q }.
";

/// What is done in the editor; each line of the report is one result. `start_client` is what the Neovim of
/// Debian has, and newer ones have `start`.
const SCRIPT: &str = r#"
local report = {}
local function note(what, value) table.insert(report, what .. ': ' .. tostring(value)) end
local statistics
local ok, why = pcall(function()
  vim.cmd('edit ' .. vim.env.SENET_TEST_FILE)
  local config = { name = 'senet', cmd = { vim.env.SENET_TEST_BINARY, 'lsp' }, root_dir = vim.fn.getcwd() }
  if vim.lsp.start then vim.lsp.start(config)
  else vim.lsp.buf_attach_client(0, vim.lsp.start_client(config)) end
  local function wait(what, done)
    if not vim.wait(60000, done, 50) then error('waited for ' .. what) end
  end
  local function ask(method, params)
    local all = vim.lsp.buf_request_sync(0, method, params, 60000)
    for _, answer in pairs(all or {}) do
      if answer.err or answer.error then return nil, (answer.err or answer.error).message end
      return answer.result
    end
  end
  wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
  note('diagnostic', vim.diagnostic.get(0)[1].code or vim.diagnostic.get(0)[1].message:match('`qq`'))
  -- Completion behind `p * q`.
  vim.api.nvim_win_set_cursor(0, { 3, 21 })
  local list = ask('textDocument/completion', vim.lsp.util.make_position_params(0, 'utf-16'))
  local labels = {}
  for _, item in ipairs(list.items) do labels[item.label] = true end
  note('completes q', labels['q'])
  -- The mistake is mended by hand, with an incremental edit.
  vim.api.nvim_buf_set_text(0, 2, 20, 2, 22, { 'q' })
  wait('no diagnostics', function() return #vim.diagnostic.get(0) == 0 end)
  note('mended', vim.api.nvim_buf_get_lines(0, 2, 3, true)[1])
  -- Rename `q`.
  local params = vim.lsp.util.make_position_params(0, 'utf-16')
  params.position = { line = 1, character = 0 }
  params.newName = 'token'
  local edit = ask('textDocument/rename', params)
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  note('renamed', table.concat(vim.api.nvim_buf_get_lines(0, 1, 3, true), ' | '))
  -- Format.
  local edits = ask('textDocument/formatting', vim.lsp.util.make_formatting_params({}))
  vim.lsp.util.apply_text_edits(edits, 0, 'utf-16')
  note('formatted', vim.api.nvim_buf_get_lines(0, 0, 1, true)[1])
  -- Code lenses: what they offer, and the one that the server carries out itself.
  local here = { textDocument = vim.lsp.util.make_text_document_params() }
  local titles = {}
  for _, lens in ipairs(ask('textDocument/codeLens', here)) do
    table.insert(titles, lens.command.title)
    if lens.command.command == 'senet.statistics' then statistics = lens.command end
  end
  note('lenses', table.concat(titles, ', '))
  local counted = ask('workspace/executeCommand', statistics)
  note('statistics', counted.text:match('playouts') or counted.text)
  -- The plugin that ships with the project knows how to carry out the others.
  vim.opt.runtimepath:append(vim.env.SENET_TEST_PLUGIN)
  require('senet').setup({ cmd = config.cmd })
  note('plays', type(vim.lsp.commands['senet.play']) .. ' ' .. type(vim.lsp.commands['senet.runStage']))
end)
if not ok then note('failed', why) end
vim.fn.writefile(report, vim.env.SENET_TEST_REPORT)
vim.cmd('qall!')
"#;

#[test]
fn neovim_uses_the_language_server() {
    if !Command::new("nvim").arg("--version").output().is_ok_and(|o| o.status.success()) {
        let ci = std::env::var("CI").unwrap_or_default();
        assert!(ci.is_empty() || ci == "false", "install Neovim: `apt-get install neovim`");
        println!("skipped: there is no `nvim` here");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("neovim");
    std::fs::create_dir_all(&folder).unwrap();
    let (file, script, report) =
        (folder.join("game.cep"), folder.join("session.lua"), folder.join("report.txt"));
    std::fs::write(&file, GAME).unwrap();
    std::fs::write(&script, SCRIPT).unwrap();
    let _ = std::fs::remove_file(&report);
    let out = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"])
        .arg(format!("luafile {}", script.display()))
        .current_dir(&folder)
        .env("SENET_TEST_FILE", &file)
        .env("SENET_TEST_BINARY", env!("CARGO_BIN_EXE_senet"))
        .env("SENET_TEST_REPORT", &report)
        .env("SENET_TEST_PLUGIN", concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/vim"))
        .env("XDG_STATE_HOME", &folder)
        .env("XDG_CACHE_HOME", &folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = std::fs::read_to_string(&report)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&out.stderr)));
    let expected = "\
diagnostic: E0102
completes q: true
mended: stage s = { r : p * q -o p. }
renamed: token : pred. | stage s = { r : p * token -o p. }
formatted: p : pred.
lenses: ▶ run this stage, ▶ play from here, statistics
statistics: playouts
plays: function function
";
    assert_eq!(said, expected);
}
