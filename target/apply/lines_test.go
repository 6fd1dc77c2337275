package apply_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// A reader executes one line of a notation.
type reader func(p *program.Values, line string) (m lane.Map, to string, err error)

func neon(p *program.Values, line string) (lane.Map, string, error) { return apply.NEON(p, line) }

func loong(p *program.Values, line string) (lane.Map, string, error) {
	m, to, _, _, err := apply.Loong(p, line)
	return m, to, err
}

func power(p *program.Values, line string) (lane.Map, string, error) {
	m, to, _, _, err := apply.Power(p, line)
	return m, to, err
}

func sve(bits int) reader {
	return func(p *program.Values, line string) (lane.Map, string, error) {
		m, to, _, _, err := apply.SVE(p, line, bits, map[string]uint64{"p1": 0x5555_0f0f, "p15": 0})
		return m, to, err
	}
}

// Every row of a target is read back from its own text, and moves bytes as the row says: registers are memory, and what is read is executed on them.
//
//	row, value ──▶ Text ──▶ reader ──▶ a map over registers ──▶ bytes
//	  └──────────▶ the row's own map ──────────────────────────▶ the same bytes
func TestEveryRowIsRead(t *testing.T) {
	random := chance.Random(t, 11)
	for _, of := range []struct {
		target string
		needs  target.Feature
		read   reader
		least  int
	}{
		{"neon", 0, neon, 300}, {"lsx", target.LSX, loong, 100}, {"lasx", target.LSX | target.LASX, loong, 100}, {"vsx10", 0, power, 40},
		{"sve2-128", target.SVE, sve(128), 100}, {"sve2-256+f64mm", target.SVE, sve(256), 100},
	} {
		tg, ok := target.Find(of.target)
		if !ok {
			t.Fatalf("there is no target %s", of.target)
		}
		read := 0
		for _, r := range tg.Rows {
			if of.needs != 0 && r.Needs&of.needs == 0 || strings.Contains(r.Asm, ";") || r.Union != nil || r.Within(target.General) || strings.Contains(r.Asm, "m") {
				continue
			}
			values := 1
			if r.Imm != nil {
				values = r.Imm.Values
			}
			for v := 0; v < values; v += 1 + random.IntN(1+values/4) {
				if readsBack(t, random, tg, r, v, of.read) {
					read++
				}
			}
		}
		if read < of.least {
			t.Errorf("%s: %d lines were read", of.target, read)
		}
	}
}

// named is a register as readers call it: one that is longer by the name of its lower part.
func named(register string) string {
	return strings.NewReplacer("z", "v", "$xr", "$vr").Replace(register)
}

// readsBack compares a line with its row.
func readsBack(t *testing.T, random *rand.Rand, tg *target.Target, r *target.Row, v int, read reader) (done bool) {
	t.Helper()
	number := map[byte]int{'d': 0, 'k': 30}
	for k := range r.Src {
		number[target.SourceLetters[k]] = 1 + k
	}
	if r.Destroys {
		number['a'] = 0
	}
	name := func(letter byte) string { return tg.Register(target.Vectors, number[letter], r.Bits) }
	line := r.Text(v, name)
	p := program.Values{Named: map[string]lane.Map{}}
	row := lane.Map{}
	switch {
	case r.Imm != nil:
		row = r.Imm.Map(v)
	case r.Index != nil && !r.Index.Mask:
		constant := make([]lane.Lane, r.Bits/8)
		for i := range constant {
			constant[i] = lane.Fixed(lane.ConstOf(uint64(random.IntN(len(constant)))))
		}
		k := lane.Map{Bits: 8, Lane: constant}
		if r.Spends {
			number['k'] = 0
		}
		p.Named[named(name('k'))] = k
		if line = r.Text(v, name); len(r.Src) > 1 && r.Destroys && r.Spends {
			return false
		}
		row = r.Index.Apply(apply.Vector(k).Constant)
		for _, l := range row.Lane {
			if l.Kind == lane.Undefined {
				return false
			}
		}
	default:
		return false
	}
	m, to, err := read(&p, line)
	if err != nil {
		t.Errorf("%s: %q: %v", tg.Name, line, err)
		return false
	}
	if want := named(name('d')); strings.ToLower(to) != want {
		t.Errorf("%s: %q writes %s, want %s", tg.Name, line, to, want)
	}
	registers := map[string][]byte{}
	var sources, inputs [][]byte
	for k, bits := range r.Src {
		b := make([]byte, bits/8)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		if before, ok := registers[named(name(target.SourceLetters[k]))]; ok {
			b = before
		}
		registers[named(name(target.SourceLetters[k]))] = b
		sources = append(sources, b)
	}
	for _, in := range p.Inputs {
		inputs = append(inputs, registers[in])
	}
	size := row.Bits * len(row.Lane) / 8
	want, got := make([]byte, size), make([]byte, size)
	if err := row.Apply(want, make([]byte, size), sources...); err != nil {
		t.Fatalf("%s: %q: %v", tg.Name, line, err)
	}
	if err := m.Apply(got, make([]byte, size), inputs...); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: %q is %s of %q: %x, and the row makes %x: %v", tg.Name, line, m, p.Inputs, got, want, err)
	}
	return true
}

// A constant that a call makes, written to memory byte by byte as the call's document says: set has its last number at the lowest address, setr its first.
func TestSetConstantExhaustive(t *testing.T) {
	for _, bits := range []int{128, 256, 512} {
		prefix := map[int]string{128: "_mm_", 256: "_mm256_", 512: "_mm512_"}[bits]
		for element, size := range map[string]int{"epi8": 1, "epi16": 2, "epi32": 4, "epi64": 8, "epi64x": 8} {
			n := bits / 8 / size
			numbers := make([]int, n)
			for i := range numbers {
				numbers[i] = -7 - i*0x1020304
			}
			for _, kind := range []string{"set", "setr", "set1"} {
				given := numbers
				if kind == "set1" {
					given = numbers[:1]
				}
				var want []byte
				for i := range n {
					v := map[string]int{"set": numbers[n-1-i], "setr": numbers[i], "set1": numbers[0]}[kind]
					for range size {
						want, v = append(want, byte(v)), v>>8
					}
				}
				m, err := apply.SetConstant(prefix+kind+"_"+element, given)
				got := make([]byte, bits/8)
				if err == nil {
					err = m.Apply(got, make([]byte, bits/8))
				}
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s%s_%s is %x, want %x: %v", prefix, kind, element, got, want, err)
				}
				for _, wrong := range [][]int{nil, append([]int{1}, given...)} {
					if m, err := apply.SetConstant(prefix+kind+"_"+element, wrong); err == nil {
						t.Errorf("%s%s_%s of %d numbers is %s", prefix, kind, element, len(wrong), m)
					}
				}
			}
		}
		for _, name := range []string{"setzero_si128", "setzero_ps"} {
			m, err := apply.SetConstant(prefix+name, nil)
			if err != nil || m.Bits*len(m.Lane) != bits || strings.Trim(m.String()[strings.Index(m.String(), ":")+1:], " z") != "" {
				t.Errorf("%s%s is %s, %v", prefix, name, m, err)
			}
			if m, err := apply.SetConstant(prefix+name, []int{1}); err == nil {
				t.Errorf("%s%s of a number is %s", prefix, name, m)
			}
		}
	}
	for _, name := range []string{"_mm_add_epi32", "_mm_set_epi24", "_mm_set_32", "_mm_set1_ps", "set_epi32", "_mm1024_set_epi32", "_mm_setzerox"} {
		if m, err := apply.SetConstant(name, []int{1, 2, 3, 4}); err == nil {
			t.Errorf("%s is %s", name, m)
		}
	}
	for text, want := range map[string]int{"12": 12, "-1": -1, "0x7fUL": 127, "0xffffffffffffffff": -1, "010": 8, "18446744073709551615u": -1, "-9223372036854775808": -1 << 63} {
		if v, err := apply.NumberOfC(text); err != nil || v != want {
			t.Errorf("%s is %d, %v; want %d", text, v, err, want)
		}
	}
	for _, text := range []string{"", "x", "1.5", "08", "18446744073709551616", "-9223372036854775809", "1 2"} {
		if v, err := apply.NumberOfC(text); err == nil {
			t.Errorf("%q is %d", text, v)
		}
	}
}

// Names of registers, each by its number, and what is none.
func TestRegisters(t *testing.T) {
	for n := range 70 {
		is := func(what, got string, ok bool, want string, wantOK bool) {
			if ok != wantOK || ok && got != want {
				t.Errorf("%s%d is %q, %v; want %q, %v", what, n, got, ok, want, wantOK)
			}
		}
		text := fmt.Sprint(n)
		for prefix, bits := range map[string]int{"$vr": 128, "$XR": 256, "vr": 128, "Xr": 256} {
			name, has, ok := apply.LoongRegister(" " + prefix + text)
			is(prefix, name, ok && has == bits, "$vr"+text, n < 32)
		}
		name, shape, ok := apply.SVERegister("Z" + text + ".s")
		is("z", name+shape, ok, "v"+text+"s", n < 32)
		name, shape, ok = apply.PredicateSVE("p" + text + ".b")
		is("p", name+shape, ok, "p"+text+"b", n < 16)
		name, shape, ok = apply.PredicateSVE("p" + text + "/m")
		is("p", name+shape, ok, "p"+text, n < 16)
		alone := "vs" + text
		if n >= 32 {
			alone = fmt.Sprint("v", n-32)
		}
		for _, word := range []string{"vs" + text, "%vs" + text, text} {
			name, ok = apply.PowerRegister(word, true)
			is(word+" of VSX: ", name, ok, alone, n < 64)
		}
		for _, word := range []string{"v" + text, "%V" + text, text} {
			name, ok = apply.PowerRegister(word, false)
			is(word+" of Altivec: ", name, ok, "v"+text, n < 32)
		}
	}
	for _, word := range []string{"", "v", "vs", "%", "v-1", "v+1", "vs+1", "w1", "v1x"} {
		for _, vsx := range []bool{false, true} {
			if name, ok := apply.PowerRegister(word, vsx); ok {
				t.Errorf("%q is %s of Power", word, name)
			}
		}
	}
	if _, ok := apply.PowerRegister("v1", true); ok {
		t.Error("v1 is a register of VSX by this name")
	}
	if _, ok := apply.PowerRegister("vs1", false); ok {
		t.Error("vs1 is a register of Altivec")
	}
	for _, word := range []string{"", "z", "z+1", "z01", "x1", "z1.w", "z1.", "z-1"} {
		if name, _, ok := apply.SVERegister(word); ok {
			t.Errorf("%q is %s of SVE", word, name)
		}
		if name, _, ok := apply.PredicateSVE(strings.Replace(word, "z", "p", 1)); ok && !strings.Contains(word, ".") {
			t.Errorf("%q is %s, a predicate", word, name)
		}
		if name, _, ok := apply.LoongRegister(strings.Replace(word, "z", "$vr", 1)); ok {
			t.Errorf("%q is %s of LoongArch", word, name)
		}
	}
	for text, want := range map[string]bool{"v0.4s": true, "V31.16b": true, "h0,": true, "b1, x": true, "d1,": true, "s1,": true, "q1,": true, "v1,": true, "x0,": false, "w1,": false, "s1.4s": false, "v.4s": false, "v0": false, "": false, "v": false} {
		if got := apply.IsNEONOperand(text); got != want {
			t.Errorf("%q is an operand of NEON: %v", text, got)
		}
	}
	for name, want := range map[string]bool{"vperm": true, "vmr": true, "xxswapd": true, "xxpermdi": true, "vaddubm": false, "": false} {
		if got := apply.IsPower(name); got != want {
			t.Errorf("%q is an instruction of Power: %v", name, got)
		}
	}
	for prefix, want := range map[string]int{"_mm_x": 128, "_mm256_x": 256, "_mm512_x": 512, "_mmx": 0, "mm_x": 0} {
		if bits, rest := apply.VectorPrefix(prefix); bits != want || want > 0 && rest != "x" || want == 0 && rest != prefix {
			t.Errorf("%s is of %d bits and %q", prefix, bits, rest)
		}
	}
}

// Lines by other names, copies and constants, and what is said of those that move nothing.
func TestLines(t *testing.T) {
	for _, row := range []struct {
		read       reader
		line, want string
	}{
		{loong, "vshuf4i.w $vr0, $vr1, x", `1:1: vshuf4i.w has no immediate "x": it is one of 256, from 0 on`},
		{loong, "vshuf4i.w $vr0, $vr1, 256", `1:1: vshuf4i.w has no immediate "256": it is one of 256, from 0 on`},
		{loong, "vrepli.w $vr0, 512", `1:1: vrepli.w has no immediate "512": it is one of 256, from -128 on`},
		{loong, "vrepli.w $vr0, -513", `1:1: vrepli.w has no immediate "-513": it is one of 256, from -128 on`},
		{loong, "vrepli.w $vr0, -512", `$vr0 of : -> i8x16: z #fe m m z #fe m m z #fe m m z #fe m m`},
		{loong, "vrepli.h $vr0, 511", `$vr0 of : -> i8x16: m 1 m 1 m 1 m 1 m 1 m 1 m 1 m 1`},
		{neon, "  foo v0.4s, v1.4s", `1:3: "foo" is no instruction that the target knows as a movement of lanes`},
		{neon, "  zip1 v0.4s, v1.2s", `1:3: zip1 has no form with these operands: it is d.16b, a.16b, b.16b of 128 bits or d.8h, a.8h, b.8h of 128 bits or d.4s, a.4s, b.4s of 128 bits or d.2d, a.2d, b.2d of 128 bits`},
		{neon, "ins v0.s[1], v1.s[3]", `v0 of v0 v1: i32x4 i32x4 -> a0 b3 a2 a3`},
		{neon, "dup s5, v1.s[2]", `v5 of v1: i32x4 -> a2 z z z`},
		{neon, "dup d19, v28.d[1]", `v19 of v28: i64x2 -> a1 z`},
		{neon, "dup s5, v1.d[1]", `1:1: dup has no form with these operands: it is d.16b, a.b[i] of 128 bits or d.8h, a.h[i] of 128 bits or d.4s, a.s[i] of 128 bits or d.2d, a.d[i] of 128 bits`},
		{neon, "uxtl v0.8h, v1.8b", `v0 of v1: i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z`},
		{neon, "uxtl2 v0.8h, v1.16b", `v0 of v1: i8x16 -> a8 z a9 z a10 z a11 z a12 z a13 z a14 z a15 z`},
		{neon, "bic v0.4s, #255", `v0 of v0: i8x16 -> z a1 a2 a3 z a5 a6 a7 z a9 a10 a11 z a13 a14 a15`},
		{neon, "bic v0.8h, #0xff, lsl #8", `v0 of v0: i8x16 -> a0 z a2 z a4 z a6 z a8 z a10 z a12 z a14 z`},
		{neon, "orr v0.16b, v3.16b, v3.16b", `v0 of v3: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{neon, "and v0.8b, v3.8b, v3.8b", `v0 of v3: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 z z z z z z z z`},
		{neon, "mov v0.16b, v3.16b", `v0 of v3: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{neon, "mov v0.8b, v3.8b", `v0 of v3: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 z z z z z z z z`},
		{neon, "mov v0.16b, v3.8b", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov v0.s[3], wzr", `v0 of v0: i32x4 -> a0 a1 a2 z`},
		{neon, "mov v0.b[15], wzr", `v0 of v0: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 z`},
		{neon, "ins v0.d[1], xzr", `v0 of v0: i64x2 -> a0 z`},
		{neon, "mov v0.d[2], xzr", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov v0.s[1], w3", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov v2, 0x0f0e0d0c0b0a09080706050403020100", `v2 of : -> i8x16: z 1 #2 #3 #4 #5 #6 #7 #8 #9 #a #b #c #d #e #f`},
		{neon, "mov v2, 0x0f0e0d0c0b0a0908070605040302010000", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "tbl v0.16b, {v30.16b-v1.16b}, v9.16b", `1:1: what tbl does depends on the contents of v9: it is a map only where these are constants`},
		{neon, "tbl v0.16b, {v1.16b}, v9.16b", `1:1: what tbl does depends on the contents of v9: it is a map only where these are constants`},
		{neon, "EXT V0.16B, V1.16B, V2.16B, #0x4", `v0 of v1 v2: i8x16 i8x16 -> a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 b0 b1 b2 b3`},
		{neon, "ext v0.16b, v1.16b, v2.16b, #16", `1:1: ext has no form with these operands: it is d.16b, a.16b, b.16b, #i of 128 bits or d.8b, a.8b, b.8b, #i of 128 bits`},
		{neon, "zip1 v0.4s, v1.4s", `1:1: zip1 has no form with these operands: it is d.16b, a.16b, b.16b of 128 bits or d.8h, a.8h, b.8h of 128 bits or d.4s, a.4s, b.4s of 128 bits or d.2d, a.2d, b.2d of 128 bits`},
		{neon, "add v0.4s, v1.4s, v2.4s", `1:1: "add" is no instruction that the target knows as a movement of lanes`},
		{neon, "zip1 v0.4s, v1.4s, v2.8h", `1:1: zip1 has no form with these operands: it is d.16b, a.16b, b.16b of 128 bits or d.8h, a.8h, b.8h of 128 bits or d.4s, a.4s, b.4s of 128 bits or d.2d, a.2d, b.2d of 128 bits`},
		{loong, "vori.b $vr0, $vr1, 0", `$vr0 of $vr1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{loong, "vor.v $vr0, $vr1, $vr1", `$vr0 of $vr1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{loong, "xvor.v $xr0, $xr1, $xr1", `$vr0 of $vr1: i8x32 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31`},
		{loong, "xvor.v $vr0, $vr1, $vr1", `1:1: xvor.v has registers of 256 bits, found "$vr0"`},
		{loong, "vor.v $vr0, $vr1, $vr2", `1:1: vor.v computes lane 0 from lanes that are both live, which is no movement`},
		{loong, "vxor.v $vr0, $vr1, $vr1", `$vr0 of : -> i8x16: z z z z z z z z z z z z z z z z`},
		{loong, "xvxor.v $xr0, $xr1, $xr1", `$vr0 of : -> i8x32: z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z`},
		{loong, "vxor.v $vr0, x, x", `1:1: "vxor.v" is no movement of lanes`},
		{loong, "vxor.v $vr0, $xr1, $xr1", `1:1: "vxor.v" is no movement of lanes`},
		{loong, "vxor.b $vr0, $vr1, $vr1", `1:1: "vxor.b" is no movement of lanes`},
		{loong, "xvxor.v $vr0, $vr1, $vr1", `1:1: "xvxor.v" is no movement of lanes`},
		{loong, "vrepli.b $vr0, -1", `$vr0 of : -> i8x16: m m m m m m m m m m m m m m m m`},
		{loong, "vrepli.h $vr0, -512", `$vr0 of : -> i8x16: z #fe z #fe z #fe z #fe z #fe z #fe z #fe z #fe`},
		{loong, "vrepli.w $vr0, 511", `$vr0 of : -> i8x16: m 1 z z m 1 z z m 1 z z m 1 z z`},
		{loong, "vrepli.w $vr0, 512", `1:1: vrepli.w has no immediate "512": it is one of 256, from -128 on`},
		{loong, "vrepli.w $vr0, -513", `1:1: vrepli.w has no immediate "-513": it is one of 256, from -128 on`},
		{loong, "vrepli.q $vr0, 1", `1:1: "vrepli.q" is no movement of lanes`},
		{loong, "vrepli.w $xr0, 1", `1:1: vrepli.w has registers of 128 bits, found "$xr0"`},
		{loong, "vld $vr2, 0x0f0e0d0c0b0a09080706050403020100", `$vr2 of : -> i8x16: z 1 #2 #3 #4 #5 #6 #7 #8 #9 #a #b #c #d #e #f`},
		{loong, "vld $vr2, 0x0f0e0d0c0b0a0908070605040302010000", `1:1: "vld" is no movement of lanes`},
		{loong, "vld $vr2, $r4, 0", `1:1: "vld" is no movement of lanes`},
		{loong, "vshuf4i.w $vr0, $vr1, 0x1b", `$vr0 of $vr1: i32x4 -> a3 a2 a1 a0`},
		{loong, "vshuf4i.w $vr0, $vr1, 256", `1:1: vshuf4i.w has no immediate "256": it is one of 256, from 0 on`},
		{loong, "vshuf4i.w $vr0, $vr1", `1:1: vshuf4i.w has 3 operands, d, a, i, and this has 2`},
		{loong, "vshuf4i.w $vr0, $xr1, 27", `1:1: vshuf4i.w has registers of 128 bits, found "$xr1"`},
		{loong, "vshuf4i.w $xr0, $xr1, 27", `1:1: vshuf4i.w has registers of 128 bits, found "$xr0"`},
		{loong, "vadd.w $vr0, $vr1, $vr2", `1:1: "vadd.w" is no movement of lanes`},
		{loong, "vshuf.b $vr0, $vr1, $vr2, $vr3", `1:1: what vshuf.b does depends on the contents of $vr3: it is a map only where these are constants`},
		{neon, "mov v0.s[4], wzr", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov v0.q[0], xzr", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov v0.s[1], w1", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov v0.s[x], wzr", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov v0.s, wzr", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "tbl v0.16b, {vx.16b-v1.16b}, v9.16b", `1:1: tbl has no form with these operands: it is d.16b, {a.16b}, k.16b of 128 bits or d.8b, {a.16b}, k.8b of 128 bits or d.16b, {a.16b, b.16b}, k.16b of 128 bits or d.8b, {a.16b, b.16b}, k.8b of 128 bits`},
		{neon, "tbl v0.16b, {v1.16b-vx.16b}, v9.16b", `1:1: tbl has no form with these operands: it is d.16b, {a.16b}, k.16b of 128 bits or d.8b, {a.16b}, k.8b of 128 bits or d.16b, {a.16b, b.16b}, k.16b of 128 bits or d.8b, {a.16b, b.16b}, k.8b of 128 bits`},
		{neon, "tbl v0.16b, {v1.16b-v5.16b}, v9.16b", `1:1: tbl has no form with these operands: it is d.16b, {a.16b}, k.16b of 128 bits or d.8b, {a.16b}, k.8b of 128 bits or d.16b, {a.16b, b.16b}, k.16b of 128 bits or d.8b, {a.16b, b.16b}, k.8b of 128 bits`},
		{neon, "tbl v0.16b, {v1.16b-v2.8b}, v9.16b", `1:1: tbl has no form with these operands: it is d.16b, {a.16b}, k.16b of 128 bits or d.8b, {a.16b}, k.8b of 128 bits or d.16b, {a.16b, b.16b}, k.16b of 128 bits or d.8b, {a.16b, b.16b}, k.8b of 128 bits`},
		{neon, "tbl v0.16b, }v1.16b{, v9.16b", `1:1: tbl has no form with these operands: it is d.16b, {a.16b}, k.16b of 128 bits or d.8b, {a.16b}, k.8b of 128 bits or d.16b, {a.16b, b.16b}, k.16b of 128 bits or d.8b, {a.16b, b.16b}, k.8b of 128 bits`},
		{neon, "dup d19, v28.d[1]", `v19 of v28: i64x2 -> a1 z`},
		{neon, "dup s19, v28.d[1]", `1:1: dup has no form with these operands: it is d.16b, a.b[i] of 128 bits or d.8h, a.h[i] of 128 bits or d.4s, a.s[i] of 128 bits or d.2d, a.d[i] of 128 bits`},
		{neon, "dup v0.4s, v1.s[2]", `v0 of v1: i32x4 -> a2 a2 a2 a2`},
		{neon, "uxtl v0.8h, v1.8b", `v0 of v1: i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z`},
		{neon, "uxtl2 v0.8h, v1.16b", `v0 of v1: i8x16 -> a8 z a9 z a10 z a11 z a12 z a13 z a14 z a15 z`},
		{neon, "bic v0.8h, #255", `v0 of v0: i8x16 -> z a1 z a3 z a5 z a7 z a9 z a11 z a13 z a15`},
		{neon, "bic v0.8h, #255, lsl #8", `v0 of v0: i8x16 -> a0 z a2 z a4 z a6 z a8 z a10 z a12 z a14 z`},
		{neon, "and v0.16b, v1.16b, v1.16b", `v0 of v1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{neon, "orr v0.16b, v1.16b, v2.16b", `1:1: orr computes lane 0 from lanes that are both live, which is no movement`},
		{neon, "fmov d0, d1", `v0 of v1: i64x2 -> a0 z`},
		{neon, "mov v0.8b, v1.8b", `v0 of v1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 z z z z z z z z`},
		{neon, "fmov s0, s1", `v0 of v1: i32x4 -> a0 z z z`},
		{neon, "foo v0.16b", `1:1: "foo" is no instruction that the target knows as a movement of lanes`},
		{neon, "zip1 v0.4s, v1.4s", `1:1: zip1 has no form with these operands: it is d.16b, a.16b, b.16b of 128 bits or d.8h, a.8h, b.8h of 128 bits or d.4s, a.4s, b.4s of 128 bits or d.2d, a.2d, b.2d of 128 bits`},
		{neon, "mov v2, 0xg", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov v2, 0x100000000000000000000000000000000", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov v0, v1", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov x0, 0x1", `1:1: mov has no form with these operands: it is D, a.b[i] of 128 bits or D, a.h[i] of 128 bits or D, a.s[i] of 128 bits or D, a.d[i] of 128 bits`},
		{neon, "mov v0.s[1], wzr", `v0 of v0: i32x4 -> a0 z a2 a3`},
		{neon, "ins v0.d[1], xzr", `v0 of v0: i64x2 -> a0 z`},
		{neon, "mov v3.b[15], wzr", `v3 of v3: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 z`},
		{neon, "mov v3.h[0], wzr; mov v3.s[3], wzr", `v3 of v3: i16x8 -> z a1 a2 a3 a4 a5 z z`},
		{neon, "ext v3.16b, v3.16b, v3.16b, #1; mov v3.d[1], xzr", `v3 of v3: i8x16 -> a1 a2 a3 a4 a5 a6 a7 a8 z z z z z z z z`},
		// copies and constants are over all inputs so far, and a copy is a value of its own
		{neon, "zip1 v2.4s, v3.4s, v4.4s; mov v0.16b, v3.16b", `v0 of v3 v4: i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{neon, "zip1 v2.4s, v3.4s, v4.4s; mov v0, 0x1", `v0 of v3 v4: i8x16 i8x16 -> 1 z z z z z z z z z z z z z z z`},
		{neon, "zip1 v2.4s, v3.4s, v4.4s; mov v3.s[1], wzr", `v3 of v3 v4: i32x4 i32x4 -> a0 z a2 a3`},
		{neon, "ext v3.16b, v3.16b, v3.16b, #1; mov v4.16b, v3.16b; mov v3.b[1], wzr; mov v5.16b, v4.16b", `v5 of v3: i8x16 -> a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a0`},
		{sve(128), "zip1 z2.s, z3.s, z4.s; mov z0.d, z3.d", `v0 of v3 v4: i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{sve(128), "zip1 z2.s, z3.s, z4.s; mov z0.s, #5", `v0 of v3 v4: i32x4 i32x4 -> #5 #5 #5 #5`},
		{loong, "vilvl.w $vr2, $vr4, $vr3; vori.b $vr0, $vr3, 0", `$vr0 of $vr3 $vr4: i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{loong, "vilvl.w $vr2, $vr4, $vr3; vrepli.w $vr0, 5", `$vr0 of $vr3 $vr4: i8x16 i8x16 -> #5 z z z #5 z z z #5 z z z #5 z z z`},
		{power, "vmrghw v2, v3, v4; vmr v0, v3", `v0 of v3 v4: i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{power, "vmrghw v2, v3, v4; vmr v0, 0x1", `v0 of v3 v4: i8x16 i8x16 -> 1 z z z z z z z z z z z z z z z`},
		{power, "vmr v0, v1", `v0 of v1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{power, "vor 0, 1, 1", `v0 of v1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{power, "xxlor vs0, vs40, vs40", `vs0 of v8: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{power, "vmr v2, 0x0f0e0d0c0b0a09080706050403020100", `v2 of : -> i8x16: z 1 #2 #3 #4 #5 #6 #7 #8 #9 #a #b #c #d #e #f`},
		{power, "vmr v2, 0xzz", `1:1: vmr has no form with these operands: it is d, a of 128 bits`},
		{power, "vmr v2, 0x", `1:1: vmr has no form with these operands: it is d, a of 128 bits`},
		{power, "vmr v2, 0x0f0e0d0c0b0a0908070605040302010000", `1:1: vmr has no form with these operands: it is d, a of 128 bits`},
		{power, "xxmrghd vs34, vs35, vs36", `v2 of v3 v4: i64x2 i64x2 -> b1 a1`},
		{power, "xxmrgld 34, 35, 36", `v2 of v3 v4: i64x2 i64x2 -> b0 a0`},
		{power, "xxswapd vs34, vs35", `v2 of v3: i64x2 -> a1 a0`},
		{power, "xxspltd vs34, vs35, 0", `v2 of v3: i64x2 -> a1 a1`},
		{power, "xxspltd vs34, vs35, 1", `v2 of v3: i64x2 -> a0 a0`},
		{power, "xxspltd vs34, vs35, 2", `1:1: xxspltd has no form with these operands: it is D, A, 0 of 128 bits or D, A, 1 of 128 bits`},
		{power, "xxmrghw vs34, vs35, vs36", `v2 of v3 v4: i32x4 i32x4 -> b2 a2 b3 a3`},
		{power, "xxmrglw vs34, vs35, vs36", `v2 of v3 v4: i32x4 i32x4 -> b0 a0 b1 a1`},
		{power, "vspltw v2, v3, 1", `v2 of v3: i32x4 -> a2 a2 a2 a2`},
		{power, "vextractuw v2, v3, 4", `v2 of v3: i8x16 -> z z z z z z z z a8 a9 a10 a11 z z z z`},
		{power, "vinsertw v2, v3, 4", `v2 of v2 v3: i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 b8 b9 b10 b11 a12 a13 a14 a15`},
		{power, "vspltisb v2, -1", `v2 of : -> i8x16: m m m m m m m m m m m m m m m m`},
		{power, "vspltisb v2, -17", `1:1: vspltisb has no form with these operands: it is d, s of 128 bits`},
		{power, "xxspltib vs34, 255", `v2 of : -> i8x16: m m m m m m m m m m m m m m m m`},
		{power, "xxspltib vs34, -1", `v2 of : -> i8x16: m m m m m m m m m m m m m m m m`},
		{power, "xxspltib vs34, -129", `1:1: xxspltib has no immediate "-129": it is one of 256, from 0 on`},
		{power, "xxspltib vs34, 256", `1:1: xxspltib has no immediate "256": it is one of 256, from 0 on`},
		{power, "vxor v2, v3, v3", `v2 of : -> i8x16: z z z z z z z z z z z z z z z z`},
		{power, "xxlxor vs34, vs35, vs35", `v2 of : -> i8x16: z z z z z z z z z z z z z z z z`},
		{power, "vxor v2, v3, v4", `1:1: vxor has no form with these operands: it is d, a, a of 128 bits`},
		{power, "vsldoi v2, v3, v4, 16", `1:1: vsldoi has no immediate "16": it is one of 16, from 0 on`},
		{power, "vsldoi %v2, %v3, %v4, 5", `v2 of v3 v4: i8x16 i8x16 -> b11 b12 b13 b14 b15 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10`},
		{power, "vsldoi 2, 3, 4, 5", `v2 of v3 v4: i8x16 i8x16 -> b11 b12 b13 b14 b15 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10`},
		{power, "vsldoi vs2, vs3, vs4, 5", `1:1: vsldoi has no form with these operands: it is d, a, b, i of 128 bits`},
		{power, "vperm v0, v1, v2, v3", `1:1: what vperm does depends on the contents of v3: it is a map only where these are constants`},
		{power, "vsel v0, v1, v2, v3", `1:1: what xxsel does depends on the contents of v3: it is a map only where these are constants`},
		{power, "vmrghb v0, v1", `1:1: vmrghb has no form with these operands: it is d, a, b of 128 bits`},
		{sve(128), "mov z0.s, #5", `v0 of : -> i32x4: #5 #5 #5 #5`},
		{sve(128), "mov z0.h, #1, lsl #8", `v0 of : -> i16x8: #100 #100 #100 #100 #100 #100 #100 #100`},
		{sve(128), "mov z0.s, #1, lsl #9", `1:1: mov has no form with these operands of 128 bits: it is d.b, m/m, #0 of 128 bits or d.h, m/m, #0 of 128 bits or d.s, m/m, #0 of 128 bits or d.d, m/m, #0 of 128 bits`},
		{sve(128), "mov z0.q, #1", `1:1: mov has no form with these operands of 128 bits: it is d.b, m/m, #0 of 128 bits or d.h, m/m, #0 of 128 bits or d.s, m/m, #0 of 128 bits or d.d, m/m, #0 of 128 bits`},
		{sve(128), "index z0.s, #3, #-1", `v0 of : -> i32x4: #3 #2 1 z`},
		{sve(128), "index z0.s, #3", `1:1: "index" is no instruction that the target knows as a movement of lanes`},
		{sve(128), "fmov z0.s, #0", `v0 of : -> i32x4: z z z z`},
		{sve(128), "fmov z0.s, #1", `1:1: "fmov" is no instruction that the target knows as a movement of lanes`},
		{sve(128), "dup z0.b, #-1", `v0 of : -> i8x16: m m m m m m m m m m m m m m m m`},
		{sve(128), "dupm z0.d, #255", `v0 of : -> i64x2: #ff #ff`},
		{sve(128), "mov z2, 0x0f0e0d0c0b0a09080706050403020100", `v2 of : -> i8x16: z 1 #2 #3 #4 #5 #6 #7 #8 #9 #a #b #c #d #e #f`},
		{sve(128), "mov z2, 255", `v2 of : -> i8x16: m z z z z z z z z z z z z z z z`},
		{sve(128), "mov z2, 0x0f0e0d0c0b0a0908070605040302010000", `1:1: mov has no form with these operands of 128 bits: it is d.b, m/m, #0 of 128 bits or d.h, m/m, #0 of 128 bits or d.s, m/m, #0 of 128 bits or d.d, m/m, #0 of 128 bits`},
		{sve(128), "mov z0.d, z1.d", `v0 of v1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{sve(128), "mov z0.d, z1.s", `1:1: mov has no form with these operands of 128 bits: it is d.b, m/m, #0 of 128 bits or d.h, m/m, #0 of 128 bits or d.s, m/m, #0 of 128 bits or d.d, m/m, #0 of 128 bits`},
		{sve(128), "mov z0, z1", `v0 of v1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{sve(128), "movprfx z0, z1", `v0 of v1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{sve(128), "orr z0.d, z1.d, z1.d", `v0 of v1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{sve(128), "mov z0.s, p1/m, z1.s", `v0 of v1 v0: i32x4 i32x4 -> a0 b1 a2 b3`},
		{sve(128), "sel z0.s, p1, z1.s, z2.s", `v0 of v1 v2: i32x4 i32x4 -> a0 b1 a2 b3`},
		{sve(128), "sel z0.s, p15, z1.s, z2.s", `v0 of v1 v2: i32x4 i32x4 -> b0 b1 b2 b3`},
		{sve(128), "sel z0.b, p1, z1.b, z2.b", `v0 of v1 v2: i8x16 i8x16 -> a0 a1 a2 a3 b4 b5 b6 b7 a8 a9 a10 a11 b12 b13 b14 b15`},
		{sve(128), "sel z0.s, p2, z1.s, z2.s", `1:1: what sel does depends on p2: it is a map only once that is known`},
		{sve(128), "mov z0.s, z1.s[3]", `v0 of v1: i32x4 -> a3 a3 a3 a3`},
		{sve(128), "mov z0.s, s1", `v0 of v1: i32x4 -> a0 a0 a0 a0`},
		{sve(128), "mov z0.d, d1", `v0 of v1: i64x2 -> a0 a0`},
		{sve(128), "mov z0.s, d1", `1:1: mov has no form with these operands of 128 bits: it is d.b, m/m, #0 of 128 bits or d.h, m/m, #0 of 128 bits or d.s, m/m, #0 of 128 bits or d.d, m/m, #0 of 128 bits`},
		{sve(128), "tbl z0.b, z1.b, z2.b", `1:1: what tbl does depends on the contents of v2: it is a map only where these are constants`},
		{sve(128), "tbl z0.b, {z30.b-z31.b}, z2.b", `1:1: what tbl does depends on the contents of v2: it is a map only where these are constants`},
		{sve(128), "rev z0.s, z1.s", `v0 of v1: i32x4 -> a3 a2 a1 a0`},
		{sve(128), "add z0.s, z1.s, z2.s", `1:1: "add" is no instruction that the target knows as a movement of lanes`},
		{sve(128), "rev z0.s, z1.d", `1:1: rev has no form with these operands of 128 bits: it is d.b, a.b of 128 bits or d.h, a.h of 128 bits or d.s, a.s of 128 bits or d.d, a.d of 128 bits`},
		{sve(128), "rev x0, x1", `1:1: rev has no form with these operands of 128 bits: it is d.b, a.b of 128 bits or d.h, a.h of 128 bits or d.s, a.s of 128 bits or d.d, a.d of 128 bits`},
		{neon, "mov v9, 0x1f0e0d0c0b0a0908070605403f302010; tbl v0.16b, {v30.16b-v1.16b}, v9.16b", `v0 of v30 v31 v0 v1: i8x16 i8x16 i8x16 i8x16 -> b0 c0 e0 e15 z a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 b15`},
		{neon, "mov v9, 0xff0e0d0c0b0a0908070605040302010f; tbx v0.16b, {v1.16b}, v9.16b", `v0 of v0 v1: i8x16 i8x16 -> b15 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14 a15`},
		{loong, "vld $vr9, 0x000102030405060708090a0b0c0d1e0f; vshuf.b $vr0, $vr1, $vr2, $vr9", `$vr0 of $vr2 $vr1: i8x16 i8x16 -> a15 b14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0`},
		{loong, "xvldi $xr0, 1", `1:1: xvldi has no immediate "1": it is one of 256, from -1792 on`},
		{power, "vmr v9, 0x000102030405060708090a0b0c0d1e0f; vperm v0, v1, v2, v9", `v0 of v1 v2: i8x16 i8x16 -> a0 b1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15`},
		{power, "vmr v9, 0xffff0000ffff0000ffff0000ffff0000; vsel v0, v1, v2, v9", `v0 of v1 v2: i8x16 i8x16 -> a0 a1 b2 b3 a4 a5 b6 b7 a8 a9 b10 b11 a12 a13 b14 b15`},
		{power, "vspltisb v2, 31", `1:1: vspltisb has no form with these operands: it is d, s of 128 bits`},
		{power, "vspltisb v2, -16", `v2 of : -> i8x16: #f0 #f0 #f0 #f0 #f0 #f0 #f0 #f0 #f0 #f0 #f0 #f0 #f0 #f0 #f0 #f0`},
		{power, "vspltisb v2, 15", `v2 of : -> i8x16: #f #f #f #f #f #f #f #f #f #f #f #f #f #f #f #f`},
		{power, "vspltisb v2, 16", `1:1: vspltisb has no form with these operands: it is d, s of 128 bits`},
		{sve(128), "mov z9, 0xff0e0d0c0b0a0908070605040302011f; tbl z0.b, {z30.b-z31.b}, z9.b", `v0 of v30 v31: i8x16 i8x16 -> b15 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 z`},
		{sve(128), "mov z9, 0xff0e0d0c0b0a0908070605040302011f; tbl z0.b, z1.b, z9.b", `v0 of v1: i8x16 -> z a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 z`},
		{sve(256), "mov z0.d, #-1", `v0 of : -> i64x4: m m m m`},
		{sve(256), "rev z0.d, z1.d", `v0 of v1: i64x4 -> a3 a2 a1 a0`},
		{sve(256), "zip1 z0.q, z1.q, z2.q", `v0 of v1 v2: i128x2 i128x2 -> a0 b0`},
		{sve(256), "mov z2, 0x0101010101010101010101010101010101010101010101010101010101010101", `v2 of : -> i8x32: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1`},
		{sve(256), "mov z2, 0x010101010101010101010101010101010101010101010101010101010101010101", `1:1: mov has no form with these operands of 256 bits: it is d.b, m/m, #0 of 256 bits or d.h, m/m, #0 of 256 bits or d.s, m/m, #0 of 256 bits or d.d, m/m, #0 of 256 bits`},
		{sve(256), "sel z0.d, p1, z1.d, z2.d", `v0 of v1 v2: i64x4 i64x4 -> a0 a1 a2 a3`},
		{power, "xxspltd vs34, vs35, 3", `1:1: xxspltd has no form with these operands: it is D, A, 0 of 128 bits or D, A, 1 of 128 bits`},
		{power, "vmr v0", `1:1: vmr has no form with these operands: it is d, a of 128 bits`},
	} {
		if got := said(row.read, row.line); got != row.want {
			t.Errorf("%s is\n\t%s, want\n\t%s", row.line, got, row.want)
		}
	}
}

// said is what the last of some lines does, or why it does nothing.
func said(read reader, lines string) string {
	p := program.Values{Named: map[string]lane.Map{}}
	var m lane.Map
	var to string
	for line := range strings.SplitSeq(lines, "; ") {
		var err error
		if m, to, err = read(&p, line); err != nil {
			return err.Error()
		}
		p.Named[to] = m
	}
	return to + " of " + strings.Join(p.Inputs, " ") + ": " + program.Readable(m).String()
}

// A register that holds less than a line reads is told, whatever reads it.
func TestShortRegisters(t *testing.T) {
	for _, row := range []struct {
		read        reader
		name, lines string
	}{
		{neon, "v1", "mov v0.16b, v1.16b|mov v0.8b, v1.8b|zip1 v0.4s, v1.4s, v2.4s|zip1 v0.4s, v2.4s, v1.4s|dup v0.4s, v1.s[2]|mov v1.s[1], wzr"}, {sve(128), "v1", "mov z0.d, z1.d|movprfx z0, z1|rev z0.s, z1.s|mov z0.s, p1/m, z1.s"},
		{loong, "$vr1", "vori.b $vr0, $vr1, 0|vor.v $vr0, $vr1, $vr1|vshuf4i.w $vr0, $vr1, 27|vilvl.w $vr0, $vr2, $vr1"}, {power, "v1", "vmr v0, v1|vor 0, 1, 1|vmrghw v0, v1, v2|vmrghw v0, v2, v1"},
	} {
		for line := range strings.SplitSeq(row.lines, "|") {
			p := program.Values{Named: map[string]lane.Map{row.name: lane.Identity(8, 8)}, Inputs: []string{"x"}, Bits: []int{64}}
			want := row.name + " has 128 bits here and 64 where it was made"
			if m, _, err := row.read(&p, line); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s is %s, %v, want %s", line, m, err, want)
			}
		}
	}
}

// What is a copy of a register says so, and which registers a line reads.
func TestCopies(t *testing.T) {
	for _, row := range []struct {
		line, reads string
		copied      bool
	}{
		{"vori.b $vr0, $vr1, 0", "$vr1", true}, {"vor.v $vr0, $vr1, $vr1", "$vr1", true}, {"xvori.b $xr0, $xr1, 0", "$vr1", true}, {"vshuf4i.w $vr0, $vr1, 27", "$vr1", false},
		{"vilvl.w $vr0, $vr2, $vr1", "$vr1 $vr2", false}, {"vrepli.b $vr0, 1", "", false},
		{"vmr v0, v1", "v1", true}, {"xxlor vs0, vs1, vs1", "vs1", true}, {"vmrghw v0, v1, v2", "v1 v2", false}, {"vmr v2, 0xff", "", false},
		{"mov z0.d, z1.d", "v1", true}, {"movprfx z0, z1", "v1", true}, {"rev z0.s, z1.s", "v1", false}, {"zip1 z0.s, z1.s, z2.s", "v1 v2", false}, {"mov z0.s, #1", "", false},
		{"mov z0.s, p1/m, z1.s", "v1 v0", false},
	} {
		p := program.Values{Named: map[string]lane.Map{}}
		read := func(p *program.Values, line string) (m lane.Map, to string, reads []string, copied bool, err error) {
			return apply.SVE(p, line, 128, map[string]uint64{"p1": 1})
		}
		switch {
		case strings.Contains(row.line, "$"):
			read = apply.Loong
		case !strings.Contains(row.line, "z"):
			read = apply.Power
		}
		_, _, reads, copied, err := read(&p, row.line)
		if err != nil || strings.Join(reads, " ") != row.reads || copied != row.copied {
			t.Errorf("%s reads %q, a copy: %v, %v; want %s, %v", row.line, reads, copied, err, row.reads, row.copied)
		}
	}
}

// Rows of x86 that several targets have are there once.
func TestRowsOnce(t *testing.T) {
	seen := map[*target.Row]bool{}
	for _, r := range apply.X86Rows() {
		if seen[r] {
			t.Fatalf("%s of %d bits is there twice", r.Name, r.Bits)
		}
		seen[r] = true
	}
}

// Names of x86 that move as others do: each is known, and has the rows of one that differs in letters only.
func TestSynonyms(t *testing.T) {
	for _, pair := range strings.Fields("vpxord=vpxorq vpxorq=vpxord vpandd=vpandq vpandq=vpandd vpord=vporq vporq=vpord vpandnd=vpandnq vpandnq=vpandnd pand=andpd andps=andpd pxor=xorps pxor=xorpd vpxor=vxorps vpxor=vxorpd andps=andpd vandps=vandpd pand=andps vpandq=vpandd orps=orpd vorps=vorpd vporq=vpord andnps=andnpd vandnps=vandnpd vpandnq=vpandnd " +
		"vinserti64x4=vinsertf64x4 vextracti32x4=vextractf32x4 vinserti32x4=vinsertf32x4 vextracti64x4=vextractf64x4 vinserti64x2=vinsertf64x2 vextracti64x2=vextractf64x2") {
		a, b, _ := strings.Cut(pair, "=")
		rows, others := apply.X86Named()[a], apply.X86Named()[b]
		if len(rows) == 0 || len(others) == 0 {
			t.Errorf("%s has %d rows and %s %d", a, len(rows), b, len(others))
		}
	}
}

// A line whose elements change their size says so, since big-endian memory has their parts the other way round.
func TestResized(t *testing.T) {
	for line, want := range map[string]string{
		"xtn v0.4h, v1.4s": "elements of 32 bits are read and of 16 written", "ushll v0.4s, v1.4h, #0": "elements of 16 bits are read and of 32 written", "uxtl v0.2d, v1.2s": "elements of 32 bits are read and of 64 written",
		"XTN2 V0.16B, V1.8H": "elements of 16 bits are read and of 8 written", "zip1 v0.4s, v1.4s, v2.4s": "", "mov v0.s[1], v1.d[0]": "", "tbl v0.16b, {v1.16b}, v2.16b": "", "mov v0.16b": "", "": "", "dup v0.4s, v1.s[2]": "",
	} {
		if got := apply.NEONResized(line); (got == "") != (want == "") || got != "" && got != "big-endian lane numbers: "+want+"; their parts are numbered from the least significant, as in the register, and stand the other way round in big-endian memory" {
			t.Errorf("%s: %q, want %s", line, got, want)
		}
	}
}

// Vectors of more than 128 bits surprise where a row works in each 128 by itself, and where an index counts modulo 16.
func TestWarnings(t *testing.T) {
	index := func(bits int, all ...uint64) apply.Operand {
		m := lane.Map{Bits: 8}
		for i := range bits / 8 {
			m.Lane = append(m.Lane, lane.Fixed(lane.ConstOf(all[i%len(all)])))
		}
		return apply.Vector(m)
	}
	const blocks = " works in each 128 bits by itself: no lane crosses into another"
	for _, w := range []struct {
		row  string
		bits int
		at   map[byte]apply.Operand
		want string
	}{
		{"vpshufd", 256, map[byte]apply.Operand{'i': {Number: 1}}, "vpshufd" + blocks},
		{"pshufd", 128, map[byte]apply.Operand{'i': {Number: 1}}, ""},
		{"vpermq", 256, map[byte]apply.Operand{'i': {Number: 1}}, ""},
		{"vpshufb", 256, map[byte]apply.Operand{'k': index(256, 1, 15, 0x80, 0xff)}, "vpshufb" + blocks},
		{"vpshufb", 256, map[byte]apply.Operand{'k': index(256, 1, 15, 16)}, "vpshufb" + blocks + "|index 16 of lane 2 counts modulo 16: vpshufb reads byte 0 of the lane's own 128 bits"},
		{"vpshufb", 256, map[byte]apply.Operand{'k': index(256, 0x7f)}, "vpshufb" + blocks + "|index 127 of lane 0 counts modulo 16: vpshufb reads byte 15 of the lane's own 128 bits"},
		{"vpshufb", 256, map[byte]apply.Operand{'k': {Name: "k", Bits: 256}}, ""},
		{"pshufb", 128, map[byte]apply.Operand{'k': index(128, 16)}, ""},
		{"vpermd", 256, map[byte]apply.Operand{'k': index(256, 16)}, ""},
	} {
		if got := strings.Join(apply.Warnings(row(t, w.row, w.bits), w.at), "|"); got != w.want {
			t.Errorf("%s of %d bits: %q, want %q", w.row, w.bits, got, w.want)
		}
	}
}

// What is a copy of a register is said to be one, and so are the registers that a line reads: those that it destroys or spends too.
func TestCopiedAndReads(t *testing.T) {
	type follower func(p *program.Values, line string) (m lane.Map, to string, reads []string, copied bool, err error)
	vectors := func(p *program.Values, line string) (lane.Map, string, []string, bool, error) {
		return apply.SVE(p, line, 128, nil)
	}
	for _, row := range []struct {
		read   follower
		lines  string
		reads  string
		copied bool
	}{
		{apply.Loong, "vori.b $vr0, $vr1, 0", "$vr1", true},
		{apply.Loong, "xvori.b $xr0, $xr1, 0", "$vr1", true},
		{apply.Loong, "vor.v $vr0, $vr1, $vr1", "$vr1", true},
		{apply.Loong, "vshuf4i.w $vr0, $vr1, 27", "$vr1", false},
		{apply.Loong, "vilvl.w $vr0, $vr1, $vr2", "$vr2 $vr1", false},
		{apply.Loong, "vpermi.w $vr0, $vr1, 27", "$vr0 $vr1", false},
		{apply.Loong, "vld $vr0, 0x00000003000000020000000100000000; vshuf.w $vr0, $vr1, $vr2", "$vr2 $vr1 $vr0", false},
		{apply.Power, "vmr v0, v1", "v1", true},
		{apply.Power, "xxlor vs0, vs1, vs1", "vs1", true},
		{apply.Power, "vmrghw v0, v1, v2", "v1 v2", false},
		{vectors, "mov z0.d, z1.d", "v1", true},
		{vectors, "mov z0, z1", "v1", true},
		{vectors, "movprfx z0, z1", "v1", true},
		{vectors, "orr z0.d, z1.d, z1.d", "v1", true},
		{vectors, "rev z0.d, z1.d", "v1", false},
		{vectors, "zip1 z0.d, z1.d, z2.d", "v1 v2", false},
		{vectors, "ext z0.b, z0.b, z1.b, #3", "v0 v1", false},
	} {
		p := program.Values{Named: map[string]lane.Map{}}
		var reads []string
		var copied bool
		for line := range strings.SplitSeq(row.lines, "; ") {
			m, to, r, c, err := row.read(&p, line)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			p.Named[to], reads, copied = m, r, c
		}
		if got := strings.Join(reads, " "); got != row.reads || copied != row.copied {
			t.Errorf("%s reads %q and copies: %v, want %q, %v", row.lines, got, copied, row.reads, row.copied)
		}
	}
}
