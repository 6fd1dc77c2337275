package svp64_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax"
)

// Elements are counted from the registers that a move names, a scalar's by its lane alone; and Apply moves that element.
func TestElements(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"sv.mv.swiz/vec2/w=16 *32,*64,Y.X", "1>0 0>2 3>3 2>5"},
		{"sv.mv.swiz/vec2/w=16 *32,64,Y.X", "1>0 0>2 1>3 0>5"},
		{"sv.mv.swiz/vec2 32,*64,YX", "1>0 0>1"},
		{"sv.mv.swiz/vec3 *32,*64,1Z0", "0>0 2>1 0>2 0>3 5>4 0>5"},
	} {
		i, err := svp64.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		s := svp64.NewState(2)
		for k := range s.GPR {
			s.GPR[k] = 0x1111_2222_3333_4444 * uint64(k+1)
		}
		l, err := s.Loop(i)
		if err != nil {
			t.Fatal(err)
		}
		whole, pieces := *s, s.GPR
		var words []string
		for _, a := range l.Arrivals() {
			from, to := l.Elements(a)
			words = append(words, fmt.Sprintf("%d>%d", from, to))
			want, constant := l.Constant(a)
			if !constant {
				want = pieces.Element(64, from, l.SrcBits)
			}
			l.Apply(a, &pieces)
			if got := pieces.Element(32, to, l.DstBits); got != want {
				t.Errorf("%s: element %d is %x, want %x", c.text, to, got, want)
			}
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
		if err := whole.Run(i); err != nil || whole.GPR != pieces {
			t.Errorf("%s: move by move it is something else: %v", c.text, err)
		}
	}
}

// What predicates make of a pair: moved, cleared, left alone, or moved from a source of zeros.
func TestPairPredicate(t *testing.T) {
	for _, c := range []struct {
		text                string
		r3, r10             uint64
		written, zero, dies bool
	}{
		{"mv.swiz 4,8,YX", 0, 0, true, false, false},
		{"sv.mv.swiz/m=r3 4,8,YX", 1, 0, true, false, false},
		{"sv.mv.swiz/m=r3 4,8,YX", 2, 0, false, false, true},
		{"sv.mv.swiz/m=r3/dz 4,8,YX", 0, 0, true, false, true},
		{"sv.mv.swiz/dm=r3/sm=r10 4,8,YX", 1, 0, false, true, false},
		{"sv.mv.swiz/dm=r3/sm=r10/sz 4,8,YX", 1, 0, true, true, false},
		{"sv.mv.swiz/dm=r3/sm=r10/sz 4,8,YX", 1, 1, true, false, false},
	} {
		i, err := svp64.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		s := svp64.NewState(1)
		s.GPR[3], s.GPR[10] = c.r3, c.r10
		if written, sourceZero, zero := s.PairPredicate(i); written != c.written || sourceZero != c.zero || zero != c.dies {
			t.Errorf("%s with r3 %d and r10 %d: %v %v %v, want %v %v %v", c.text, c.r3, c.r10, written, sourceZero, zero, c.written, c.zero, c.dies)
		}
	}
	i, _ := svp64.Parse("sv.mv.swiz 4,8,YX")
	if written, _, _ := svp64.NewState(0).PairPredicate(i); written {
		t.Error("with VL 0 something is written")
	}
}

// SVSTATE's fields are set by themselves, in the bits of the specification: MAXVL is 0 to 6, VL 7 to 13, RMpst 62.
func TestFieldsOfSVState(t *testing.T) {
	all := ^svp64.SVState(0)
	for _, c := range []struct {
		name string
		got  svp64.SVState
		want uint64
	}{
		{"MAXVL", svp64.SVState(0).WithMaxVL(127), 0x7f << 57}, {"VL", svp64.SVState(0).WithVL(127), 0x7f << 50}, {"RMpst", svp64.SVState(0).WithPersist(true), 2},
		{"no MAXVL", all.WithMaxVL(0), ^uint64(0x7f << 57)}, {"no VL", all.WithVL(0), ^uint64(0x7f << 50)}, {"no RMpst", all.WithPersist(false), ^uint64(2)},
	} {
		if uint64(c.got) != c.want {
			t.Errorf("%s: %016x, want %016x", c.name, uint64(c.got), c.want)
		}
	}
}

// Registers under a prefix: a vector's number has its two low bits in EXTRA3, a scalar's its two high ones.
func TestExtra3(t *testing.T) {
	for _, c := range []struct {
		r           svp64.Reg
		field, spec uint64
	}{{svp64.Reg{No: 33, Vector: true}, 8, 5}, {svp64.Reg{No: 127, Vector: true}, 31, 7}, {svp64.Reg{No: 33}, 1, 1}, {svp64.Reg{No: 127}, 31, 3}, {svp64.Reg{No: 4, Vector: true}, 1, 4}} {
		if field, spec := c.r.Extra3(); field != c.field || spec != c.spec {
			t.Errorf("%v is %d and %d, want %d and %d", c.r, field, spec, c.field, c.spec)
		}
		if back := svp64.FromExtra3(c.field, c.spec); back != c.r {
			t.Errorf("%d and %d is %v, want %v", c.field, c.spec, back, c.r)
		}
	}
}

// Words are written with eight digits each, and a register by the file of its instruction.
func TestNamesAndDigits(t *testing.T) {
	for text, want := range map[string]string{"mv.swiz 4,8,W.Y.": "5888e283 r9", "fmv.swiz 4,8,W.Y.": "5888e28b f9"} {
		i, err := svp64.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		w, err := svp64.DefaultEncoding.Encode(i)
		if got := w.String() + " " + i.RegisterName(9); err != nil || got != want {
			t.Errorf("%s is %s, want %s: %v", text, got, want, err)
		}
	}
}

// Where walks stand apart in Vertical-First mode neither an issue nor svstep goes on, and what traces says so.
func TestWalksApart(t *testing.T) {
	i, err := svp64.Parse("sv.mv.swiz/vec3 *32,*64,XYZ")
	if err != nil {
		t.Fatal(err)
	}
	s := svp64.NewState(2)
	s.SV = s.SV.WithVertical(true).WithPlaces(svp64.Place{Step: 0, Sub: 1}, svp64.Place{Step: 0, Sub: 2})
	before := *s
	if err := s.Run(i); !errors.Is(err, svp64.ErrStep) {
		t.Errorf("an issue: %v", err)
	}
	if _, err := s.SVStep(i); !errors.Is(err, svp64.ErrStep) {
		t.Errorf("svstep: %v", err)
	}
	if _, err := s.Issues(i); !errors.Is(err, svp64.ErrStep) {
		t.Errorf("issues: %v", err)
	}
	if *s != before {
		t.Error("something was done")
	}
	l := i.Loop(svp64.NewSVState(0, 0))
	if _, err := l.Movement(); err == nil || !strings.Contains(err.Error(), "the loop moves nothing: VL is 0") {
		t.Errorf("a loop of nothing: %v", err)
	}
	odd := i
	odd.SubVL = 5
	for name, err := range map[string]error{"Guarded": second(odd.Guarded(svp64.NewSVState(2, 2))), "Trace": second(s.Trace(odd)), "Line.Map": second(svp64.Line{Inst: odd, SV: svp64.NewSVState(2, 2)}.Map())} {
		if err == nil {
			t.Errorf("%s of SUBVL 5 is no error", name)
		}
	}
}

// The 24 bits of a prefix, by the specification's fields from the left, are these specifiers, and come in either prefix:
//
//	MASKMODE MASK ELWIDTH ELWIDTH_SRC SUBVL  RT    RA  MASK_SRC MODE
//	    0    010    11        10       01   101   100    100    10101
func TestPrefixFields(t *testing.T) {
	const rm = 0b0_010_11_10_01_101_100_100_10_1_0_1
	i, err := svp64.FromRM(svp64.Vector, rm, 0)
	if err != nil || i.Form != svp64.Vector || i.RM() != rm || i.Mode() != 0b10101 {
		t.Fatalf("%+v: %06x, mode %05b: %v", i, i.RM(), i.Mode(), err)
	}
	if got := i.Specifiers(); got != "/dm=r3/dw=8/sats/sm=r10/sw=16/sz/vec2" {
		t.Errorf("specifiers %s", got)
	}
	back := svp64.Inst{Form: svp64.Vector, SubVL: 1}
	c := &syntax.Cursor{Text: i.Specifiers() + "/els *1"}
	if err := back.ReadSpecifiers(c, func(word string) bool { return word == "els" }); err != nil || back.Specifiers() != i.Specifiers() || c.Text[c.Off:] != " *1" {
		t.Errorf("%s reads as %s, up to %q: %v", i.Specifiers(), back.Specifiers(), c.Text[c.Off:], err)
	}
	c = &syntax.Cursor{Text: "/els/els"}
	if err := new(svp64.Inst).ReadSpecifiers(c, func(string) bool { return true }); err == nil || !strings.Contains(err.Error(), "each specifier once") {
		t.Errorf("els twice: %v", err)
	}
	for _, p := range []struct {
		prefix svp64.Prefixing
		form   svp64.Form
		rm     uint32
		word   uint32
	}{
		{svp64.PO1, svp64.Vector, rm, 0x05400000 | rm&0x3fffff | rm>>22&1<<23 | rm>>23<<25}, {svp64.PO1, svp64.Vector, 1 << 22, 0x05c00000}, {svp64.PO1, svp64.Vector, 1 << 23, 0x07400000},
		{svp64.PO9, svp64.Vector, rm, 0x27000000 | rm}, {svp64.PO9, svp64.Single, rm, 0x26000000 | rm},
	} {
		e := svp64.Encoding{Prefix: p.prefix, PO: svp64.DefaultPO}
		if word, err := e.PrefixWord(p.form, p.rm); err != nil || word != p.word {
			t.Errorf("%06x of form %v is %08x, want %08x: %v", p.rm, p.form, word, p.word, err)
		}
		if form, got, prefix, err := svp64.SplitPrefix(p.word); err != nil || form != p.form || got != p.rm || prefix != p.prefix {
			t.Errorf("%08x is %06x of form %v, %v: %v", p.word, got, form, prefix, err)
		}
	}
	if form, _, _, err := svp64.SplitPrefix(0x38600005); err != nil || form != svp64.Pair {
		t.Errorf("addi is a prefix of form %v: %v", form, err)
	}
	const mapreduce = 0b00100 // which no swizzle move has
	var at *svp64.WordError
	if _, err := svp64.FromRM(svp64.Vector, mapreduce, 0x05400004); !errors.As(err, &at) || at.Word != 0x05400004 {
		t.Errorf("mapreduce: %v", err)
	}
}

// A loop without a move leaves no line of a trace.
func TestTraceOfNothing(t *testing.T) {
	for _, text := range []string{"sv.mv.swiz/m=r3 *32,*64,X", "sv.mv.swiz *32,*64,..", "sv.mv.swiz/dm=r3 *32,*64,XY"} {
		i, err := svp64.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := svp64.NewState(3).Trace(i)
		if err != nil || len(lines) != 0 {
			t.Errorf("%s: %q: %v", text, lines, err)
		}
	}
}
