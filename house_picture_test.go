package lanescope_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// String prints a level as the picture in doc.go does.
func (l level) String() string {
	switch l {
	case ground:
		return "ground"
	case top:
		return "top"
	}
	return strconv.Itoa(int(l))
}

// pictureLine is a storey in doc.go: its level, then packages between dots, then,
// after two spaces, words that this test does not read.
var pictureLine = regexp.MustCompile(`(?m)^//\t(top|ground|\d) +(\S+(?: · \S+)*)(?:  .*)?$`)

// TestPicture compares the picture with the table, so that neither is drawn from
// memory.
func TestPicture(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, complaint := range comparePicture(string(source), house) {
		t.Error(complaint)
	}
}

func comparePicture(source string, house []room) (wrong []string) {
	drawn := map[string]string{}
	for _, m := range pictureLine.FindAllStringSubmatch(source, -1) {
		for _, path := range strings.Split(m[2], " · ") {
			drawn[path] = m[1]
		}
	}
	for _, r := range house {
		if r.path == "." {
			continue // the picture hangs there
		}
		if drawn[r.path] != r.level.String() {
			wrong = append(wrong, r.path+": level "+r.level.String()+" in the table, "+strconv.Quote(drawn[r.path])+" in the picture")
		}
		delete(drawn, r.path)
	}
	for path := range drawn {
		wrong = append(wrong, path+": in the picture, not in the table")
	}
	slices.Sort(wrong)
	return wrong
}

func TestPictureFails(t *testing.T) {
	small := []room{{path: "b", level: 1}, {path: "a", level: ground}, {path: "c/d", level: 1}}
	for _, test := range []struct {
		name, picture string
		wrong         int
	}{
		{"agrees", "//\t1       b · c/d  words · words\n//\tground  a\n", 0},
		{"a wrong level", "//\t1       b · c/d · a\n", 1},
		{"a missing room", "//\t1       b\n//\tground  a\n", 1},
		{"a room too many", "//\t1       b · c/d · e\n//\tground  a\n", 1},
		{"no picture", "package x\n", 3},
	} {
		if got := comparePicture(test.picture, small); len(got) != test.wrong {
			t.Errorf("%s: %d complaints %q, want %d", test.name, len(got), got, test.wrong)
		}
	}
}
