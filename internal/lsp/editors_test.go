package lsp

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

// knows says whether the server has a language that an editor calls so.
func knows(id string) bool {
	return slices.ContainsFunc(languages, func(l language) bool { return slices.Contains(l.ids, id) })
}

// What editors are told of languages are names that the server knows.
func TestEditorsNames(t *testing.T) {
	for file, names := range map[string]string{
		"vscode/extension.js":         `(?s)const languages = \[(.*?)\]`,
		"vscode/package.json":         `(?s)"languages": \[(.*?)\n    \]`,
		"nvim/lua/lanescope.lua":      `(?s)M.filetypes = \{(.*?)\}`,
		"nvim/ftdetect/lanescope.vim": `(?s)(autocmd.*)`,
		"emacs/lanescope.el":          `(?s)eglot-server-programs(.*)`,
		"helix/languages.toml":        `(?s)(\[\[language\]\].*)`,
	} {
		b, err := os.ReadFile("../../editors/" + file)
		if err != nil {
			t.Fatal(err)
		}
		list := regexp.MustCompile(names).FindSubmatch(b)
		if list == nil {
			t.Errorf("%s: no list of languages", file)
			continue
		}
		n := 0
		for _, m := range regexp.MustCompile(`(?m)(?:"id": "|language-id "|^name = "|setfiletype |filetype=|^  *'|, ')([a-z-]+[a-z0-9]*)`).FindAllSubmatch(list[1], -1) {
			if n++; !knows(string(m[1])) {
				t.Errorf("%s: the server does not know %q", file, m[1])
			}
		}
		if n < 4 {
			t.Errorf("%s: %d languages", file, n)
		}
	}
}

// What Zed is told is its settings, JSON with comments, and about languages that the server knows by the names that Zed has for them.
func TestZed(t *testing.T) {
	b, err := os.ReadFile("../../editors/zed/settings.json")
	if err != nil {
		t.Fatal(err)
	}
	var settings struct {
		LSP map[string]struct {
			Binary struct {
				Path      string
				Arguments []string
			}
		}
		Languages map[string]struct {
			Servers []string `json:"language_servers"`
		}
	}
	if err := json.Unmarshal(regexp.MustCompile(`(?m)^//.*`).ReplaceAll(b, nil), &settings); err != nil || len(settings.Languages) == 0 {
		t.Fatalf("%v: %+v", err, settings)
	}
	for name, language := range settings.Languages {
		for _, server := range language.Servers {
			if b := settings.LSP[server].Binary; b.Path != "lanescope" || !slices.Equal(b.Arguments, []string{"lsp"}) || !knows(strings.ToLower(name)) {
				t.Errorf("%s: %s is %+v", name, server, b)
			}
		}
	}
}

// The extension of VS Code, with an editor of its test's own, and the program.
func TestVisualStudioCode(t *testing.T) {
	node := oracle.Need(t, "node")
	program := filepath.Join(t.TempDir(), "lanescope")
	if out, err := oracle.Usual.CombinedOutput(exec.Command("go", "build", "-o", program, "../../cmd/lanescope")); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(node, "extension.test.js", program)
	cmd.Dir = "../../editors/vscode"
	if out, err := oracle.Usual.CombinedOutput(cmd); err != nil || string(out) != "ok\n" {
		t.Errorf("%v\n%s", err, out)
	}
	b, err := os.ReadFile("../../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Main             string
		Engines          map[string]string
		ActivationEvents []string
	}
	if err := json.Unmarshal(b, &manifest); err != nil || manifest.Main != "./extension.js" || manifest.Engines["vscode"] == "" || len(manifest.ActivationEvents) < 10 {
		t.Errorf("%v: %+v", err, manifest)
	}
}
