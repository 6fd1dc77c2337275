package svp64_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
)

// What a program may set up that no text says: each field at its limits and one behind them, of instructions, of loops, and of SVSTATE.
func TestFieldsOutOfRange(t *testing.T) {
	vector := svp64.Inst{Form: svp64.Vector, RT: svp64.Reg{No: 127, Vector: true}, RA: svp64.Reg{No: 1, Vector: true}, Swizzle: svp64.NumSwizzles - 1, SubVL: 4, DstWidth: svp64.W8, SrcWidth: svp64.W8, Sat: svp64.Unsigned, DstMask: 7, SrcMask: 7}
	pair := svp64.Inst{RT: svp64.Reg{No: 30}, RA: svp64.Reg{No: 0}}
	for _, row := range []struct {
		of     svp64.Inst
		change func(i *svp64.Inst)
		want   string
	}{
		{vector, func(*svp64.Inst) {}, ""},
		{pair, func(*svp64.Inst) {}, ""},
		{vector, func(i *svp64.Inst) { i.Form = svp64.Single + 1 }, "unknown form"},
		{vector, func(i *svp64.Inst) { i.Swizzle++ }, "the swizzle 0x1000 has more than 12 bits"},
		{vector, func(i *svp64.Inst) { i.SubVL++ }, "a field of the prefix is out of range: SUBVL 5"},
		{vector, func(i *svp64.Inst) { i.DstWidth++ }, "a field of the prefix is out of range"},
		{vector, func(i *svp64.Inst) { i.SrcWidth++ }, "a field of the prefix is out of range"},
		{vector, func(i *svp64.Inst) { i.Sat++ }, "a field of the prefix is out of range"},
		{vector, func(i *svp64.Inst) { i.DstMask++ }, "a field of the prefix is out of range"},
		{vector, func(i *svp64.Inst) { i.SrcMask++ }, "a field of the prefix is out of range"},
		{vector, func(i *svp64.Inst) { i.RT.No++ }, "RT is 128"},
		{vector, func(i *svp64.Inst) { i.RA.No = 128 }, "RA is 128"},
		{vector, func(i *svp64.Inst) { i.Float = true }, svp64.ErrReservedWidth.Error()},
		{vector, func(i *svp64.Inst) { i.Float, i.SrcWidth = true, svp64.W16 }, svp64.ErrReservedWidth.Error()},
		{vector, func(i *svp64.Inst) { i.Float, i.DstWidth, i.SrcWidth = true, svp64.W16, svp64.W16 }, ""},
		{pair, func(i *svp64.Inst) { i.RT.Vector = true }, "RT is 30: only the sv. form"},
		{pair, func(i *svp64.Inst) { i.RA.No = 3 }, "RA is 3: a pair begins at an even register"},
		{pair, func(i *svp64.Inst) { i.RT.No = 32 }, "RT is 32: registers above 31 need a prefix"},
		{pair, func(i *svp64.Inst) { i.SZ = true }, "the instruction has no prefix, and says what only a prefix can say"},
		{pair, func(i *svp64.Inst) { i.SubVL = 2 }, "the instruction has no prefix, and says what only a prefix can say"},
		{pair, func(i *svp64.Inst) { i.Form = svp64.Single }, svp64.ErrEmptySingle.Error()},
	} {
		i := row.of
		row.change(&i)
		if err := i.Check(); (err == nil) != (row.want == "") || err != nil && !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%+v: %v, want %s", i, err, row.want)
		}
	}
	loop := svp64.Loop{RT: svp64.Reg{No: 0, Vector: true}, RA: svp64.Reg{No: 64, Vector: true}, VL: svp64.MaxVL, SubVL: 1, SrcBits: 64, DstBits: 64, Swizzle: svp64.Select(svp64.X), Sat: svp64.Unsigned}
	for _, row := range []struct {
		change func(l *svp64.Loop)
		want   string
	}{
		{func(*svp64.Loop) {}, ""},
		{func(l *svp64.Loop) { l.VL = -1 }, "VL is -1"},
		{func(l *svp64.Loop) { l.VL++ }, "VL is 65"},
		{func(l *svp64.Loop) { l.VL = 0 }, ""},
		{func(l *svp64.Loop) { l.Swizzle = svp64.NumSwizzles }, "a field of the loop is out of range"},
		{func(l *svp64.Loop) { l.SubVL = 0 }, "a field of the loop is out of range"},
		{func(l *svp64.Loop) { l.SubVL = 5 }, "a field of the loop is out of range"},
		{func(l *svp64.Loop) { l.RT.No = 128 }, "a field of the loop is out of range"},
		{func(l *svp64.Loop) { l.RA.No = 128 }, "a field of the loop is out of range"},
		{func(l *svp64.Loop) { l.Sat++ }, "a field of the loop is out of range"},
		{func(l *svp64.Loop) { l.SrcBits = 4 }, "elements of 4 and 64 bits"},
		{func(l *svp64.Loop) { l.DstBits = 128 }, "elements of 64 and 128 bits"},
		{func(l *svp64.Loop) { l.DstBits = 24 }, "elements of 64 and 24 bits"},
		{func(l *svp64.Loop) { l.DstBits = 8 }, ""},
		{func(l *svp64.Loop) { l.DstBits, l.Float = 8, true }, "elements of 64 and 8 bits: " + svp64.ErrReservedWidth.Error()},
		{func(l *svp64.Loop) { l.SrcBits, l.Float = 8, true }, "elements of 8 and 64 bits: " + svp64.ErrReservedWidth.Error()},
		{func(l *svp64.Loop) { l.DstBits, l.SrcBits, l.Float = 16, 16, true }, ""},
	} {
		l := loop
		row.change(&l)
		if err := l.Check(); (err == nil) != (row.want == "") || err != nil && !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%+v: %v, want %s", l, err, row.want)
		}
	}
}

// Everything that executes refuses what cannot be executed, and changes nothing.
func TestRefusedEverywhere(t *testing.T) {
	overlap := svp64.Inst{Form: svp64.Vector, RT: svp64.Reg{No: 32, Vector: true}, RA: svp64.Reg{No: 32, Vector: true}, Swizzle: svp64.Select(svp64.X)}
	wrong := overlap
	wrong.SubVL = 5
	odd := svp64.Inst{RT: svp64.Reg{No: 3}, RA: svp64.Reg{No: 4}, Swizzle: svp64.Select(svp64.X)}
	for _, i := range []svp64.Inst{overlap, wrong, odd} {
		for name, do := range map[string]func(s *svp64.State) error{
			"Run":    func(s *svp64.State) error { return s.Run(i) },
			"Plain":  func(s *svp64.State) error { return s.RunPlain(i) },
			"Step":   func(s *svp64.State) error { _, err := s.Step(i); return err },
			"Trace":  func(s *svp64.State) error { _, err := s.Trace(i); return err },
			"Issues": func(s *svp64.State) error { _, err := s.Issues(i); return err },
			"issue":  func(s *svp64.State) error { s.SV = s.SV.WithVertical(true); return s.Run(i) },
		} {
			s := svp64.NewState(2)
			s.GPR[32], s.GPR[4] = 7, 8
			was := s.GPR
			if err := do(s); err == nil || s.GPR != was {
				t.Errorf("%+v, %s: %v", i, name, err)
			}
		}
	}
	long := svp64.NewState(2)
	long.SV = long.SV.WithMaxVL(1)
	if _, err := long.SVStep(overlap); err == nil {
		t.Error("svstep with VL above MAXVL")
	}
	if done, err := svp64.NewState(1).SVStep(svp64.Inst{RT: svp64.Reg{No: 4}, RA: svp64.Reg{No: 6}}); !done || err != nil {
		t.Errorf("svstep behind a pair: %v, %v", done, err)
	}
	if _, err := svp64.NewState(1).Loop(odd); err == nil {
		t.Error("an odd pair is a loop")
	}
	if _, err := svp64.NewState(1).Loop(svp64.Inst{RT: svp64.Reg{No: 4}, RA: svp64.Reg{No: 6}}); err == nil || !strings.Contains(err.Error(), "is no loop") {
		t.Errorf("a pair is a loop: %v", err)
	}
}

// A loop whose predicates let nothing through leaves places of zero behind it, and in Vertical-First mode SVSTATE as it was; both ways of saying it are the same.
func TestNothingLeft(t *testing.T) {
	l := svp64.Loop{RT: svp64.Reg{Vector: true}, RA: svp64.Reg{No: 64, Vector: true}, VL: 3, SubVL: 1, SrcBits: 64, DstBits: 64, Swizzle: svp64.Select(svp64.X)}
	at := svp64.NewSVState(3, 3).WithPlaces(svp64.Place{Step: 1}, svp64.Place{Step: 2})
	zero := svp64.NewSVState(3, 3)
	for _, row := range []struct{ at, after, next svp64.SVState }{
		{zero, zero, zero}, {at, zero, zero}, {at.WithVertical(true), at.WithVertical(true), zero.WithVertical(true)},
	} {
		for _, masks := range [][2]uint64{{0, 7}, {7, 0}, {0, 0}} {
			l.SrcMask, l.DstMask = masks[0], masks[1]
			list, after := l.Issue(row.at)
			next, done := l.NextGroup(row.at)
			list2, after2, next2, done2 := l.Generated(row.at)
			if len(list)+len(list2) != 0 || after != row.after || after2 != row.after || next != row.next || next2 != row.next || !done || !done2 {
				t.Errorf("%v, %b: %v, then %v (%v); %v, then %v (%v)", row.at, masks, after, next, done, after2, next2, done2)
			}
		}
	}
}

// Values of registers as a command line has them.
func TestParseSettings(t *testing.T) {
	s := svp64.NewState(1)
	for _, text := range []string{"r3=5", "r64=0x1_0,ffff_ffff_ffff_ffff,2", "f127=a", "cr6=eq,,lt+so", "r126=1,2"} {
		list, err := svp64.ParseSettings(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		for _, r := range list {
			r.Put(s)
		}
	}
	if s.GPR[3] != 5 || s.GPR[64] != 16 || s.GPR[65] != ^uint64(0) || s.GPR[66] != 2 || s.FPR[127] != 10 || s.CR[6] != svp64.EQ || s.CR[7] != 0 || s.CR[8] != svp64.LT|svp64.SO || s.GPR[126] != 1 || s.GPR[127] != 2 {
		t.Errorf("%x %x %v", s.GPR, s.FPR, s.CR)
	}
	for text, want := range map[string]string{
		"": "expected r64=HEX", "r3": "expected r64=HEX", "r=1": "expected r64=HEX", "x3=1": "expected r64=HEX", "3=1": "expected r64=HEX", "r3=": `"" is not a number`, "r3=1,,2": `"" is not a number`,
		"r3=10000000000000000": `"10000000000000000" is not a number of up to 16 hexadecimal digits`, "cr3=up": `"up" is no bit of a field: there are lt, gt, eq and so, with + between`, "r128=1": "there are registers 0 to 127", "r127=1,2": "there are registers 0 to 127",
	} {
		if list, err := svp64.ParseSettings(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %s", text, list, err, want)
		}
	}
}

// What other instructions under a prefix are made of, for them: the first word, registers in two parts, elements of registers, predicates.
func TestPartsOfPrefixes(t *testing.T) {
	rng := chance.Random(t, 0)
	for range times(2000) {
		r := svp64.Reg{No: uint8(rng.IntN(svp64.NumRegs)), Vector: rng.IntN(2) == 0}
		field, spec := r.Extra3()
		no := spec&3<<5 | field
		if r.Vector {
			no = field<<2 | spec&3
		}
		if field > 31 || spec > 7 || no != uint64(r.No) || spec>>2 == 1 != r.Vector || svp64.FromExtra3(field, spec) != r {
			t.Fatalf("%v is %d and %d", r, field, spec)
		}
		rm := rng.Uint32() & 0xffffff
		for _, e := range []svp64.Encoding{svp64.DefaultEncoding, {PO: 22, Prefix: svp64.PO9}} {
			word, err := e.PrefixWord(svp64.Vector, rm)
			if err != nil {
				t.Fatal(err)
			}
			want := uint32(0x27000000) | rm
			if e.Prefix != svp64.PO9 {
				want = 0x05400000 | rm>>23<<25 | rm>>22&1<<23 | rm&0x3fffff
			}
			form, back, prefix, err := svp64.SplitPrefix(word)
			if word != want || form != svp64.Vector || back != rm || prefix != e.Prefix || err != nil {
				t.Fatalf("%06x in %v: %08x, want %08x; back %v %06x %v: %v", rm, e, word, want, form, back, prefix, err)
			}
		}
		var f svp64.File
		f[5], f[6] = rng.Uint64(), rng.Uint64()
		bits := 8 << rng.IntN(4)
		k := rng.IntN(128 / bits)
		was, v := f, rng.Uint64()
		f.SetElement(5, k, bits, v)
		mask := ^uint64(0) >> (64 - bits)
		at, shift := 5+k*bits/64, k*bits%64
		was[at] = was[at]&^(mask<<shift) | v&mask<<shift
		if f != was || f.Element(5, k, bits) != v&mask {
			t.Fatalf("element %d of %d bits", k, bits)
		}
	}
	i, err := svp64.Parse("sv.mv.swiz/dm=~r10/sm=r30/vec3/sw=8/dw=16/sz *32,*64,X")
	if err != nil {
		t.Fatal(err)
	}
	if i.Specifiers() != "/dm=~r10/dw=16/sm=r30/sw=8/sz/vec3" || i.Mode() != 1 || i.RM()&31 != 1 {
		t.Errorf("%s, MODE %05b, RM %06x", i.Specifiers(), i.Mode(), i.RM())
	}
	var regs []int
	for p := range svp64.Predicate(8) {
		if reg, ok := i.PredicateRegister(p); ok {
			regs = append(regs, reg)
		}
	}
	if !slices.Equal(regs, []int{3, 3, 3, 10, 10, 30, 30}) {
		t.Errorf("predicates are in %v", regs)
	}
	i.CR = true
	if _, ok := i.PredicateRegister(5); ok {
		t.Error("a condition is in an integer register")
	}
	if err := svp64.NewSVState(65, 1).Check(); err == nil {
		t.Errorf("MAXVL 65: %v", err)
	}
}
