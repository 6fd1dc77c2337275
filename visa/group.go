package visa

import (
	"fmt"
	"strconv"
	"strings"
)

// RunGroup executes the code on the machines, which are the threads of a group: with the same memory, where that was given to all of them. The first runs until it comes to a barrier or ends, then
// the next one, and when those that it waits for have come it goes on, in the same order. An error is what Run says, or that none goes on and some wait; thread is whose it is.
func (c *Code) RunGroup(threads []*Machine, watch func(thread int, s *Step)) (thread int, err error) {
	at := &meeting{threads: len(threads)}
	for _, m := range threads {
		m.begin()
		m.inGroup, m.over = true, false
		m.signals.begin(at)
	}
	for {
		moved := false
		for k, m := range threads {
			if m.over || m.atBarrier || !m.signals.ready() {
				continue
			}
			moved = true
			if err := c.resume(m, threadWatch(watch, k)); err != nil {
				return k, err
			}
			m.over = !m.waits()
		}
		if moved {
			continue
		}
		if thread, fault := stuck(threads); fault != nil {
			return thread, threads[thread].faulted(threads[thread].at-1, fault)
		}
		if len(threads) == 0 || threads[0].over {
			return 0, nil
		}
		for _, m := range threads {
			m.atBarrier = false
		}
	}
}

// stuck is a fault of a thread that waits for others where none can go on; nil if all have ended or all are at the barrier.
func stuck(threads []*Machine) (thread int, fault *Fault) {
	places := map[string][]string{}
	var order []string
	thread = -1
	for k, m := range threads {
		where := "ended"
		switch {
		case m.atBarrier:
			where = "at the barrier"
		case !m.over && m.signals.waits > numNamed:
			where = "at sbarrier"
		case !m.over:
			where = fmt.Sprintf("at barrier %d", m.signals.waits-1)
		}
		if where != "ended" && thread < 0 {
			thread = k
		}
		if places[where] == nil {
			order = append(order, where)
		}
		places[where] = append(places[where], strconv.Itoa(k))
	}
	if len(order) < 2 && (thread < 0 || threads[thread].atBarrier) {
		return 0, nil
	}
	what := "waits, and no thread goes on:"
	for n, where := range order {
		if n > 0 {
			what += ";"
		}
		what += fmt.Sprintf(" %s %s", strings.Join(places[where], ", "), where)
	}
	return thread, &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: what}
}

func threadWatch(watch func(thread int, s *Step), k int) func(s *Step) {
	if watch == nil {
		return nil
	}
	return func(s *Step) { watch(k, s) }
}

// rendezvous is barrier: a thread alone is all threads of its group.
func (m *Machine) rendezvous(*step) *Fault {
	if fault := m.together(); fault != nil {
		return fault
	}
	m.atBarrier = m.inGroup
	return nil
}

// together complains of lanes that are elsewhere.
func (m *Machine) together() *Fault {
	if m.em != m.Mask {
		return &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: fmt.Sprintf("is reached by channels %08x of %08x: in divergent control flow no thread waits", m.em, m.Mask)}
	}
	return nil
}
