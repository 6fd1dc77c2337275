package corpus_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

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

// Who cannot be read to the end is told of with the error that it has, wherever that comes: in a kernel, in a listing, in a source, and at once.
func TestUnreadable(t *testing.T) {
	broken := errors.New("the disk is gone")
	for _, file := range []struct{ name, text string }{{"k.visaasm", kernel}, {"stdin", kernel}, {"x.s", "f:\n\tpshufd $27, %xmm1, %xmm0\n\tret\n"}, {"a.c", "x = _mm_shuffle_epi32(a, 27);\n"}} {
		for n := range len(file.text) {
			r := io.MultiReader(strings.NewReader(file.text[:n]), iotest.ErrReader(broken))
			if err := corpus.Scan(r, file.name, corpus.Sink{Emitted: func(corpus.Emission) {}}); !errors.Is(err, broken) {
				t.Fatalf("%s, broken behind %d bytes: %v", file.name, n, err)
			}
		}
	}
}

// Why a line is lost says nothing of the place in it, which is that of the line: so lines that are lost alike count as one reason.
func TestReasonsHaveNoPlace(t *testing.T) {
	lost := 0
	for _, line := range []string{"vpshufb %ymm1, %ymm2, %ymm3", "pshufb %xmm1, %xmm2", "vpermd (%rdi), %ymm1, %ymm2", "tbl v0.16b, {v1.16b}, v2.16b", "vpermi2d %zmm1, %zmm2, %zmm3", "vpermilps %xmm1, %xmm2, %xmm3", "pshufd $999, %xmm1, %xmm0", "vslidedown.vi v8, v9, 1", "vperm 2,3,4,5"} {
		reasons := map[string]bool{}
		for _, text := range []string{"f:\n\t" + line + "\n\tret\n", "f:\n\tnop\n\t\t   " + line + "\n\tret\n"} {
			if err := corpus.Scan(strings.NewReader(text), "x.s", corpus.Sink{Emitted: func(corpus.Emission) {}, Lost: func(s corpus.Skip) {
				if lost++; s.Why == "" || s.Why[0] >= '0' && s.Why[0] <= '9' {
					t.Errorf("%q is lost as %q", line, s.Why)
				}
				reasons[s.Why] = true
			}}); err != nil {
				t.Fatal(err)
			}
		}
		if len(reasons) > 1 {
			t.Errorf("%q is lost as %v", line, reasons)
		}
	}
	if lost < 8 {
		t.Errorf("%d lines are lost", lost)
	}
}
