package visa

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// The matrix of speed: every instruction that computes, on each type it takes, contiguous, strided, with modifiers and guarded, sixteen lanes each.

// matrixShapes are how operands lie, and what is done to them; %s is the type.
var matrixShapes = []struct {
	name, guard, sat, dst, src, last string
}{
	{"contiguous", "", "", "all_%s(64,0)<1>", "all_%s(0,0)<8;8,1>", "all_%s(8,0)<8;8,1>"},
	{"strided", "", "", "all_%s(64,0)<2>", "all_%s(0,0)<8;4,2>", "all_%s(8,0)<0;1,0>"},
	{"modified", "", "", "all_%s(64,0)<1>", "MOD all_%s(0,0)<8;8,1>", "MOD all_%s(8,0)<8;8,1>"},
	{"saturated", "", ".sat", "all_%s(64,0)<1>", "all_%s(0,0)<8;8,1>", "all_%s(8,0)<8;8,1>"},
	{"guarded", "(P1) ", "", "all_%s(64,0)<1>", "all_%s(0,0)<8;8,1>", "all_%s(8,0)<8;8,1>"},
	{"indirect", "", "", "all_%s(64,0)<1>", "all_%s(0,0)<8;8,1>", "r[A0(0),0]<1,0>:%s"},
}

// A matrixRow is one instruction of the matrix.
type matrixRow struct{ shape, text string }

// matrixRows are the instructions that the executor takes.
func matrixRows(c *plainCampaign) (rows []matrixRow) {
	types := append(plainIntegers[:8:8], plainFloats...)
	take := func(shape, text string) {
		p := Parser{Decls: c.d}
		if i, err := p.ParseInst(text); err == nil && (&Checker{Decls: c.d}).legal(&i) {
			if _, err := Compile([]Inst{i}, c.d, c.options); err == nil {
				rows = append(rows, matrixRow{shape, text})
			}
		}
	}
	for op := range opOwordLd {
		for _, s := range matrixShapes {
			for _, dst := range types {
				for _, src := range types {
					if dst != src && (op != opMov || s.name != "contiguous" && s.name != "saturated") && (op != opAdd && op != opMul || dst != Q && dst != HF || s.name != "contiguous") {
						continue
					}
					take(s.name, matrixText(op, s.guard, s.sat, fmt.Sprintf(s.dst, dst), fmt.Sprintf(s.src, src), fmt.Sprintf(s.last, src)))
				}
			}
		}
	}
	for _, text := range []string{
		"and (M1, 16) P1 P2 P4", "not (M1, 16) P1 P2", "setp (M1, 16) P1 0x5a5a:uw", "setp (M1, 16) P1 all_uw(0,0)<8;8,1>",
		"addr_add (M1, 16) A0(0)<1> &all_d[4] all_uw(0,0)<8;8,1>", "addr_add (M1, 16) A0(0)<1> A0(0)<16> 0x0:uw", "movs (M1, 8) X(0) Y(0)", "movs (M1, 16) X(0) all_ud(0,0)<8;8,1>",
		"cmp.lt (M1, 16) P1 all_d(0,0)<8;8,1> 0x5:d", "cmp.ge (M1, 16) P1 all_f(0,0)<8;8,1> all_f(4,0)<0;1,0>", "mov (M1, 16) r[A0(0),0]<1>:d all_d(0,0)<8;8,1>",
	} {
		take("special", text)
	}
	return rows
}

// legal says whether no rule is broken.
func (c *Checker) legal(i *Inst) bool { return Legal(c.Check(i)) }

// matrixText is the instruction with as many operands as it has; modifiers are those that it takes.
func matrixText(op Op, guard, sat, dst, src, last string) string {
	o := &opcodes[op]
	if o.plain {
		guard = ""
	}
	text := guard + o.name + sat
	switch op {
	case opCmp:
		text += ".gt"
	case opBfn:
		text = guard + o.name + ".xca" + sat
	}
	text += " (M1, 16)"
	mod := "(-)"
	if o.family == logic {
		mod = "(~)"
	}
	src, last = strings.Replace(src, "MOD ", mod, 1), strings.Replace(last, "MOD ", mod, 1)
	for k, letter := range o.operands {
		switch {
		case k == 0:
			text += " " + dst
		case letter == 'd':
			text += " all_ud(96,0)<1>"
		case k == len(o.operands)-1:
			text += " " + last
		default:
			text += " " + src
		}
	}
	return text
}

// matrixCode is a hundred of the instruction, and a machine whose variables hold small numbers of its first source's type.
func matrixCode(b *testing.B, c *plainCampaign, text string) (*Code, *Machine) {
	p := Parser{Decls: c.d}
	i, err := p.ParseInst(text)
	if err != nil {
		b.Fatal(err)
	}
	code, err := Compile(slices.Repeat([]Inst{i}, 100), c.d, c.options)
	if err != nil {
		b.Fatal(err)
	}
	m := code.NewMachine()
	typ := UD
	for k := range int(i.N) {
		if o := &i.Operand[k]; o.Class == General && !plainWrites(&i, k) {
			typ = c.d.Variable(GeneralKind, o.ID).Type
		}
	}
	for _, id := range c.general {
		data, _ := m.Bytes(id)
		values := make([]byte, len(data))
		for k := 0; k+typ.Size() <= len(data); k += typ.Size() {
			bits := uint64(k/typ.Size()%7 + 1)
			if typ.IsFloat() {
				bits = typ.floatBits(float64(bits) / 8)
			}
			for n := range typ.Size() {
				values[k+n] = byte(bits >> (8 * n))
			}
		}
		if c.d.Variable(GeneralKind, id).Alias < 0 {
			m.SetBytes(id, values)
		}
	}
	for n := range uint32(4) {
		m.SetFlags(1+n, Flags{0x5a5a5a5a, ^uint32(0)})
	}
	for k := range 16 {
		if err := m.SetPointer(0, k, Pointer{Known: true, Into: true, Kind: GeneralKind, ID: c.byType[UB][0], Offset: uint16(4096 + 8*(k*7%16))}); err != nil && code.Has(AddressKind, 0) {
			b.Fatal(err)
		}
	}
	for n := range 9 {
		m.SetHandle(SurfaceKind, 7, n, uint32(n))
	}
	return code, m
}

// Every row of the matrix, a hundred times in a program. The metric is of one instruction: the least of several measurements by the thread's clock, which other work does not
// stop.
func BenchmarkMatrix(b *testing.B) {
	const programs = 10 // of one measurement
	c := newPlainCampaign(b, rand.New(rand.NewPCG(7, 8)), 32, Spec)
	for _, row := range matrixRows(c) {
		b.Run(row.shape+"/"+row.text, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			code, m := matrixCode(b, c, row.text)
			least := time.Duration(math.MaxInt64)
			for b.Loop() {
				before := threadTime()
				for range programs {
					if err := code.Run(m, nil); err != nil {
						b.Fatal(err)
					}
				}
				least = min(least, threadTime()-before)
			}
			b.ReportMetric(float64(least.Nanoseconds())/float64(programs*len(code.steps)), "ns/inst")
		})
	}
}
