package cli_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/target"
)

// Where not all was tried for a target beside the first, the screen says so; what is lowered for it alone is no dearer.
func TestAtMost(t *testing.T) {
	const wide = "i32x8 i32x8 -> a4 b3 z b0 b0 b6 z z"
	for _, c := range []struct {
		form string
		want bool
	}{{wide, true}, {"<4 x i32> 7 1 4 2", false}} {
		code, out, _ := run("", "explain", "--target", "avx512vbmi", c.form)
		if got := strings.Contains(out, "at most "); code != 0 || got != c.want {
			t.Errorf("%s: exit code %d, \"at most\": %v, want %v\n%s", c.form, code, got, c.want, out)
		}
	}
}

// The first screen of whatever people paste fits 80 columns, begins with what it is, and has every target of vectors in one group. What is refused takes no more than 80 either.
func TestFirstScreen(t *testing.T) {
	files, err := filepath.Glob("../../form/testdata/pastes/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pastes: %v", err)
	}
	seen, share := 0, 8
	switch {
	case *full:
		share = 1
	case testing.Short():
		share = 40
	}
	tried, first := 0, chance.Random(t, 2).IntN(share) // every so manieth, from a random one on
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.Split(string(text), "\n---\n") {
			paste, ok := pasteOf(block)
			if !ok {
				continue
			}
			if tried++; tried%share != first {
				continue
			}
			code, out, _ := run(paste, "explain", "-")
			if code != 0 {
				continue
			}
			seen++
			for _, line := range strings.Split(out, "\n") {
				if utf8.RuneCountInString(line) > 80 && len(strings.Fields(line)) > 1 {
					t.Errorf("%s: %s\n%q has %d columns", filepath.Base(file), paste, line, utf8.RuneCountInString(line))
				}
			}
			if head, _, _ := strings.Cut(out, "\n"); head == "" || strings.Contains(head, "=") {
				t.Errorf("%s: %s\nbegins with %q", filepath.Base(file), paste, head)
			}
		}
	}
	t.Logf("%d screens", seen)
	if seen < tried/share/3 || seen == 0 {
		t.Errorf("only %d screens were looked at", seen)
	}
}

var full = flag.Bool("full", false, "the first screen of every paste instead of a share, and the worst inputs in their full length: see docs/cli.md")

// pasteOf is the text of a block of pastes that is understood.
func pasteOf(block string) (paste string, ok bool) {
	var lines []string
	for _, line := range strings.Split(block, "\n") {
		switch {
		case lines == nil && strings.HasPrefix(line, "= "):
			ok = true
		case lines == nil && (strings.HasPrefix(line, "@ ") || strings.HasPrefix(line, "! ") || strings.HasPrefix(line, "# ")):
			if line[0] == '@' {
				return "", false // with options
			}
		default:
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n")), ok
}

// Groups have each target once, the one that was asked for first, and what is said of a group is true of each member.
func TestGroupsOfTargets(t *testing.T) {
	r := chance.Random(t, 1)
	for range 40 {
		var sel []string
		for range 8 {
			sel = append(sel, fmt.Sprint(r.IntN(16)))
		}
		mask, first := "<8 x i16> "+strings.Join(sel, " "), []string{"sse2", "avx", "neon", "avx512"}[r.IntN(4)]
		code, out, diag := run("", mask, "--target", first)
		if code != 0 {
			t.Fatalf("%s: %s", mask, diag)
		}
		_, groups, _ := strings.Cut(out, "\n\n"+first)
		if groups == "" {
			t.Fatalf("%s: %s does not stand first:\n%s", mask, first, out)
		}
		named := map[string]int{first: 1}
		for _, line := range strings.Split(groups, "\n")[1:] {
			if line == "" {
				break
			}
			for _, name := range namesOfGroup(line, first) {
				named[name]++
			}
		}
		for _, tg := range target.Targets() {
			if !tg.Holds(target.General) && named[tg.Name] != 1 {
				t.Errorf("%s: %s is there %d times:\n%s", mask, tg.Name, named[tg.Name], out)
			}
		}
	}
}

// namesOfGroup are the targets of a line: those between the first and the last one too, without the one that stands first by itself.
func namesOfGroup(line, first string) (names []string) {
	head := strings.TrimSpace(string([]rune(line)[:min(22, utf8.RuneCountInString(line))]))
	if !strings.Contains(line, "  ") {
		head = line // names alone, too long for one column
	}
	for _, part := range strings.Split(head, ", ") {
		from, to, between := strings.Cut(part, " … ")
		if !between && part != "" {
			names = append(names, part)
		}
		in := false
		for _, tg := range target.Targets() {
			if in = in || tg.Name == from; between && in && tg.Name != first && !tg.Holds(target.General) {
				names = append(names, tg.Name)
			}
			in = in && tg.Name != to
		}
	}
	return names
}
