package corpus_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A listingMaker makes a listing of bytes: each line is a row of a target, in registers that are so few that lines read what others made, or something else that
// listings have. x86 it writes in both orders of operands, which are the same program.
type listingMaker struct {
	bytes       []byte
	intel, att  strings.Builder
	rows        []*target.Row
	arm         bool
	constants   int
	instruction int
}

// rowsOf are the rows of all targets of x86, or with true of AArch64, each once.
var rowsOf = map[bool]func() []*target.Row{
	false: sync.OnceValue(func() []*target.Row { return rows(false) }),
	true:  sync.OnceValue(func() []*target.Row { return rows(true) }),
}

func rows(neon bool) (rows []*target.Row) {
	seen := map[*target.Row]bool{}
	for _, t := range target.Targets() {
		if t.Has&target.NEON != 0 != neon || t.Has&target.SIMD128 != 0 {
			continue
		}
		for _, r := range t.Rows {
			if !seen[r] && !strings.Contains(r.Name, "+") {
				seen[r] = true
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// next is a number below n.
func (l *listingMaker) next(n int) int {
	if len(l.bytes) == 0 || n == 0 {
		return 0
	}
	b := int(l.bytes[0])
	l.bytes = l.bytes[1:]
	if n > 256 && len(l.bytes) > 0 {
		b = b<<8 | int(l.bytes[0])
		l.bytes = l.bytes[1:]
	}
	return b % n
}

// registers is how many of each file the listing uses.
const registers = 4

// register is one for a letter of the row.
func (l *listingMaker) register(r *target.Row, letter byte, n int) string {
	if letter == 'm' {
		return fmt.Sprintf("k%d", 1+n%3)
	}
	bits := r.Bits
	if at := strings.IndexByte(target.SourceLetters, letter); at >= 0 && at < len(r.Src) {
		bits = r.Src[at]
	}
	if letter == 'k' && r.Index != nil {
		bits = r.Index.Bits
	}
	switch {
	case l.arm && r.FileOf(letter) == target.Vectors:
		return fmt.Sprintf("v%d", n)
	case r.FileOf(letter) == target.General:
		return target.GeneralRegister(n, max(bits, 8))
	}
	return fmt.Sprintf("%s%d", map[bool]string{bits <= 128: "xmm", bits == 256: "ymm", bits == 512: "zmm"}[true], n)
}

// row is a line that a row of the table makes.
func (l *listingMaker) row() {
	r := l.rows[l.next(len(l.rows))]
	value := 0
	if r.Imm != nil {
		value = l.next(r.Imm.Values)
	}
	at := map[byte]int{}
	first := l.next(registers)
	operand := func(letter byte) string {
		if letter == 'k' && r.Index != nil && r.Index.Inline {
			return fmt.Sprint(l.next(256))
		}
		if _, ok := at[letter]; !ok {
			at[letter] = l.next(registers)
			if k := strings.IndexByte(target.SourceLetters, letter); r.Consecutive && k >= 0 {
				at[letter] = first + k
			}
		}
		return l.register(r, letter, at[letter])
	}
	text := ""
	if mode := l.next(8); r.Mask != nil && mode < 2 {
		text = r.MaskedText(value, mode == 0, operand)
	} else {
		text = r.Text(value, operand)
	}
	if l.arm {
		l.both(text, text)
		return
	}
	name, rest, _ := strings.Cut(text, " ")
	parts := strings.Split(rest, ", ")
	if n := l.next(32); n < 2 && len(parts) > 1 && !strings.Contains(parts[len(parts)-1], "k") { // something in memory
		l.constants++
		label := fmt.Sprintf(".LC%d", l.next(3))
		in := slices.IndexFunc(parts[1:], func(p string) bool { return strings.Contains(p, "mm") }) + 1
		if in > 0 {
			l.both(name+" "+replaced(parts, in, "[rip + "+label+"]"), name+" "+reversed(parts, in, label+"(%rip)"))
			return
		}
	}
	l.both(text, name+" "+reversed(parts, -1, ""))
}

// replaced are operands with another one in a place.
func replaced(parts []string, in int, operand string) string {
	parts = slices.Clone(parts)
	parts[in] = operand
	return strings.Join(parts, ", ")
}

// reversed are operands as AT&T writes them, with another one in a place.
func reversed(parts []string, in int, operand string) string {
	all := make([]string, len(parts))
	for i, p := range parts {
		switch {
		case i == in:
			all[len(parts)-1-i] = operand
			continue
		case p[0] == '-' || p[0] >= '0' && p[0] <= '9':
			p = "$" + p
		default:
			p = "%" + strings.ReplaceAll(p, "{k", "{%k")
		}
		all[len(parts)-1-i] = p
	}
	return strings.Join(all, ", ")
}

func (l *listingMaker) both(intel, att string) {
	l.instruction++
	fmt.Fprintf(&l.intel, "\t%s\n", intel)
	fmt.Fprintf(&l.att, "\t%s\n", att)
}

// lines is the whole listing.
func (l *listingMaker) lines() {
	l.both("nop", "nop") // so that the first line is no address
	for len(l.bytes) > 0 && l.instruction < 400 {
		n, m := l.next(registers), l.next(registers)
		switch kind := l.next(40); {
		case kind > 10:
			l.row()
		case kind == 0:
			l.both(fmt.Sprintf(".L%d:", n), fmt.Sprintf(".L%d:", n))
		case kind == 1:
			l.both(fmt.Sprintf("f%d:", n), fmt.Sprintf("f%d:", n))
		case kind == 2:
			l.both("call g", "call g")
		case l.arm && kind > 2:
			l.both(fmt.Sprintf("add v%d.4s, v%d.4s, v%d.4s", n, n, m), fmt.Sprintf("add v%d.4s, v%d.4s, v%d.4s", n, n, m))
		case kind == 3:
			l.both(fmt.Sprintf("por xmm%d, xmm%d", n, m), fmt.Sprintf("por %%xmm%d, %%xmm%d", m, n))
		case kind == 4, kind == 5:
			name := "kmov" + "bwdq"[n:n+1]
			v := l.next(256)
			l.both(fmt.Sprintf("%s k%d, %d", name, 1+m%3, v), fmt.Sprintf("%s $%d, %%k%d", name, v, 1+m%3))
		case kind == 6:
			size := []int{8, 32, 64}[l.next(3)]
			l.both(fmt.Sprintf("mov %s, %s", target.GeneralRegister(n, size), target.GeneralRegister(m, size)), fmt.Sprintf("mov %%%s, %%%s", target.GeneralRegister(m, size), target.GeneralRegister(n, size)))
		case kind == 7:
			r, v := target.GeneralRegister(n, 32), l.next(65536)
			l.both(fmt.Sprintf("mov %s, %d", r, v), fmt.Sprintf("mov $%d, %%%s", v, r))
			l.both(fmt.Sprintf("kmovw k%d, %s", 1+m%3, r), fmt.Sprintf("kmovw %%%s, %%k%d", r, 1+m%3))
		case kind == 8:
			l.both(fmt.Sprintf("movdqa [rdi], xmm%d", n), fmt.Sprintf("movdqa %%xmm%d, (%%rdi)", n))
		case kind == 9:
			l.both(fmt.Sprintf("vpaddd ymm%d, ymm%d, ymm%d", n, m, m), fmt.Sprintf("vpaddd %%ymm%d, %%ymm%d, %%ymm%d", m, m, n))
		default:
			comment := fmt.Sprintf("# xmm%d = xmm%d[%d,1,%d],zero", n, m, l.next(4), l.next(4))
			l.both(fmt.Sprintf("pshufb xmm%d, xmm%d %s", n, m, comment), fmt.Sprintf("pshufb %%xmm%d, %%xmm%d %s", m, n, comment))
		}
	}
	for k := range 3 {
		text := fmt.Sprintf(".LC%d:\n\t.quad\t0x0%d03020100050706\n\t.quad 0x80800e0f0%d0a0908\n", k, k, k)
		l.intel.WriteString(text)
		l.att.WriteString(text)
	}
}

// emissions is all that is told of a listing, checked by what holds for every one.
func emissions(t *testing.T, text string, lines int) (all []string) {
	var r corpus.Report
	err := corpus.Scan(strings.NewReader(text), "f", corpus.Sink{Shuffle: r.Add, Emitted: func(e corpus.Emission) {
		if err := e.Form.Map.Check(); err != nil || e.First < 1 || e.First > e.Line || e.Line > lines || e.Cost.Ops < 0 || e.Cost.Ops+e.Cost.Copies > e.Line-e.First+1 || len(e.Form.Names) != len(e.Form.Map.Src) {
			t.Fatalf("%v: %+v in\n%s", err, e, text)
		}
		r.AddEmitted(e)
		all = append(all, fmt.Sprintf("%d-%d %s %v %s %v", e.First, e.Line, e.Form.Map, e.Form.Names, e.Target, e.Cost))
	}})
	if err != nil {
		t.Fatal(err)
	}
	uses := 0
	for _, m := range r.Masks() {
		if uses += m.Count; m.Form().Map.String() != m.Canonical {
			t.Fatalf("%s is written %s", m.Canonical, m.Form().Map)
		}
	}
	if uses != r.Uses() {
		t.Fatalf("%d uses in the masks, %d in all", uses, r.Uses())
	}
	return all
}

// makeListing is the listing of some bytes, in both orders of operands; of AArch64 there is one.
func makeListing(data []byte) (intel, att string, lines int) {
	l := listingMaker{bytes: data}
	l.arm = l.next(4) == 0
	l.rows = rowsOf[l.arm]()
	l.lines()
	return l.intel.String(), l.att.String(), strings.Count(l.intel.String(), "\n")
}

// checkListing is what holds for a listing: no panic, answers that make sense, the same twice, and the same in both orders of operands.
func checkListing(t *testing.T, data []byte) (told int) {
	intel, att, lines := makeListing(data)
	all := emissions(t, intel, lines)
	if again := emissions(t, intel, lines); !slices.Equal(all, again) {
		t.Fatalf("the second time it is\n%s\nand not\n%s", strings.Join(again, "\n"), strings.Join(all, "\n"))
	}
	if other := emissions(t, att, lines); !slices.Equal(all, other) {
		t.Fatalf("AT&T's order makes\n%s\nand Intel's\n%s\nof\n%s\n%s", strings.Join(other, "\n"), strings.Join(all, "\n"), att, intel)
	}
	return len(all)
}

// FuzzListing: listings of the targets' own rows.
func FuzzListing(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		data := make([]byte, 60+random.IntN(200))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		f.Add(data)
	}
	chance.Fuzz(f, func(t *testing.T, data []byte) {
		if len(data) > 1<<12 {
			t.Skip()
		}
		checkListing(t, data)
	})
}

// Random listings of the targets' own rows.
func TestListingsOfRows(t *testing.T) {
	random := chance.Random(t, 17)
	told, lines := 0, 0
	for range 150 {
		data := make([]byte, 40+random.IntN(400))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		_, _, n := makeListing(data)
		lines += n
		told += checkListing(t, data)
	}
	t.Logf("%d lines, %d movements", lines, told)
	if told < 150 {
		t.Errorf("only %d movements in %d lines", told, lines)
	}
}

// A line that makes no movement has no map: not that of the line before, and none of no bits.
func TestLinesWithoutMap(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"por xmm0,xmm2\nkmovw k1,0xa\n", ""},
		{"vpor xmm0,xmm2,xmm3\nkmovb k1,0xa\n", ""},
		{"vpor %ymm0,%ymm2,%ymm3\nkmovq $0xa, %k1\n", ""},
		{"pshufd xmm0,xmm1,27\npaddd xmm0,xmm3\nkmovw k1,0xa\n", "1-1 i32x4 -> a3 a2 a1 a0 avx512 {1 0 0}"},
		{"kmovw k1,0xa\nvpshufd zmm0{k1}{z},zmm1,27\n", "1-2 i32x16 -> z a2 z a0 z z z z z z z z z z z z avx512 {1 1 0}"},
	} {
		var all []string
		err := corpus.Scan(strings.NewReader(row.text), "", corpus.Sink{Emitted: func(e corpus.Emission) {
			all = append(all, fmt.Sprintf("%d-%d %s %s %v", e.First, e.Line, e.Form.Map, e.Target, e.Cost))
		}})
		if got := strings.Join(all, ", "); err != nil || got != row.want {
			t.Errorf("%q: %s, want %s; %v", row.text, got, row.want, err)
		}
	}
}

// A load of a part of a register clears the rest: it does not depend on what was there, which is not part of its cost. The same between registers does.
func TestLoadsOfAPartStandAlone(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"movss xmm0, [rbx]\nmovss [rcx], xmm0\nmovss xmm0, [rdx]\nmovss [rcx], xmm0\n", "i32x1 -> a0 z z z {1 0 0}, i32x1 -> a0 z z z {1 0 0}"},
		{"pshufd xmm0, xmm1, 27\nmovups [rcx], xmm0\nmovss xmm0, xmm2\nmovups [rcx], xmm0\n", "i32x4 -> a3 a2 a1 a0 {1 0 0}, i32x4 i32x4 -> b0 a1 a2 a3 {1 0 0}"}, // of what was stored
	} {
		var all []string
		err := corpus.Scan(strings.NewReader(row.text), "", corpus.Sink{Emitted: func(e corpus.Emission) {
			all = append(all, fmt.Sprintf("%s %v", e.Form.Map, e.Cost))
		}})
		if got := strings.Join(all, ", "); err != nil || got != row.want {
			t.Errorf("%q: %s, want %s; %v", row.text, got, row.want, err)
		}
	}
}

// A panic over a line, or over a movement, costs that answer and is told with the line; without anyone to tell it goes on.
func TestBugCostsOneAnswer(t *testing.T) {
	text := "pshufd xmm0, xmm1, 27\nret\npshufd xmm0, xmm1, 78\nret\npshufd xmm0, xmm1, 177\nret\n"
	var told []string
	to := corpus.Sink{
		Shuffle: func(f corpus.Find) {
			if f.Line == 1 {
				panic("one")
			}
			told = append(told, fmt.Sprint("line ", f.Line))
		},
		Emitted: func(e corpus.Emission) {
			if e.Line == 3 {
				var m lane.Map
				_ = m.Lane[e.Line]
			}
			told = append(told, fmt.Sprint("movement ", e.Line))
		},
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("without anyone to tell, a panic is lost")
			}
		}()
		_ = corpus.Scan(strings.NewReader(text), "a.s", to)
	}()
	told = nil
	to.Bug = func(b corpus.Bug) {
		told = append(told, fmt.Sprintf("bug %s:%d %s: %v", b.File, b.Line, b.Text, b.Value))
		if !strings.Contains(string(b.Stack), "corpus_test") {
			t.Errorf("the stack is\n%s", b.Stack)
		}
	}
	if err := corpus.Scan(strings.NewReader(text), "a.s", to); err != nil {
		t.Fatal(err)
	}
	want := "bug a.s:1 pshufd xmm0, xmm1, 27: one, line 3, line 5, movement 1, bug a.s:3 pshufd xmm0, xmm1, 78: runtime error: index out of range [3] with length 0, movement 5"
	if got := strings.Join(told, ", "); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}
