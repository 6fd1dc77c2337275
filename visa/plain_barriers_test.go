package visa

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Barriers in two halves in the plain implementation: the rounds of each barrier, with those who came to them. Who waits looks whether all have come to the round that it came to.

// A plainMeeting is a group's barriers.
type plainMeeting struct {
	threads int
	rounds  map[uint64][]plainRound
}

type plainRound struct {
	need int
	came []*plainThread
}

// wholeGroup is the barrier of sbarrier.
const wholeGroup = 1 << 40

// scalar is a source of one element.
func (p *plainThread) scalar(i *Inst, k int) (uint64, *plainFault) {
	one := Inst{Op: opNot, Exec: 0x80, N: 2} // read as a source is
	if one.Operand[1] = i.Operand[k]; one.Operand[1].Class != Immediate {
		one.Operand[1].Region = Scalar
	}
	s, f := p.read(&one, 1, [32]int{1})
	switch {
	case f != nil:
		return 0, &plainFault{k, f.lane}
	case !s.known[0]:
		return 0, &plainFault{k, NoLane}
	}
	return s.bits[0], nil
}

// meet is a half of a barrier.
func (p *plainThread) meet(i *Inst) *plainFault {
	if p.meeting == nil { // alone
		p.meeting = &plainMeeting{threads: 1}
	}
	if p.EM != p.dispatched {
		return &plainFault{NoOperand, NoLane}
	}
	name := i.Op.String() + map[uint8]string{0: ".wait", 1: ".signal"}[i.Func]
	barrier, need := uint64(wholeGroup), uint64(p.meeting.threads)
	if strings.HasPrefix(name, "nbarrier") {
		var f *plainFault
		if barrier, f = p.scalar(i, 0); f != nil {
			return f
		} else if barrier > 31 {
			return &plainFault{0, NoLane}
		}
		if strings.HasPrefix(name, "nbarrier.signal") {
			if need, f = p.scalar(i, 1); f != nil {
				return f
			} else if need == 0 || need > uint64(p.meeting.threads) {
				return &plainFault{1, NoLane}
			}
		}
	}
	round, owes := p.owes[barrier]
	if strings.Contains(strings.TrimPrefix(name, "nbarrier"), "signal") {
		return p.come(barrier, int(need), owes)
	} else if !owes {
		return &plainFault{NoOperand, NoLane}
	}
	_ = round // stands looks at it
	p.stand = []uint64{barrier}
	return nil
}

// come joins the round that is not full.
func (p *plainThread) come(barrier uint64, need int, owes bool) *plainFault {
	all := p.meeting.rounds[barrier]
	if n := len(all); n == 0 || len(all[n-1].came) == all[n-1].need {
		all = append(all, plainRound{need: need})
	}
	last := &all[len(all)-1]
	switch {
	case last.need != need:
		return &plainFault{1, NoLane}
	case owes:
		return &plainFault{NoOperand, NoLane}
	}
	last.came = append(last.came, p)
	if p.meeting.rounds == nil {
		p.meeting.rounds = map[uint64][]plainRound{}
	}
	if p.owes == nil {
		p.owes = map[uint64]int{}
	}
	p.meeting.rounds[barrier], p.owes[barrier] = all, len(all)-1
	return nil
}

// stands says whether it stands at a barrier to which others have not come.
func (p *plainThread) stands() bool {
	if len(p.stand) == 0 {
		return false
	}
	round := p.meeting.rounds[p.stand[0]][p.owes[p.stand[0]]]
	if len(round.came) < round.need {
		return true
	}
	delete(p.owes, p.stand[0])
	p.stand = nil
	return false
}

// A barrierCase is a random kernel in which each thread has a program of its own.
type barrierCase struct {
	*rand.Rand
	members  [5][]int // the threads of each barrier; the last one is sbarrier
	rounds   []int    // the barriers that are met at, in an order that all threads keep
	programs [][]string
	sums     []uint32 // of what each thread reads
}

func newBarrierCase(r *rand.Rand) *barrierCase {
	c := &barrierCase{Rand: r}
	threads := 2 + r.IntN(4)
	for k := range c.members {
		order := r.Perm(threads)
		if k < 4 {
			order = order[:1+r.IntN(threads)]
		}
		slices.Sort(order)
		c.members[k] = order
	}
	for range 1 + r.IntN(12) {
		c.rounds = append(c.rounds, r.IntN(5))
	}
	c.sums = make([]uint32, threads)
	for k := range threads {
		c.programs = append(c.programs, c.program(k, threads))
	}
	return c
}

// slot is where a thread's word of a round is, in owords.
func (c *barrierCase) slot(round, thread int) int { return 2 * (round*5 + thread) }

func (c *barrierCase) word(round, thread int) uint32 { return uint32(1 + round*97 + thread*1009) }

// program is what one thread does: it writes before it signals, and reads what the others wrote when it has waited. Between the two there may be other barriers.
func (c *barrierCase) program(thread, threads int) (lines []string) {
	var open []int // rounds that are not waited for
	wait := func(n int) {
		round := open[n]
		open = slices.Delete(open, n, n+1)
		lines = append(lines, c.half(c.rounds[round], false))
		for _, other := range c.members[c.rounds[round]] {
			lines = append(lines, fmt.Sprintf("oword_ld (2) %%slm %d:ud w.0", c.slot(round, other)), "add (M1, 8) acc(0,0)<1> acc(0,0)<8;8,1> w(0,0)<8;8,1>")
			c.sums[thread] += c.word(round, other)
		}
	}
	for round, barrier := range c.rounds {
		if !slices.Contains(c.members[barrier], thread) {
			continue
		}
		if n := slices.IndexFunc(open, func(r int) bool { return c.rounds[r] == barrier }); n >= 0 {
			wait(n)
		}
		lines = append(lines, fmt.Sprintf("mov (M1, 8) w(0,0)<1> %d:ud", c.word(round, thread)), fmt.Sprintf("oword_st (2) %%slm %d:ud w.0", c.slot(round, thread)), c.half(barrier, true))
		open = append(open, round)
		for len(open) > 0 && c.IntN(2) == 0 {
			wait(c.IntN(len(open)))
		}
	}
	for len(open) > 0 {
		wait(c.IntN(len(open)))
	}
	return append(lines, fmt.Sprintf("oword_st (2) out %d:ud acc.0", 2*thread), "ret (M1, 1)")
}

// half is one half of a barrier.
func (c *barrierCase) half(barrier int, signals bool) string {
	name := map[bool]string{true: "signal", false: "wait"}[signals]
	if barrier == 4 {
		return "sbarrier." + name
	}
	line := "nbarrier." + name + []string{fmt.Sprintf(" %d:ub", 7*barrier), fmt.Sprintf(" id(0,%d)<0;1,0>", barrier)}[c.IntN(2)]
	if signals {
		line += []string{fmt.Sprintf(" %d:ub", len(c.members[barrier])), fmt.Sprintf(" id(0,%d)<0;1,0>", 4+barrier)}[c.IntN(2)]
	}
	return line
}

// spoil takes a half of a barrier away, or both.
func (c *barrierCase) spoil() bool {
	lines := &c.programs[c.IntN(len(c.programs))]
	var at []int
	for n, line := range *lines {
		if strings.Contains(line, "barrier") {
			at = append(at, n)
		}
	}
	if len(at) == 0 {
		return false
	}
	n := at[c.IntN(len(at))]
	gone := (*lines)[n]
	*lines = slices.Delete(slices.Clone(*lines), n, n+1)
	if strings.Contains(gone, "signal") && c.IntN(2) == 0 { // its wait too
		barrier := strings.Fields(strings.Replace(gone, "signal", "wait", 1))[:1+strings.Count(gone, "nbarrier")]
		for k := n; k < len(*lines); k++ {
			if strings.HasPrefix((*lines)[k], strings.Join(barrier, " ")) {
				*lines = slices.Delete(*lines, k, k+1)
				break
			}
		}
	}
	return true
}

// text is the kernel: its threads go to their programs by their numbers.
func (c *barrierCase) text() string {
	var b strings.Builder
	b.WriteString(".decl w v_type=G type=ud num_elts=8 align=GRF\n.decl acc v_type=G type=ud num_elts=8 align=GRF\n.decl id v_type=G type=ub num_elts=8 align=GRF\n.decl out v_type=T num_elts=1\nmov (M1, 8) acc(0,0)<1> 0:ud\n")
	for k := range 4 {
		fmt.Fprintf(&b, "mov (M1_NM, 1) id(0,%d)<1> %d:ub\nmov (M1_NM, 1) id(0,%d)<1> %d:ub\n", k, 7*k, 4+k, len(c.members[k]))
	}
	b.WriteString("switchjmp (M1, 1) %thread_x(0,0)<0;1,0> (")
	for k := range c.programs {
		fmt.Fprintf(&b, "%sT%d", map[bool]string{true: ", "}[k > 0], k)
	}
	b.WriteString(")\n")
	for k, lines := range c.programs {
		fmt.Fprintf(&b, "T%d:\n%s\n", k, strings.Join(lines, "\n"))
	}
	return b.String()
}

// Random kernels whose threads meet at named barriers and at split ones do the same in both executors, and what they read is what the others wrote before. Where halves are missing, the same thread is
// at fault.
func TestPlainBarriers(t *testing.T) {
	n := 300
	if *full {
		n = 30_000
	}
	rng := chance.Random(t, 35)
	ended, stuck, faults := 0, 0, 0
	for range n {
		c := newBarrierCase(rng)
		spoilt := rng.IntN(3) == 0 && c.spoil()
		text := c.text()
		g, errs := ParseProgram(text, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatalf("%v\n%s", errs, text)
		}
		code, err := Compile(g.Insts(), g.Decls, Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, out, _ := g.Decls.Lookup("out")
		surfaces, plain := map[uint32]*Memory{0: NewMemory(2048), out: NewMemory(160)}, map[uint32]*plainMemory{0: {bytes: make([]byte, 2048), known: make([]byte, 2048)}, out: {bytes: make([]byte, 160), known: make([]byte, 160)}}
		var machines []*Machine
		var threads []*plainThread
		for k := range c.programs {
			m := code.NewMachine()
			m.Mask, m.Fuel, m.Surfaces = 0xff, 1000, surfaces
			m.SetBytes(1, []byte{byte(k), 0})
			p := &plainThread{plainState: plainOf(g.Decls), insts: g.Insts(), fuel: 1000}
			p.memories, p.bytes[1], p.known[1] = plain, []byte{byte(k), 0}, []byte{0xff, 0xff}
			p.start([32]int{1, 1, 1, 1, 1, 1, 1, 1})
			machines, threads = append(machines, m), append(threads, p)
		}
		thread, err := code.RunGroup(machines, nil)
		plainly, end := plainGroup(threads)
		var f *Fault
		if err != nil && !errors.As(err, &f) || (f == nil) != (end.fault == nil) || thread != plainly || end.spent || f != nil && (f.Step != end.step || f.Operand != end.fault.operand || f.Lane != end.fault.lane) {
			t.Fatalf("thread %d: %v, plainly thread %d: %+v %+v\n%s", thread, err, plainly, end, end.fault, text)
		}
		switch {
		case f != nil && !spoilt:
			t.Fatalf("thread %d: %v\n%s", thread, f, text)
		case f != nil && strings.Contains(f.What, "no thread goes on"):
			stuck++
			continue
		case f != nil:
			faults++
			continue
		case spoilt: // what it read may not have been there yet
			continue
		}
		ended++
		for k, sum := range c.sums {
			want := wordBytes(slices.Repeat([]uint32{sum}, 8))
			for at, b := range want {
				if at += 32 * k; surfaces[out].Known[at] == 0 || plain[out].known[at] == 0 || surfaces[out].Bytes[at] != b || plain[out].bytes[at] != b {
					t.Fatalf("thread %d: %x, plainly %x, want %x\n%s", k, surfaces[out].Bytes, plain[out].bytes, want, text)
				}
			}
		}
		if !bytes.Equal(surfaces[0].Bytes, plain[0].bytes) {
			t.Fatalf("%x, plainly %x\n%s", surfaces[0].Bytes, plain[0].bytes, text)
		}
	}
	t.Logf("%d kernels: %d ended, %d stood still, %d faults", n, ended, stuck, faults)
	if ended*2 < n || stuck*50 < n || faults*50 < n {
		t.Errorf("%d ended, %d stood still, %d faults", ended, stuck, faults)
	}
}

// What is wrong about barriers in two halves is said, with which threads wait where. A thread alone is a group.
func TestNamedBarriers(t *testing.T) {
	for _, row := range []struct {
		lines, says string
		thread      int
	}{
		{"nbarrier.signal 3:ub 3:ub\nnbarrier.wait 3:ub", "", 0},
		{"nbarrier.signal 31:ub 1:ub\nnbarrier.wait 31:ub\nsbarrier.signal\nsbarrier.wait", "", 0},
		{"nbarrier.signal 3:ub 2:ub\n(P1.all) jmp (M1, 1) out\nnbarrier.wait 3:ub\nout:", "nbarrier.wait waits, and no thread goes on: 0, 1 ended; 2 at barrier 3", 2},
		{"(P1.all) jmp (M1, 1) out\nsbarrier.signal\nsbarrier.wait\nout:\nbarrier", "sbarrier waits, and no thread goes on: 0, 2 at sbarrier; 1 at the barrier", 0},
		{"nbarrier.signal 3:ub 4:ub", "0x4:ub is 4: expected 1 to 3, the threads of the group", 0},
		{"nbarrier.signal 3:ub 0:ub", "0x0:ub is 0: expected 1 to 3, the threads of the group", 0},
		{"nbarrier.signal 32:ub 1:ub", "0x20:ub is 32, and barriers are 0 to 31", 0},
		{"nbarrier.wait V34(0,9)<0;1,0>", "V34(0,9)<0;1,0> is not known", 0},
		{"nbarrier.signal 3:ub 3:ub\nnbarrier.signal 3:ub 3:ub", "signals again, and has not waited for the others since", 0},
		{"nbarrier.wait 3:ub", "waits, and this thread has not signalled the barrier", 0},
		{"sbarrier.wait", "waits, and this thread has not signalled the barrier", 0},
		{"(P1.all) jmp (M1, 1) one\nnbarrier.signal 3:ub 3:ub\njmp (M1, 1) out\none:\nnbarrier.signal 3:ub 2:ub\nout:", "0x2:ub is 2, and others signalled the barrier for 3", 1},
		{"cmp.eq (M1_NM, 16) P1 V33(0,0)<1;1,0> 0x1:uw\n(P1) goto (M1, 16) out\nsbarrier.signal\nout:\nret (M1, 1)", "is reached by channels 0000fffd of 0000ffff", 0},
	} {
		g, errs := ParseProgram(".decl P1 v_type=P num_elts=16\n.decl V33 v_type=G type=uw num_elts=16 align=GRF\n.decl V34 v_type=G type=ub num_elts=16\ncmp.eq (M1_NM, 16) P1 %thread_x(0,0)<0;1,0> 0x1:uw\n"+row.lines, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		code, err := Compile(g.Insts(), g.Decls, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var machines []*Machine
		_, id, _ := g.Decls.Lookup("V33")
		for n := range 3 {
			m := code.NewMachine()
			m.Mask, m.Fuel = 0xffff, 100
			m.SetBytes(1, []byte{byte(n), 0})
			m.SetBytes(id, append([]byte{0, 0, 1, 0}, make([]byte, 28)...))
			machines = append(machines, m)
		}
		for range 2 { // the second time nothing of the first is left
			thread, err := code.RunGroup(machines, nil)
			if row.says == "" && err != nil || row.says != "" && (err == nil || !strings.Contains(err.Error(), row.says)) || thread != row.thread {
				t.Errorf("%s: thread %d: %v, want thread %d: %s", row.lines, thread, err, row.thread, row.says)
			}
			var fault *Fault
			if errors.As(err, &fault) && (fault.Lane != NoLane || fault.Byte != -1) {
				t.Errorf("%s: %+v is of no lane and no byte", row.lines, fault)
			}
		}
		if strings.Contains(row.lines, "31:ub") {
			if err := code.Run(machines[0].Clone(), nil); err != nil {
				t.Errorf("alone: %v", err)
			}
		}
		if strings.Contains(row.says, "expected 1 to 3") {
			one := strings.Replace(row.says, "1 to 3", "1", 1)
			if err := code.Run(machines[0].Clone(), nil); err == nil || !strings.Contains(err.Error(), one) {
				t.Errorf("alone: %v, want %s", err, one)
			}
		}
	}
	d := NewDecls(32, D)
	i, err := (&Parser{Decls: d}).ParseInst("nbarrier.wait 1:d")
	if err == nil {
		_, err = Compile([]Inst{i}, d, Options{})
	}
	if err == nil || !strings.Contains(err.Error(), "without a sign") {
		t.Errorf("a barrier's number with a sign: %v", err)
	}
}
