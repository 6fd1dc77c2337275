package program_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
	"github.com/lanescope/lanescope/syntax"
)

// An instruction may have more elements than there are between two moments: going back comes to its beginning all the same, and to that of a group inside.
func TestBackOverMoments(t *testing.T) {
	p, err := program.Assemble("nop\nsv.addi/vec4/w=8 *32,*64,1\nnop", svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.NewMachine()
	if err != nil {
		t.Fatal(err)
	}
	m.SV = svp64.NewSVState(64, 64)
	s := program.NewSession(m)
	for range 257 {
		if _, err := s.Forward(program.ByElement); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		from int
		unit program.Unit
		to   int
	}{{257, program.ByInstruction, 1}, {256, program.ByInstruction, 1}, {200, program.ByInstruction, 1}, {70, program.ByInstruction, 1}, {2, program.ByInstruction, 1}, {1, program.ByInstruction, 0}, {257, program.ByGroup, 253}, {200, program.ByGroup, 197}, {65, program.ByGroup, 61}, {66, program.ByGroup, 65}} {
		if err := s.GoTo(t.Context(), c.from); err != nil || s.Position() != c.from {
			t.Fatalf("at %d, want %d: %v", s.Position(), c.from, err)
		}
		if err := s.Back(c.unit); err != nil || s.Position() != c.to || s.Machine.GPR[32] != wantBytes(c.to) {
			t.Errorf("back from %d by %v: at %d with r32 %x, want %d: %v", c.from, c.unit, s.Position(), s.Machine.GPR[32], c.to, err)
		}
	}
}

// wantBytes is r32 at a position: a byte is 1 for each element that was done.
func wantBytes(position int) (v uint64) {
	for k := range min(max(position-1, 0), 8) {
		v |= 1 << (8 * k)
	}
	return v
}

// What is larger than its bound is refused where it comes in: words of a file, words as digits, bytes in memory.
func TestTooLarge(t *testing.T) {
	code := make([]byte, 4*program.MaxWords+4)
	if p, err := program.Raw(code[4:], binary.LittleEndian, svp64.DefaultEncoding); err != nil || len(p.Words) != program.MaxWords {
		t.Errorf("as many words as there may be: %d: %v", len(p.Words), err)
	}
	if _, err := program.Raw(code, binary.LittleEndian, svp64.DefaultEncoding); err == nil || !strings.Contains(err.Error(), "more than 1048576 words") {
		t.Errorf("a word more: %v", err)
	}
	digits := strings.Repeat("60000000 ", program.MaxWords)
	if !program.IsDigits(digits) || program.IsDigits(digits+"60000000") {
		t.Error("digits end at the same bound")
	}
	for text, want := range map[string]bool{"60000000": true, "6000000": false, "600000000": false, "6000000g": false, "60000000\n60000000": true, "": false, " ": false, "nop": false} {
		if program.IsDigits(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	p, err := program.Assemble("nop", svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	const all = program.MaxPages << 12
	p.Data = []program.Data{{At: 0, Bytes: make([]byte, all)}} // the program's page is one of these
	if _, err := p.NewMachine(); err != nil {
		t.Errorf("memory that is full: %v", err)
	}
	p.Data = []program.Data{{At: 1, Bytes: make([]byte, all)}}
	if _, err := p.NewMachine(); err == nil || !strings.Contains(err.Error(), "address 0x1000000: more than 16384 KiB of memory are written") {
		t.Errorf("a byte more: %v", err)
	}
}

// Special-purpose registers that are not there are a fault, and change nothing.
func TestOtherSPRs(t *testing.T) {
	for _, text := range []string{"mfspr 3,1", "mtspr 1,3", "mfspr 3,705", "mtspr 10,3"} {
		p, err := program.Assemble(text, svp64.DefaultEncoding)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		m, _ := p.NewMachine()
		m.GPR[3], m.LR, m.CTR = 5, 6, 7
		before := m.State
		if err := m.Instruction(); !errors.Is(err, program.ErrSPR) || m.State != before {
			t.Errorf("%s: %v; %s", text, err, differs(m, m))
		}
	}
}

// The loop that an instruction would be is none where it is one step, and an error where it cannot run.
func TestLoopOf(t *testing.T) {
	for _, c := range []struct {
		text string
		loop bool
		err  error
	}{
		{"addi 3,4,5", false, nil}, {"mv.swiz 4,8,YX", false, nil}, {"sv.mv.swiz/m=r3 4,8,YX", false, nil}, {"sv.addi *32,*64,5", true, nil}, {"sv.mv.swiz *32,*64,X", true, nil},
		{"sv.addi *126,*64,5", true, svp64.ErrPastRegisters}, {"sv.addi/m=r3 *2,*64,5", true, svp64.ErrPredicate},
	} {
		i, err := program.Parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		p, _ := program.Assemble(c.text, svp64.DefaultEncoding)
		m, _ := p.NewMachine()
		m.SV = svp64.NewSVState(3, 3)
		l, err := m.LoopOf(i)
		if (l != nil) != c.loop || !errors.Is(err, c.err) || c.err == nil && (err != nil || l != nil && l.VL != 3) {
			t.Errorf("%s: %v: %v", c.text, l, err)
		}
	}
}

// A field that has no bits under a prefix is said with its place in the text.
func TestFieldsWithoutBits(t *testing.T) {
	for text, want := range map[string]string{
		"nop\n  sv.cmpi cr32,0,4,7": "2:3: BF is cr32; a single field is 0 to 31",
		"nop; sv.cmpi *cr33,0,4,7":  "1:6: BF is *cr33; vectors of fields begin at 0, 4, 8 to 124",
		"sv.bc 12,*9,8":             "1:1: BI is *cr2; vectors of fields begin at 0, 4, 8 to 124",
	} {
		_, err := program.Assemble(text, svp64.DefaultEncoding)
		var at *syntax.Error
		if !errors.As(err, &at) || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for text, name := range map[string]string{"mv.swiz 4,8,YX": "mv.swiz", "sv.fmv.swiz *4,*8,YX": "sv.fmv.swiz", "svs.mv.swiz/m=r3 4,8,YX": "svs.mv.swiz", "add. 3,4,5": "add.", "sv.add *32,*4,5": "sv.add"} {
		if i, err := program.Parse(text); err != nil || i.Name() != name {
			t.Errorf("%s is called %s: %v", text, i.Name(), err)
		}
	}
}

// mr is or with its source twice, also where that is a vector.
func TestSourceTwice(t *testing.T) {
	for short, long := range map[string]string{"mr 3,4": "or 3,4,4", "sv.mr *32,*64": "sv.or *32,*64,*64", "sv.mr/w=8 *32,64": "sv.or/w=8 *32,64,64", "sv.mr 32,*64": "sv.or 32,*64,*64"} {
		a, err := program.Parse(short)
		b, errLong := program.Parse(long)
		if err != nil || errLong != nil || a != b {
			t.Errorf("%s is %v, and %s %v: %v, %v", short, a, long, b, err, errLong)
		}
	}
}

// A text is a program by any statement of it, also behind a comment.
func TestProgramBehindComments(t *testing.T) {
	for text, want := range map[string]bool{
		"mv.swiz 4,8,YX # swaps\naddi 3,4,5": true, "mv.swiz 4,8,YX // swaps; nop\naddi 3,4,5": true, "mv.swiz 4,8,YX # addi 3,4,5": false, "# addi\nmv.swiz 4,8,YX": false, "mv.swiz 4,8,YX; nop": true, "mv.swiz 4,8,YX\n\n": false, "#": false,
	} {
		if got := program.IsProgram(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
