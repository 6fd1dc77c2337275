package visa

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// dpasDecls have room for eight rows of every kind, in registers of either width.
const dpasDecls = `.decl sum v_type=G type=d num_elts=160 align=GRF
.decl total v_type=G type=ud num_elts=160 align=GRF
.decl weights v_type=G type=ud num_elts=160 align=GRF
.decl activations v_type=G type=d num_elts=160 align=GRF
`

// Random dpas of all integer precisions make the same of registers in both executors: masks, what is not defined, and operands that share registers.
func TestDpas(t *testing.T) {
	n := 3000
	if *full {
		n = 300_000
	}
	rng := chance.Random(t, 31)
	for part := range 2 {
		grf := 32 << part
		d, err := ParseDecls(dpasDecls, grf)
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[string]int{}
		for range n / 2 {
			x := systolic{weights: precU1 + 2 + rng.IntN(6), activations: precU1 + 2 + rng.IntN(6), depth: 8, repeat: 1 + rng.IntN(8)}
			i := Inst{Op: opDpas, N: 4, Number: x.number()}
			i.Exec, _ = ExecOf(grf/4, rng.IntN(2)*grf/16, rng.IntN(3) == 0)
			raw := func(names ...string) Operand {
				_, id, _ := d.Lookup(names[rng.IntN(len(names))])
				return Operand{Class: Raw, ID: id, Disp: int32(rng.IntN(2) * grf)}
			}
			i.Operand[0], i.Operand[1], i.Operand[2] = raw("sum", "total"), raw("sum", "total", "sum"), raw("weights")
			for k := range 2 { // nothing is added, or the sums go nowhere
				if rng.IntN(4) == 0 {
					i.Operand[k] = Operand{Class: Raw}
				}
			}
			_, id, _ := d.Lookup("activations")
			at := rng.IntN(2) * x.activationBytes()
			i.Operand[3] = Operand{Class: General, ID: id, Region: packedVector, Row: int32(at / grf), Col: int32(at % grf / 4)}
			if grf == 64 && x.repeat == 8 { // 160 dwords are ten registers
				i.Operand[0].Disp, i.Operand[1].Disp = 0, 0
			}
			p := plainOf(d)
			code, err := Compile([]Inst{i}, d, Options{})
			if err != nil {
				t.Fatalf("%s: %v", i.Text(d), err)
			}
			m := code.NewMachine()
			for id := range p.bytes {
				for k := range p.bytes[id] {
					p.bytes[id][k], p.known[id][k] = byte(rng.Uint32()), 0xff
				}
				if rng.IntN(3) == 0 {
					p.known[id][rng.IntN(len(p.known[id]))] = 0
				}
				data, known := m.Bytes(id)
				copy(data, p.bytes[id])
				copy(known, p.known[id])
			}
			for k := range p.EM {
				p.EM[k] = rng.IntN(2)
				if m.Mask &^= 1 << k; p.EM[k] == 1 {
					m.Mask |= 1 << k
				}
			}
			if f := p.run(&i); f != nil {
				t.Fatalf("%s: plainly %+v", i.Text(d), f)
			}
			touched := map[int]int{}
			if err := code.Run(m, func(s *Step) {
				for _, x := range s.Touches() {
					touched[x.Operand]++
				}
			}); err != nil {
				t.Fatalf("%s: %v", i.Text(d), err)
			}
			for id := range p.bytes {
				data, known := m.Bytes(id)
				for k := range data {
					if known[k] != p.known[id][k] || known[k] != 0 && data[k] != p.bytes[id][k] {
						t.Fatalf("%s\nbyte %d of %s is %#x, defined %#x; plainly %#x, %#x", i.Text(d), k, d.Name(GeneralKind, id), data[k], known[k], p.bytes[id][k], p.known[id][k])
					}
				}
			}
			lanes := len(fmt.Sprintf("%b", i.Exec.ExecMask(m.Mask))) - strings.Count(fmt.Sprintf("%b", i.Exec.ExecMask(m.Mask)), "0")
			want := map[int]int{0: lanes * x.repeat, 1: lanes * x.repeat, 2: lanes * x.weightRegisters(), 3: lanes * x.bytes3() / 4}
			for k := range 2 {
				if i.Operand[k].ID == 0 {
					delete(want, k)
				}
			}
			if lanes == 0 {
				clear(want)
			}
			if !maps.Equal(touched, want) {
				t.Fatalf("%s: %d lanes touch %v, want %v", i.Text(d), lanes, touched, want)
			}
			kinds[precisions[x.weights].word+precisions[x.activations].word]++
		}
		if len(kinds) != 36 {
			t.Errorf("registers of %d bytes: %d pairs of precisions", grf, len(kinds))
		}
	}
}

// bytes3 is how many bytes of activations there are.
func (s systolic) bytes3() int { return s.repeat * s.activationBytes() }

// What dpas, fcvt and srnd are refused for.
func TestRecodingsRefused(t *testing.T) {
	for _, row := range []struct{ text, says string }{
		{"dpas.bf.bf.8.1 (M1, 8) sum.0 sum.0 weights.0 activations(0,0)", "nothing says where it rounds"},
		{"dpas.s8.hf.8.1 (M1, 8) sum.0 sum.0 weights.0 activations(0,0)", "floating-point"},
		{"dpas.s8.s8.4.1 (M1, 8) sum.0 sum.0 weights.0 activations(0,0)", "the depth is 8"},
		{"dpas.s8.s8.8.1 (M1, 16) sum.0 sum.0 weights.0 activations(0,0)", "a channel for each dword of a register, 8"},
		{"dpas.s8.s8.8.8 (M1, 8) sum.416 sum.0 weights.0 activations(0,0)", "operand 0 needs 256 bytes"},
		{"dpas.s8.s8.8.8 (M1, 8) sum.0 sum.0 weights.416 activations(0,0)", "operand 2 needs 256 bytes"},
		{"dpas.s8.s8.8.8 (M1, 8) sum.0 sum.0 weights.0 activations(13,0)", "operand 3 needs 256 bytes"},
		{"dpas.s8.s8.8.8 (M1, 8) sum.0 sum.0 %null.0 activations(0,0)", "operand 2 is %null"},
		{"dpas.s8.s8.8.8 (M1, 8) real.0 sum.0 weights.0 activations(0,0)", "real is of type f"},
		{"fcvt (M1, 8) halves(0,0)<1> r[a0(0)]<8;8,1>:ub", "fcvt takes no indirect operand, and no modifier"},
		{"fcvt (M1, 8) total(0,0)<1> (-)real(0,0)<8;8,1>", "fcvt takes no indirect operand, and no modifier"},
		{"srnd (M1, 8) halves(0,0)<1> (abs)real(0,0)<8;8,1> real(1,0)<8;8,1>", "srnd takes no indirect operand, and no modifier"},
		{"srnd (M1, 8) halves(0,0)<1> real(0,0)<8;8,1> (-)real(1,0)<8;8,1>", "srnd takes no indirect operand, and no modifier"},
	} {
		d, err := ParseDecls(dpasDecls+".decl real v_type=G type=f num_elts=160 align=GRF\n.decl halves v_type=G type=hf num_elts=16 align=GRF\n.decl a0 v_type=A num_elts=1\n", 32)
		if err != nil {
			t.Fatal(err)
		}
		p := Parser{Decls: d}
		i, err := p.ParseInst(row.text)
		if err != nil {
			t.Fatalf("%s: %v", row.text, err)
		}
		if _, err := Compile([]Inst{i}, d, Options{}); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %s", row.text, err, row.says)
		}
	}
}

// Whoever makes a dpas without the reader is told of channels that there are not, and of a guard.
func TestDpasChannels(t *testing.T) {
	d, err := ParseDecls(dpasDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	right, err := (&Parser{Decls: d}).ParseInst("dpas.s8.s8.8.1 (M1, 8) sum.0 sum.0 weights.0 activations(0,0)")
	if err != nil {
		t.Fatal(err)
	}
	guard, _ := ControlOf(1, Each, false)
	for _, row := range []struct {
		exec  Exec
		guard Control
		says  string
	}{
		{right.Exec, 0, ""},
		{right.Exec | 6<<4, 0, ""}, // the last eight
		{right.Exec | 7<<4, 0, "begins at lane 28 of the mask: the mask ends at 31"},
		{right.Exec, guard, "dpas takes no guard here"},
	} {
		i := right
		i.Exec, i.Guard = row.exec, row.guard
		if _, err := Compile([]Inst{i}, d, Options{}); (err == nil) != (row.says == "") || err != nil && !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s, guard %#x: %v, want %q", row.exec, row.guard, err, row.says)
		}
	}
}

// Random fcvt, srnd and add3.o do the same in both executors.
func TestRecodingsRun(t *testing.T) {
	times := 6000
	if *full {
		times = 500_000
	}
	rng := chance.Random(t, 32)
	for part := range 2 {
		if overflows := holdRecodings(t, rng, 32<<part, times); overflows < 1000 {
			t.Errorf("registers of %d bytes: %d overflows", 32<<part, overflows)
		}
	}
}

// Whatever is wrong in what one of them makes of a pair of types, in a bit or in the use of what is random, the two executors disagree.
func TestRecodingsAreNoticed(t *testing.T) {
	rng := chance.Random(t, 34)
	tried := 0
	notice := func(what string) {
		t.Helper()
		tried++
		defer func() {
			if said := recover(); said == nil {
				t.Errorf("%s, and nothing notices", what)
			} else if _, ok := said.(noticed); !ok {
				panic(said)
			}
		}()
		holdRecodings(noticer{t}, rng, 32, 4000)
	}
	for op, pairs := range recodings {
		for types, right := range pairs {
			wrong := map[string]recoding{
				"the lowest bit": func(x, random uint64) uint64 { return right(x, random) ^ 1 },
				"the sign":       func(x, random uint64) uint64 { return right(x, random) ^ 1<<(8*types[0].Size()-1) },
			}
			if op == opSrnd {
				wrong["what is random"] = func(x, _ uint64) uint64 { return right(x, 0) }
			}
			for what, w := range wrong {
				pairs[types] = w
				notice(fmt.Sprintf("%s of %s from %s: %s is wrong", op, types[0], types[1], what))
			}
			pairs[types] = right
		}
	}
	right := meanings[opAdd3o]
	for what, wrong := range spoilt(right) {
		meanings[opAdd3o] = wrong
		notice(fmt.Sprintf("add3.o: %s is wrong", what))
	}
	meanings[opAdd3o] = right
	if tried < 16 {
		t.Errorf("%d were wrong", tried)
	}
}

// holdRecodings runs random ones of all types in both executors, and says how often a sum was too large.
func holdRecodings(t testing.TB, rng *rand.Rand, grf, times int) (overflows int) {
	pairs := map[Op][][2]Type{opFcvt: {{UB, HF}, {HF, UB}, {UD, F}, {F, UD}}, opSrnd: {{UB, HF}, {HF, F}}, opAdd3o: {{D, D}, {UD, UD}, {W, W}, {UW, UW}, {UW, D}, {D, UD}, {W, UW}}}
	c := newPlainCampaign(t, rng, grf, Spec)
	for n := range times {
		if n%50 == 0 {
			c.refresh()
		}
		i := Inst{Op: []Op{opFcvt, opSrnd, opAdd3o}[n%3]}
		types := pairs[i.Op][c.IntN(len(pairs[i.Op]))]
		size := 1 << c.IntN(6)
		i.Exec, _ = ExecOf(size, c.IntN((32-size)/4+1), c.IntN(2) == 0)
		i.N = uint8(len(opcodes[i.Op].operands))
		for k := range int(i.N) {
			if k == 0 {
				i.Operand[k] = c.destination(types[0])
			} else {
				i.Operand[k] = c.source(&i, types[1])
			}
			if o := &i.Operand[k]; i.Op != opAdd3o {
				if o.Mod = NoModifier; o.Class == Indirect || o.Type.IsPacked() && o.Class == Immediate || o.Class == Immediate && o.Type != types[1] {
					*o = c.place(types[min(k, 1)])
					if o.Region = (Region{1, 1, 0}); k == 0 {
						o.Region = Destination(1)
					}
				}
			}
		}
		if i.Op == opAdd3o && c.IntN(4) > 0 {
			i.Guard, _ = ControlOf(1+c.IntN(4), Each, false)
		}
		if i.Op == opAdd3o {
			i.Sat = c.IntN(4) == 0
		}
		code, err := Compile([]Inst{i}, c.d, c.options)
		if err != nil {
			t.Fatal(err)
		}
		for k := range c.plain.EM {
			c.plain.EM[k] = c.IntN(4) % 2
		}
		m := code.NewMachine()
		c.load(code, m)
		want := c.plain.run(&i)
		f, _ := code.Run(m, nil).(*Fault)
		if (f == nil) != (want == nil) || f != nil && (f.Operand != want.operand || f.Lane != want.lane) {
			t.Fatalf("%s\n%v, plainly %+v", i.Text(c.d), f, want)
		}
		if f != nil { // what is written before is no matter
			c.refresh()
			continue
		}
		c.compare(code, m, &i)
		if i.Guard != 0 {
			for _, bit := range c.plain.predicates[uint32(i.Guard.ID())] {
				overflows += max(bit, 0)
			}
		}
	}
	return overflows
}

// switchjmp goes where its index says, in both executors, and is undefined where it says nothing.
func TestSwitchjmp(t *testing.T) {
	text := `.decl n v_type=G type=ud num_elts=1
.decl out v_type=G type=ud num_elts=8 align=GRF
switchjmp (M1, 1) n(0,0)<0;1,0> (A, B, A, C)
A:
mov (M1, 8) out(0,0)<1> 1:ud
ret (M1, 1)
B:
mov (M1, 8) out(0,0)<1> 2:ud
ret (M1, 1)
C:
mov (M1, 8) out(0,0)<1> 3:ud
`
	g, errs := ParseProgram(text, NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	for n, want := range []int64{1, 2, 1, 3} {
		holdKernel(t, fmt.Sprint("switchjmp ", n), g, map[string][]int64{"n": {int64(n)}}, map[string][]int64{"out": {want, want, want, want, want, want, want, want}})
	}
	for _, row := range []struct {
		n    int
		says string
	}{{4, "is 4, and there are 4 labels"}, {-1, "is not known"}} {
		code, err := Compile(g.Insts(), g.Decls, Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := code.NewMachine()
		if _, id, _ := g.Decls.Lookup("n"); row.n >= 0 {
			m.SetBytes(id, []byte{byte(row.n), 0, 0, 0})
		}
		if err := code.Run(m, nil); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%d: %v, want %s", row.n, err, row.says)
		}
	}
	waits := strings.Replace(text, "switchjmp", ".decl P1 v_type=P num_elts=8\nsetp (M1, 8) P1 1:ud\n(P1) goto (M1, 8) B\nswitchjmp", 1)
	g, errs = ParseProgram(waits, NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	code, err := Compile(g.Insts(), g.Decls, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := code.NewMachine()
	_, id, _ := g.Decls.Lookup("n")
	if m.SetBytes(id, []byte{3, 0, 0, 0}); true {
		m.Mask = 0xff
	}
	if err := code.Run(m, nil); err == nil || !strings.Contains(err.Error(), "jumps over a place where the lane waits") {
		t.Errorf("over lanes that wait: %v", err)
	}
	for _, row := range []struct{ text, says string }{
		{"switchjmp (M1, 8) n(0,0)<0;1,0> (A)\nA:\n", "its execution size is 1"},
		{"switchjmp (M1, 1) 0x0:d (A)\nA:\n", "without a sign"},
	} {
		g, errs := ParseProgram(".decl n v_type=G type=ud num_elts=1\n"+row.text, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		if _, err := Compile(g.Insts(), g.Decls, Options{}); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %s", row.text, err, row.says)
		}
	}
}

// Quadwords are where the offsets say, one an active lane; those outside are a fault, and so are those that are askew.
func TestQuadwords(t *testing.T) {
	d, err := ParseDecls(".decl at v_type=G type=ud num_elts=16 align=GRF\n.decl data v_type=G type=uq num_elts=16 align=GRF\n.decl T6 v_type=T num_elts=1\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	rng := chance.Random(t, 33)
	p := Parser{Decls: d}
	times := 2000
	if *full {
		times = 500_000
	}
	for n := range times {
		lanes := 1 << rng.IntN(5)
		i, err := p.ParseInst(fmt.Sprintf("qw_%s.1 (M1, %d) T6 at.0 data.0", []string{"gather", "scatter"}[n%2], lanes))
		if err != nil {
			t.Fatal(err)
		}
		code, err := Compile([]Inst{i}, d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := code.NewMachine()
		mem := &Memory{Bytes: make([]byte, 256), Known: bytes.Repeat([]byte{0xff}, 256)}
		data := make([]byte, 128)
		for k := range mem.Bytes {
			mem.Bytes[k] = byte(rng.Uint32())
		}
		for k := range data {
			data[k] = byte(rng.Uint32())
		}
		m.Surfaces, m.Mask = map[uint32]*Memory{6: mem}, rng.Uint32()
		var offsets []byte
		bad := -1
		wantData, wantMem := bytes.Clone(data), bytes.Clone(mem.Bytes)
		for lane, slot := range rng.Perm(32)[:16] {
			at := uint32(8 * slot)
			if rng.IntN(200) == 0 {
				at = []uint32{256, 4, 252}[rng.IntN(3)]
			}
			offsets = binary.LittleEndian.AppendUint32(offsets, at)
			switch active := lane < lanes && m.Mask>>lane&1 != 0; {
			case active && (at > 248 || at%8 != 0):
				if bad < 0 {
					bad = lane
				}
			case active && i.Op == opQwGather:
				copy(wantData[8*lane:8*lane+8], mem.Bytes[at:])
			case active:
				copy(wantMem[at:], data[8*lane:8*lane+8])
			}
		}
		m.SetBytes(i.Operand[1].ID, offsets)
		m.SetBytes(i.Operand[2].ID, data)
		err = code.Run(m, nil)
		f, _ := err.(*Fault)
		if (f != nil) != (bad >= 0) || f != nil && f.Lane != bad {
			t.Fatalf("%s: %v, want a fault of lane %d", i.Text(d), err, bad)
		}
		if got, _ := m.Bytes(i.Operand[2].ID); f == nil && (!bytes.Equal(got, wantData) || !bytes.Equal(mem.Bytes, wantMem)) {
			t.Fatalf("%s: data %x, want %x\nmemory %x, want %x", i.Text(d), got, wantData, mem.Bytes, wantMem)
		}
	}
}
