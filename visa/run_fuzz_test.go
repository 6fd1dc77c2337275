package visa

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// FuzzRun: any text and any bytes are instructions that run, come upon undefined behaviour with a lane, or are refused; what they do is what the plain implementation does, on
// variables with values of the seed.
func FuzzRun(f *testing.F) {
	f.Add("(!P1.any) add.sat (M3, 8) all_d(0,0)<1> (-)all_w(1,4)<8;8,1> r[A0(2),-4]<4,1>:b", []byte{}, uint64(1))
	f.Add("addr_add (M1, 8) A0(0)<1> &all_d[64] all_uw(0,0)<8;8,1>", []byte{0x29, 3, 0, 0, 0, 0x24, 0, 0, 0, 0, 0, 0, 2, 0, 0x25, 0, 0, 0, 0, 0, 0x55, 2}, uint64(2))
	f.Add("top:\ncmp.lt (M1, 8) P1 all_d(0,0)<8;8,1> 0x5:d\n(P1) goto (M1, 16) top\ncall (M1, 8) s\nret (M1, 1)\n.function \"s\"\n(!P4.any) ret (M1, 32)\nret (M1_NM, 1)", []byte{}, uint64(3))
	f.Add("gather_scaled.2 (M1, 8) T7 4:ud all_ud.0 all_d.32", []byte{0x5c, 0x20, 0x59}, uint64(5))
	f.Add("lsc_atomic_icas.ugm (M1, 8) all_ud.0:d32 flat[all_uq.64]:a64 all_ud.96 all_ud.128", []byte{0x8b, 0x80, 0, 0, 2, 6, 6}, uint64(4))
	f.Add("svm_gather.1.2 (M1, 8) all_uq.64 all.0", []byte{0x4e, 5, 3, 0, 0, 0x40, 0x28, 0, 0, 0, 0, 0, 0x28, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0x28, 0, 0, 0, 0, 0}, uint64(9))
	f.Add("lsc_load_block2d.ugm (M1, 1) all_ud.0:d8.4x4nt flat[all_uq(0,3),all_ud(0,1),0x3,0x7,0x0,0x0]\nlsc_atomic_iadd.tgm (M1, 8) all_ud.0:d32 bti(0x4)[all_ud.32]:a32 all_ud.64 %null", []byte{0x4b, 3, 0, 0, 15, 6, 0x24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x2a, 0, 0, 0, 0, 0}, uint64(10))
	f.Add("plane (M1, 16) all_f(0,0)<1> r[A0(1),0]<4;4,1>:f all_f(1,0)<8;8,1>\nmadw (M1, 8) all_d(0,0)<2> all_d(0,0)<8;8,1> 5:w 0x7:v", []byte{}, uint64(6))
	chance.Fuzz(f, func(t *testing.T, text string, code []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		c := newPlainCampaign(t, rng, 32+32*int(seed&1), Dialect(seed>>1&1))
		c.options.InactiveAddresses = seed>>2&1 != 0
		p := Parser{Decls: c.d, Dialect: c.options.Dialect}
		for range 4 { // several, so that one sees what another wrote
			if i, err := p.ParseInst(text); err == nil {
				c.fuzzed(&i)
			}
			for b := code; len(b) > 0; {
				i, n, err := DecodeInst(b, Current)
				if err != nil {
					break
				}
				c.fuzzed(&i)
				b = b[n:]
			}
		}
		c.fuzzedProgram(text)
	})
}

// fuzzedProgram runs a whole text, on both if both know all of it.
func (c *plainCampaign) fuzzedProgram(text string) {
	d, known := c.d, !strings.Contains(text, ".decl")
	if !known {
		d = NewDecls(c.grf, D)
	}
	g, errs := ParseProgram(text, d, c.options.Dialect)
	if len(errs) > 0 || len(g.Lines) > 100 || len(g.Lines) == 0 {
		return
	}
	insts := g.Insts()
	for n := range insts {
		known = known && c.knows(&insts[n])
	}
	options := Options{Dialect: c.options.Dialect}
	if known {
		options = c.options
	}
	code, err := Compile(insts, d, options)
	if err != nil {
		return
	}
	if known {
		c.refresh()
		c.plain.later = c.options.InactiveAddresses
		c.oneKernel(insts, new(plainSights), map[string]int{})
		return
	}
	m := code.NewMachine()
	m.Fuel = 1000
	_ = code.Run(m, func(s *Step) { s.Touches() })
}

// fuzzed runs an instruction on both, if it is one that both know.
func (c *plainCampaign) fuzzed(i *Inst) {
	code, err := Compile([]Inst{*i}, c.d, c.options)
	if err != nil {
		return
	}
	m := code.NewMachine()
	for k := range c.plain.EM {
		c.plain.EM[k] = int(c.Uint32() & 1)
	}
	c.load(code, m)
	if !c.knows(i) {
		_ = code.Run(m, func(s *Step) { s.Touches() })
		return
	}
	c.plain.later = c.options.InactiveAddresses
	thread := &plainThread{plainState: c.plain, insts: []Inst{*i}, fuel: 1}
	thread.start(c.plain.EM)
	want := thread.all().fault
	f, _ := code.Run(m, func(s *Step) { s.Touches() }).(*Fault)
	if (f == nil) != (want == nil) || f != nil && (f.Operand != want.operand || f.Lane != want.lane) {
		c.t.Fatalf("%s\n%v, plainly %+v", i.Text(c.d), f, want)
	}
	c.compare(code, m, i)
}

// knows says whether the plain implementation has the instruction's operands: the campaign's own variables, and no mov of what is no element.
func (c *plainCampaign) knows(i *Inst) bool {
	if int(i.Guard.ID()) > 4 {
		return false
	}
	for k := range int(i.N) {
		o := &i.Operand[k]
		switch o.Class {
		case General:
			if _, ok := c.options.Variables[o.ID]; !ok {
				return false
			}
		case Indirect, Address:
			if o.ID > 1 || i.Op == opMov && o.Class == Address {
				return false
			}
		case Predicate:
			if o.ID == 0 || o.ID > 4 || i.Op == opMov {
				return false
			}
		case State:
			if o.Kind != SurfaceKind || o.ID < 6 || o.ID > 7 || i.Op == opAddrAdd {
				return false
			}
		case AddressOf:
			if o.Kind != GeneralKind || i.Op == opMov {
				return false
			}
		}
	}
	return true
}
