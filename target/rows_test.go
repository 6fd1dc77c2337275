package target_test

import (
	"bytes"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Every row says one thing, of the sizes that it has, and its text names what it reads.
func TestRowsAreWhole(t *testing.T) {
	for _, tg := range target.Targets() {
		for _, r := range append(append([]*target.Row{}, tg.Rows...), tg.Pairs...) {
			for _, wrong := range complaints(tg, r) {
				t.Errorf("%s: %s %s, %d bits: %s", tg.Name, r.Name, r.Asm, r.Bits, wrong)
			}
		}
		t.Logf("%s: %d rows", tg.Name, len(tg.Rows))
	}
}

func complaints(tg *target.Target, r *target.Row) (wrong []string) {
	says := 0
	for _, one := range []bool{r.Imm != nil, r.Index != nil, r.Union != nil} {
		if one {
			says++
		}
	}
	if says != 1 {
		wrong = append(wrong, "says not one thing")
	}
	if !r.Needs.In(tg.Has) || r.Needs == 0 {
		wrong = append(wrong, "needs "+r.Needs.String())
	}
	if r.Bytes < 2 {
		wrong = append(wrong, "has no code")
	}
	if len(tg.CPUs) > 0 && !tg.Prices(r) && !slices.Contains(tg.Pairs, r) {
		wrong = append(wrong, "has no costs on a CPU of the target")
	}
	wrong = append(wrong, operandComplaints(r)...)
	wrong = append(wrong, generalComplaints(r)...)
	if r.Imm != nil {
		wrong = append(wrong, mapComplaints(r)...)
	}
	return wrong
}

// operandComplaints compares the letters in the text with the sources.
func operandComplaints(r *target.Row) (wrong []string) {
	named := map[byte]bool{}
	text := r.Text(0, func(letter byte) string {
		named[letter] = true
		return "?"
	})
	if strings.ContainsAny(text, "TWE") {
		wrong = append(wrong, "an arrangement was not put in: "+text)
	}
	for k := range target.SourceLetters {
		letter := target.SourceLetters[k]
		reads := k < len(r.Src) && !(k == 0 && r.Destroys)
		if scalar := letter == 'a' && named['a'|0x20]; named[letter] != reads && !scalar {
			wrong = append(wrong, "operands "+r.Asm)
		}
	}
	if r.Destroys && r.Spends {
		wrong = append(wrong, "both destroys and spends")
	}
	return wrong
}

// mapComplaints looks at the map of every value of an immediate.
func mapComplaints(r *target.Row) (wrong []string) {
	if r.Imm.Values < 1 || r.Imm.Values > 256 {
		return []string{"too few or too many values"}
	}
	for v := range r.Imm.Values {
		m := r.Imm.Map(v)
		if err := m.Check(); err != nil {
			return []string{err.Error()}
		}
		if m.Bits*len(m.Lane) != r.Bits || len(m.Src) != len(r.Src) {
			return []string{"a map of other sizes: " + m.String()}
		}
		for k, n := range m.Src {
			if n*m.Bits != r.Src[k] {
				return []string{"a map of other sources: " + m.String()}
			}
		}
	}
	return nil
}

// No two rows of a target are the same instruction.
func TestRowsAreUnique(t *testing.T) {
	for _, tg := range target.Targets() {
		seen := map[string]bool{}
		for _, r := range tg.Rows {
			key := r.Encoding + " of " + r.Asm
			if tg.Name == "neon" {
				key += r.Name
			}
			if seen[key] {
				t.Errorf("%s: %s twice", tg.Name, key)
			}
			seen[key] = true
		}
	}
}

// Targets are found by name, as are their CPUs and rows.
func TestFind(t *testing.T) {
	for _, tg := range target.Targets() {
		if found, ok := target.Find(tg.Name); !ok || found != tg {
			t.Errorf("%s is not found", tg.Name)
		}
	}
	if tg, ok := target.Find("sse5"); ok {
		t.Errorf("found %s", tg.Name)
	}
	tg, _ := target.Find("avx2")
	if c, ok := tg.CPU(""); !ok || c.Name != "znver4" {
		t.Errorf("the default is %v", c)
	}
	if c, ok := tg.CPU("neoverse-n1"); ok {
		t.Errorf("avx2 has %v", c)
	}
	r, ok := tg.Find("vpermd", 256, 1)
	if !ok || r.Index == nil {
		t.Fatal("no vpermd")
	}
	if c, ok := r.On("znver4"); !ok || c.Latency != 4 {
		t.Errorf("vpermd costs %+v", c)
	}
	if _, ok := tg.Find("pshufd", 128, 1); ok {
		t.Error("avx2 has a legacy pshufd")
	}
	if _, ok := r.On("alderlake"); ok {
		t.Error("costs of a CPU that is not there")
	}
}

// What a listing says of a row.
func TestText(t *testing.T) {
	operand := func(letter byte) string {
		return map[byte]string{'d': "zmm1", 'a': "zmm2", 'b': "zmm3", 'k': "zmm4", 'm': "k1"}[letter]
	}
	general := func(letter byte) string {
		return map[byte]string{'d': "rax", 'a': "rcx", 'b': "xmm3", 'k': "rdx"}[letter]
	}
	arm := func(letter byte) string { return map[byte]string{'d': "v0", 'a': "v1", 'b': "v2"}[letter] }
	for _, c := range []struct {
		target, name  string
		bits, sources int
		value         int
		text          func(r *target.Row, v int) string
		want          string
	}{
		{"avx512", "vpshufd", 512, 1, 27, func(r *target.Row, v int) string { return r.Text(v, operand) }, "vpshufd zmm1, zmm2, 27"},
		{"avx512", "vpshufd", 512, 1, 27, func(r *target.Row, v int) string { return r.MaskedText(v, true, operand) }, "vpshufd zmm1{k1}{z}, zmm2, 27"},
		{"avx512", "vpermt2d", 512, 2, 0, func(r *target.Row, v int) string { return r.MaskedText(v, false, operand) }, "vpermt2d zmm1{k1}, zmm4, zmm3"},
		{"avx512", "vpshufd", 512, 1, 27, func(r *target.Row, v int) string { return r.Call(r.Mask.Merge, v, operand) }, "_mm512_mask_shuffle_epi32(zmm1, k1, zmm2, 27)"},
		{"avx", "vshufps", 128, 2, 1, func(r *target.Row, v int) string { return r.Call(r.C, v, operand) }, "_mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(zmm2), _mm_castsi128_ps(zmm3), 1))"},
		{"bmi2", "pext", 64, 1, 0, func(r *target.Row, v int) string { return r.Text(v, general) }, "pext rax, rcx, rdx"},
		{"bmi2", "pext", 64, 1, 0, func(r *target.Row, v int) string { return r.Call(r.C, v, general) }, "_pext_u64(rcx, rdx)"},
		{"bmi2", "shl", 64, 1, 0, func(r *target.Row, v int) string { return r.Text(v, general) }, "shl rax, 1"},
		{"bmi2", "rorx", 32, 1, 6, func(r *target.Row, v int) string { return r.Call(r.C, v, general) }, "(unsigned)((unsigned)rcx >> 7 | (unsigned)rcx << (32 - 7))"},
		{"neon", "zip1", 128, 2, 0, func(r *target.Row, v int) string { return r.Text(v, arm) }, "zip1 v0.16b, v1.16b, v2.16b"},
		{"neon", "fmov", 128, 1, 0, func(r *target.Row, v int) string { return r.Text(v, arm) }, "fmov d0, d1"},
		{"neon", "movi", 128, 0, 0x81, func(r *target.Row, v int) string { return r.Text(v, arm) }, "movi v0.2d, #0xff000000000000ff"},
		{"neon", "ushr", 128, 1, 2, func(r *target.Row, v int) string { return r.Text(v, arm) }, "ushr v0.16b, v1.16b, #3"},
	} {
		tg, _ := target.Find(c.target)
		r, ok := tg.Find(c.name, c.bits, c.sources)
		if !ok {
			t.Errorf("no %s", c.name)
		} else if got := c.text(r, c.value); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Bytes of code, as assemblers make them.
func TestBytes(t *testing.T) {
	mc := oracle.Need(t, "llvm-mc")
	rows := append(rowsOfX86(), pairsOfX86()...)
	var program strings.Builder
	program.WriteString(".intel_syntax noprefix\n")
	for _, r := range rows {
		program.WriteString(strings.ReplaceAll(r.Text(middle(r), func(letter byte) string { return shortOperand(r, letter) }), "; ", "\n") + "\n")
	}
	cmd := exec.Command(mc, "-triple=x86_64", "-mcpu=icelake-server", "-show-encoding")
	cmd.Stdin = strings.NewReader(program.String())
	out, err := oracle.Usual.Output(cmd)
	codes := regexp.MustCompile(`encoding: \[(.*?)\]`).FindAllSubmatch(out, -1)
	for _, r := range rows {
		want := 0
		for range strings.Count(r.Asm, "; ") + 1 {
			if len(codes) == 0 {
				t.Fatalf("too few instructions: %v", err)
			}
			want += bytes.Count(codes[0][1], []byte(",")) + 1
			codes = codes[1:]
		}
		if r.Bytes != want {
			t.Errorf("%s %s (%s): %d bytes, want %d", r.Name, r.Asm, r.Encoding, r.Bytes, want)
		}
	}
	if err != nil || len(codes) > 0 {
		t.Errorf("%d instructions are left over: %v", len(codes), err)
	}
}

// shortOperand is an operand that needs no longer encoding than others.
func shortOperand(r *target.Row, letter byte) string {
	bits := r.Bits
	switch j := strings.IndexByte(target.SourceLetters, letter); {
	case letter == 'm':
		return "k1"
	case letter == 'r':
		return target.GeneralRegister(1, max(r.Elem, 32))
	case letter == 'k' && r.Index.Inline:
		return "0x12345678"
	case j >= 0:
		bits = r.Src[j]
	}
	if r.FileOf(letter) == target.General {
		return target.GeneralRegister(1, bits)
	}
	return map[int]string{256: "ymm1", 512: "zmm1"}[bits] + map[bool]string{true: "xmm1"}[bits <= 128]
}

// Bytes of rows of other instruction sets.
func TestBytesElsewhere(t *testing.T) {
	for _, c := range []struct {
		target, name  string
		bits, sources int
		want          int
	}{{"neon", "tbl", 128, 1, 4}, {"wasm", "i8x16.shuffle", 128, 2, 18}} {
		tg, _ := target.Find(c.target)
		if r, ok := tg.Find(c.name, c.bits, c.sources); !ok || r.Bytes != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, r.Bytes, c.want)
		}
	}
}

// Features are written as manuals do.
func TestFeatures(t *testing.T) {
	if got := (target.AVX512F | target.AVX512VBMI | target.GFNI).String(); got != "AVX512F AVX512_VBMI GFNI" {
		t.Error(got)
	}
	if target.AVX2.In(target.AVX | target.SSE2) {
		t.Error("AVX2 in AVX")
	}
}

func BenchmarkMap(b *testing.B) {
	tg, _ := target.Find("avx512vbmi")
	for _, name := range []string{"vpshufd", "vpermb", "vpandq"} {
		r, _ := tg.Find(name, 512, 1)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if r.Imm != nil {
					_ = r.Imm.Map(27)
				} else {
					_ = r.Index.Apply(lane.ConstOf(27))
				}
			}
		})
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		target, name string
		bits         int
		constant     uint64
	}{
		{"avx512vbmi", "vpermb", 512, 0}, {"avx512vbmi", "vpandq", 512, 0}, {"avx512vbmi", "vgf2p8affineqb", 512, 0},
		{"bmi2", "pext", 64, 0x5555555555555555}, {"bmi2", "pdep", 64, 0x5555555555555555}, {"bmi2", "and", 64, 0x5555555555555555},
	} {
		tg, _ := target.Find(c.target)
		r, _ := tg.Find(c.name, c.bits, 1)
		want := r.Index.Apply(lane.ConstOf(c.constant))
		none := lane.Identity(want.Bits, len(want.Lane))
		none.Lane[0], none.Lane[2] = none.Lane[2], none.Lane[0]
		for i, want := range []lane.Map{want, none} {
			b.Run(c.name+[...]string{"", " cannot"}[i], func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, _ = r.Index.Solve(want)
				}
			})
		}
	}
}

// A row of 128 bits is one of 256 with zeros above.
func TestWidened(t *testing.T) {
	tg, _ := target.Find("avx2")
	r, _ := tg.Find("vpunpcklqdq", 128, 2)
	if got := target.Widened(r.Imm.Map(0), 256).String(); !r.Clears || got != "i64x4 i64x4 -> a0 b0 z z" {
		t.Errorf("%v %s", r.Clears, got)
	}
	r, _ = tg.Find("vextracti128", 128, 1)
	if got := target.Widened(r.Imm.Map(1), 256).String(); got != "i128x2 -> a1 z" {
		t.Error(got)
	}
	tg, _ = target.Find("sse2")
	if r, _ := tg.Find("punpcklqdq", 128, 2); r.Clears {
		t.Error("a legacy row clears")
	}
}

// The targets are built once, on first use.
func BenchmarkTargets(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_ = target.BuildTargets()
	}
}

// A pair is two lines.
func TestPairText(t *testing.T) {
	tg, _ := target.Find("sse2")
	pair := tg.Pairs[0]
	got := pair.Text(5*8+3, func(letter byte) string {
		return map[byte]string{'d': "xmm1", 'b': "xmm2", 'r': "ecx"}[letter]
	})
	if want := "pextrw ecx, xmm2, 3; pinsrw xmm1, ecx, 5"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := pair.Imm.Map(5*8 + 3).String(); got != "i16x8 i16x8 -> a0 a1 a2 a3 a4 b3 a6 a7" {
		t.Error(got)
	}
}
