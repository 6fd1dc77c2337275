package corpus_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
)

const kernel = `// rows to columns
.version 3.6
.kernel "columns"
.decl m v_type=G type=uw num_elts=32 align=GRF
.decl t v_type=G type=uw num_elts=16 align=GRF
.decl A1 v_type=A num_elts=8
mov (M1, 4) t(0,0)<1> m(0,0)<1;4,4>
mov (M1, 4) t(0,0)<1> m(0,0)<4;4,1>
mov (M1, 4) t(0,0)<1> r[A1(0),0]<4;4,1>:uw
add (M1, 4) t(0,0)<1> m(0,1)<4;4,1>
ret (M1, 1)
`

// A kernel's movements are those of its types: of a file that is called so, and of a text that begins so.
func TestScanKernel(t *testing.T) {
	for _, row := range []struct {
		file, text string
		want       []string
	}{
		{"k.visaasm", kernel, []string{"7 columns: i16x32 -> a0 a4 a8 a12, true", "8 columns: i16x32 -> a0 a1 a2 a3, false", "9 columns: i16x4 -> a0 a1 a2 a3, false", "9 lost", "10 lost", "3 lines"}},
		{"stdin", kernel, []string{"7 columns: i16x32 -> a0 a4 a8 a12, true", "8 columns: i16x32 -> a0 a1 a2 a3, false", "9 columns: i16x4 -> a0 a1 a2 a3, false", "9 lost", "10 lost", "3 lines"}},
		{"k.isaasm", "mov (M1, 2) V32(0,0)<1> V33(0,1)<2;2,1>", []string{"1 : i32x4 -> a1 a2, true", "1 lines"}},
		{"k.s", ".text\n.version \"01.01\"\npshufd xmm0, xmm1, 27\n", []string{"3 : i32x4 -> a3 a2 a1 a0, true", "1 lines"}},
	} {
		var got []string
		lines := 0
		err := corpus.Scan(strings.NewReader(row.text), row.file, corpus.Sink{
			Shuffle: func(f corpus.Find) {
				got = append(got, fmt.Sprintf("%d %s: %s, %v", f.Line, f.Function, f.Form.Map, f.Moves))
			},
			Emitted: func(corpus.Emission) {},
			Lost:    func(s corpus.Skip) { got = append(got, fmt.Sprintf("%d lost", s.Line)) },
			Line:    func() { lines++ },
		})
		got = append(got, fmt.Sprintf("%d lines", lines))
		slices.Sort(got)
		slices.Sort(row.want)
		if err != nil || !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, %v; want %q", row.file, got, err, row.want)
		}
	}
}

// A kernel has an end, since it is read as a whole.
func TestKernelIsBounded(t *testing.T) {
	err := corpus.Scan(strings.NewReader(kernel+strings.Repeat("\n", 4<<20)), "k.visaasm", corpus.Sink{})
	if err == nil || !strings.Contains(err.Error(), "4194304 bytes") {
		t.Errorf("%v", err)
	}
}
