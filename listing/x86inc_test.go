package listing_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/target/apply"
)

// said is what a text is read as, with its names.
func said(t *testing.T, text string) string {
	t.Helper()
	r, err := listing.X86().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return fmt.Sprint(r.Map, " of ", r.Names, " to ", r.To)
}

// incLines are instructions that a text may have: how many registers they have, and whether a number.
var incLines = []struct {
	names  string
	reads  int
	number int // how many values the number has; 0: there is none
}{
	{"punpcklbw punpcklwd punpckldq punpcklqdq punpckhbw punpckhwd punpckhdq punpckhqdq", 2, 0},
	{"pshufd pshuflw pshufhw", 1, 256}, {"shufps", 2, 256}, {"palignr", 2, 16}, {"psrldq pslldq", 1, 16}, {"mova", 1, 0},
}

// An incProgram writes a program twice: in the words of x86, and with x86inc's macros. What a name means there is kept as names are exchanged.
type incProgram struct {
	*rand.Rand
	letters    string
	called     []int // the number behind m, by register
	plain, inc strings.Builder
}

// exchange is SWAP or PERMUTE of some names.
func (p *incProgram) exchange() {
	names := p.Perm(len(p.called))[:2+p.IntN(3)]
	means := make([]int, len(p.called)) // registers by name
	for register, name := range p.called {
		means[name] = register
	}
	now := slices.Clone(means)
	prefix := []string{"", "m"}[p.IntN(2)]
	var words []string
	if p.IntN(2) == 0 { // a chain: each name gets what the next has, and the last what the first had
		first := means[names[0]]
		for k, name := range names {
			if words = append(words, fmt.Sprint(prefix, name)); k+1 < len(names) {
				now[name] = means[names[k+1]]
			} else {
				now[name] = first
			}
		}
		fmt.Fprintf(&p.inc, "SWAP %s\n", strings.Join(words, ", "))
	} else {
		for k, name := range names {
			from := names[(k+1)%len(names)]
			now[name] = means[from]
			words = append(words, fmt.Sprint(name), fmt.Sprint(from))
		}
		fmt.Fprintf(&p.inc, "PERMUTE %s\n", strings.Join(words, ", "))
	}
	for name, register := range now {
		p.called[register] = name
	}
}

// line is one instruction.
func (p *incProgram) line() {
	of := incLines[p.IntN(len(incLines))]
	names := strings.Fields(of.names)
	name := names[p.IntN(len(names))]
	var plain, inc []string
	registers := []int{p.IntN(len(p.called))}
	for range of.reads {
		registers = append(registers, p.IntN(len(p.called)))
	}
	for _, r := range registers {
		plain = append(plain, fmt.Sprintf("%sm%d", p.letters, r))
		inc = append(inc, fmt.Sprintf("%sm%d", []string{"", p.letters}[p.IntN(2)], p.called[r]))
	}
	if of.reads == 2 && registers[0] == registers[1] && p.IntN(2) == 0 {
		inc = slices.Delete(inc, 1, 2)
	}
	if of.number > 0 {
		n := p.IntN(of.number)
		plain, inc = append(plain, fmt.Sprint(n)), append(inc, fmt.Sprint(n))
		if of.number == 256 && p.IntN(2) == 0 {
			inc[len(inc)-1] = fmt.Sprintf("q%d%d%d%d", n>>6, n>>4&3, n>>2&3, n&3)
		}
	}
	written := "v" + name
	if name == "mova" {
		written = "vmovdqa"
	}
	fmt.Fprintf(&p.plain, "%s %s\n", written, strings.Join(plain, ", "))
	fmt.Fprintf(&p.inc, "    %s %s ; as m%d\n", name, strings.Join(inc, ", "), p.called[registers[0]])
}

// Programs written with x86inc's macros do what the same ones do in the words of x86, whatever names were exchanged.
func TestX86incPrograms(t *testing.T) {
	r := chance.Random(t, 1)
	for range 3000 {
		size := []string{"x", "y", "z"}[r.IntN(3)]
		p := &incProgram{Rand: r, letters: size, called: []int{0, 1, 2, 3, 4, 5}}
		fmt.Fprintf(&p.inc, "INIT_%sMM %s\n", strings.ToUpper(size), []string{"avx2", "ssse3", "avx512icl"}[r.IntN(3)])
		for range 1 + r.IntN(7) {
			if r.IntN(3) == 0 {
				p.exchange()
			}
			p.line()
		}
		if want, got := said(t, p.plain.String()), said(t, p.inc.String()); got != want {
			t.Fatalf("%s\nand with macros\n%s\n%s\n%s", want, got, p.plain.String(), p.inc.String())
		}
	}
}

// Each row of AVX is written without its v, and where it reads its destination with or without an operand less.
func TestX86incRows(t *testing.T) {
	count := 0
	for name, rows := range apply.X86Named() {
		short, ok := strings.CutPrefix(name, "v")
		if !ok {
			continue
		}
		for _, row := range rows {
			letters := strings.Split(row.Asm, ", ")
			if row.Asm == "" || row.General != "" || strings.ContainsAny(row.Asm, "{mjk") || row.Index != nil || row.Bits < 128 || slices.ContainsFunc(row.Src, func(bits int) bool { return bits != row.Bits }) {
				continue
			}
			size := map[int]string{128: "x", 256: "y", 512: "z"}[row.Bits]
			operands := func(prefix string, first int) string {
				words := make([]string, len(letters))
				for k, letter := range letters {
					switch number := strings.IndexAny("dabcefgh", letter[:1]); {
					case letter == "i":
						words[k] = "1"
					case number >= 0:
						words[k] = fmt.Sprintf("%s%d", prefix, max(number, first))
					default:
						words[k] = letter
					}
				}
				return strings.Join(words, ", ")
			}
			init := "INIT_" + strings.ToUpper(size) + "MM avx2\n"
			written := name
			if len(apply.X86Named()[short]) > 0 {
				written = short
			}
			plain, err := listing.X86().Read(name+" "+operands(size+"mm", 0), dialect.Options{})
			if err != nil {
				continue // an immediate of 1 is none of its own
			}
			inc, err := listing.X86().Read(init+written+" "+operands("m", 0), dialect.Options{})
			if err != nil || fmt.Sprint(inc.Map, inc.Names, inc.To) != fmt.Sprint(plain.Map, plain.Names, plain.To) {
				t.Errorf("%s %s is %v, and behind %s as %s is %v %v", name, row.Asm, plain.Map, init, written, inc.Map, err)
			}
			if !strings.HasPrefix(row.Asm, "d, a, b") {
				count++
				continue
			}
			// d is a: the operand may be missing
			plain, err = listing.X86().Read(name+" "+operands(size+"mm", 1), dialect.Options{})
			if err != nil {
				t.Fatal(err)
			}
			_, rest, _ := strings.Cut(operands("m", 1), ", ")
			inc, err = listing.X86().Read(init+written+" "+rest, dialect.Options{})
			if err != nil || fmt.Sprint(inc.Map, inc.Names, inc.To) != fmt.Sprint(plain.Map, plain.Names, plain.To) {
				t.Errorf("%s of one register less is %v, want %v: %v", written, inc.Map, plain.Map, err)
			}
			count++
		}
	}
	if count < 60 {
		t.Errorf("%d rows, want 60 or more", count)
	}
}

// NASM's data, in any of its spellings, is what was written.
func TestNASMData(t *testing.T) {
	r := chance.Random(t, 2)
	for range 2000 {
		var want []byte
		var text strings.Builder
		label := []string{"pb_x:", "pb_x", "const pb_x,"}[r.IntN(3)]
		fmt.Fprintf(&text, "other: db 1\n%s ", label)
		for range 1 + r.IntN(4) {
			width := 1 << r.IntN(4)
			var one []byte
			var words []string
			for range 1 + r.IntN(8) {
				v := r.Uint64() >> (64 - 8*width)
				one = append(one, binary.LittleEndian.AppendUint64(nil, v)[:width]...)
				switch signed := int64(v<<(64-8*width)) >> (64 - 8*width); r.IntN(4) {
				case 0:
					words = append(words, fmt.Sprintf("%#x", v))
				case 1:
					words = append(words, fmt.Sprintf("0%Xh", v))
				case 2:
					words = append(words, fmt.Sprint(signed))
				default:
					if f := uint64(r.IntN(9) + 1); v%f == 0 {
						words = append(words, fmt.Sprintf("%d*%d", v/f, f))
					} else {
						words = append(words, fmt.Sprint(v))
					}
				}
			}
			if n := r.IntN(4); n > 0 {
				fmt.Fprintf(&text, "times %d ", n)
				one = slices.Repeat(one, n)
			}
			want = append(want, one...)
			fmt.Fprintf(&text, "%s %s ; so\n\t", map[int]string{1: "db", 2: "dw", 4: "dd", 8: "dq"}[width], strings.Join(words, ", "))
		}
		got := listing.Constants(strings.SplitSeq(text.String(), "\n"))
		if len(want) > 512 {
			continue // which is longer than a constant that is kept
		}
		if !slices.Equal(got["pb_x"], want) {
			t.Fatalf("%x, want %x:\n%s", got["pb_x"], want, text.String())
		}
	}
}

// What x86inc's lines are read as, and which of them are refused.
func TestX86inc(t *testing.T) {
	const data = "SECTION_RODATA 32\nrev: times 3 db 7, 6, 5, 4, 3, 2, 1, 0\nSECTION .text\n"
	const reversed = "i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a7 a6 a5 a4 a3 a2 a1 a0"
	for _, row := range []struct{ text, want string }{
		{data + "pshufb xmm1, [rev]", reversed + " of [xmm1] to xmm1"},
		{data + "pshufb xmm1, [rel rev]", reversed + " of [xmm1] to xmm1"},
		{data + "mova m2, [rev+8]\npshufb m0, m1, m2", reversed + " of [xmm1] to xmm0"},
		{data + "%define rev8 (rev+0)\nINIT_YMM avx2\nvbroadcasti128 m1, [rev8]\npshufb m0, m1", "i8x32 -> a7 a6 a5 a4 a3 a2 a1 a0 a7 a6 a5 a4 a3 a2 a1 a0 a23 a22 a21 a20 a19 a18 a17 a16 a23 a22 a21 a20 a19 a18 a17 a16 of [ymm0] to ymm0"},
		{data + "cglobal f, 2, 2, 1, dst, src\n  movu m0, [srcq]\n  pshufb m0, [rev]\n  movu [dstq], m0\n  RET", reversed + " of [[srcq]] to [dstq]"},
		{data + "INIT_XMM ssse3\ncglobal f, 3, 3, 2, dst, src, n\n    mova m1, [rev]\n.loop:\n    movu m0, [srcq]\n    pshufb m0, m1\n    movu [dstq], m0\n    add srcq, mmsize\n    add dstq, 16\n    sub nd, 16\n    jg .loop\n    RET",
			reversed + " of [[srcq]] to [dstq]"},
		{"INIT_YMM avx2\n movu m0, [srcq]\n movu m1, [src2q]\n punpcklbw m2, m0, m1\n punpckhbw m0, m1\n vperm2i128 m1, m2, m0, q0200\n movu [dstq], m1\n add dstq, 32\n vperm2i128 m1, m2, m0, q0301\n movu [dstq], m1\n RET",
			"interleaved of [[srcq] [src2q]] to [dstq]"},
		{"movh m0, [r1]\nmovhps m0, [r1+r2]\nmovh [r0], m0\nmovhps [r0+8], m0", "i8x8 i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7 of [[r1] [r1+r2]] to [r0]"},
		{"INIT_XMM avx2\npunpcklwd m0, m1\nvextracti128 m2, ym0, 1\nmova m3, m2\npunpcklwd m3, m1", "i16x8 i16x8 -> z b0 z b1 z b2 z b3 of [ymm0 xmm1] to xmm3"},
		{"vinserti128 m0, xm1, 1", "i128x2 i128x1 -> a0 b0 of [ymm0 xmm1] to ymm0"},
		{"vinserti64x4 m0, ym1, 1", "i256x2 i256x1 -> a0 b0 of [zmm0 ymm1] to zmm0"},
		{"INIT_MMX mmxext\npshufw m0, m1, q0123", "i16x4 -> a3 a2 a1 a0 of [mm1] to mm0"},
		{"%macro X 3\n punpcklbw m%3, m%1, m%2\n%endmacro", "i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7 of [xmm1 xmm2] to xmm3"},
	} {
		want := row.want
		if of, ok := strings.CutPrefix(want, "interleaved"); ok {
			lanes := make([]string, 32)
			for i := range lanes {
				lanes[i] = fmt.Sprintf("a%d b%d", i, i)
			}
			want = "i8x32 i8x32 -> " + strings.Join(lanes, " ") + of
		}
		if got := said(t, row.text); got != want {
			t.Errorf("%s\n got %s\nwant %s", row.text, got, want)
		}
	}
	for text, want := range map[string]string{
		"‹%if ARCH_X86_64›\npunpcklbw m0, m1\n%endif":                 "%if decides what is assembled, which is not known here: expected the lines of one case",
		"punpcklbw m0, m1\n‹SBUTTERFLY wd, 0, 1, 2›":                  `"SBUTTERFLY" is a macro: expected the instructions that it stands for`,
		"%macro nothing 1\n%endmacro\npunpcklbw m0, m1\n‹nothing m0›": `"nothing" is a macro: expected the instructions that it stands for`,
		"INIT_YMM avx2\n‹movh m0, [r1]›":                              `"movh" is no instruction that the targets know as a movement of lanes`,
		"‹punpcklbw m0, m32›":                                         `expected a register xmm0 to zmm31 or rax to r15, memory in brackets, or a number, found "m32"`,
		"‹SWAP 0, 32›\npunpcklbw m0, m1":                              "expected numbers of vectors from 0 to 31, as SWAP 0, 1",
	} {
		plain := strings.NewReplacer("‹", "", "›", "").Replace(text)
		want = strings.NewReplacer("‹", "«", "›", "»").Replace(text) + ": " + want
		if got := refusal(listing.X86(), plain); got != want {
			t.Errorf(" got %s\nwant %s", got, want)
		}
	}
}

// The size of m0 is said where no line of the text says it.
func TestX86incSize(t *testing.T) {
	for text, want := range map[string]string{
		"punpcklbw m0, m1":                               "m0 is taken for a vector of 128 bits, as behind INIT_XMM",
		"vextracti128 xm1, m0, 1":                        "m0 is taken for a vector of 256 bits, as behind INIT_YMM",
		"vextracti64x4 ym1, m0, 1":                       "m0 is taken for a vector of 512 bits, as behind INIT_ZMM",
		"INIT_XMM\npunpcklbw m0, m1":                     "",
		"punpcklbw xm0, xm1":                             "",
		"f:\npunpcklbw m0, m1\nmovu [r0], m0\njg f\nRET": "m0 is taken for a vector of 128 bits, as behind INIT_XMM",
	} {
		r, err := listing.X86().Read(text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := strings.Join(r.Warnings, "; "); !strings.Contains(got, want) || want == "" && strings.Contains(got, "taken") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Lines of a file are in the words of x86 one by one; in macros, and on names of general registers, they are none of the file's.
func TestMacros(t *testing.T) {
	m := new(listing.Macros)
	for _, row := range [][2]string{
		{"  punpcklbw m0, m1", "  punpcklbw m0, m1"}, // nothing has said that these are macros
		{"%if ARCH_X86_64 == 1", ".case:"}, {"%endif", ".case:"}, {"%if.then = add i32 %a, 1", "%if.then = add i32 %a, 1"}, {"%else:", "%else:"}, {"%a = add i32 %b, 1", "%a = add i32 %b, 1"},
		{"%macro X 1", ""}, {"  punpcklbw m0, m%1", ""}, {"%macro Y 0", ""}, {"%endmacro", ""}, {"  mova m0, m1", ""}, {"%endmacro", ""},
		{"INIT_YMM avx2", "INIT_YMM avx2"},
		{"cglobal f, 2, 3, 4, dst, src", "f:"},
		{".loop: ; again", ".loop: ; again"},
		{"  punpcklbw m0, m1 ; so", "\tvpunpcklbw ymm0, ymm0, ymm1"},
		{"  add dstq, 32", ""}, {"  mov r6d, [srcq]", ""}, {"  mov eax, [srcq]", "\tmov eax, [srcq]"},
		{"%if cpuflag(avx512)", ".case:"}, {"%else", ".case:"}, {"%endif", ".case:"}, {"  X 3", ".case:"}, {"  SBUTTERFLY wd, 0, 1, 2", ".case:"},
		{"  SWAP 0, 1", "  SWAP 0, 1"}, {"  pshufd xm0, xm2, q3120", "\tvpshufd xmm1, xmm2, 216"},
		{"  RET", "\tret"},
		{"rev: db 3, 2", "rev: db 3, 2"},
	} {
		if got := m.Line(row[0]); got != row[1] {
			t.Errorf("%q is %q, want %q", row[0], got, row[1])
		}
	}
}

// What a name stands for is in its place, as it is then; one that stands for lines, or is given operands, is a macro, of which nothing is read.
func TestNamesOfTheText(t *testing.T) {
	m := new(listing.Macros)
	for _, row := range [][2]string{
		{"%define a b ; so", ""}, {"%define b xmm1", ""}, {"%xdefine c a", ""}, {"%define b xmm2", ""}, {"\tpshufd a, c, 3", "\tpshufd xmm2, xmm1, 3"}, {"%undef b", ""}, {"\tpshufd a, c, 3", "\tpshufd b, xmm1, 3"},
		{"v .req v3", ""}, {"\tmov v.16b, v4.16b // v", "\tmov v3.16b, v4.16b"}, {"%define v4 v5", ""}, {".unreq v", ""}, {"\tmov v.16b, v.16b", "\tmov v.16b, v.16b"},
		{"%define xmm7 xmm8", ""}, {"%define m3 m4", ""}, {"%define rax rcx", ""}, {"\tmovq xmm7, rax", "\tmovq xmm7, rax"}, // registers keep their names
		{"%define x0 xmm9", ""}, {"%define t.w ecx", ""}, {"\tmovd x0, t.w", "\tmovd xmm9, ecx"}, {"\tmovd x0, t.w.w", "\tmovd xmm9, t.w.w"},
		{".set n, 3", ""}, {".set .LC1, .LC0+16", ".set .LC1, .LC0+16"}, {"two equ 2", ""}, {"\tpshufd $n, %xmm1, %xmm2", "\tpshufd $3, %xmm1, %xmm2"}, {"\tpshufd xmm1, xmm2, two", "\tpshufd xmm1, xmm2, 2"},
		{"%define mask16 (mask + 16)", ""}, {"\tmovdqa xmm1, [mask16]", "\tmovdqa xmm1, [mask + 16]"}, {"%define four (2+2)", ""}, {"\tpshufd xmm1, xmm2, four*2", "\tpshufd xmm1, xmm2, (2+2)*2"},
		{"\tmovdqa .La(%rip), %xmm1", "\tmovdqa .La(%rip), %xmm1"}, {"a:", "a:"}, {"n: nop", "n: nop"},
		{"#define twice(x) paddd x, x", "#define twice(x) paddd x, x"}, {"\ttwice(%xmm1)", ".case:"}, {"twice (%xmm1)", ".case:"}, {"\ttwicer(%xmm1)", "\ttwicer(%xmm1)"},
		{"#define both pshufd $1, %xmm0, %xmm1; paddd %xmm1, %xmm2", "#define both pshufd $1, %xmm0, %xmm1; paddd %xmm1, %xmm2"}, {"\tboth", ".case:"}, {"#undef both", "#undef both"}, {"\tboth", "\tboth"},
		{"#define load \\", "#define load \\"}, {"\tpshufd $1, %xmm0, %xmm1; \\", ""}, {"\tpaddd %xmm1, %xmm2", ""}, {"\tpaddd %xmm1, %xmm2", "\tpaddd %xmm1, %xmm2"}, {"\tload", ".case:"},
		{"#define load movdqu", "#define load movdqu"}, {"\tload (%rdi), %xmm1", "\tmovdqu (%rdi), %xmm1"}, {"# define it as you like", "# define it as you like"}, {"\tit", "\tit"}, {"# define it nop", "# define it nop"}, {"\tit", "\tnop"},
		{"%define self self", ""}, {"\tpshufd self, self, 1", "\tpshufd self, self, 1"},
	} {
		if got := m.Line(row[0]); got != row[1] {
			t.Errorf("%q is %q, want %q", row[0], got, row[1])
		}
	}
	for n := range 10_000 { // what it remembers of a file is bounded
		m.Line(fmt.Sprintf("%%define name%d xmm3", n))
		m.Line(fmt.Sprintf("#define macro%d(x) x", n))
	}
	if first, last := m.Line("\tmovd name7, eax"), m.Line("\tmovd name9999, eax"); first != "\tmovd xmm3, eax" || last != "\tmovd name9999, eax" {
		t.Errorf("the names of 10,000 are %q and %q", first, last)
	}
	if first, last := m.Line("\tmacro7(1)"), m.Line("\tmacro9999(1)"); first != ".case:" || last == ".case:" {
		t.Errorf("the macros of 10,000 are %q and %q", first, last)
	}
	deep := new(listing.Macros)
	for n := range 40 {
		deep.Line(fmt.Sprintf("%%define d%d d%d d%d", n, n+1, n+1))
	}
	if got := deep.Line("\tnop d0"); len(got) > 300 {
		t.Errorf("names of names are %d bytes", len(got))
	}
}

// GNU's assembler and C's preprocessor decide what is assembled too; a macro of the file stands for others, behind where it is defined.
func TestMacrosOfGNU(t *testing.T) {
	m := new(listing.Macros)
	for _, row := range [][2]string{
		{"  twice v1", "  twice v1"},
		{".macro twice r, s=2", ".case:"}, {"  add v1.4s, v1.4s, \\r\\().4s", "  add v1.4s, v1.4s, \\r\\().4s"}, {".endm", ".case:"}, {"\ttwice v1", ".case:"}, {"  twice", ".case:"}, {"  twicer v1", "  twicer v1"},
		{".if \\x", ".case:"}, {"\t.ifdef X", ".case:"}, {".elseif 1", ".case:"}, {".else", ".case:"}, {".endif", ".case:"}, {".rept 4", ".case:"}, {".irp i, v0, v1", ".case:"}, {".irpc i, 01", ".case:"}, {".endr", ".case:"}, {".exitm", ".case:"},
		{"#if X", ".case:"}, {"#ifdef X", ".case:"}, {"#ifndef X", ".case:"}, {"#elif X", ".case:"}, {"#else", ".case:"}, {"#endif // X", ".case:"},
		{".else:", ".else:"}, {".if_not: # a label", ".if_not: # a label"}, {"# so", "# so"}, {".LC0:", ".LC0:"}, {".byte 1", ".byte 1"}, {"#include <x>", "#include <x>"}, {".macro", ".case:"}, {".macro ,", ".case:"},
		{"function f, export=1", "f:"}, {"func g", "g:"}, {"function_x264 h", "h:"}, {"function", "function"}, {"func.func @f(%a: i32)", "func.func @f(%a: i32)"}, {"function $x", "function $x"}, {"endfunc", "endfunc"},
	} {
		if got := m.Line(row[0]); got != row[1] {
			t.Errorf("%q is %q, want %q", row[0], got, row[1])
		}
	}
	for n := range 10_000 { // what it remembers of a file is bounded
		m.Line(fmt.Sprint(".macro m", n))
	}
	if first, last := m.Line("m7 v0"), m.Line("m9999 v0"); first != ".case:" || last == ".case:" {
		t.Errorf("the macros of 10,000 are %q and %q", first, last)
	}
}
