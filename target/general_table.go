package target

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// scalar is one entry of the table of x86's general registers: an instruction of 64 and of 32 bits. The one of 32 bits clears the bits above.
type scalar struct {
	name  string
	asm   string // as of the table of vectors: "d=a, i" where the destination is the register of a
	code  string // prefix and map, opcode: "MI C1 /4 ib", "RVM VEX.F3.0F38 F5 /r"
	needs Feature
	does  does
	c     string // an expression, in which W stands for the bits: "a << i"
	c32   string // that of 32 bits, if it is another
	from  int    // bits of a source that is shorter than the destination; such an instruction has 32 bits alone
	only  int    // the bits that it exists of; 0 is both
}

// onX86 is the feature of what every CPU of x86-64 has.
const onX86 = SSE2

// scalars is the table. Not in it: what only the values of a program make a movement (imul, add and lea where no carry is), partial registers (rol ax, 8), and fields by a
// control in a register (bextr, bzhi), which a pext by a constant takes out too.
var scalars = []scalar{
	// Bits by an immediate.
	{name: "shl", asm: "d=a, i", code: "MI C1 /4 ib", needs: onX86, does: shifting{left}, c: "a << i"},
	{name: "shr", asm: "d=a, i", code: "MI C1 /5 ib", needs: onX86, does: shifting{right}, c: "a >> i"},
	{name: "rol", asm: "d=a, i", code: "MI C1 /0 ib", needs: onX86, does: shifting{rotateLeft}, c: "a << i | a >> (W - i)"},
	{name: "rorx", asm: "d, a, i", code: "RMI VEX.F2.0F3A F0 /r ib", needs: BMI2, does: shifting{rotateRight}, c: "a >> i | a << (W - i)"},
	{name: "shld", asm: "d=a, b, i", code: "MRI 0F A4 /r ib", needs: onX86, does: shifting{doubleLeft}, c: "a << i | b >> (W - i)"},
	{name: "shrd", asm: "d=a, b, i", code: "MRI 0F AC /r ib", needs: onX86, does: shifting{doubleRight}, c: "a >> i | b << (W - i)"},

	// Bytes.
	{name: "bswap", asm: "d=a", code: "O 0F C8+rd", needs: onX86, does: move{8, 0, 0, func(n, _, i int) lane.Lane { return a(n - 1 - i) }}, c: "_bswap64(a)", c32: "_bswap(a)"},
	{name: "mov", asm: "d, a", code: "RM 8B /r", needs: onX86, does: move{32, 0, 0, func(_, _, i int) lane.Lane { return a(i) }}, c: "a", only: 32},
	{name: "movzx", asm: "d, a", code: "RM 0F B6 /r", needs: onX86, does: move{8, 0, 0, func(_, _, i int) lane.Lane { return within(i, 1, a) }}, c: "(unsigned char)a", only: 32, from: 8},
	{name: "movzx", asm: "d, a", code: "RM 0F B7 /r", needs: onX86, does: move{16, 0, 0, func(_, _, i int) lane.Lane { return within(i, 1, a) }}, c: "(unsigned short)a", only: 32, from: 16},

	// Bits by a constant: first those that leave bits where they are, then the two that close gaps and open them.
	{name: "and", asm: "d=a, k", code: "RM 23 /r", needs: onX86, does: keepBits(1), c: "a & k"},
	{name: "andn", asm: "d, k, a", code: "RVM VEX.0F38 F2 /r", needs: BMI1, does: keepBits(0), c: "~k & a"},
	{name: "or", asm: "d=a, k", code: "RM 0B /r", needs: onX86, does: setBits, c: "a | k"},
	{name: "and", asm: "d=a, k", code: "MI 81 /4 id", needs: onX86, does: signExtended{keepBits(1)}, c: "a & k"},
	{name: "or", asm: "d=a, k", code: "MI 81 /1 id", needs: onX86, does: signExtended{setBits}, c: "a | k"},
	{name: "pext", asm: "d, a, k", code: "RVM VEX.F3.0F38 F5 /r", needs: BMI2, does: compress{1, false}, c: "_pext_uW(a, k)"},
	{name: "pdep", asm: "d, a, k", code: "RVM VEX.F2.0F38 F5 /r", needs: BMI2, does: expand{1, false}, c: "_pdep_uW(a, k)"},

	// Two registers of which something is known.
	{name: "or", asm: "d=a, b", code: "RM 0B /r", needs: onX86, does: bitwise(or), c: "a | b"},
	{name: "and", asm: "d=a, b", code: "RM 23 /r", needs: onX86, does: bitwise(and), c: "a & b"},
	{name: "andn", asm: "d, a, b", code: "RVM VEX.0F38 F2 /r", needs: BMI1, does: bitwise(andNot), c: "~a & b"},

	// Of nothing.
	{name: "xor", asm: "d, d", code: "RM 33 /r", needs: onX86, does: move{8, 0, 0, func(_, _, _ int) lane.Lane { return zero() }}, c: "0", only: 32},
}

// crossing is an entry for an instruction that has one operand in a general register and the others in vectors, in VEX.
type crossing struct {
	name, asm, general string
	code               string
	needs              Feature
	dst                int
	src                []int
	does               does
	c                  string
}

var crossings = []crossing{
	{"vmovq", "d, a", "d", "MR: VEX.128.66.0F.W1 7E /r", AVX, 64, []int{128}, move{64, 0, 0, func(_, _, _ int) lane.Lane { return a(0) }}, "(unsigned long long)_mm_cvtsi128_si64(a)"},
	{"vmovq", "d, a", "a", "RM: VEX.128.66.0F.W1 6E /r", AVX, 128, []int{64}, move{64, 0, 0, func(_, _, i int) lane.Lane { return within(i, 1, a) }}, "_mm_cvtsi64_si128((long long)a)"},
	{"vpextrq", "d, a, i", "d", "MRI: VEX.128.66.0F3A.W1 16 /r ib", AVX, 64, []int{128}, move{64, 0, 2, func(_, v, _ int) lane.Lane { return a(v) }}, "(unsigned long long)_mm_extract_epi64(a, i)"},
	{"vpinsrq", "d, a, b, i", "b", "RVMI: VEX.128.66.0F3A.W1 22 /r ib", AVX, 128, []int{128, 64}, move{64, 0, 2, func(_, v, i int) lane.Lane {
		if i == v {
			return b(0)
		}
		return a(i)
	}}, "_mm_insert_epi64(a, (long long)b, i)"},
	{"vpmovmskb", "d, a", "d", "RM: VEX.128.66.0F.WIG D7 /r", AVX, 32, []int{128}, signs(8), "(unsigned)_mm_movemask_epi8(a)"},
	{"vpmovmskb", "d, a", "d", "RM: VEX.256.66.0F.WIG D7 /r", AVX2, 32, []int{256}, signs(8), "(unsigned)_mm256_movemask_epi8(a)"},
	{"vmovmskps", "d, a", "d", "RM: VEX.128.0F.WIG 50 /r", AVX, 32, []int{128}, signs(32), "(unsigned)_mm_movemask_ps(_mm_castsi128_ps(a))"},
	{"vmovmskps", "d, a", "d", "RM: VEX.256.0F.WIG 50 /r", AVX, 32, []int{256}, signs(32), "(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(a))"},
	{"vmovmskpd", "d, a", "d", "RM: VEX.128.66.0F.WIG 50 /r", AVX, 32, []int{128}, signs(64), "(unsigned)_mm_movemask_pd(_mm_castsi128_pd(a))"},
	{"vmovmskpd", "d, a", "d", "RM: VEX.256.66.0F.WIG 50 /r", AVX, 32, []int{256}, signs(64), "(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(a))"},
}

// rows are the rows of both sizes.
func (x *scalar) rows() (rows []*Row) {
	for _, bits := range [...]int{32, 64} {
		if x.only != 0 && bits != x.only {
			continue
		}
		r := &Row{Name: x.name, Asm: untied.Replace(x.asm), General: "dabk", Bits: bits, Needs: x.needs, Destroys: strings.HasPrefix(x.asm, "d=a"), Clears: bits == 32}
		for _, letter := range "ab" {
			if hasLetter(x.asm, byte(letter)) {
				r.Src = append(r.Src, bits)
			}
		}
		if x.from != 0 {
			r.Src[0] = x.from
		}
		r.Encoding = x.encoding(bits)
		r.C = x.expression(bits)
		x.does.fill(r)
		r.Bytes = codeBytes(r)
		rows = append(rows, r)
	}
	return rows
}

// encoding is "MI: REX.W C1 /4 ib" or "RVM: VEX.LZ.F3.0F38.W1 F5 /r".
func (x *scalar) encoding(bits int) string {
	opEn, rest, _ := strings.Cut(x.code, " ")
	if prefixes, opcode, _ := strings.Cut(rest, " "); strings.HasPrefix(prefixes, "VEX") {
		return fmt.Sprintf("%s: %s.W%d %s", opEn, strings.Replace(prefixes, "VEX", "VEX.LZ", 1), bits/64, opcode)
	}
	if bits == 64 {
		rest = "REX.W " + rest
	}
	return opEn + ": " + rest
}

// expression is the C of one size. That of 32 bits takes the lower halves of its operands, which are 64 bits wide.
func (x *scalar) expression(bits int) string {
	if bits == 64 {
		return strings.ReplaceAll(x.c, "W", "64")
	}
	short := cmp.Or(x.c32, x.c)
	return "(unsigned)(" + replaceLetters(strings.ReplaceAll(short, "W", "32"), func(letter byte) string {
		if letter == 'i' {
			return ""
		}
		return "(unsigned)" + string(letter)
	}) + ")"
}

func (x *crossing) row() *Row {
	r := &Row{Name: x.name, Asm: x.asm, General: x.general, Encoding: x.code, Needs: x.needs, Bits: x.dst, Src: x.src, Clears: true, C: x.c}
	x.does.fill(r)
	r.Bytes = codeBytes(r)
	return r
}

// generalRows are the rows with operands in general registers.
func generalRows() (rows []*Row) {
	for i := range scalars {
		rows = append(rows, scalars[i].rows()...)
	}
	for i := range crossings {
		rows = append(rows, crossings[i].row())
	}
	return rows
}

// shifting is a shift of the whole register, whatever its size.
type shifting struct {
	cell func(n, v, i int) lane.Lane
}

func (d shifting) fill(r *Row) { shift{r.Bits, r.Bits - 1, d.cell, 1}.fill(r) }

// rotateRight is by v bits.
func rotateRight(n, v, i int) lane.Lane { return a((i + v) % n) }

// signs puts the highest bits of the lanes of a vector beside one another.
type signs int

func (elem signs) fill(r *Row) {
	w := int(elem)
	move{1, 0, 0, func(_, _, i int) lane.Lane {
		return within(i, r.Src[0]/w, func(i int) lane.Lane { return a(i*w + w - 1) })
	}}.fill(r)
}

// signExtended is a look whose constant is in the instruction: 32 bits, the highest of which is also that of the bits above.
type signExtended struct{ look }

func (d signExtended) fill(r *Row) {
	d.look.inline = true
	d.look.fill(r)
	any := r.Index.Solve
	r.Index.Solve = func(want lane.Map) (lane.Const, bool) {
		want, ok := r.fit(want, 1)
		if !ok {
			return lane.Const{}, false
		}
		for _, sign := range [...]int{0, 1} { // what is undefined is as the highest bit has it
			w := want.Clone()
			for i := min(31, r.Bits-1); i < r.Bits && r.Bits > 32; i++ {
				if w.Lane[i].Kind == lane.Undefined {
					w.Lane[i] = d.cell(r.Bits, sign, i)
				}
			}
			if k, ok := any(w); ok && fitsSignExtended(k, r.Bits) {
				return k, true
			}
		}
		return lane.Const{}, false
	}
}

// fitsSignExtended says whether the constant's bits from 31 on are all the same; one of 32 bits has no such bound.
func fitsSignExtended(k lane.Const, bits int) bool {
	v, _ := k.Slice(0, 64).Uint64()
	return bits == 32 || v>>31 == 0 || v>>31 == 1<<33-1
}
