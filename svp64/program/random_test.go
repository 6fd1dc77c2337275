package program_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// randomPrefixed is an instruction under a prefix, with all that one can say, over registers that mostly hold.
func randomPrefixed(rng *rand.Rand) string {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	reg := func(base int) string {
		return fmt.Sprintf("%s%d", pick("*", "*", ""), base+rng.IntN(6))
	}
	rt, ra, rb := reg(32), reg(64), reg(pickInt(rng, 32, 64, 96))
	mask := func(twin bool) string {
		one := pick("", "", "", "/m=r3", "/m=~r10", "/m=1<<r30", "/m=eq", "/m=ge")
		one = strings.Replace(one, "1<<r30", "1<<r3", 1)
		if twin && rng.IntN(4) == 0 {
			return "/dm=" + pick("r3", "~r3", "r30") + "/sm=" + pick("r10", "~r10")
		}
		return one
	}
	vec := pick("", "", "/vec2", "/vec3", "/vec4")
	width := pick("", "", "/w=8", "/w=16", "/w=32", "/dw=8/sw=32", "/dw=64/sw=16", "/dw=32")
	one := pick("", "/w=8", "/w=16", "/w=32")
	zero := pick("", "", "/dz", "/sz", "/zz")
	si := rng.IntN(1<<16) - 1<<15
	swizzle := ""
	for range 1 + rng.IntN(4) {
		swizzle += pick(".", "0", "1", "X", "Y", "Z", "W")
	}
	switch rng.IntN(10) {
	case 0:
		return fmt.Sprintf("sv.%s%s%s%s%s %s,%s,%d", pick("addi", "addis"), vec, width, mask(true), zero, rt, ra, si)
	case 1:
		return fmt.Sprintf("sv.%s%s%s%s%s %s,%s,%s", pick("add", "subf", "or"), vec, width, mask(false), zero, rt, ra, rb)
	case 2:
		return fmt.Sprintf("sv.ori%s%s%s%s %s,%s,%d", vec, width, mask(true), zero, rt, ra, rng.IntN(1<<16))
	case 3:
		return fmt.Sprintf("sv.cmpi%s%s %s,%d,%s,%d", mask(true), zero, pick("*cr0", "*cr32", "*cr64", "cr5", "cr17"), rng.IntN(2), ra, si)
	case 4:
		return fmt.Sprintf("sv.cmp%s%s %s,%d,%s,%s", mask(false), zero, pick("*cr0", "*cr32", "*cr36", "cr5", "cr31"), rng.IntN(2), ra, rb)
	case 5:
		name := pick("lbz", "lhz", "lwz", "stb", "sth", "stw", "ld", "std")
		d := rng.IntN(512) - 256
		if strings.HasSuffix(name, "d") {
			d &^= 3
		}
		return fmt.Sprintf("sv.%s%s%s%s%s%s %s,%d(%s)", name, vec, one, mask(true), pick("", "/els"), pick("", "/zz"), rt, d, pick("4", "5", "0", "*96"))
	case 6:
		return fmt.Sprintf("sv.bc%s%s%s%s %d,%s,8", pick("", "/all"), pick("", "", "/vs", "/vsi", "/vsb", "/vsbi"), mask(false), pick("", "", "/sz", "/snz"), pickInt(rng, 0, 2, 4, 8, 10, 12, 16, 18, 20), pick("*2", "*130", "*129", "2", "7"))
	}
	return fmt.Sprintf("sv.%s%s%s%s%s%s %s,%s,%s", pick("mv.swiz", "mv.swiz", "fmv.swiz"), vec, width, pick("", "", "/sats", "/satu"), mask(true), zero, rt, ra, swizzle)
}

func pickInt(rng *rand.Rand, list ...int) int { return list[rng.IntN(len(list))] }

// randomStatement is any instruction.
func randomStatement(rng *rand.Rand) string {
	switch rng.IntN(12) {
	case 0, 1:
		text := scalarText(rng)
		if strings.HasPrefix(text, "b") || strings.HasPrefix(text, "mtspr 704") || strings.HasPrefix(text, "setvl") || strings.HasPrefix(text, "svstep") {
			return "bc 16,2,4"
		}
		return text
	case 2:
		return fmt.Sprintf("setvl%s %d,%d,%d,%d,%d,%d", []string{"", "."}[rng.IntN(2)], pickInt(rng, 0, 0, 7), pickInt(rng, 0, 0, 8), 1+rng.IntN(7), rng.IntN(2), rng.IntN(2), rng.IntN(2))
	case 3:
		return fmt.Sprintf("svstep. %d,%d,0", pickInt(rng, 0, 27), pickInt(rng, 1, 1, 1, 13, 14, 15, 16))
	case 4:
		return "svstep 9," + fmt.Sprint(6+rng.IntN(4)) + ",1"
	case 5:
		return fmt.Sprintf("%s %d,%d,%s", []string{"mv.swiz", "mv.swiz", "fmv.swiz"}[rng.IntN(3)], 2*rng.IntN(16), 2*rng.IntN(16), []string{"W.Y.", "YX", "1ZZ0"}[rng.IntN(3)])
	case 6:
		return "bc 4,3,8"
	}
	return randomPrefixed(rng)
}

// Text and words go both ways, for every instruction that chance makes.
func TestTextAndWords(t *testing.T) {
	rng := chance.Random(t, 0)
	prefixed, refused := 0, 0
	for range times(30_000) {
		text := randomStatement(rng)
		i, err := program.Parse(text)
		if err != nil { // such as sz of a store, or a predicate on one side
			refused++
			continue
		}
		w, err := program.Encode(i, svp64.DefaultEncoding)
		if err != nil {
			t.Fatalf("%s is %v: %v", text, i, err)
		}
		back, n, _ := program.Decode(w.Word[:w.N], svp64.DefaultEncoding)
		if n != w.N || back != i {
			t.Fatalf("%s: %v is %v (%d words), which is %+v, want %+v", text, i, w, n, back, i)
		}
		if again, err := program.Parse(back.String()); err != nil || again != i {
			t.Fatalf("%s: %v reads back as %v: %v", text, back, again, err)
		}
		if w.N == 2 {
			prefixed++
		}
	}
	t.Logf("%d under a prefix, %d refused", prefixed, refused)
	if prefixed < times(10_000) {
		t.Errorf("only %d of them are under a prefix", prefixed)
	}
}

// Random words are text that is the same words, with their prefixes.
func TestWordsAndText(t *testing.T) {
	rng := chance.Random(t, 0)
	for range times(300) {
		p := program.Program{Encoding: svp64.DefaultEncoding}
		for range 100 {
			word := rng.Uint32()
			switch rng.IntN(4) {
			case 0: // a prefix with something behind it
				p.Words = append(p.Words, word&^0xfd400000|0x05400000)
				word = rng.Uint32()
			case 1:
				word = word&0x03ffffff | uint32(pickInt(rng, 11, 14, 15, 16, 18, 22, 24, 31, 32, 34, 36, 38, 40, 44, 58, 62))<<26
			}
			p.Words = append(p.Words, word)
		}
		again, err := program.Assemble(p.Text(), p.Encoding)
		if err != nil || fmt.Sprint(again.Words) != fmt.Sprint(p.Words) {
			t.Fatalf("%s: %v", p.Text(), err)
		}
	}
}

// randomMachine is a program of up to twelve instructions on a random state.
func randomMachine(t *testing.T, rng *rand.Rand) (text string, p program.Program) {
	n := 1 + rng.IntN(12)
	for k := 0; k < n; {
		s := randomStatement(rng)
		if _, err := program.Parse(s); err != nil {
			continue
		}
		text += s + "\n"
		k++
	}
	p, err := program.Assemble(text, svp64.DefaultEncoding)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return text, p
}

// fill makes registers random, so that addresses stay within a few pages and predicates choose some.
func fill(m *program.Machine, rng *rand.Rand) {
	for k := range m.GPR {
		m.GPR[k], m.FPR[k], m.CR[k] = rng.Uint64(), rng.Uint64(), svp64.CRField(rng.IntN(16))
	}
	for k := range 8 {
		m.GPR[96+k] = uint64(rng.IntN(4096))
	}
	m.GPR[4], m.GPR[5], m.GPR[8] = uint64(rng.IntN(4096)), uint64(rng.IntN(4096)), uint64(rng.IntN(9))
	m.CTR = uint64(rng.IntN(6))
	vl := rng.IntN(8)
	m.SV = svp64.NewSVState(vl+rng.IntN(3), vl).WithVertical(rng.IntN(2) == 0).WithPack(rng.IntN(4) == 0, rng.IntN(4) == 0)
}

// Random programs do the same on the plain engine, on the fast one, and element by element with an interruption at each, at which all that is kept is the state: registers, memory, SVSTATE and the place in the program, or
// the same reason why it cannot go on.
func TestRandomPrograms(t *testing.T) {
	rng := chance.Random(t, 0)
	n := 6_000
	if *full {
		n = *programs
	}
	instructions, interrupted, faults, vertical, floats := 0, 0, 0, 0, 0
	for range n {
		text, p := randomMachine(t, rng)
		fast, err := p.NewMachine()
		if err != nil {
			t.Fatal(err)
		}
		fill(fast, rng)
		floating := fast.FPR
		plain, _ := p.NewPlainMachine()
		plain.State, plain.Memory = fast.State, fast.Memory.Clone()
		broken := fast.Clone()
		if fast.SV.Vertical() {
			vertical++
		}
		const most = 30
		for range most {
			if fast.Done() {
				break
			}
			instructions++
			was := fast.SV
			err, errPlain := fast.Instruction(), plain.Instruction()
			errBroken := inPieces(t, broken, rng, &interrupted)
			if (err == nil) != (errPlain == nil) || (err == nil) != (errBroken == nil) || err != nil && (err.Error() != errPlain.Error() || err.Error() != errBroken.Error()) {
				t.Fatalf("%s: %v; plain: %v; interrupted: %v", text, err, errPlain, errBroken)
			}
			if err != nil { // what a loop did before it cannot go on is its machine's own affair
				faults++
				break
			}
			if fast.FPR != floating {
				floats++
				floating = fast.FPR
			}
			if fast.State != plain.State || !fast.Memory.Equal(plain.Memory) {
				t.Fatalf("%s: the engines differ: from %v: %s", text, was, differs(fast, plain))
			}
			if fast.State != broken.State || !fast.Memory.Equal(broken.Memory) {
				t.Fatalf("%s: interrupted it is not the same: %s", text, differs(broken, fast))
			}
		}
	}
	t.Logf("%d programs, %d instructions, %d interruptions inside of one, %d that began Vertical-First, %d instructions that changed floating-point registers, %d faults", n, instructions, interrupted, vertical, floats, faults)
	if instructions < 2*n || interrupted < n/2 || vertical < n/4 || floats < n/4 || faults > n {
		t.Errorf("the programs are too short or too few go on")
	}
}

// inPieces executes one instruction by single elements, or some of them and the rest at once. What is kept between two pieces is the state and the memory.
func inPieces(t *testing.T, m *program.Machine, rng *rand.Rand, interrupted *int) error {
	for stop := rng.IntN(12); ; stop-- {
		if stop == 0 {
			return m.Instruction()
		}
		moved, err := m.Step()
		if err != nil || moved.Last {
			return err
		}
		*interrupted++
		kept := *m.Clone()
		*m = kept
	}
}

// differs says in what two machines do.
func differs(a, b *program.Machine) string {
	var list []string
	for k := range a.GPR {
		if a.GPR[k] != b.GPR[k] {
			list = append(list, fmt.Sprintf("r%d %x and %x", k, a.GPR[k], b.GPR[k]))
		}
		if a.FPR[k] != b.FPR[k] {
			list = append(list, fmt.Sprintf("f%d %x and %x", k, a.FPR[k], b.FPR[k]))
		}
		if a.CR[k] != b.CR[k] {
			list = append(list, fmt.Sprintf("cr%d %v and %v", k, a.CR[k], b.CR[k]))
		}
	}
	return fmt.Sprintf("%v; SVSTATE %v and %v; PC %x and %x; CTR %d and %d; stepped %v and %v", list, a.SV, b.SV, a.PC, b.PC, a.CTR, b.CTR, a.Stepped, b.Stepped)
}
