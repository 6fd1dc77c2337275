package inspect_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/internal/chance"
)

// A walker is one thread on its way through a program, with all that decides whether it breaks a rule. Every condition may hold for it or not, and every jump may be made for the others'
// sake. All walkers that there can be are found one by one, so that what they break is what a program can break, no more and no less.
type walker struct {
	at        int // offset
	count     int // in r0l
	active    bool
	pending   [2]inspect.Halves
	loads     [2]int
	discarded inspect.Halves
	writer    int // of r0l, which wrote it as any register; -1 if nobody
}

// A break is a rule and where it is broken.
type broken struct {
	rule   string
	offset int
}

// A walk is all walkers of a program.
type walk struct {
	inst   map[int]*inspect.Instruction
	size   int
	seen   map[walker]bool
	todo   []walker
	breaks map[broken]bool
}

const mostWalkers = 20000

// walked is what can be broken in a program; ok is false if there are too many walkers.
func walked(r *inspect.Report, size int) (breaks map[broken]bool, ok bool) {
	w := &walk{map[int]*inspect.Instruction{}, size, map[walker]bool{}, nil, map[broken]bool{}}
	for k := range r.Instructions {
		w.inst[r.Instructions[k].Offset] = &r.Instructions[k]
	}
	w.enter(walker{active: true, writer: -1})
	for len(w.todo) > 0 {
		t := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if len(w.seen) > mostWalkers {
			return nil, false
		}
		w.step(t)
	}
	return w.breaks, true
}

func (w *walk) enter(t walker) {
	if !w.seen[t] {
		w.seen[t] = true
		w.todo = append(w.todo, t)
	}
}

func meet(a, b inspect.Halves) (h inspect.Halves) {
	for half := range a.All() {
		if b.Has(half) {
			h[half/64] |= 1 << (half % 64)
		}
	}
	return h
}

func (w *walk) step(t walker) {
	if t.at >= w.size {
		return
	}
	i := w.inst[t.at]
	if i == nil || i.Err != nil {
		w.breaks[broken{inspect.MissingStop, t.at}] = true
		return
	}
	w.look(t, i)
	for _, next := range w.masked(w.registers(t, i), i) {
		w.on(next, i)
	}
}

// registers is the walker with what an instruction does to registers.
func (w *walk) registers(t walker, i *inspect.Instruction) walker {
	e := i.Effects
	for half := range e.Discards.All() {
		t.discarded[half/64] |= 1 << (half % 64)
	}
	for half := range e.Writes.All() {
		t.discarded[half/64] &^= 1 << (half % 64)
	}
	if i.Inst.Form.Name() == "wait" {
		slot, _ := i.Inst.Field("i")
		t.pending[slot], t.loads[slot] = inspect.Halves{}, 0
	}
	if e.Loads.Count() > 0 {
		for half := range e.Loads.All() {
			t.pending[e.Slot][half/64] |= 1 << (half % 64)
		}
		t.loads[e.Slot] = min(t.loads[e.Slot]+1, 9)
	}
	return t
}

// look is what the walker breaks before an instruction.
func (w *walk) look(t walker, i *inspect.Instruction) {
	e := i.Effects
	for slot := range 2 {
		if meet(e.Reads, t.pending[slot]).Count() > 0 {
			w.breaks[broken{inspect.ReadBeforeWait, t.at}] = true
		}
		over := meet(e.Writes, t.pending[slot])
		for half := range over.All() {
			if !e.Reads.Has(half) {
				w.breaks[broken{inspect.WriteBeforeWait, t.at}] = true
			}
		}
	}
	if e.Loads.Count() > 0 && t.loads[e.Slot] >= 8 {
		w.breaks[broken{inspect.SlotOverflow, t.at}] = true
	}
	if meet(e.Reads, t.discarded).Count() > 0 {
		w.breaks[broken{inspect.UseAfterDiscard, t.at}] = true
	}
	if e.Discards.Count() > 0 && !t.active {
		w.breaks[broken{inspect.DiscardDivergent, t.at}] = true
	}
}

// masked are the walkers behind an instruction, by what it does to r0l.
func (w *walk) masked(t walker, i *inspect.Instruction) (all []walker) {
	n64, _ := i.Inst.Field("n")
	n := int(n64)
	outcomes := outcomesOf(i)
	counts := func(change func(v int, holds bool) int) []walker {
		if t.writer >= 0 && w.wrong(t, i) {
			w.breaks[broken{inspect.R0LClobbered, t.writer}] = true
		}
		for _, holds := range outcomes {
			next := t
			next.writer = -1
			next.count = change(t.count, holds)
			next.active = next.count == 0
			all = append(all, next)
		}
		return all
	}
	failed := func(holds bool, n int) int {
		if holds {
			return 0
		}
		return n
	}
	switch i.Inst.Form.Name() {
	case "if_icmp", "if_fcmp":
		return counts(func(v int, holds bool) int {
			if v > 0 {
				return min(v+n, 80)
			}
			return failed(holds, 1)
		})
	case "else_icmp", "else_fcmp":
		return counts(func(v int, holds bool) int {
			switch v {
			case 0:
				return n
			case 1:
				return failed(holds, 1)
			}
			return v
		})
	case "while_icmp", "while_fcmp":
		return counts(func(v int, holds bool) int {
			if v < n {
				return failed(holds, n)
			}
			return v
		})
	case "pop_exec":
		outcomes = outcomes[:1]
		return counts(func(v int, _ bool) int { return max(v-n, 0) })
	}
	if !i.Effects.Writes.Has(0) || !t.active {
		return []walker{t}
	}
	return w.written(t, i)
}

// outcomesOf are what a condition can be, by the instruction's text: two numbers are compared, all else may be either.
func outcomesOf(i *inspect.Instruction) []bool {
	name, _ := i.Inst.Name()
	if name == "push_exec" || name == "update_exec" {
		return []bool{true}
	}
	operands := strings.Split(asm.Text(i.Inst), ", ")
	if len(operands) < 4 {
		return []bool{true, false}
	}
	a, errA := strconv.Atoi(operands[2])
	b, errB := strconv.Atoi(operands[3])
	if errA != nil || errB != nil {
		return []bool{true, false}
	}
	holds := map[string]bool{"ueq": a == b, "seq": a == b, "ult": a < b, "slt": a < b, "ugt": a > b, "sgt": a > b}
	if v, ok := holds[operands[1]]; ok {
		return []bool{v}
	}
	inverted := map[string]string{"nueq": "ueq", "nseq": "seq", "ugte": "ult", "sgte": "slt", "ulte": "ugt", "slte": "sgt"}
	return []bool{!holds[inverted[operands[1]]]}
}

// written are the walkers behind an instruction that writes r0l as it would any register. The author writes numbers there, by mov or by a choice between one and what was there, or nonsense.
func (w *walk) written(t walker, i *inspect.Instruction) []walker {
	kept := t
	t.writer = t.at
	for k := range i.Inst.Args() {
		a := i.Inst.Arg(k)
		switch name, _ := i.Inst.Name(); {
		case name == "mov" && a.Class == g13.Immediate, name == "mov_imm" && i.Inst.Kind(k) == g13.Uint:
			if t.count = int(a.Value & 0xffff); t.count == 0 {
				t.writer = -1
			}
			return []walker{t}
		case name == "icmpsel" && i.Inst.Kind(k) == g13.CmpselSrc && a.Class == g13.Immediate:
			t.count = int(a.Value)
			return []walker{t, kept}
		}
	}
	all := []walker{}
	for _, v := range []int{0, 1, 2, 3, 80} {
		t.count = v
		all = append(all, t)
	}
	return all
}

// wrong says whether an instruction should not find in r0l what the walker has there: a break is left by pop_exec alone, and nonsense by nothing.
func (w *walk) wrong(t walker, i *inspect.Instruction) bool {
	name, _ := w.inst[t.writer].Inst.Name()
	number := name == "mov" || name == "icmpsel" || name == "mov_imm" && t.count <= 64
	user, _ := i.Inst.Name()
	return !number || user != "pop_exec" && user != "update_exec"
}

// on is where a walker goes.
func (w *walk) on(t walker, i *inspect.Instruction) {
	behind := t.at + int(i.Inst.Len)
	at := t
	switch at.at = behind; i.Inst.Form.Name() {
	case "stop":
		return
	case "trap":
		w.breaks[broken{inspect.MissingStop, t.at}] = true
		return
	case "jmp_exec_any", "jmp_exec_none":
		to := t
		to.at = i.Target
		w.enter(to)
	case "call":
		at.at = i.Target
	case "ret": // behind every call, whichever it was come by
		for _, c := range w.inst {
			if c.Err == nil && c.Inst.Form.Name() == "call" {
				at.at = c.Offset + int(c.Inst.Len)
				w.enter(at)
			}
		}
		return
	}
	if at.at >= w.size {
		w.breaks[broken{inspect.MissingStop, t.at}] = true
	}
	w.enter(at)
}

// TestWays: the findings of a program are what its walkers break, no more and no less.
func TestWays(t *testing.T) {
	r := chance.Random(t, 4)
	cases := 150
	if *full {
		cases = 10000
	}
	compared := 0
	rules := map[string]int{}
	for range cases {
		a := &author{Rand: r, careless: r.Float64() / 2}
		for range 2 + r.IntN(5) {
			a.statement()
			if r.IntN(5) == 0 {
				a.write("%s", []string{"iadd r0l, r8l, 3", "mov r0l, 1", "mov_imm r0l, 0", "wait 0", "icmpsel ult, r0l, r9, r10, 2, r0l", "trap"}[r.IntN(6)])
			}
		}
		a.write("stop")
		p := assembled(t, joinLines(append(a.lines, a.later...)))
		report, err := inspect.Inspect(p.Code)
		if err != nil {
			t.Fatal(err)
		}
		want, ok := walked(report, len(p.Code))
		if !ok || len(report.Unknown) > 0 {
			continue
		}
		compared++
		got := map[broken]bool{}
		for _, f := range report.Findings {
			if f.Rule != inspect.QuadDivergentIndex {
				got[broken{f.Rule, f.Offset}] = true
				rules[f.Rule]++
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("found %v,\nwant %v\n%s", inOrder(got), inOrder(want), joinLines(append(a.lines, a.later...)))
		}
	}
	if compared < cases/3 {
		t.Errorf("only %d of %d programs were compared", compared, cases)
	}
	t.Logf("%d programs, %v", compared, rules)
}

func inOrder(all map[broken]bool) (text []string) {
	for b := range all {
		text = append(text, fmt.Sprintf("%04x %s", b.offset, b.rule))
	}
	slices.Sort(text)
	return text
}
