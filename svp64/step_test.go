package svp64_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
)

// randomInst is an instruction with everything, over registers that do not overlap, and a state for it.
func randomInst(t *testing.T, rng interface {
	IntN(int) int
	Uint64() uint64
}) (svp64.Inst, *svp64.State) {
	l := svp64.Inst{
		Form: svp64.Vector, Swizzle: svp64.Swizzle(rng.IntN(svp64.NumSwizzles)), Float: rng.IntN(4) == 0, SubVL: uint8(1 + rng.IntN(4)), Sat: svp64.Sat(rng.IntN(3)),
		RT: svp64.Reg{No: uint8(40 + rng.IntN(4)), Vector: rng.IntN(6) != 0}, RA: svp64.Reg{No: uint8(84 + rng.IntN(4)), Vector: rng.IntN(6) != 0},
		CR: rng.IntN(3) == 0, DstMask: svp64.Predicate(rng.IntN(8)), SrcMask: svp64.Predicate(rng.IntN(8)), SZ: rng.IntN(3) == 0, DZ: rng.IntN(3) == 0,
		DstWidth: svp64.Width(rng.IntN(3)), SrcWidth: svp64.Width(rng.IntN(3)),
	}
	if !l.Float { // whose shortest elements have 16 bits
		l.DstWidth, l.SrcWidth = svp64.Width(rng.IntN(4)), svp64.Width(rng.IntN(4))
	}
	if l.IsPair() {
		l.RT.Vector = true
	}
	s := svp64.NewState(rng.IntN(10))
	s.SV = s.SV.WithPack(rng.IntN(2) == 0, rng.IntN(2) == 0)
	for k := range s.GPR {
		s.GPR[k], s.FPR[k], s.CR[k] = rng.Uint64(), rng.Uint64(), svp64.CRField(rng.IntN(16))
	}
	return l, s
}

// A loop that is interrupted after every move, with nothing kept but the state, does the same as one that is not.
func TestTrapAndResume(t *testing.T) {
	rng := chance.Random(t, 0)
	moves := 0
	for range times(20_000) {
		i, before := randomInst(t, rng)
		want := *before
		if err := want.RunPlain(i); err != nil {
			t.Fatalf("%v: %v", i, err)
		}
		steps, stop := *before, rng.IntN(12)
		var err error
		for done := false; !done; {
			if moves++; stop == 0 { // go on at full speed from wherever it stands
				if err = steps.Run(i); err != nil {
					t.Fatal(err)
				}
				break
			}
			stop--
			if done, err = steps.Step(i); err != nil {
				t.Fatal(err)
			}
		}
		if steps != want {
			t.Fatalf("%v, VL %d %s: stepped %s", i, before.SV.VL(), before.SV.Note(), difference(steps.GPR, want.GPR))
		}
	}
	t.Logf("%d moves", moves)
}

// In Vertical-First mode a trap in the middle of a group leaves the rest of that group to do, and nothing of the next one. The groups are counted here by the moves of the whole loop, which Trace lists: group g is moves g*L to g*L+L-1.
func TestTrapAndResumeVerticalFirst(t *testing.T) {
	rng := chance.Random(t, 0)
	inside := 0
	for range times(20_000) {
		i, before := randomInst(t, rng)
		before.SV = before.SV.WithVertical(true)
		all, err := cloned(before).Trace(i)
		if err != nil {
			t.Fatal(err)
		}
		stop := rng.IntN(len(all) + 1)
		size := len(i.Swizzle.Live())
		if before.SV.Pack() && before.SV.Unpack() {
			size = 1
		}
		if size == 0 || stop == len(all) {
			continue
		}
		end := min(stop-stop%size+size, len(all))
		if stop%size != 0 {
			inside++
		}
		// Moves up to the end of the group, one by one, are what must be there after the issue.
		want := cloned(before)
		for range end {
			if _, err := want.Step(i); err != nil {
				t.Fatal(err)
			}
		}
		got := cloned(before)
		for range stop {
			if _, err := got.Step(i); err != nil {
				t.Fatal(err)
			}
		}
		whole := cloned(before)
		for range stop - stop%size {
			if _, err := whole.Step(i); err != nil {
				t.Fatal(err)
			}
		}
		whole.SV = begun(whole.SV)
		if err := errors.Join(whole.Run(i), got.Run(i)); err != nil || got.SV != whole.SV {
			t.Fatalf("%v: the issue that was interrupted leaves SVSTATE %x, and one that was not %x: %v", i, uint64(got.SV), uint64(whole.SV), err)
		}
		done, err := got.SVStep(i)
		if err != nil || done != (end == len(all)) {
			t.Fatalf("%v %s: done is %v after %d of %d moves: %v", i, before.SV.Note(), done, end, len(all), err)
		}
		want.SV = begun(want.SV)
		if *got != *want {
			t.Fatalf("%v, VL %d %s, trap after %d of %d moves, groups of %d: SVSTATE %x, want %x; %s", i, before.SV.VL(), before.SV.Note(), stop, len(all), size, got.SV, want.SV, difference(got.GPR, want.GPR))
		}
	}
	if inside < times(2000) {
		t.Errorf("only %d traps were inside a group", inside)
	}
}

// begun is SVSTATE at the beginning of a group: a side that is walked by subvectors is at none of their lanes yet.
func begun(v svp64.SVState) svp64.SVState {
	src, dst := v.Places()
	if !v.Pack() {
		src.Sub = 0
	}
	if !v.Unpack() {
		dst.Sub = 0
	}
	return v.WithPlaces(src, dst)
}

// Where SVSTATE goes with every move, issue and step of a group is compared with the document's generators, written out as lists: from every place that a loop comes to.
func TestWalksAreTheLists(t *testing.T) {
	rng := chance.Random(t, 0)
	places := 0
	for range times(20_000) {
		i, s := randomInst(t, rng)
		l, err := s.Loop(i)
		if err != nil {
			t.Fatal(err)
		}
		l.Vertical = rng.IntN(2) == 0
		v := s.SV
		for m := range l.Each(v) {
			places++
			for k, v := range []svp64.SVState{v, v.WithVertical(true), begun(v).WithVertical(true)} {
				list, after, next, done := l.Generated(v)
				got, gotAfter := l.Issue(v)
				gotNext, gotDone := l.NextGroup(v)
				if !slices.Equal(list, got) || after != gotAfter || next != gotNext || done != gotDone || len(list) == 0 || k == 0 && list[0] != m.Arrival {
					t.Fatalf("%v at %v: %v, behind it %v, next %v (%v); by lists %v, %v, %v (%v)", i, v, got, gotAfter, gotNext, gotDone, list, after, next, done)
				}
			}
			v = m.After
		}
	}
	if places < times(20_000) {
		t.Errorf("only %d places", places)
	}
}

// cloned is a state of its own.
func cloned(s *svp64.State) *svp64.State {
	c := *s
	return &c
}

// Vertical-First: issues with svstep between them do what the loop does, and write a scalar each time, and an issue leaves SVSTATE at the group that it did.
func TestVerticalFirst(t *testing.T) {
	rng := chance.Random(t, 0)
	for range times(20_000) {
		i, before := randomInst(t, rng)
		want := *before
		l, err := want.Loop(i)
		l.Vertical = true // into a scalar goes each of them
		file := &want.GPR
		if i.Float {
			file = &want.FPR
		}
		if err == nil {
			err = l.Generate(file)
		}
		if err != nil {
			t.Fatal(err)
		}
		vertical := *before
		vertical.SV = vertical.SV.WithVertical(true)
		for done, issues := false, 0; !done; issues++ {
			err := vertical.Run(i)
			if at, again := vertical.SV, cloned(&vertical); err == nil && (again.Run(i) != nil || *again != vertical || begun(at) != at) {
				t.Fatalf("%v: an issue and the same again are not the same", i)
			}
			if err == nil {
				done, err = vertical.SVStep(i)
			}
			if err != nil || issues > 64*4 {
				t.Fatalf("%v: %v after %d issues", i, err, issues)
			}
		}
		if vertical.SV = vertical.SV.WithVertical(false); vertical != want {
			t.Fatalf("%v, VL %d %s: %s", i, before.SV.VL(), before.SV.Note(), difference(vertical.GPR, want.GPR))
		}
	}
}

// writes is what a trace says of the value of a move.
var writes = regexp.MustCompile(` = [0-9a-f]+`)

// A trace says of each move the places of both sides, where they differ too, and what is written: constants of the width, what saturation makes, the zeros of predicates. SVSTATE is said as a register and in words.
func TestTrace(t *testing.T) {
	for _, row := range []struct {
		text string
		want []string
	}{
		{"sv.mv.swiz/vec3/w=16 *32,*64,ZYX vl=2 pack", []string{
			"srcstep 0.0 dststep 0.0   0.Z → 0.X = 1003", "srcstep 1.0 dststep 0.1   1.Z → 0.Y = 1006", "srcstep 0.1 dststep 0.2   0.Y → 0.Z = 1002",
			"srcstep 1.1 dststep 1.0   1.Y → 1.X = 1005", "srcstep 0.2 dststep 1.1   0.X → 1.Y = 1001", "srcstep 1.2 dststep 1.2   1.X → 1.Z = 1004"}},
		{"sv.mv.swiz/sats/sw=16/dw=8 *32,*64,X1 vl=1", []string{"srcstep 0.0 dststep 0.0   0.X → 0.X = 7f of 1001", "srcstep 0.1 dststep 0.1   1 → 0.Y = 7f"}},
		{"sv.mv.swiz/satu/w=16 *32,*64,10 vl=1", []string{"srcstep 0.0 dststep 0.0   1 → 0.X = ffff", "srcstep 0.1 dststep 0.1   0 → 0.Y = 0"}},
		{"sv.mv.swiz/dm=r3/sm=r10/w=16 *32,*64,X vl=3 r3=0x3 r10=0x6", []string{"srcstep 0.0 dststep 0.0   1.X → 0.X = 1002", "srcstep 2.0 dststep 1.0   2.X → 1.X = 1003"}},
		{"sv.mv.swiz/dm=r3/sm=r10/zz/w=16 *32,*64,X vl=3 r3=0x3 r10=0x6", []string{"srcstep 0.0 dststep 0.0   0.X → 0.X = 0 (sz)", "srcstep 1.0 dststep 1.0   1.X → 1.X = 1002", "srcstep 2.0 dststep 2.0   2.X → 2.X = 0 (dz)"}},
		{"sv.mv.swiz 4,64,Y.1X", []string{"one step   Y → X = 10041003  0 → Y = 0  1 → Z = 1  X → W = 10021001"}},
		{"sv.mv.swiz/m=eq 4,64,YX cr32=", []string{"one step "}},
	} {
		l, err := svp64.ParseLine(row.text)
		if err != nil {
			t.Fatal(err)
		}
		s := l.State()
		s.GPR[64], s.GPR[65] = 0x1004_1003_1002_1001, 0x1008_1007_1006_1005
		lines, err := s.Trace(l.Inst)
		if err != nil || !slices.Equal(lines, row.want) {
			t.Errorf("%s: %q, want %q: %v", row.text, lines, row.want, err)
		}
	}
	for _, row := range []struct {
		v    svp64.SVState
		want string
	}{
		{svp64.NewSVState(2, 2).WithPack(true, false), "0408000000000400: maxvl 2, vl 2, pack"},
		{svp64.NewSVState(3, 2).WithPack(false, true).WithVertical(true), "0608000000000201: maxvl 3, vl 2, unpack, vertical first"},
		{svp64.NewSVState(2, 2).WithPlaces(svp64.Place{Step: 1, Sub: 2}, svp64.Place{Sub: 3}), "0408080e00000000: maxvl 2, vl 2, srcstep 1.2, dststep 0.3"},
	} {
		if got := row.v.String(); got != row.want {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
}

// The groups of Vertical-First are the live lanes, whatever SUBVL and the length are, and one move where both loops are inside out.
func TestVerticalGroups(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"sv.mv.swiz/vec4 *32,*64,W.Y. vl=2", "W→0.X 0.Y→0.Z | 1.W→1.X 1.Y→1.Z"},
		{"sv.mv.swiz/vec2 *32,*64,YYXX vl=2", "0.Y→0.X 0.Y→0.Y 0.X→0.Z 0.X→0.W | 1.Y→1.X 1.Y→1.Y 1.X→1.Z 1.X→1.W"},
		{"sv.mv.swiz/vec3 *32,*64,ZY vl=3", "0.Z→0.X 0.Y→0.Y | 1.Z→1.X 1.Y→1.Y | 2.Z→2.X 2.Y→2.Y"},
		{"sv.mv.swiz/vec2 *32,*64,X1 vl=2 pack", "0.X→0.X 1.X→0.Y | 1→1.X 1→1.Y"},
		{"sv.mv.swiz/vec2 *32,*64,X.Y vl=2 unpack", "0.X→0.X 0.Y→1.X | 1.X→0.Z 1.Y→1.Z"},
		{"sv.mv.swiz/vec2 *32,*64,YX vl=2 pack unpack", "0.Y→0.X | 1.Y→1.X | 0.X→0.Y | 1.X→1.Y"},
	} {
		i, v, err := svp64.ParseWithState(row.text)
		if err != nil {
			t.Fatal(err)
		}
		s := svp64.NewState(v.VL())
		s.SV = v.WithVertical(true)
		lines, err := s.Issues(i)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range lines {
			_, moves, _ := strings.Cut(line, "   ")
			got = append(got, strings.ReplaceAll(strings.ReplaceAll(writes.ReplaceAllString(strings.TrimSpace(moves), ""), " → ", "→"), "  ", " "))
		}
		if text := strings.Join(got, " | "); text != strings.Replace(row.want, "W→", "0.W→", 1) && text != row.want {
			t.Errorf("%s: %s, want %s", row.text, text, row.want)
		}
	}
}

// svstep sets PACK and UNPACK by immediates 13 to 16, and by no other.
func TestStepImmediates(t *testing.T) {
	for svi := 1; svi <= 128; svi++ {
		v, ok := svp64.NewSVState(4, 4).WithStepImmediate(svi)
		if ok != (svi >= 13 && svi <= 16) || ok && (v.Pack() != (svi >= 15) || v.Unpack() != (svi%2 == 0)) {
			t.Errorf("svstep %d: %v, pack %v, unpack %v", svi, ok, v.Pack(), v.Unpack())
		}
	}
}

// Bad states and loops have names.
func TestRunErrors(t *testing.T) {
	parse := func(text string) svp64.Inst {
		i, err := svp64.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	for _, row := range []struct {
		text string
		sv   svp64.SVState
		is   error
	}{
		{"sv.mv.swiz *32,*64,X", svp64.NewSVState(4, 5), svp64.ErrVL},
		{"sv.mv.swiz *32,*64,X", svp64.NewSVState(65, 5), svp64.ErrVL},
		{"sv.mv.swiz 32,64,X", svp64.NewSVState(4, 5), svp64.ErrVL},
		{"sv.mv.swiz *32,*126,X", svp64.NewSVState(3, 3), svp64.ErrPastRegisters},
		{"sv.mv.swiz *127,*3,X", svp64.NewSVState(2, 2), svp64.ErrPastRegisters},
		{"sv.mv.swiz *32,*127,Y", svp64.NewSVState(1, 1), svp64.ErrPastRegisters},
		{"sv.mv.swiz *32,*64,X", svp64.NewSVState(3, 3).WithPlaces(svp64.Place{Step: 3}, svp64.Place{}), svp64.ErrStep},
		{"sv.mv.swiz/m=r10 *8,*64,X", svp64.NewSVState(3, 3), svp64.ErrPredicate},
		{"sv.mv.swiz/sm=r3 *3,*64,X", svp64.NewSVState(1, 1), svp64.ErrPredicate},
	} {
		for name, run := range engines {
			s := svp64.NewState(0)
			s.SV = row.sv
			if err := run(s, parse(row.text)); !errors.Is(err, row.is) {
				t.Errorf("%s, %s: %v, want %v", name, row.text, err, row.is)
			}
		}
	}
	s := svp64.NewState(1)
	if err := s.Run(svp64.Inst{RT: svp64.Reg{No: 5}}); !errors.Is(err, svp64.ErrOddPair) {
		t.Errorf("an odd pair: %v", err)
	}
	if _, err := s.Loop(parse("mv.swiz r4,r8,X")); err == nil {
		t.Error("a pair is a loop")
	}
}

// VL 0 and empty swizzles do nothing; between two pairs an empty one clears.
func TestNothingToDo(t *testing.T) {
	rng := chance.Random(t, 0)
	for _, row := range []struct {
		text   string
		vl     int
		clears bool
	}{
		{"sv.mv.swiz *32,*64,XYZW", 0, false},
		{"sv.mv.swiz 32,64,XYZW", 0, false},
		{"sv.mv.swiz *32,*64,....", 4, false},
		{"sv.mv.swiz *32,*64,0x200", 4, false},
		{"mv.swiz r4,r4,0x200", 0, false},
		{"mv.swiz r4,r8,0x200", 0, true},
		{"mv.swiz r4,r8,....", 0, true},
	} {
		i, err := svp64.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		for name, run := range engines {
			s := svp64.NewState(row.vl)
			fill(&s.GPR, rng)
			want := s.GPR
			if row.clears {
				want[4], want[5] = 0, 0
			}
			if err := run(s, i); err != nil || s.GPR != want {
				t.Errorf("%s, %s: %s: %v", name, row.text, difference(s.GPR, want), err)
			}
		}
	}
}
