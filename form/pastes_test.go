package form_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// A paste is a text as people have it on their clipboard, with what it is. A file of testdata/pastes has those of one family, apart by lines of ---:
//
//	# where such a text is seen
//	= i32x4 i32x4 -> a0 b0 a1 b1        the map that it is; or
//	! words of the refusal              it is no lane map at all; or
//	? words of the refusal              it is one, which is not understood
//	@ from=NAME sources=a,b type=d      options, if there are some
//	the text, on one line or several
type paste struct {
	place string
	kind  byte   // one of = ! ?
	want  string // what stands behind it
	opt   form.Options
	text  string
}

// parsePaste reads one block; place says where it is.
func parsePaste(block, place string) (p paste, err error) {
	p.place = place
	said := false
	rest := strings.Split(strings.Trim(block, "\n"), "\n")
	for p.kind == 0 || strings.HasPrefix(rest[0], "@ ") {
		kind, line, ok := strings.Cut(rest[0], " ")
		switch {
		case !ok || len(rest) < 2:
			return p, fmt.Errorf("%s: %q is no line of a paste's head, behind which text follows", place, rest[0])
		case kind == "#":
			said = true
		case kind == "=", kind == "!", kind == "?":
			p.kind, p.want = kind[0], line
		case kind == "@":
			for option := range strings.FieldsSeq(line) {
				switch name, value, _ := strings.Cut(option, "="); name {
				case "from":
					p.opt.From = value
				case "sources":
					p.opt.Sources = strings.Split(value, ",")
				case "type":
					p.opt.Type = value
				default:
					return p, fmt.Errorf("%s: there is no option %q", place, option)
				}
			}
		default:
			return p, fmt.Errorf("%s: %q begins with none of # = ! ? @", place, rest[0])
		}
		rest = rest[1:]
	}
	if !said {
		return p, fmt.Errorf("%s: nothing says where such a text is seen", place)
	}
	p.text = strings.Join(rest, "\n")
	return p, nil
}

// complaint is what is wrong with how the paste is read, or nothing.
func (p paste) complaint() string {
	f, err := form.Parse(p.text, p.opt)
	if p.kind != '=' {
		if err == nil {
			return "read as " + f.Dialect + ": " + f.Map.String() + ", want a refusal that says " + p.want
		}
		if !strings.Contains(err.Error(), p.want) {
			return "refused with " + err.Error() + ", want " + p.want
		}
		return ""
	}
	if err != nil {
		return "refused with " + err.Error() + ", want " + p.want
	}
	want, err := lane.Parse(p.want)
	if err != nil {
		return err.Error()
	}
	if v, err := form.Compare(f, form.Form{Map: want}); err != nil || v.Relation != lane.Equal {
		return "read as " + f.Dialect + ": " + f.Map.String() + ", want " + p.want
	}
	return ""
}

// readPastes are the pastes of a file.
func readPastes(t *testing.T, name string) (all []paste) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	line := 1
	for block := range strings.SplitSeq(string(text), "\n---\n") {
		p, err := parsePaste(block, fmt.Sprintf("%s:%d", name, line))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
		line += strings.Count(block, "\n") + 2
	}
	return all
}

// pasteFiles are the files of pastes.
func pasteFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/pastes/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pastes: %v", err)
	}
	return files
}

// What people paste is understood, or refused for a reason. Of what is a lane map, nine in ten are understood.
func TestPastes(t *testing.T) {
	const floor = 90 // percent
	understood, all := 0, 0
	for _, name := range pasteFiles(t) {
		count := map[byte]int{}
		for _, p := range readPastes(t, name) {
			if wrong := p.complaint(); wrong != "" {
				t.Errorf("%s: %s\n%s", p.place, p.text, wrong)
				continue
			}
			count[p.kind]++
		}
		t.Logf("%-20s %3d read, %3d no lane map and refused, %3d not understood", filepath.Base(name), count['='], count['!'], count['?'])
		understood += count['='] + count['!']
		all += count['='] + count['!'] + count['?']
	}
	t.Logf("%d of %d understood, %d %%", understood, all, 100*understood/max(all, 1))
	if 100*understood < floor*all || all == 0 {
		t.Errorf("%d of %d pastes are understood: at least %d %% are to be", understood, all, floor)
	}
}

// A head that says nothing is found.
func TestPasteHeads(t *testing.T) {
	for _, row := range []struct{ block, want string }{
		{"# a listing\n= i8x1 -> a0\ni8x1 -> a0", ""},
		{"# a listing\n= i8x1 -> a0\n@ from=lane sources=a,b\ni8x1 -> a0", ""},
		{"= i8x1 -> a0\ni8x1 -> a0", "nothing says where"},
		{"# a listing\n= i8x1 -> a0", "behind which text follows"},
		{"# a listing\n= i8x1 -> a0\n@ form=lane\ni8x1 -> a0", "no option"},
		{"# a listing\n+ i8x1 -> a0\ni8x1 -> a0", "none of"},
	} {
		_, err := parsePaste(row.block, "here")
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%q: %v, want %q", row.block, err, row.want)
		}
	}
	for _, wrong := range []paste{
		{kind: '=', want: "i8x2 -> a0 a1", text: "i8x2 -> a1 a0"}, {kind: '=', want: "i8x2 -> a0 a1", text: "nonsense"},
		{kind: '!', want: "no form", text: "i8x2 -> a1 a0"}, {kind: '!', want: "other words", text: "nonsense"}, {kind: '?', want: "other words", text: "nonsense"},
	} {
		if wrong.complaint() == "" {
			t.Errorf("%q passes as %c %s", wrong.text, wrong.kind, wrong.want)
		}
	}
}
