package corpus_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/chance"
)

// bytes32 are the registers of 32-bit Arm's NEON as bytes, which lines by chance move and compute. What a movement is told to make has to be what its line made.
type bytes32 struct {
	*rand.Rand
	now   [6][16]byte
	had   [6][][16]byte
	wrote map[int][][]byte // by line: parts of registers as they are then, 8 or 16 bytes
}

func (b *bytes32) keep(q, line int) {
	b.had[q] = append(b.had[q], b.now[q])
	whole := b.now[q]
	b.wrote[line] = append(b.wrote[line], whole[:], whole[:8], whole[8:])
}

// register is one of so many bytes by chance, with its bytes.
func (b *bytes32) register(size int) (name string, q int, bytes []byte) {
	q = b.IntN(6)
	if size == 16 {
		return fmt.Sprint("q", q), q, b.now[q][:]
	}
	half := b.IntN(2)
	return fmt.Sprint("d", 2*q+half), q, b.now[q][8*half : 8*half+8]
}

// moving is a line that moves, and what it does.
func (b *bytes32) moving(line int) string {
	size, elem := 8<<b.IntN(2), 1<<b.IntN(3)
	d, qd, to := b.register(size)
	m, qm, from := b.register(size)
	n, _, other := b.register(size)
	x, y, z := append([]byte{}, to...), append([]byte{}, from...), append([]byte{}, other...)
	text, pair := "", false
	switch b.IntN(9) {
	case 0:
		k := b.IntN(size)
		text = fmt.Sprintf("vext.8 %s, %s, %s, #%d", d, n, m, k)
		copy(to, append(z, y...)[k:])
	case 1:
		text, pair = fmt.Sprintf("vswp %s, %s", d, m), true
		copy(to, y)
		copy(from, x)
	case 2:
		text, pair = fmt.Sprintf("vtrn.%d %s, %s", 8*elem, d, m), true
		for i := 0; i < size; i += 2 * elem {
			copy(to[i+elem:i+2*elem], y[i:])
			copy(from[i:i+elem], x[i+elem:])
		}
	case 3:
		text, pair = fmt.Sprintf("vzip.%d %s, %s", 8*elem, d, m), true
		both := make([]byte, 0, 2*size)
		for i := 0; i < size; i += elem {
			both = append(append(both, x[i:i+elem]...), y[i:i+elem]...)
		}
		copy(to, both)
		copy(from, both[size:])
	case 4:
		text, pair = fmt.Sprintf("vuzp.%d %s, %s", 8*elem, d, m), true
		both := append(x, y...)
		for i := 0; i < size; i += elem {
			copy(to[i:i+elem], both[2*i:])
			copy(from[i:i+elem], both[2*i+elem:])
		}
	case 5:
		text = fmt.Sprintf("vrev64.%d %s, %s", 8*elem, d, m)
		for i := 0; i < size; i += elem {
			copy(to[i:i+elem], y[i/8*8+8-elem-i%8:])
		}
	case 6:
		k := b.IntN(8 / elem)
		s, _, lane := b.register(8)
		text = fmt.Sprintf("vdup.%d %s, %s[%d]", 8*elem, d, s, k)
		one := append([]byte{}, lane[k*elem:(k+1)*elem]...)
		copy(to, []byte(strings.Repeat(string(one), size/elem)))
	case 7:
		text = fmt.Sprintf("vmov %s, %s", d, m)
		copy(to, y)
	default:
		narrow, q, short := b.register(8)
		wide, _, long := b.register(16)
		text, qd = fmt.Sprintf("vmovn.i16 %s, %s", narrow, wide), q
		half := make([]byte, 8)
		for i := range half {
			half[i] = long[2*i]
		}
		copy(short, half)
	}
	if pair && d == m { // which is not defined
		b.now[qd] = [16]byte(append([]byte{}, b.had[qd][len(b.had[qd])-1][:]...))
		return b.moving(line)
	}
	b.keep(qd, line)
	if pair && qm != qd {
		b.keep(qm, line)
	}
	return text
}

// computing is a line that computes a register, or part of one.
func (b *bytes32) computing(line int) string {
	size := 8 << b.IntN(2)
	d, q, to := b.register(size)
	n, _, from := b.register(size)
	text := fmt.Sprintf([]string{"vadd.i8 %s, %s, %[2]s", "vmla.i16 %s, %s, %[2]s", "vld1.8 {%s}, [r0]!", "vshl.i8 %s, %s, #1", "vand %s, %s, q9", "vmov.i8 %s, #1", "vdup.8 %s, r3", "vldmia r0!, {%s}", "vpop {%s}"}[b.IntN(9)], d, n)
	if text, _, _ = strings.Cut(text, "%!"); size == 8 {
		text = strings.ReplaceAll(text, "q9", "d19")
	}
	for i := range to {
		switch { // what is computed of constants is known
		case strings.HasPrefix(text, "vmov.i8"):
			to[i] = 1
		case strings.HasPrefix(text, "vshl.i8"):
			to[i] = from[i] << 1
		default:
			to[i] = byte(b.Uint32())
		}
	}
	b.keep(q, line)
	return text
}

// made says whether some register that a line wrote holds what a movement makes of what registers held.
func (b *bytes32) made(e corpus.Emission) error {
	m, why := e.Form.Map, error(nil)
	for _, want := range b.wrote[e.Line] {
		if len(want)*8 != len(m.Lane)*m.Bits {
			continue
		}
		if why = b.makes(e, want); why == nil {
			return nil
		}
	}
	return fmt.Errorf("no register that the line wrote: %w", why)
}

func (b *bytes32) makes(e corpus.Emission, want []byte) error {
	m := e.Form.Map
	for s, name := range e.Form.Names {
		register, _, _ := strings.Cut(name, "'")
		q := 0
		if _, err := fmt.Sscanf(register, "q%d", &q); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		found := false
		for _, had := range b.had[q] {
			sources := make([][]byte, len(m.Src))
			for k, n := range m.Src {
				sources[k] = make([]byte, n*m.Bits/8)
			}
			copy(sources[s], had[:])
			got := make([]byte, len(want))
			if err := m.Apply(got, make([]byte, len(want)), sources...); err != nil {
				return err
			}
			fits := true
			for i := range m.Lane {
				at, long := i*m.Bits/8, m.Bits/8
				fits = fits && (m.Lane[i].Src != s || string(got[at:at+long]) == string(want[at:at+long]))
			}
			found = found || fits
		}
		if !found {
			return fmt.Errorf("%s never had what it is read for", name)
		}
	}
	return nil
}

// What is told of listings of 32-bit Arm is what registers had, byte by byte, and parts of them.
func TestEmittedOfBytes32(t *testing.T) {
	random := chance.Random(t, 323)
	told, several := 0, 0
	for range 200 {
		b := &bytes32{Rand: random, wrote: map[int][][]byte{}}
		for q := range b.now {
			for i := range b.now[q] {
				b.now[q][i] = byte(random.Uint32())
			}
			b.had[q] = append(b.had[q], b.now[q])
		}
		text := "f:\n"
		for line := 2; line < 42; line++ {
			switch random.IntN(8) {
			case 0:
				text += fmt.Sprintf([]string{"\tvst1.8 {d%d}, [r1]!\n", "\tvmov.u8 r0, d%d[1]\n", "\tadd r0, r0, #%d\n", ".L%d:\n"}[random.IntN(4)], random.IntN(12))
			case 1:
				text += "\t" + b.computing(line) + "\n"
			default:
				text += "\t" + b.moving(line) + "\n"
			}
		}
		err := corpus.Scan(strings.NewReader(text), "f.s", corpus.Sink{Emitted: func(e corpus.Emission) {
			if told++; e.Cost.Ops > 1 {
				several++
			}
			if err := b.made(e); err != nil {
				t.Errorf("line %d is told to be %v of %q: %v\n%s", e.Line, e.Form.Map, e.Form.Names, err, text)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if t.Logf("%d movements, %d of several lines", told, several); told < 1000 || several < 150 {
		t.Errorf("only %d movements, %d of several lines", told, several)
	}
}
