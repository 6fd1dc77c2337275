package target_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
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
	constant   lane.Const
	data       [5][64]byte
	m          lane.Map
}

// TestIntrinsics compiles the C of every row that this CPU can execute, with its masked forms, runs it on random data and compares with the row's meaning.
func TestIntrinsics(t *testing.T) {
	cc := oracle.Need(t, "cc")
	if !execmem.Features().Has(execmem.SSE2) {
		t.Skip("this CPU is not of x86")
	}
	calls := callsOfRows(t, chance.Random(t, 0))
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
	run(t, dir, cc, "-O1", "-Wall", "-Wextra", "-Werror", "-o", "rows", "rows.c")
	out := run(t, dir, filepath.Join(dir, "rows"))
	if len(out) != 64*len(calls) {
		t.Fatalf("the program printed %d bytes, want %d", len(out), 64*len(calls))
	}
	for i, c := range calls {
		c.compare(t, out[64*i:][:64])
	}
	t.Logf("%d calls", len(calls))
}

// compare compares a result. An old destination that the row Destroys is its source a. Above a number of 32 bits are zeros.
func (c *call) compare(t *testing.T, got []byte) {
	size := c.row.Bits / 8
	if above := got[size : 8*max(size/8, 1)]; len(bytes.Trim(above, "\x00")) > 0 {
		t.Errorf("%s: %s is above 32 bits %x, want zeros", c.row.Name, c.expression, above)
	}
	got = got[:size]
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
			if r.Mask != nil && has(t, r.Mask.Needs) {
				calls = append(calls, newCall(random, r, zeroing, r.Mask.Zero), newCall(random, r, merging, r.Mask.Merge))
			}
		}
	}
	return calls
}

func newCall(random *rand.Rand, r *target.Row, f form, expression string) *call {
	c := &call{row: r, form: f, expression: expression}
	for j := range c.data {
		fillRandom(random, c.data[j][:])
	}
	switch {
	case r.Imm != nil:
		c.value = random.IntN(r.Imm.Values)
		c.m = r.Imm.Map(c.value)
	case r.Index != nil && r.Index.Mask:
		c.mask = random.Uint64() & (1<<r.Index.Bits - 1)
		c.m = r.Index.Apply(lane.ConstOf(c.mask))
	case r.Index != nil:
		c.constant = inlined(r, randomConst(random, r.Index.Bits))
		putConst(c.data[3][:r.Index.Bits/8], c.constant)
		c.m = r.Index.Apply(c.constant)
	default:
		c.m = unionOfParts(r)
		for j := range r.Src {
			for i := range c.data[j] {
				if !hasPart(r, j, i) {
					c.data[j][i] = 0
				}
			}
		}
	}
	if f != unmasked {
		c.mask = random.Uint64() & (1<<r.Mask.Lanes - 1)
	}
	switch f {
	case zeroing:
		c.m = r.Mask.Cleared(c.m, c.mask)
	case merging:
		c.m = r.Mask.Kept(c.m, c.mask)
	}
	return c
}

// hasPart says whether operand j of a union has byte i: each has every so many 32 bits, of general registers every so many bytes, and the others are zero.
func hasPart(r *target.Row, j, i int) bool {
	if r.General == "" {
		i /= 4
	}
	return i%len(r.Src) == j
}

// inlined is a constant as the instruction has it.
func inlined(r *target.Row, k lane.Const) lane.Const {
	if low, _ := k.Slice(0, 32).Uint64(); r.Index.Inline && r.Index.Bits == 64 {
		return lane.ConstOf(uint64(int64(int32(low))))
	}
	return k
}

// unionOfParts is what a union makes of operands that have their parts.
func unionOfParts(r *target.Row) lane.Map {
	var args []lane.Map
	for j := range r.Src {
		arg := lane.Map{Bits: 8}
		for _, bits := range r.Src {
			arg.Src = append(arg.Src, bits/8)
		}
		for i := range r.Src[j] / 8 {
			l := lane.Zero()
			if hasPart(r, j, i) {
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
	return strings.NewReplacer("512_", "512", " ", ",", "bmi1", "bmi").Replace(strings.ToLower(needs.String()))
}

// programC reads the data and has a function a call.
func programC(calls []*call) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "#include <immintrin.h>\n#include <stdio.h>\n#include <string.h>\nstatic unsigned char data[%d], out[%d];\n", 5*64*len(calls), 64*len(calls))
	for _, bits := range []int{128, 256, 512} {
		fmt.Fprintf(&b, "#define V%d(n) _mm%s_loadu_si%d((const void *)(data + 64 * (n)))\n", bits, strings.TrimPrefix(strconv.Itoa(bits), "128"), bits)
	}
	b.WriteString("static unsigned long long G(int n) { unsigned long long r; memcpy(&r, data + 64 * n, sizeof r); return r; }\n")
	for i, c := range calls {
		r := c.row
		typed := func(letter byte) string {
			bits, at := r.Bits, 4
			switch letter {
			case 'm':
				return fmt.Sprintf("0x%xull", c.mask)
			case 'k':
				at = 3
				if r.Index.Inline {
					return "0x" + c.constant.Hex() + "ull"
				}
			case 'a', 'b', 'c':
				at = int(letter - 'a')
				bits = r.Src[at]
			}
			if r.FileOf(letter) == target.General {
				return fmt.Sprintf("G(%d)", 5*i+at)
			}
			return fmt.Sprintf("V%d(%d)", bits, 5*i+at)
		}
		result := fmt.Sprintf("__m%di", r.Bits)
		if r.FileOf('d') == target.General {
			result = "unsigned long long"
		}
		fmt.Fprintf(&b, "__attribute__((target(\"%s\"))) static void f%d(void) { %s r = %s; memcpy(out + %d, &r, sizeof r); }\n", c.needs(), i, result, r.Call(c.expression, c.value, typed), 64*i)
	}
	b.WriteString("int main(void) { FILE *f = fopen(\"data.bin\", \"rb\"); if (fread(data, 1, sizeof data, f) != sizeof data) return 1;\n")
	for i := range calls {
		fmt.Fprintf(&b, "f%d();\n", i)
	}
	b.WriteString("return fwrite(out, 1, sizeof out, stdout) != sizeof out; }\n")
	return b.Bytes()
}
