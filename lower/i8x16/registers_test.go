package i8x16

import (
	"bytes"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// reasons are why registers cannot be had, one or more, by what is said of each.
func reasons(l Level, p *Program, g *Registers) (list []error) {
	most := 16
	if l == NEON {
		most = 32
	}
	own := append(g.Scratch[:], g.Constants[:len(p.Constants())]...)
	theirs := []uint8{g.A, g.B, g.Result}
	for _, x := range slices.Concat(own, theirs) {
		if int(x) >= most {
			list = append(list, errNoRegister)
		}
	}
	sorted := slices.Sorted(slices.Values(own))
	if len(slices.Compact(sorted)) < len(own) || slices.ContainsFunc(own, func(x uint8) bool { return slices.Contains(theirs, x) }) {
		list = append(list, errShared)
	}
	if ops := p.Ops(); len(ops) == 1 && ops[0].Row == table2 && (g.A+1)%32 != g.B && (g.Scratch[0]+1)%32 != g.Scratch[1] {
		list = append(list, errConsecutive)
	}
	return list
}

// Registers are refused exactly where one of them is none, where two are one that may not be, or where a table's do not follow one another: whatever the program's constants are.
func TestRefusesRegisters(t *testing.T) {
	r := chance.Random(t, 40)
	refused, taken := map[error]int{}, 0
	for _, l := range levels() {
		e := New(l)
		for range 4000 {
			s := random(r)
			if r.IntN(3) == 0 {
				s = byBytes(r)
			}
			p := decided(t, e, &s, r.IntN(4))
			first, count := uint8(r.IntN(26)), 8
			if r.IntN(2) == 0 {
				first, count = 10+16*uint8(r.IntN(2)), 7 // about the last ones
			}
			at := func() uint8 { return first + uint8(r.IntN(count)) }
			g := Registers{A: at(), B: at(), Result: at(), Scratch: [2]uint8{at(), at()}, Constants: [2]uint8{at(), at()}}
			if r.IntN(2) == 0 { // hardly any at random are apart
				order := r.Perm(count)
				for k, x := range []*uint8{&g.A, &g.B, &g.Result, &g.Scratch[0], &g.Scratch[1], &g.Constants[0], &g.Constants[1]} {
					*x = first + uint8(order[k])
				}
			}
			want := reasons(l, &p, &g)
			code, err := e.AppendCode([]byte{1, 2}, &p, &g)
			if !bytes.HasPrefix(code, []byte{1, 2}) || err != nil && len(code) > 2 {
				t.Fatalf("%s: %+v: % x", targets[l], g, code)
			}
			if err == nil && len(want) > 0 || err != nil && !slices.Contains(want, err) {
				t.Fatalf("%s: %+v with %+v: %v, want %v", targets[l], p, g, err, want)
			}
			if err == nil {
				taken++
			} else if refused[err]++; err.Error() == "" {
				t.Fatal("there is no reason")
			}
		}
	}
	if t.Log(taken, refused); taken < 1000 || len(refused) < 3 || refused[errConsecutive] < 20 {
		t.Error(taken, refused)
	}
}

// The code is that of the ops, and copies: none where no row writes what it reads, and otherwise no more than ops that read an input first, or put the result where an input of theirs is.
func TestCopies(t *testing.T) {
	r := chance.Random(t, 41)
	copies := [4]int{}
	for _, l := range levels() {
		e := New(l)
		for range 3000 {
			s, g := random(r), someRegisters(r, l)
			p := decided(t, e, &s, r.IntN(4))
			code, err := e.AppendCode(nil, &p, &g)
			if err != nil {
				t.Fatal(err)
			}
			n, most := instructions(l, code)-len(p.Ops()), 0
			where := [...]uint8{g.A, g.B}
			for i, o := range p.Ops() {
				switch {
				case o.Row == table2:
					if g.B != (g.A+1)%32 {
						most += 2
					}
				case !o.Row.Overwrites(l) || o.X >= firstOp: // what an op has made nobody else reads
				case i > 0 || len(p.Ops()) > 1 || where[o.X] != g.Result:
					most++
				}
			}
			if end := p.Result(); end < firstOp && where[end] != g.Result {
				most++
			}
			if readsBehind(&p, &where, g.Result, l) {
				most++ // the result is made elsewhere
			}
			if n < 0 || n > most {
				t.Fatalf("%s: %+v with %+v has %d copies, want at most %d: % x", targets[l], p, g, n, most, code)
			}
			copies[min(n, 3)]++
		}
	}
	if t.Log(copies); copies[0] < 5000 || copies[1] < 1000 {
		t.Error(copies)
	}
}

// readsBehind says whether an input that stands where the result is wanted is read when that is begun already, by an op that writes the register of its first argument.
func readsBehind(p *Program, where *[2]uint8, result uint8, l Level) bool {
	ops := p.Ops()
	if len(ops) == 0 {
		return false
	}
	last := &ops[len(ops)-1]
	if !last.Row.Overwrites(l) {
		return false
	}
	theirs := func(v Value) bool { return v < firstOp && where[v] == result }
	at := len(ops) - 1 // where what is written first is begun
	if last.X >= firstOp {
		at = int(last.X - firstOp)
	}
	if o := &ops[at]; o.Row.Overwrites(l) && o.Row.Arguments() == 2 && theirs(o.Y) {
		return true
	}
	return slices.ContainsFunc(ops[at+1:], func(o Op) bool { return theirs(o.X) || theirs(o.Y) })
}

// instructions are how many there are in machine code of rows and copies.
func instructions(l Level, code []byte) (n int) {
	if l == NEON {
		return len(code) / 4
	}
	for ; len(code) > 0; n++ {
		at, map3 := 0, false
		switch code[0] {
		case 0x62:
			at = 4
		case 0xc4:
			at, map3 = 3, code[1]&31 == 3
		case 0xc5:
			at = 2
		default:
			for code[at] != 0x0f { // prefixes
				at++
			}
			switch at++; code[at] {
			case 0x38:
				at++
			case 0x3a:
				at, map3 = at+1, true
			}
		}
		length := at + 2 // an opcode, and its registers
		if op := code[at]; map3 || op == 0x70 || op == 0xc6 {
			length++
		}
		code = code[length:]
	}
	return n
}
