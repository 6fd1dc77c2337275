package lsp

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

// The editors' own client: Neovim starts the program as editors/nvim says, opens the files, and asks what its keys ask. It writes down what it was told.
const neovim = `
vim.opt.runtimepath:prepend(vim.env.EDITORS .. '/nvim')
vim.cmd('runtime! ftdetect/lanescope.vim')
require('lanescope').setup({ cmd = { vim.env.LANESCOPE, 'lsp', '--target', 'avx2' } })
local said, expected = {}, vim.json.decode(vim.env.EXPECTED)
for _, name in ipairs(vim.fn.readdir(vim.env.FILES)) do
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FILES .. '/' .. name))
  local here = { filetype = vim.bo.filetype, hovers = {}, findings = {}, actions = {} }
  said[name] = here
  vim.wait(20000, function() return next(vim.lsp.buf_get_clients(0)) ~= nil end, 10)
  local function ask(method, params)
    local all = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
    for _, answer in pairs(all) do
      if answer.result ~= nil then return answer.result end
    end
  end
  local lines = vim.api.nvim_buf_line_count(0)
  for line = 1, lines do
    local text = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1]
    vim.api.nvim_win_set_cursor(0, { line, math.floor(#text / 2) })
    local hover = ask('textDocument/hover', vim.lsp.util.make_position_params())
    if hover ~= nil then here.hovers[tostring(line)] = hover.contents.value end
  end
  local file = { textDocument = vim.lsp.util.make_text_document_params(), range = { start = { line = 0, character = 0 }, ['end'] = { line = lines, character = 0 } }, context = { diagnostics = {} } }
  for _, action in ipairs(ask('textDocument/codeAction', file) or {}) do table.insert(here.actions, action.title) end
  here.hints = ask('textDocument/inlayHint', file)
  vim.wait(60000, function() return #vim.diagnostic.get(0) >= (expected[name] or 0) end, 10)
  for _, d in ipairs(vim.diagnostic.get(0)) do table.insert(here.findings, (d.lnum + 1) .. ' ' .. d.code) end
  if name == 'wasted.s' then -- an edit of the editor, with its own idea of what changed
    vim.api.nvim_buf_set_lines(0, 2, 2, false, { '\tpshufd\t$27, %xmm3, %xmm4 # 😀' })
    vim.api.nvim_win_set_cursor(0, { 3, 3 })
    here.edited = ask('textDocument/hover', vim.lsp.util.make_position_params()).contents.value
    local fix = vim.tbl_filter(function(a) return vim.startswith(a.title, 'Let the comment') end, ask('textDocument/codeAction', file))[1]
    vim.lsp.util.apply_workspace_edit(fix.edit, 'utf-16')
    here.mended = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    vim.cmd('edit!')
  end
end
vim.fn.writefile({ vim.json.encode(said) }, vim.env.SAID)
vim.cmd('quitall!')
`

// What Neovim is told of the files is what this test's own client is told.
func TestNeovim(t *testing.T) {
	nvim := oracle.Need(t, "nvim")
	dir := t.TempDir()
	program := filepath.Join(dir, "lanescope")
	if out, err := oracle.Usual.CombinedOutput(exec.Command("go", "build", "-o", program, "../../cmd/lanescope")); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	script, said := filepath.Join(dir, "ask.lua"), filepath.Join(dir, "said.json")
	if err := os.WriteFile(script, []byte(neovim), 0o600); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{} // findings to wait for
	for _, f := range files {
		count[f.name] = len(f.found)
	}
	expected, err := json.Marshal(count)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(nvim, "--headless", "--clean", "-n", "-c", "luafile "+script)
	cmd.Env = append(os.Environ(), "EDITORS="+filepath.Join(here, "../../editors"), "LANESCOPE="+program, "FILES="+filepath.Join(here, "testdata/files"), "SAID="+said, "EXPECTED="+string(expected), "HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	out, err := oracle.Usual.CombinedOutput(cmd)
	b, missing := os.ReadFile(said)
	if err != nil || missing != nil {
		t.Fatalf("%v, %v\n%s", err, missing, out)
	}
	var all map[string]struct {
		Filetype          string
		Hovers            map[string]string
		Findings, Actions []string
		Hints             []inlayHint
		Edited, Mended    string
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(strings.ReplaceAll(string(b), `"hovers":[]`, `"hovers":{}`), `{}`, `null`)), &all); err != nil {
		t.Fatal(err)
	}
	c := begin(t, "")
	defer c.leave()
	for _, f := range files {
		got, uri := all[f.name], "file:///"+f.name
		text, err := os.ReadFile("testdata/files/" + f.name)
		if err != nil {
			t.Fatal(err)
		}
		c.open(uri, got.Filetype, string(text))
		for n := range newText(string(text)).starts {
			line := newText(string(text)).line(n)
			want := c.hovered(uri, newText(string(text)).position(newText(string(text)).starts[n]+len(line)/2))
			if said := got.Hovers[jsonNumber(n+1)]; said != want {
				t.Errorf("%s, line %d: Neovim is told\n%s\nwant\n%s", f.name, n+1, said, want)
			}
		}
		if len(got.Hints) != len(f.hints) {
			t.Errorf("%s, of type %s: %d hints, want %d", f.name, got.Filetype, len(got.Hints), len(f.hints))
		}
		var found []string
		for _, d := range c.findings(uri, 1) {
			found = append(found, jsonNumber(d.Range.Start.Line+1)+" "+d.Code)
		}
		if len(found) != len(got.Findings) || strings.Join(found, ",") != strings.Join(got.Findings, ",") {
			t.Errorf("%s: findings %q, want %q", f.name, got.Findings, found)
		}
		if want := c.actions(uri, textRange{End: position{1000, 0}}); len(want) != len(got.Actions) {
			t.Errorf("%s: actions %q, want %d", f.name, got.Actions, len(want))
		}
	}
	if got := all["wasted.s"]; !strings.HasPrefix(got.Edited, "**reverse xmm3**") || !strings.Contains(got.Mended, "# 😀\n") || !strings.Contains(got.Mended, "# xmm0 = xmm1[3,2,1,0]") {
		t.Errorf("after an edit:\n%s\nmended:\n%s", got.Edited, got.Mended)
	}
}

func jsonNumber(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}
