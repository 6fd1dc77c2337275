package form_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// complaint is what is wrong with how the paste is read, or nothing.
func complaint(p dialecttest.Paste) string {
	f, err := form.Parse(p.Text, form.Options{From: p.From, Sources: p.Sources, Type: p.Type})
	if p.Kind != '=' {
		if err == nil {
			return "read as " + f.Dialect + ": " + f.Map.String() + ", want a refusal that says " + p.Want
		}
		if !strings.Contains(err.Error(), p.Want) {
			return "refused with " + err.Error() + ", want " + p.Want
		}
		return ""
	}
	if err != nil {
		return "refused with " + err.Error() + ", want " + p.Want
	}
	want, err := lane.Parse(p.Want)
	if err != nil {
		return err.Error()
	}
	if v, err := form.Compare(f, form.Form{Map: want}); err != nil || v.Relation != lane.Equal {
		return "read as " + f.Dialect + ": " + f.Map.String() + ", want " + p.Want
	}
	return ""
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
		for _, p := range dialecttest.ReadPastes(t, name) {
			if wrong := complaint(p); wrong != "" {
				t.Errorf("%s: %s\n%s", p.Place, p.Text, wrong)
				continue
			}
			count[p.Kind]++
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
		_, err := dialecttest.ParsePaste(row.block, "here")
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%q: %v, want %q", row.block, err, row.want)
		}
	}
	for _, wrong := range []dialecttest.Paste{
		{Kind: '=', Want: "i8x2 -> a0 a1", Text: "i8x2 -> a1 a0"}, {Kind: '=', Want: "i8x2 -> a0 a1", Text: "nonsense"},
		{Kind: '!', Want: "no form", Text: "i8x2 -> a1 a0"}, {Kind: '!', Want: "other words", Text: "nonsense"}, {Kind: '?', Want: "other words", Text: "nonsense"},
	} {
		if complaint(wrong) == "" {
			t.Errorf("%q passes as %c %s", wrong.Text, wrong.Kind, wrong.Want)
		}
	}
}
