package visa

import "fmt"

// RunGroup executes the code on the machines, which are the threads of a group: with the same memory, where that was given to all of them. The first runs until it comes to a barrier or ends, then
// the next one, and when all wait at it they go on, in the same order. An error is what Run says, or that some wait for others that have ended; thread is whose it is.
func (c *Code) RunGroup(threads []*Machine, watch func(thread int, s *Step)) (thread int, err error) {
	for _, m := range threads {
		m.begin()
		m.inGroup = true
	}
	for {
		waits, gone := -1, -1
		for k, m := range threads {
			m.atBarrier = false
			if err := c.resume(m, threadWatch(watch, k)); err != nil {
				return k, err
			}
			if m.atBarrier {
				waits = k
			} else {
				gone = k
			}
		}
		switch {
		case waits < 0:
			return 0, nil
		case gone >= 0:
			m := threads[waits]
			return waits, m.faulted(m.at-1, &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: fmt.Sprintf("waits for thread %d, which has ended", gone)})
		}
	}
}

func threadWatch(watch func(thread int, s *Step), k int) func(s *Step) {
	if watch == nil {
		return nil
	}
	return func(s *Step) { watch(k, s) }
}

// rendezvous is barrier: a thread alone is all threads of its group.
func (m *Machine) rendezvous(*step) *Fault {
	if m.em != m.Mask {
		return &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: fmt.Sprintf("is reached by channels %08x of %08x: in divergent control flow no thread waits", m.em, m.Mask)}
	}
	m.atBarrier = m.inGroup
	return nil
}
