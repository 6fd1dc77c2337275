package corpus_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// vectorBytes are the bytes that registers of a machine have had, one after another. What a line computes is by chance.
//
//	line 3   v1: 5e 07 …           v2: 91 22 …
//	line 4                         v2: 07 5e …     rev16 v2.16b, v1.16b
//	line 5   v1: c4 a8 …                           fadd v1.4s, v3.4s, v4.4s
//
// A movement that is told of, of what registers held, has to make of the bytes that they had at some time before it what its own register has behind it.
type vectorBytes struct {
	random  *rand.Rand
	size    int
	had     map[int][][]byte
	written map[int]int    // by line, the register
	behind  map[int][]byte // what that has there
}

// now are the bytes of a register.
func (v *vectorBytes) now(n int) []byte {
	if len(v.had[n]) == 0 {
		v.computed(n, 0)
	}
	return v.had[n][len(v.had[n])-1]
}

// writes says that a line puts bytes into a register; above them may be anything.
func (v *vectorBytes) writes(n, line int, b []byte) {
	whole := make([]byte, v.size)
	for i := copy(whole, b); i < len(whole); i++ {
		whole[i] = byte(v.random.Uint32())
	}
	v.had[n] = append(v.had[n], whole)
	v.written[line], v.behind[line] = n, whole
}

func (v *vectorBytes) computed(n, line int) { v.writes(n, line, nil) }

// moves executes a row on registers.
func (v *vectorBytes) moves(r *target.Row, value, line int, number map[byte]int) error {
	m := r.Imm.Map(value)
	sources := make([][]byte, len(r.Src))
	for k, bits := range r.Src {
		sources[k] = v.now(number[target.SourceLetters[k]])[:bits/8]
	}
	b := make([]byte, m.Bits*len(m.Lane)/8)
	if err := m.Apply(b, make([]byte, len(b)), sources...); err != nil {
		return err
	}
	v.writes(number['d'], line, b)
	return nil
}

// makes says whether a movement at a line makes what its register has there, of what registers had before.
func (v *vectorBytes) makes(m lane.Map, names []string, line int) error {
	want := v.behind[line]
	for i, l := range m.Lane {
		for k := range m.Bits {
			if bit := bitOf(want, i*m.Bits+k); l.Kind == lane.Constant && bit == l.Const.Slice(k, 1).IsZero() || l == lane.Zero() && bit {
				return fmt.Errorf("bit %d is %v", i*m.Bits+k, bit)
			}
		}
	}
	for s, name := range names {
		digits, _, _ := strings.Cut(strings.TrimLeft(name, "$vrxsm"), "'")
		n := 0
		if _, err := fmt.Sscan(digits, &n); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		found := false
		for _, had := range v.had[n] {
			fits := true
			for i, l := range m.Lane {
				for k := range m.Bits {
					fits = fits && (l.Kind != lane.Source || l.Src != s || bitOf(had, l.Index*m.Bits+k) == bitOf(want, i*m.Bits+k))
				}
			}
			found = found || fits
		}
		if !found {
			return fmt.Errorf("%s never had what it is read for", name)
		}
	}
	return nil
}

// bitOf is a bit of bytes.
func bitOf(b []byte, at int) bool { return b[at/8]>>(at%8)&1 != 0 }

// movingRows are a target's rows with an operand at most that says what moves, of registers as long as its own.
func movingRows(t *target.Target, bits int) (rows []*target.Row) {
	for _, r := range t.Rows {
		if r.Imm != nil && r.Bits == bits && r.Union == nil && !r.Within(target.General) && !strings.ContainsAny(r.Asm, ";mrz") {
			rows = append(rows, r)
		}
	}
	return rows
}

// What is told of listings in which lines move, compute, store, jump and call macros is what registers had, byte by byte.
func TestEmittedOfBytes(t *testing.T) {
	random := chance.Random(t, 312)
	for _, machine := range []struct {
		targets  []string // each with its longest registers
		bits     []int
		computes []string // of the register that stands for D, A and B are others
		others   []string // that write no vector
	}{
		{[]string{"sse4.1"}, []int{128}, []string{"paddd xmmD, xmmA", "mulps xmmD, [rdi]", "movdqu xmmD, [rdi]", "cvtsi2sd xmmD, rax"}, []string{"movdqu [rdi], xmmA", "ptest xmmA, xmmB", "pmovmskb eax, xmmA", ".LLINE:"}},
		{[]string{"avx2"}, []int{256}, []string{"vpaddd ymmD, ymmA, ymmB", "vpaddd xmmD, xmmA, xmmB", "vmovdqu ymmD, [rdi]", "vfmadd231ps ymmD, ymmA, ymmB"}, []string{"vmovdqu [rdi], ymmA", "vptest ymmA, ymmB", "vpmovmskb eax, ymmA", ".LLINE:"}},
		{[]string{"neon"}, []int{128}, []string{"add vD.4s, vA.4s, vB.4s", "fadd dD, dA, dB", "ldr qD, [x0]", "mla vD.8h, vA.8h, vB.8h", "fmov dD, x3", "ldr sD, [x0, #4]", "fadd zD.s, p0/m, zD.s, zB.s"}, []string{"str qA, [x0]", "umov wD, vA.s[1]", "fmov xD, dA", "add xD, x1, x2", ".LLINE:", "fcmp dA, dB"}},
		{[]string{"lsx"}, []int{128}, []string{"vadd.w $vrD, $vrA, $vrB", "fadd.d $fD, $fA, $fB", "vld $vrD, $a0, 16", "fld.s $fD, $a0, 0", "vmadd.w $vrD, $vrA, $vrB", "movgr2fr.d $fD, $a0", "vadd.w vrD, vrA, vrB"}, []string{"vst $vrA, $a0, 0", "fst.d $fA, $a0, 0", "vpickve2gr.w $a0, $vrA, 1", "add.d $a0, $a1, $a2", ".LLINE:"}},
		{[]string{"lasx", "lsx"}, []int{256, 128}, []string{"xvadd.w $xrD, $xrA, $xrB", "vadd.w $vrD, $vrA, $vrB", "fadd.d $fD, $fA, $fB", "xvld $xrD, $a0, 16"}, []string{"xvst $xrA, $a0, 0", "vst $vrA, $a0, 0", "add.d $a0, $a1, $a2", ".LLINE:"}},
		{[]string{"vsx10"}, []int{128}, []string{"vadduwm D, A, B", "lvx D, 0, 3", "vmsumubm D, A, B, A", "vadduwm vD, vA, vB", "vsl D, A, B"}, []string{"stvx A, 0, 3", "fadd D, A, B", "add D, A, B", "ld D, 0(3)", "vextubrx D, A, B", ".LLINE:", "stw D, 0(3)"}},
	} {
		var rows []*target.Row
		of := map[*target.Row]*target.Target{}
		for k, name := range machine.targets {
			tg, ok := target.Find(name)
			if !ok {
				t.Fatalf("there is no target %s", name)
			}
			for _, r := range movingRows(tg, machine.bits[k]) {
				rows, of[r] = append(rows, r), tg
			}
		}
		told, several := 0, 0
		for range 60 {
			v := &vectorBytes{random, machine.bits[0] / 8, map[int][][]byte{}, map[int]int{}, map[int][]byte{}}
			text := "f:\n"
			for line := 2; line < 42; line++ {
				number := map[byte]int{'d': random.IntN(6), 'a': random.IntN(6), 'b': random.IntN(6), 'c': random.IntN(6)}
				said := strings.NewReplacer("LINE", fmt.Sprint(line), "D", fmt.Sprint(number['d']), "A", fmt.Sprint(number['a']), "B", fmt.Sprint(number['b']))
				switch random.IntN(8) {
				case 0:
					text += "\t" + said.Replace(machine.others[random.IntN(len(machine.others))]) + "\n"
				case 1:
					text += "\t" + said.Replace(machine.computes[random.IntN(len(machine.computes))]) + "\n"
					v.computed(number['d'], line)
				default:
					r := rows[random.IntN(len(rows))]
					tg, value := of[r], random.IntN(r.Imm.Values)
					if r.Destroys {
						number['a'] = number['d']
					}
					text += "\t" + r.Text(value, func(letter byte) string { return numbered(tg, number[letter], r.Bits) }) + "\n"
					if err := v.moves(r, value, line, number); err != nil {
						t.Fatalf("%s: %v", r.Name, err)
					}
				}
			}
			err := corpus.Scan(strings.NewReader(strings.ReplaceAll(text, "\t.L", ".L")), "f.s", corpus.Sink{Emitted: func(e corpus.Emission) {
				if told++; e.Cost.Ops > 1 {
					several++
				}
				if err := v.makes(e.Form.Map, e.Form.Names, e.Line); err != nil {
					t.Errorf("%q: line %d is told to be %v of %q: %v\n%s", machine.targets, e.Line, e.Form.Map, e.Form.Names, err, text)
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
		}
		if t.Logf("%q: %d movements, %d of several lines", machine.targets, told, several); told < 300 || several < 40 {
			t.Errorf("%q: only %d movements, %d of several lines", machine.targets, told, several)
		}
	}
}

// numbered is a register by the number that lines have it by, as code that people write begins with 0.
func numbered(t *target.Target, n, bits int) string {
	for k := range 64 {
		name := t.Register(target.Vectors, k, bits)
		if digits := strings.TrimLeft(name, "$abcdefghijklmnopqrstuvwxyz"); digits == fmt.Sprint(n) {
			return name
		}
	}
	return fmt.Sprint("no register ", n)
}
