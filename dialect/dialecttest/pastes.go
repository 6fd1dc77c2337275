package dialecttest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
)

// A Paste is a text as people have it on their clipboard, with what it is. A file of form/testdata/pastes has those of one family, apart by lines of ---:
//
//	# where such a text is seen
//	= i32x4 i32x4 -> a0 b0 a1 b1        the map that it is; or
//	! words of the refusal              it is no lane map at all; or
//	? words of the refusal              it is one, which is not understood
//	@ from=NAME sources=a,b type=d      options, if there are some
//	the text, on one line or several
type Paste struct {
	Place   string
	Kind    byte   // one of = ! ?
	Want    string // what stands behind it
	From    string
	Sources []string
	Type    string
	Text    string
}

// ParsePaste reads one block; place says where it is.
func ParsePaste(block, place string) (p Paste, err error) {
	p.Place = place
	said := false
	rest := strings.Split(strings.Trim(block, "\n"), "\n")
	for p.Kind == 0 || strings.HasPrefix(rest[0], "@ ") {
		kind, line, ok := strings.Cut(rest[0], " ")
		switch {
		case !ok || len(rest) < 2:
			return p, fmt.Errorf("%s: %q is no line of a paste's head, behind which text follows", place, rest[0])
		case kind == "#":
			said = true
		case kind == "=", kind == "!", kind == "?":
			p.Kind, p.Want = kind[0], line
		case kind == "@":
			for option := range strings.FieldsSeq(line) {
				switch name, value, _ := strings.Cut(option, "="); name {
				case "from":
					p.From = value
				case "sources":
					p.Sources = strings.Split(value, ",")
				case "type":
					p.Type = value
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
	p.Text = strings.Join(rest, "\n")
	return p, nil
}

// ReadPastes are the pastes of a file.
func ReadPastes(t *testing.T, name string) (all []Paste) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	line := 1
	for block := range strings.SplitSeq(string(text), "\n---\n") {
		p, err := ParsePaste(block, fmt.Sprintf("%s:%d", name, line))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
		line += strings.Count(block, "\n") + 2
	}
	return all
}

// Pastes reads those of a file that look like one of some dialects, the first that they look like, and compares what they are. At least so many have to.
func Pastes(t *testing.T, name string, least int, dialects ...dialect.Dialect) {
	t.Helper()
	count := 0
	for _, p := range ReadPastes(t, name) {
		k := slices.IndexFunc(dialects, func(d dialect.Dialect) bool { return d.Looks(p.Text) })
		if k < 0 || p.From != "" || p.Sources != nil || p.Kind == '?' {
			continue
		}
		count++
		r, err := dialects[k].Read(p.Text, dialect.Options{Type: p.Type})
		if p.Kind == '!' || err != nil {
			if p.Kind != '!' || err == nil || !strings.Contains(err.Error(), p.Want) {
				t.Errorf("%s: %s\nis read as %s, %v; want %s", p.Place, p.Text, r.Map, err, p.Want)
			}
			continue
		}
		want, err := lane.Parse(p.Want)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := lane.Compare(inAlphabet(r, want)); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s: %s\nis read as %s, want %s: %v", p.Place, p.Text, r.Map, p.Want, err)
		}
	}
	if count < least {
		t.Errorf("%s: only %d pastes look like one of the dialects, and %d have to", name, count, least)
	}
}

// inAlphabet are the map of a reading and the one that is wanted, over as many sources. Those of the reading that are called a, b and so on have these places, if all are.
func inAlphabet(r dialect.Reading, want lane.Map) (is, wanted lane.Map) {
	bare := make([]string, len(r.Names))
	for k, name := range r.Names {
		bare[k] = strings.TrimLeft(name, "%@$")
	}
	letters := !slices.ContainsFunc(bare, func(name string) bool { return len(name) != 1 || name < "a" || name > "h" })
	is, wanted = r.Map.Clone(), want.Clone()
	is.Src = make([]int, max(len(want.Src), 8))
	place := func(k int) int {
		if letters {
			return int(bare[k][0] - 'a')
		}
		return k
	}
	for k, n := range r.Map.Src {
		is.Src[place(k)] = n
	}
	for i, l := range is.Lane {
		if l.Kind == lane.Source {
			is.Lane[i].Src = place(l.Src)
		}
	}
	for k := range is.Src {
		is.Src[k] = max(is.Src[k], 1)
	}
	for len(wanted.Src) < len(is.Src) {
		wanted.Src = append(wanted.Src, 1)
	}
	return is, wanted
}
