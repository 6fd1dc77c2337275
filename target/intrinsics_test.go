package target_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// call is one execution of a row's C expression on data: a b c k and the old destination at multiples of 64 bytes.
type call struct {
	row        *target.Row
	form       form
	expression string
	value      int
	mask       uint64
	data       [5][64]byte
	m          lane.Map
}

// TestIntrinsics compiles the C of every row that this CPU can execute, with its masked forms, runs it on random data and compares with the row's meaning.
func TestIntrinsics(t *testing.T) {
	cc := oracle.Need(t, "cc")
	if !execmem.Features().Has(execmem.SSE2) {
		t.Skip("this CPU is not of x86")
	}
	calls := callsOfRows(t, newRandom(t))
	dir := t.TempDir()
	var data bytes.Buffer
	for _, c := range calls {
		for j := range c.data {
			data.Write(c.data[j][:])
		}
	}
	for name, text := range map[string][]byte{"rows.c": programC(calls), "data.bin": data.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// Without optimisation, GCC 12 has macros for these, and its _mm_mask_alignr_epi8 keeps lanes of a instead of the old destination.
	run(t, dir, cc, "-O1", "-w", "-o", "rows", "rows.c")
	out := run(t, dir, filepath.Join(dir, "rows"))
	if len(out) != 64*len(calls) {
		t.Fatalf("the program printed %d bytes, want %d", len(out), 64*len(calls))
	}
	for i, c := range calls {
		c.compare(t, out[64*i:][:c.row.Bits/8])
	}
	t.Logf("%d calls", len(calls))
}

// compare compares a result. An old destination that the row Destroys is its source a.
func (c *call) compare(t *testing.T, got []byte) {
	var src [][]byte
	for j, bits := range c.row.Src {
		src = append(src, c.data[j][:bits/8])
	}
	old := c.data[4][:c.row.Bits/8]
	if c.row.Destroys {
		old = src[0]
	}
	want := bytes.Clone(got)
	if err := c.m.Apply(want, old, src...); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: %s of %d with mask %#x is\n%x, want\n%x\nby %v", c.row.Name, c.expression, c.value, c.mask, got, want, c.m)
	}
}

// callsOfRows has calls for each row and masked form.
func callsOfRows(t *testing.T, random *rand.Rand) (calls []*call) {
	times := 3
	if testing.Short() {
		times = 1
	}
	for _, r := range rowsOfX86() {
		if !has(t, r.Needs) {
			continue
		}
		for range times {
			calls = append(calls, newCall(random, r, unmasked, r.C))
			if r.Mask != nil {
				calls = append(calls, newCall(random, r, zeroing, r.Mask.Zero), newCall(random, r, merging, r.Mask.Merge))
			}
		}
	}
	return calls
}

func newCall(random *rand.Rand, r *target.Row, f form, expression string) *call {
	c := &call{row: r, form: f, expression: expression, mask: random.Uint64()}
	for j := range c.data {
		fillRandom(random, c.data[j][:])
	}
	switch {
	case r.Imm != nil:
		c.value = random.IntN(r.Imm.Values)
		c.m = r.Imm.Map(c.value)
	case r.Index != nil && r.Index.Mask:
		c.m = r.Index.Apply(lane.ConstOf(c.mask).Slice(0, r.Index.Bits))
	case r.Index != nil:
		k := randomConst(random, r.Index.Bits)
		putConst(c.data[3][:r.Index.Bits/8], k)
		c.m = r.Index.Apply(k)
	default:
		c.m = unionOfParts(r)
		for j := range r.Src { // each operand has every so many 32 bits, the others are zero
			for i := range c.data[j] {
				if i/4%len(r.Src) != j {
					c.data[j][i] = 0
				}
			}
		}
	}
	switch f {
	case zeroing:
		c.m = r.Mask.Cleared(c.m, c.mask)
	case merging:
		c.m = r.Mask.Kept(c.m, c.mask)
	}
	return c
}

// unionOfParts is what a union makes of operands of which each has every so many lanes of 32 bits.
func unionOfParts(r *target.Row) lane.Map {
	var args []lane.Map
	for j := range r.Src {
		arg := lane.Map{Bits: 8}
		for _, bits := range r.Src {
			arg.Src = append(arg.Src, bits/8)
		}
		for i := range r.Src[j] / 8 {
			l := lane.Zero()
			if i/4%len(r.Src) == j {
				l = lane.From(j, i)
			}
			arg.Lane = append(arg.Lane, l)
		}
		args = append(args, arg)
	}
	return r.Union.Of(args...)
}

// needs are the features of the call as the compiler calls them. A function has only these, and the compiler refuses an intrinsic that needs another.
func (c *call) needs() string {
	needs := c.row.Needs
	if c.form != unmasked {
		needs |= c.row.Mask.Needs
	}
	if c.row.Name == "vgf2p8affineqb" && c.row.Bits == 512 {
		needs |= target.AVX512BW // the manual asks for AVX512F; GCC's header has the 512 bits together with the masks
	}
	return strings.NewReplacer("512_", "512", " ", ",").Replace(strings.ToLower(needs.String()))
}

// programC reads the data and has a function a call.
func programC(calls []*call) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "#include <immintrin.h>\n#include <stdio.h>\n#include <string.h>\nstatic unsigned char data[%d], out[%d];\n", 5*64*len(calls), 64*len(calls))
	for i, c := range calls {
		r := c.row
		typed := func(letter byte) string {
			bits, at := r.Bits, 4
			switch letter {
			case 'm':
				return fmt.Sprintf("0x%xull", c.mask)
			case 'k':
				at = 3
			case 'a', 'b', 'c':
				at = int(letter - 'a')
				bits = r.Src[at]
			}
			return fmt.Sprintf("V%d(%d)", bits, 5*i+at)
		}
		fmt.Fprintf(&b, "__attribute__((target(\"%s\"))) static void f%d(void) { __m%di r = %s; memcpy(out + %d, &r, sizeof r); }\n", c.needs(), i, r.Bits, r.Call(c.expression, c.value, typed), 64*i)
	}
	b.WriteString("int main(void) { FILE *f = fopen(\"data.bin\", \"rb\"); if (fread(data, 1, sizeof data, f) != sizeof data) return 1;\n")
	for i := range calls {
		fmt.Fprintf(&b, "f%d();\n", i)
	}
	b.WriteString("return fwrite(out, 1, sizeof out, stdout) != sizeof out; }\n")
	macros := "#define V128(n) _mm_loadu_si128((void *)(data + 64 * (n)))\n#define V256(n) _mm256_loadu_si256((void *)(data + 64 * (n)))\n#define V512(n) _mm512_loadu_si512((void *)(data + 64 * (n)))\n"
	return []byte(strings.Replace(b.String(), "#include <stdio.h>\n", "#include <stdio.h>\n"+macros, 1))
}
