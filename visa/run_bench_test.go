package visa

import (
	"math/rand/v2"
	"testing"
)

// runInsts are instructions as kernels have them, sixteen lanes each where there is room.
var runInsts = []struct{ name, text string }{
	{"mov", "mov (M1, 16) small_d(0,0)<1> all_d(0,0)<16;4,2>"},
	{"convert", "mov.sat (M1, 16) small_ub(0,0)<1> all_f(0,0)<8;8,1>"},
	{"add", "add (M1, 16) small_d(0,0)<1> all_d(0,0)<8;8,1> all_d(2,0)<0;1,0>"},
	{"guarded", "(!P1) add (M1, 16) small_d(0,0)<1> (-)all_d(0,0)<8;8,1> all_d(2,0)<8;8,1>"},
	{"mad f", "mad (M1, 16) small_f(0,0)<1> all_f(0,0)<8;8,1> all_f(2,0)<0;1,0> all_f(4,0)<8;8,1>"},
	{"cmp", "cmp.lt (M1, 16) P1 all_d(0,0)<8;8,1> 0x5:d"},
	{"gather", "mov (M1, 16) small_d(0,0)<1> r[A0(0),0]<1,0>:d"},
	{"bfn", "bfn.xca (M1, 16) small_d(0,0)<1> all_d(0,0)<8;8,1> all_d(2,0)<8;8,1> all_d(4,0)<8;8,1>"},
}

// prepared is a code of the one instruction and a machine on which it runs.
func prepared(t testing.TB, text string) (*Code, *Machine) {
	t.Helper()
	c := newPlainCampaign(t, rand.New(rand.NewPCG(7, 8)), 32, Spec)
	p := Parser{Decls: c.d}
	i, err := p.ParseInst(text)
	if err != nil {
		t.Fatal(err)
	}
	code, err := Compile([]Inst{i}, c.d, c.options)
	if err != nil {
		t.Fatal(err)
	}
	m := code.NewMachine()
	c.load(code, m)
	m.Mask = ^uint32(0)
	m.SetFlags(1, Flags{0x5a5a5a5a, ^uint32(0)})
	for k := range 16 {
		_ = m.SetPointer(0, k, Pointer{Known: true, Into: true, Kind: GeneralKind, ID: c.byType[D][0], Offset: uint16(4 * (k * 7 % 16))})
	}
	return code, m
}

// Prepared instructions, executed.
func BenchmarkRun(b *testing.B) {
	for _, row := range runInsts {
		b.Run(row.name, func(b *testing.B) {
			code, m := prepared(b, row.text)
			b.ReportAllocs()
			for b.Loop() {
				if err := code.Run(m, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "M/s")
		})
	}
}

// Executing a prepared instruction allocates nothing.
func TestRunAllocatesNothing(t *testing.T) {
	for _, row := range runInsts {
		code, m := prepared(t, row.text)
		n := testing.AllocsPerRun(100, func() {
			if err := code.Run(m, nil); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", row.text, n)
		}
	}
}
