package api

import (
	"context"
	"fmt"

	"github.com/lanescope/lanescope/visa"
)

// mostVISAThreads bounds a group.
const mostVISAThreads = 1024

// A visaGroup is the threads that run a code. One alone is a group too.
type visaGroup struct {
	code     *visa.Code
	decls    *visa.Decls
	threads  []*visa.Machine
	before   []*visa.Machine
	numbered bool // %thread_x says which is which
}

// threadX is the variable %thread_x.
const threadX = 1

// begin makes the threads and gives variables their values.
func (g *visaGroup) begin(ctx context.Context, program *visa.Program, r VISARun, values []visaValue) error {
	if r.Threads < 0 || r.Threads > mostVISAThreads {
		return fmt.Errorf("%d threads: expected 1 to %d", r.Threads, mostVISAThreads)
	}
	for k := range max(r.Threads, 1) {
		m := g.code.NewMachine()
		if m.Mask = program.DispatchMask(); r.Mask != nil {
			m.Mask = *r.Mask
		}
		m.Context = ctx
		if r.Fuel > 0 {
			m.Fuel = r.Fuel
		}
		if g.numbered {
			m.SetBytes(threadX, []byte{byte(k), byte(k >> 8)})
		}
		for _, value := range values {
			if err := value.set(g.code, m, g.decls, k); err != nil {
				return err
			}
		}
		g.threads, g.before = append(g.threads, m), append(g.before, m.Clone())
	}
	return nil
}

// run runs them, and says what changed. Variables of one of several threads have its number behind their names: out@1.
func (g *visaGroup) run(o *VISAOutcome, memory []visaMemory, watch func(s *visa.Step, d *visa.Decls)) error {
	var was []*visa.Memory
	for _, m := range memory {
		was = append(was, m.clone())
	}
	_, err := g.code.RunGroup(g.threads, func(_ int, s *visa.Step) {
		o.Executed++
		if watch != nil {
			watch(s, g.decls)
		}
	})
	for k, m := range g.threads {
		for _, x := range changes(g.code, g.decls, g.before[k], m) {
			if len(g.threads) > 1 {
				x = x.of(k)
			}
			o.Changed = append(o.Changed, x)
		}
		for _, w := range m.Unverified() {
			o.warn(w)
		}
	}
	for k, m := range memory {
		if x, changed := changedMemory(m, was[k]); changed {
			o.Memory = append(o.Memory, x)
		}
	}
	return err
}

// elements are those of each variable that the program names, changed or not, of all threads.
func (g *visaGroup) elements() (all []visaContent) {
	for k, m := range g.threads {
		for _, x := range elementsOf(g.code, g.decls, m) {
			if len(g.threads) > 1 {
				x.name = threadName(x.name, k)
			}
			all = append(all, x)
		}
	}
	return all
}

// warn says a thing once.
func (o *VISAOutcome) warn(w string) {
	for _, said := range o.Warnings {
		if said == w {
			return
		}
	}
	o.Warnings = append(o.Warnings, w)
}

// of is the variable of a thread.
func (x VISAVariable) of(thread int) VISAVariable {
	for k := range x.Rows {
		x.Rows[k][0] = threadName(x.Name, thread) + x.Rows[k][0][len(x.Name):]
	}
	x.Name = threadName(x.Name, thread)
	return x
}

// threadName is the name of a thread's variable.
func threadName(name string, thread int) string { return fmt.Sprintf("%s@%d", name, thread) }
