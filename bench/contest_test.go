package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lanescope/lanescope/g13/jit"
)

// told is a contender that takes the time it is told to, and writes down how often it ran.
type told struct {
	name  string
	takes float64
	ran   *[]string
	left  string
	fails int // the run that fails, from 1; 0 for none
	sums  error
}

func (c *told) run(times int) (ns []float64, err error) {
	*c.ran = append(*c.ran, fmt.Sprint(c.name, " ", times))
	if c.fails--; c.fails == 0 {
		return nil, errors.New("it fails")
	}
	for k := range times {
		ns = append(ns, c.takes+float64(k))
	}
	return ns, nil
}

func (c *told) checksum() (string, error) { return c.left, c.sums }

// fresh is a contest of those.
func fresh(all ...*told) (*contest, *[]string) {
	ran := &[]string{}
	c := &contest{workload: &workload{name: "w"}, contenders: map[string]contender{}, times: map[string]int{}, took: map[string][]float64{}}
	for _, one := range all {
		one.ran = ran
		c.contenders[one.name] = one
	}
	return c, ran
}

// Everyone runs twice before it counts, then by turns in the order that is written down, as often as fits into a turn: once at least, and not more than 31 times.
func TestTurns(t *testing.T) {
	c, ran := fresh(&told{name: inC, takes: 1}, &told{name: reference, takes: 1000}, &told{name: jitOne, takes: 20}, &told{name: openclTwo, takes: 99})
	if err := c.warm(100); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := c.turn(); err != nil {
			t.Fatal(err)
		}
	}
	twice := func(all ...string) (s []string) {
		for _, name := range all {
			s = append(s, name+" 1", name+" 1")
		}
		return s
	}
	turn := []string{reference + " 1", jitOne + " 5", inC + " 31", openclTwo + " 1"}
	want := slices.Concat(twice(reference, jitOne, inC, openclTwo), turn, turn)
	if !slices.Equal(*ran, want) {
		t.Errorf("they ran %q, want %q", *ran, want)
	}
	for name, took := range map[string]float64{reference: 1000, jitOne: 22, inC: 16, openclTwo: 99} {
		if got := c.took[name]; !slices.Equal(got, []float64{took, took}) {
			t.Errorf("%s took %v, want %v each turn", name, got, took)
		}
	}
}

// Whoever fails is named, whenever that is.
func TestWhoFails(t *testing.T) {
	const want = "w: C: it fails"
	for _, at := range []int{1, 2} {
		c, _ := fresh(&told{name: reference, takes: 1}, &told{name: inC, takes: 1, fails: at})
		if err := c.warm(1); err == nil || err.Error() != want {
			t.Errorf("at run %d: %v", at, err)
		}
	}
	c, _ := fresh(&told{name: inC, takes: 1, fails: 3})
	if err := c.warm(1); err != nil {
		t.Fatal(err)
	}
	if err := c.turn(); err == nil || err.Error() != want || len(c.took[inC]) != 0 {
		t.Errorf("%v, and it took %v", err, c.took[inC])
	}
	c, _ = fresh(&told{name: inC, sums: errors.New("it fails")})
	if err := c.agree(); err == nil || err.Error() != want {
		t.Error(err)
	}
	c, _ = fresh(&told{name: reference, left: "a"}, &told{name: jitOne, left: "a"}, &told{name: openclTwo, left: "b"})
	if err := c.agree(); err == nil || err.Error() != "w: PoCL, 2 threads leaves b, and the reference a" {
		t.Error(err)
	}
	if c, _ = fresh(&told{name: inC, left: "a"}, &told{name: openclOne, left: "a"}); c.agree() != nil || c.checksum != "a" {
		t.Errorf("they agree, and leave %q", c.checksum)
	}
}

// A contest has who can: two cores only where they are asked for, and machine code where there is any. What was executed is told of machine code.
func TestWhoContends(t *testing.T) {
	w := &workloads[3]
	for _, cores := range []bool{false, true} {
		c, err := (&field{limits: "not started"}).openContest(w, w.small/64, cores)
		if err != nil {
			t.Fatal(err)
		}
		defer c.close()
		want := []string{reference}
		if c.code != nil {
			if want = append(want, jitOne); cores {
				want = append(want, jitTwo)
			}
			if c.executed == 0 || c.native == 0 || c.native > c.executed {
				t.Errorf("%d of %d instructions by machine code", c.native, c.executed)
			}
		}
		for _, name := range order {
			if got := c.contenders[name] != nil; got != slices.Contains(want, name) {
				t.Errorf("two cores %v: %s contends: %v", cores, name, got)
			}
		}
		for name, n := range map[string]int{reference: 1, jitOne: 1, jitTwo: 2} {
			if h, ok := c.contenders[name].(*here); ok && h.dispatch.Cores != n {
				t.Errorf("%s has %d cores", name, h.dispatch.Cores)
			}
		}
		if c.checksum == "" || c.size != w.small/64 {
			t.Errorf("size %d leaves %q", c.size, c.checksum)
		}
	}
}

// The workloads that are wanted are opened, those without a contest are left out, and everyone has all turns beside the turns of nobody in particular.
func TestContend(t *testing.T) {
	var opened, ran []string
	r := &report{worth: &contest{workload: &workload{name: "spin"}, contenders: map[string]contender{}}}
	var contests []*contest
	err := r.contend(&options{only: "murmur,sort,life", turns: 3}, &contests, func(w *workload) (*contest, error) {
		if opened = append(opened, w.name); w.limits == "" && w.name != "life" {
			return nil, nil
		}
		c, _ := fresh(&told{name: inC, takes: 1, left: w.name})
		c.contenders[inC].(*told).ran, c.workload = &ran, w
		return c, nil
	})
	if err != nil || strings.Join(opened, " ") != "murmur sort life" || len(contests) != 2 || len(ran) != 6 {
		t.Errorf("opened %v, %d contests, %d runs, %v", opened, len(contests), len(ran), err)
	}
	for _, c := range contests {
		if c.checksum != c.name {
			t.Errorf("%s was not asked in the end what it left", c.name)
		}
	}
	no := errors.New("no")
	if err := r.contend(&options{}, &contests, func(*workload) (*contest, error) { return nil, no }); err != no {
		t.Error(err)
	}
	contests[0].contenders[inC].(*told).fails = 1
	if err := r.contend(&options{only: "none", turns: 1}, &contests, nil); err == nil {
		t.Error("who failed went unnoticed")
	}
	contests[0].contenders[inC].(*told).left = "something else"
	if err := r.contend(&options{only: "none", turns: 1}, &contests, nil); err == nil {
		t.Error("who left something else in the end went unnoticed")
	}
}

// What two cores are worth is found by as many random numbers with one as with two, and by the same contest all the time.
func TestSpin(t *testing.T) {
	r := &report{}
	c := r.spin()
	if r.spin() != c || c.contenders[jitOne].(spin).cores != 1 || c.contenders[jitTwo].(spin).cores != 2 || c.times[jitOne] != 1 || c.times[jitTwo] != 1 {
		t.Errorf("%+v", c)
	}
	for cores, want := range map[int]uint32{1: turned(1, spins), 2: turned(1, spins/2) + turned(2, spins/2)} {
		s := spin{cores, new(atomic.Uint32)}
		if ns, err := s.run(1); len(ns) != 1 || err != nil || s.sum.Load() != want {
			t.Errorf("%d cores: %v, %v, they come to %#x, want %#x", cores, ns, err, s.sum.Load(), want)
		}
	}
	if got := turned(1, 2); got != xorshift(xorshift(1)) || turned(5, 0) != 5 || xorshift(1) != 0x42021 {
		t.Errorf("%#x", got)
	}
}

// Buffers are restored whole, whatever is left over behind the last thousand, and what the job says is none of its outputs stays.
func TestRestored(t *testing.T) {
	for _, n := range []int{0, 1, restoredAtOnce - 1, restoredAtOnce, restoredAtOnce + 1, 3*restoredAtOnce + 5} {
		from, to := bytes.Repeat([]byte{7, 9, 1}, n)[:n], make([]byte, n)
		if restore(to, from); !bytes.Equal(to, from) {
			t.Errorf("%d bytes are not restored", n)
		}
	}
	h, _ := small(t, &workloads[3])
	h.mapped[0].Bytes[0]++
	h.mapped[1].Bytes[0]++
	changed := h.mapped[0].Bytes[0]
	if _, err := h.run(1); err != nil || h.mapped[0].Bytes[0] != changed {
		t.Errorf("an input was restored (%v)", err)
	}
	sum, _ := h.checksum()
	h.mapped[0].Bytes[1]++
	if now, _ := h.checksum(); now != sum {
		t.Error("an input is in the checksum")
	}
	h.mapped[1].Bytes[0]++
	if now, _ := h.checksum(); now == sum {
		t.Error("the output is not in the checksum")
	}
	no := errors.New("no")
	if _, err := h.sum(func(int) ([]byte, error) { return nil, no }); err != no {
		t.Error(err)
	}
}

func TestMedian(t *testing.T) {
	for want, all := range map[int][]int{0: nil, 4: {4}, 5: {9, 5, 1}, 7: {7, 2, 3, 8}} {
		if got := median(all); got != want {
			t.Errorf("of %v: %d", all, got)
		}
	}
}

// To compile is measured where machine code can be made: no times leave nothing, and any leave something.
func TestCompiling(t *testing.T) {
	p, err := workloads[0].program()
	if err != nil {
		t.Fatal(err)
	}
	c, err := jit.Compile(p)
	if errors.Is(err, jit.ErrUnsupported) {
		t.Skip("machine code cannot be made here")
	} else if err != nil {
		t.Fatal(err)
	}
	c.Close()
	r := &report{}
	if err := r.compile(0); err != nil || r.compiling != 0 {
		t.Errorf("%v, %v", r.compiling, err)
	}
	if err := r.compile(len(workloads) + 1); err != nil || r.compiling <= 0 {
		t.Errorf("%v, %v", r.compiling, err)
	}
	if err := r.collect(1); err != nil || r.hereWait == nil || r.codeWait == nil || r.held == nil || r.hereWait.stops == 0 || r.codeWait.stops == 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
