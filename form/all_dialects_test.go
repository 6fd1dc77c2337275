package form_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
)

// Each dialect has a name of its own by which it is found, and who asks for another is told all of them, in their order.
func TestAllDialects(t *testing.T) {
	var names []string
	for _, d := range form.Dialects() {
		if found, ok := form.ByName(d.Name); !ok || found.Meaning != d.Meaning || slices.Contains(names, d.Name) {
			t.Errorf("%s is not found by its name", d.Name)
		}
		names = append(names, d.Name)
	}
	if len(names) < 20 {
		t.Errorf("there are %d dialects", len(names))
	}
	_, err := form.Parse("<4 x i32> 0 1 2 3", form.Options{From: "fooble"})
	if want := "there are " + strings.Join(names, ", "); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// A word ends at what is no letter, digit or line below: behind it an index or a shape may stand.
func TestStrangersEndAtMarks(t *testing.T) {
	for _, behind := range strings.Split("[1] {0} .s /z @x `x ^x :x /x ]", " ") {
		_, err := form.Parse("fooble z10"+behind, form.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), "1:8: this is no form that Lanescope knows: \"z10\" is of SVE, ") {
			t.Errorf("z10%s: %v", behind, err)
		}
	}
}
