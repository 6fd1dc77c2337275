package program_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// What the table says in words is what is executed: each line is evaluated as it stands, on random values, beside the machine.
//
//	RT ← (RA|0) + SI                 a register that is 0 in the text is the number
//	RT ← MEM((RA|0) + D, 2)          so many bytes, the lowest first
//	CR field BF ← RA ? SI, …         signed; the rest is about the width, which is 64 bits here
func TestDoes(t *testing.T) {
	rng := chance.Random(t, 0)
	tried := 0
	for _, form := range []string{
		"addi 3,RA,SI", "addis 3,RA,SI", "add 3,RA,RB", "subf 3,RA,RB", "or 3,RS,RB", "ori 3,RS,UI", "cmpi 5,1,RA,SI", "cmp 5,1,RA,RB",
		"lbz 3,D(RA)", "lhz 3,D(RA)", "lwz 3,D(RA)", "ld 3,DS(RA)", "stb RS,D(RA)", "sth RS,D(RA)", "stw RS,D(RA)", "std RS,DS(RA)", "mtspr 8,RS", "mfspr 3,9",
	} {
		for range times(50) {
			e := evaluation{rng: rng, m: nil, value: map[string]uint64{}, number: map[string]int{}}
			text := e.operands(form)
			p, err := program.Assemble(text, svp64.DefaultEncoding)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			e.m, _ = p.NewMachine()
			e.fill()
			i, _ := e.m.At()
			says := i.Does()
			want := e.done(says)
			if err := e.m.Instruction(); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			got, wanted := e.m.State, want.State
			got.PC, wanted.PC = 0, 0
			if got != wanted || !e.m.Memory.Equal(want.Memory) {
				t.Fatalf("%s, which says %q: %s", text, says, differs(e.m, want))
			}
			tried++
		}
	}
	if tried < times(900) {
		t.Errorf("%d tried", tried)
	}
}

// An evaluation is one instruction's line, and what its names are worth.
type evaluation struct {
	rng    *rand.Rand
	m      *program.Machine
	number map[string]int    // of registers
	value  map[string]uint64 // of immediates
}

// operands puts random operands in the place of their names.
func (e *evaluation) operands(form string) string {
	for _, name := range []string{"RA", "RB", "RS"} {
		e.number[name] = []int{0, 7, 8, 9}[e.rng.IntN(4)]
		form = strings.ReplaceAll(form, name, strconv.Itoa(e.number[name]))
	}
	for _, name := range []string{"SI", "UI", "DS", "D"} {
		v := e.rng.IntN(1<<16) - 1<<15
		switch name {
		case "UI":
			v += 1 << 15
		case "DS":
			v &^= 3
		}
		e.value[name] = uint64(int64(v))
		form = strings.ReplaceAll(form, name, strconv.Itoa(v))
	}
	return form
}

func (e *evaluation) fill() {
	for k := range e.m.GPR {
		e.m.GPR[k] = e.rng.Uint64() >> (e.rng.IntN(2) * 50)
	}
	e.m.LR, e.m.CTR = e.rng.Uint64(), e.rng.Uint64()
	for k := range 1 << 9 { // some of memory is something, below the program
		e.m.Memory.Store(e.rng.Uint64()>>(64-15), 1, uint64(k))
	}
}

// done is the machine behind what a line says.
func (e *evaluation) done(line string) *program.Machine {
	m := e.m.Clone()
	to, from, _ := strings.Cut(line, " ← ")
	switch {
	case strings.HasPrefix(to, "CR field"):
		a, b, _ := strings.Cut(strings.SplitN(from, ",", 2)[0], " ? ")
		x, y := int64(e.worth(a)), int64(e.worth(b))
		m.CR[5] = map[bool]svp64.CRField{true: svp64.LT}[x < y] | map[bool]svp64.CRField{true: svp64.GT}[x > y] | map[bool]svp64.CRField{true: svp64.EQ}[x == y]
	case to == "SPR":
		m.LR = e.worth(strings.SplitN(from, ":", 2)[0])
	case strings.HasPrefix(to, "MEM("):
		at, bytes := e.place(to)
		for k := range bytes {
			m.Memory.Store(at+uint64(k), 1, e.worth(from)>>(8*k)&255)
		}
	default:
		m.GPR[3] = e.worth(from) // which is RT, or RA, in all forms
	}
	return m
}

// place is an address and how many bytes: MEM((RA|0) + D, 2).
func (e *evaluation) place(text string) (at uint64, bytes int) {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "MEM("), ")")
	address, size, _ := strings.Cut(text, ", ")
	bytes, _ = strconv.Atoi(size)
	return e.worth(address), bytes
}

// worth is what an expression is worth.
func (e *evaluation) worth(text string) (v uint64) {
	if strings.HasPrefix(text, "MEM(") {
		at, bytes := e.place(text)
		for k := range bytes {
			v |= e.m.Memory.Load(at+uint64(k), 1) << (8 * k)
		}
		return v
	}
	for _, op := range []string{" + ", " − ", " | "} {
		if a, b, ok := strings.Cut(text, op); ok {
			x, y := e.worth(a), e.worth(b)
			return map[string]uint64{" + ": x + y, " − ": x - y, " | ": x | y}[op]
		}
	}
	switch text {
	case "(RA|0)":
		if e.number["RA"] == 0 {
			return 0
		}
		return e.m.GPR[e.number["RA"]]
	case "(SI || 0x0000)":
		return e.value["SI"] << 16
	case "SPR":
		return e.m.CTR
	}
	if n, ok := e.number[text]; ok {
		return e.m.GPR[n]
	}
	if v, ok := e.value[text]; ok {
		return v
	}
	panic(fmt.Sprintf("%q is worth nothing", text))
}
