package lanescope_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inDocument replaces the sign ¬ by a backtick, which a Go raw string cannot hold.
func inDocument(text string) string { return strings.ReplaceAll(text, "¬", "`") }

const sampleDocument = `# Title
text with ¬inline¬ code and $ signs
$ not a command
¬¬¬sh
$ not run
¬¬¬

¬¬¬console
$ one
$ two 'a b' \
    | head -1
out 1

  out 3
# exit 2
$ three
# exit 1 is not the last line
out
¬¬¬
1. in a list

   ¬¬¬¬ console
   $ four
   ¬¬¬
   an inner fence
   ¬¬¬¬

~~~console extra words
$ five
~~~
end`

func TestParseDocument(t *testing.T) {
	text := inDocument(sampleDocument)
	d, err := parseDocument(text)
	if err != nil {
		t.Fatal(err)
	}
	type flat struct {
		line    int
		command string
		output  string
		exit    int
	}
	var got []flat
	for _, b := range d.blocks {
		for _, s := range b.steps {
			got = append(got, flat{s.line, s.command, strings.Join(s.output, "|"), s.exit})
		}
	}
	want := []flat{
		{9, "one", "", 0},
		{10, "two 'a b' \\\n    | head -1", "out 1||  out 3", 2},
		{16, "three", "# exit 1 is not the last line|out", 0},
		{23, "four", inDocument("¬¬¬|an inner fence"), 0},
		{29, "five", "", 0},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if len(d.blocks) != 3 {
		t.Errorf("%d blocks, want 3", len(d.blocks))
	}
	if d.render() != text {
		t.Errorf("not rendered as it was read:\n%s", d.render())
	}
}

func TestParseDocumentErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a\n¬¬¬console\n$ x", "2: this block is not closed"},
		{"¬¬¬sh\n¬¬", "1: this block is not closed"},
		{"¬¬¬console\nout\n$ x\n¬¬¬", `2: output without a command`},
		{"¬¬¬console\n¬¬¬", "1: an empty console block"},
		{"¬¬¬console\n$ x\nout\n# exit 0\n¬¬¬", "4: exit code 0"},
		{"¬¬¬console\n$ x \\\ny\n# exit 999\n¬¬¬", "4: exit code 999"},
	} {
		_, err := parseDocument(inDocument(test.text))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.text, err, test.want)
		}
	}
}

func TestCheckCommand(t *testing.T) {
	for _, line := range []string{
		"lanescope explain '<4 x i32> <i32 0, i32 1>; rm `x` $(y) && z'",
		`echo "a | rm" > out.txt 2>&1; cat out.txt`,
		"printf 'a\\n' | lanescope explain --batch \\\n    | head -1 && echo ok || echo 'no'",
		"COLUMNS=60 NO_COLOR=1 lanescope draw x",
		"go run ./cmd/lanescope explain x",
		"go run " + modulePath + "/cmd/lanescope@latest explain x",
		`echo \; rm \| rm`,
	} {
		if err := checkCommand(line); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
	for _, test := range []struct{ line, want string }{
		{"rm x", `"rm"`},
		{"lanescope | rm x", `"rm"`},
		{"echo && rm x", `"rm"`},
		{"echo || rm x", `"rm"`},
		{"echo;rm x", `"rm"`},
		{"echo \\\n; rm", `"rm"`},
		{"A=1 rm", `"rm"`},
		{"go run ./cmd/other", `"go"`},
		{"go version", `"go"`},
		{"'lanescope' x", `"''"`},
		{"echo $(rm x)", "substitution"},
		{`echo "$(rm x)"`, "substitution"},
		{"echo `rm x`", "substitution"},
		{"(rm x)", "subshells"},
		{"echo & rm x", "background"},
	} {
		if err := checkCommand(test.line); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.line, err, test.want)
		}
	}
}

// TestRunDocument runs commands that every machine has, some with a result other
// than their document's.
func TestRunDocument(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("the documents' commands need a Unix shell")
	}
	bin := t.TempDir()
	script := "#!/bin/sh\necho \"lane $1 $NO_COLOR $TERM\"\necho bad >&2\nexit 1\n"
	if err := os.WriteFile(filepath.Join(bin, "lanescope"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	const good = `
¬¬¬console
$ printf 'a\n\nb' > file
$ cat file
a

b
$ go run ./cmd/lanescope x
lane x 1 dumb
bad
# exit 1
¬¬¬
`
	for _, test := range []struct {
		name, old, new string
		line           int    // of the complaint; 0 where there is none
		what           string // in it
		updatable      bool
	}{
		{"good", "", "", 0, "", false},
		{"wrong line", "\nb\n", "\nc\n", 4, "output line 3 differs", true},
		{"missing line", "a\n\nb", "a\n", 4, "output line 3 differs", true},
		{"line too many", "dumb\nbad\n", "dumb\nbad\n\n", 8, "output line 3 differs", true},
		{"trailing space", "dumb\n", "dumb \n", 8, "output line 1 differs", true},
		{"exit code not stated", "\n# exit 1", "", 8, "exit code 1, the document says 0", true},
		{"wrong exit code", "# exit 1", "# exit 2", 8, "exit code 1, the document says 2", true},
		{"not allowed", "cat file", "tac file", 4, `"tac" may not be used`, false},
		{"unwritable output", "cat file", "echo '$ x'", 4, "would be read as part", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, err := parseDocument(inDocument(strings.Replace(good, test.old, test.new, 1)))
			if err != nil {
				t.Fatal(err)
			}
			wrong := d.run(t.TempDir(), bin)
			if test.line == 0 {
				if len(wrong) > 0 {
					t.Errorf("complaints %+v", wrong)
				}
				return
			}
			if len(wrong) != 1 || wrong[0].line != test.line || wrong[0].updatable != test.updatable ||
				!strings.Contains(wrong[0].what, test.what) {
				t.Errorf("complaints %+v, want one at line %d: %s", wrong, test.line, test.what)
			}
			if test.updatable && d.render() != inDocument(good) {
				t.Errorf("the update wrote\n%s", d.render())
			}
		})
	}
}
