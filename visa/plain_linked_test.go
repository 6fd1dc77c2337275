package visa

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Calls of functions in the plain implementation: a program of its own with variables of its own, which is executed to its end while the caller stands at the call.

// outside is a call of a function, or its address.
func (p *plainThread) outside(i *Inst) *plainFault {
	if i.Op == opFaddr {
		o, typ := i.Operand[0], p.decls.Variable(GeneralKind, i.Operand[0].ID).Type
		number := binary.LittleEndian.AppendUint64(nil, uint64(64+64*p.functionNamed(p.decls.outsideName(i.Number))))
		root, off := p.base(o.ID)
		off += int(o.Row)*p.decls.GRF + int(o.Col)*typ.Size()
		for k := range typ.Size() {
			p.bytes[root][off+k], p.known[root][off+k] = number[k], 0xff
		}
		p.onward()
		return nil
	}
	take, goes, f := p.goers(i)
	if f != nil || !goes {
		if f == nil {
			p.onward()
		}
		return f
	}
	which := p.functionNamed(p.decls.outsideName(i.Number))
	switch i.Op {
	case opFccall:
		which = p.functionNamed(p.decls.labelName(i.Label, kernelPlace))
	case opIfcall:
		at, f := p.scalar(i, 0)
		if f != nil {
			return f
		}
		which = -1
		for k := range p.functions {
			if at == uint64(64+64*k) {
				which = k
			}
		}
		if which < 0 {
			return &plainFault{0, NoLane}
		}
	}
	g := p.functions[which]
	for _, a := range g.Attrs {
		if i.Op != opFccall && (a.Name == "ArgSize" && a.Number != int64(i.Sizes[0]) || a.Name == "RetValSize" && a.Number != int64(i.Sizes[1])) {
			return &plainFault{NoOperand, NoLane}
		}
	}
	if p.nested == 64 {
		return &plainFault{NoOperand, NoLane}
	}
	callee := &plainThread{plainState: plainPredefined(g.Decls), insts: g.Insts(), fuel: p.fuel, functions: p.functions, nested: p.nested + 1}
	callee.memories, callee.table = map[uint32]*plainMemory{0: p.memories[0]}, p.table
	p.hand(callee, "%thread_x", 64)
	p.hand(callee, "%sp", 64)
	p.hand(callee, "%fp", 64)
	p.hand(callee, "%arg", int(i.Sizes[0])*p.decls.GRF)
	for k := range min(int(i.Sizes[0])*p.decls.GRF, len(p.known[8])) {
		p.known[8][k] = 0
	}
	mask := take
	if i.Exec.Size() == 1 {
		mask = p.EM
	}
	callee.start(mask)
	for k := range callee.frame().called {
		callee.frame().called[k] = callee.frame().called[k] || i.Exec.Size() == 1
	}
	callee.dispatched = p.dispatched
	end := callee.all()
	if p.fuel = callee.fuel; end.spent {
		p.spent = true
		return nil
	} else if end.fault != nil {
		return &plainFault{NoOperand, end.fault.lane}
	}
	callee.hand(p, "%retval", int(i.Sizes[1])*p.decls.GRF)
	p.onward()
	return nil
}

// plainPredefined is a program's variables with those that are predefined.
func plainPredefined(d *Decls) *plainState {
	p := plainOf(d)
	for id := range uint32(len(predefined)) {
		v := d.Variable(GeneralKind, id)
		p.bytes[id], p.known[id] = make([]byte, v.Size()), make([]byte, v.Size())
	}
	return p
}

// functionNamed is the number of a function.
func (p *plainThread) functionNamed(name string) int {
	for k, g := range p.functions {
		if g.Kernel == name {
			return k
		}
	}
	return -1
}

// hand copies the first bytes of a predefined variable.
func (p *plainThread) hand(to *plainThread, name string, n int) {
	_, id, _ := p.decls.Lookup(name)
	for k := range min(n, len(p.bytes[id]), len(to.bytes[id])) {
		to.bytes[id][k], to.known[id][k] = p.bytes[id][k], p.known[id][k]
	}
}

// A callCase is a random kernel and its functions, which call each other.
type callCase struct {
	*rand.Rand
	functions int
	labels    int
}

const callDecls = ".decl a v_type=G type=d num_elts=16 align=GRF\n.decl b v_type=G type=d num_elts=16 align=GRF\n.decl at v_type=G type=ud num_elts=8 align=GRF\n.decl wide v_type=G type=uq num_elts=4 align=GRF\n.decl P1 v_type=P num_elts=16\n.decl P2 v_type=P num_elts=16\n"

// piece is a statement.
func (c *callCase) piece(depth int) string {
	constant := func() string { return fmt.Sprintf("%d:d", c.IntN(7)-3) }
	switch n := c.IntN(8); {
	case n < 3 || depth > 3:
		op := []string{"add", "mul", "xor", "min"}[c.IntN(4)]
		return fmt.Sprintf("%s (M1, 16) a(0,0)<1> a(0,0)<8;8,1> %s\n", op, []string{constant(), "b(0,0)<8;8,1>"}[c.IntN(2)])
	case n == 3:
		return "mov (M1, 16) b(0,0)<1> a(0,0)<8;8,1>\n"
	case n == 4:
		c.labels++
		l := fmt.Sprint("L", c.labels)
		return fmt.Sprintf("cmp.%s (M1, 16) P2 a(0,0)<8;8,1> %s\n(P2) goto (M1, 16) %s\n%s%s:\n", []string{"lt", "ne"}[c.IntN(2)], constant(), l, c.piece(depth+1), l)
	}
	return c.call()
}

// call is a call of a function by its name or its address, for lanes whose number is greater than 0, which it makes smaller.
func (c *callCase) call() string {
	f := c.IntN(c.functions)
	sizes, exec, guard := "2 2", "(M1, 16)", "(P1) "
	if c.IntN(24) == 0 {
		sizes = []string{"1 2", "2 1"}[c.IntN(2)]
	}
	if c.IntN(8) == 0 {
		exec, guard = "(M1_NM, 1)", []string{"(P1.any) ", ""}[c.IntN(2)]
	}
	text := "cmp.gt (M1, 16) P1 a(0,0)<8;8,1> 0:d\nadd (M1, 16) a(0,0)<1> a(0,0)<8;8,1> -1:d\nmov (M1_NM, 16) %arg(0,0)<1> a(0,0)<8;8,1>\n"
	switch c.IntN(3) {
	case 0:
		text += fmt.Sprintf("%sfcall %s f%d %s\n", guard, exec, f, sizes)
	case 1:
		text += fmt.Sprintf("faddr f%d at(0,%d)<1>\n%sifcall %s at(0,%d)<0;1,0> %s\n", f, f, guard, exec, f, sizes)
		if c.IntN(12) == 0 {
			text = strings.Replace(text, "ifcall", "mov (M1_NM, 1) at(0,0)<1> 0x7f:ud\nifcall", 1)
			text = strings.Replace(text, guard+"mov", "mov", 1)
		}
	default:
		text += fmt.Sprintf("faddr f%d wide(0,1)<1>\nmov (M1_NM, 1) at(0,7)<1> wide(0,1)<0;1,0>\n%sifcall %s at(0,7)<0;1,0> %s\n", f, guard, exec, sizes)
	}
	return text + "(P1) add (M1, 16) a(0,0)<1> a(0,0)<8;8,1> %retval(0,0)<8;8,1>\n"
}

// texts are the kernel and its functions.
func (c *callCase) texts() (all []string) {
	for k := range c.functions + 1 {
		head, end := fmt.Sprintf(".global_function \"f%d\"\n", k), "mov (M1, 16) %retval(0,0)<1> a(0,0)<8;8,1>\nfret (M1, 16)\n"
		if c.IntN(3) > 0 {
			head += ".kernel_attr ArgSize=2\n.kernel_attr RetValSize=2\n"
		}
		if c.IntN(4) == 0 {
			end = strings.Replace(end, "fret (M1, 16)", "fret (M1_NM, 1)", 1)
		}
		begin := "mov (M1, 16) a(0,0)<1> %arg(0,0)<8;8,1>\n"
		if k == c.functions {
			head, begin, end = ".kernel \"k\"\n", "", "ret (M1, 16)\n"
		}
		text := head + callDecls + begin + "mov (M1_NM, 16) b(0,0)<1> 5:d\n"
		for range 1 + c.IntN(3) {
			text += c.piece(0)
		}
		if k == c.functions {
			text += c.call()
		}
		all = append(all, text+end)
	}
	return all
}

// Random calls of random functions do the same in both executors: by names and by addresses, of some lanes and of all, one in another, too deep ones, and wrong addresses.
func TestPlainCalls(t *testing.T) {
	n := 1000
	if *full {
		n = 100_000
	}
	rng := chance.Random(t, 36)
	ends := map[string]int{}
	returned := 0
	for range n {
		c := &callCase{Rand: rng, functions: 1 + rng.IntN(4)}
		texts := c.texts()
		var programs []*Program
		for _, text := range texts {
			g, errs := ParseProgram(text, NewDecls(32, D), Spec)
			if errs != nil {
				t.Fatalf("%v\n%s", errs, text)
			}
			programs = append(programs, g)
		}
		g, functions := programs[c.functions], programs[:c.functions]
		code, err := Compile(g.Insts(), g.Decls, Options{Functions: functions})
		if err != nil {
			t.Fatalf("%v\n%s", err, strings.Join(texts, "\n"))
		}
		m := code.NewMachine()
		m.Mask, m.Fuel = rng.Uint32()&0xffff|1, 1+rng.IntN(800)
		p := &plainThread{plainState: plainPredefined(g.Decls), insts: g.Insts(), functions: functions, fuel: m.Fuel}
		_, id, _ := g.Decls.Lookup("a")
		for k := range 16 {
			b := []byte{byte(rng.IntN(3) + rng.IntN(4)), 0, 0, 0}
			copy(p.bytes[id][4*k:], b)
			copy(p.known[id][4*k:], "\xff\xff\xff\xff")
		}
		m.SetBytes(id, p.bytes[id])
		var mask [32]int
		for k := range mask {
			mask[k] = int(m.Mask >> k & 1)
		}
		p.start(mask)
		end := p.all()
		err = code.Run(m, nil)
		var f *Fault
		var spent *OutOfFuel
		step := -1
		switch {
		case errors.As(err, &f):
			step = f.Step
			_, why, _ := strings.Cut(f.What, " ")
			ends[why[:min(len(why), 16)]]++
		case errors.As(err, &spent):
			step = spent.Step
			ends["spent"]++
		default:
			ends["ended"]++
		}
		if step != end.step || (f == nil) != (end.fault == nil) || (spent == nil) == end.spent || f != nil && (f.Lane != end.fault.lane || f.Operand != end.fault.operand) {
			t.Fatalf("%v at %d, plainly %+v %+v\n%s", err, step, end, end.fault, strings.Join(texts, "\n"))
		}
		for _, name := range []string{"a", "b", "at", "wide", "%arg", "%retval"} {
			_, id, _ := g.Decls.Lookup(name)
			data, known := m.Bytes(id)
			for k := range data {
				if known[k] != p.known[id][k] || known[k] != 0 && data[k] != p.bytes[id][k] {
					t.Fatalf("byte %d of %s is %#x, %#x; plainly %#x, %#x\n%s", k, name, data[k], known[k], p.bytes[id][k], p.known[id][k], strings.Join(texts, "\n"))
				}
				if name == "%retval" && known[k] != 0 {
					returned++
				}
			}
		}
	}
	t.Logf("%d kernels: %v; %d bytes came back", n, ends, returned)
	for _, what := range []string{"ended", "spent", "is 0x7f, which i", "is in 64 function", "gives \"f"} {
		some := 0
		for why, k := range ends {
			if strings.HasPrefix(why, what[:min(len(what), 16)]) {
				some += k
			}
		}
		if some*200 < n {
			t.Errorf("%d kernels: %s", some, what)
		}
	}
	if ends["ended"]*3 < n || returned < 8*n {
		t.Errorf("%v, %d bytes came back", ends, returned)
	}
}
