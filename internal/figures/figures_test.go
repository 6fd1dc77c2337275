package figures_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/figures"
)

var table = figures.Table{Command: "go run ./x", Head: "| package | n |\n|--|--|\n"}

const page = "before\n<!-- figures of go run ./x -->\n\n| package | n |\n|--|--|\n| `b` | 1 |\n| `d` | 2 |\n\n<!-- end of the figures -->\nbehind\n"

// Rows that were measured again replace theirs, others stay, and all stand in order; what is around the table stays.
func TestFill(t *testing.T) {
	given := append(make([]string, 0, 8), "| `c` | 3 |", "| `b` | 4 |")
	got, err := table.Fill(page, given)
	if given[0] != "| `c` | 3 |" {
		t.Errorf("the rows that were given are now %q", given)
	}
	want := strings.Replace(page, "| `b` | 1 |\n", "| `b` | 4 |\n| `c` | 3 |\n", 1)
	if err != nil || got != want {
		t.Errorf("%q, %v: want %q", got, err, want)
	}
	rows, err := table.Rows(got)
	if err != nil || strings.Join(rows, ";") != "| `b` | 4 |;| `c` | 3 |;| `d` | 2 |" {
		t.Errorf("%q, %v", rows, err)
	}
}

// A page without a place for the table says so, and is not touched.
func TestFillNoPlace(t *testing.T) {
	for _, p := range []string{"", strings.Replace(page, "./x", "./y", 1), strings.Replace(page, "end of", "", 1)} {
		if got, err := table.Fill(p, nil); err == nil || got != "" || !strings.Contains(err.Error(), "go run ./x") {
			t.Errorf("%q: %q, %v", p, got, err)
		}
		if rows, err := table.Rows(p); err == nil || len(rows) > 0 {
			t.Errorf("%q has the rows %q, %v", p, rows, err)
		}
	}
}

func ExampleTable_Fill() {
	page := "<!-- figures of go run ./x -->\n<!-- end of the figures -->\n"
	filled, err := table.Fill(page, []string{"| `lane` | 7 |"})
	fmt.Print(filled, err, "\n")
	// Output:
	// <!-- figures of go run ./x -->
	//
	// | package | n |
	// |--|--|
	// | `lane` | 7 |
	//
	// <!-- end of the figures -->
	// <nil>
}
