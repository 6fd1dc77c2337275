package machine_test

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// TestAgreeMemory compares the machines on random instructions that have to do with memory: registers, all bytes of all memories, and the first lane that is a fault
// with its address. A case is a thread in which the instruction is executed, or a fault.
func TestAgreeMemory(t *testing.T) {
	for _, names := range []string{"device_load", "device_store", "threadgroup_load", "threadgroup_store", "stack_load stack_store stack_adjust stack_get_ptr", "atomic", "threadgroup_atomic"} {
		t.Run(strings.Fields(names)[0], func(t *testing.T) {
			var executed, idle atomic.Int64 // idle: it moves nothing, or is a fault
			campaign(t, cases(10_000_000), func(r dice, enough func(int) bool) error {
				m, err := newMemoryTwins(r)
				if err != nil {
					return err
				}
				forms := formsNamed(strings.Fields(names)...)
				for n := 0; ; n++ {
					if n%64 == 0 {
						m.fill(r)
					}
					m.plain.active = r.exec()
					i := r.onMemory(forms[r.IntN(len(forms))])
					m.memoryOperands(r, &i)
					done, err := m.compareMemory(&i)
					executed.Add(1)
					if m.plain.memory.fault != nil || i.named(transferForms) && i.listed() == 0 {
						done = 1
						idle.Add(1)
					}
					if err != nil || enough(done) {
						return err
					}
				}
			})
			if idle.Load() > executed.Load()/2 {
				t.Errorf("of %d instructions %d are faults or move nothing: these cases say little", executed.Load(), idle.Load())
			}
		})
	}
}

// compareMemory executes one instruction on both.
func (m *memoryTwins) compareMemory(i *plainInst) (cases int, err error) {
	m.plain.pc, m.plain.memory.fault = 0, nil
	m.load()
	*m.before = *m.plain
	m.plain.eachActive(func(int) { cases++ })
	text := fmt.Sprintf("%s (%x)\nundefined %v, ", asm.Text(i.Inst), i.AppendBytes(nil), i.undefined())
	if !m.plain.step(i) {
		return 0, fmt.Errorf("%s: the plain machine does not know it", text)
	}
	p, err := machine.Compile(i.AppendBytes(nil))
	if err != nil {
		return 0, err
	}
	result, err := p.Run(context.Background(), m.fast, machine.Options{Fuel: 1})
	if err != nil {
		return 0, err
	}
	if got, want := faultIn(result), m.plain.memory.fault.String(); got != want {
		return 0, fmt.Errorf("%s%s (%v), plainly %s\n%s", text, got, result.Fault, want, m.addresses(i))
	}
	if _, d := m.difference(); d != "" {
		return 0, fmt.Errorf("%s%s%s", text, d, m.addresses(i))
	}
	if d := m.memoryDifference(); d != "" {
		return 0, fmt.Errorf("%s%s%s", text, d, m.addresses(i))
	}
	return cases, nil
}

var faultPlace = regexp.MustCompile(`lane (\d+): .*? at (-?0x[0-9a-f]+)`)

// faultIn is what the machine says of a fault.
func faultIn(r machine.Result) string {
	if r.Stop != machine.Faulted {
		return (*plainFault)(nil).String()
	}
	place := faultPlace.FindStringSubmatch(r.Fault.Reason)
	if place == nil {
		return "a fault of no lane"
	}
	lane, err := strconv.Atoi(place[1])
	at, ok := new(big.Int).SetString(place[2], 0) // with a sign, or without
	if err != nil || !ok {
		return r.Fault.Reason
	}
	return (&plainFault{lane, address(at)}).String()
}

// memoryDifference is where the memories are not the same, or nothing.
func (m *memoryTwins) memoryDifference() string {
	for n, b := range m.device {
		if want := m.plain.memory.device[n].bytes; !bytes.Equal(b.Bytes, want) {
			return fmt.Sprintf("buffer %d: %x\n plainly  %x\n", n, b.Bytes, want)
		}
	}
	if want := m.plain.memory.threadgroup; !bytes.Equal(m.local.Bytes, want) {
		return fmt.Sprintf("threadgroup %x\n    plainly %x\n", m.local.Bytes, want)
	}
	return ""
}

// addresses is what each active thread would do.
func (m *memoryTwins) addresses(i *plainInst) string {
	var b strings.Builder
	fmt.Fprintf(&b, "exec %08x", m.before.mask())
	m.before.eachActive(func(t int) {
		fmt.Fprintf(&b, "\nthread %2d:", t)
		for k, a := range []g13.Arg{i.a, i.o, i.s} {
			if a.Class == g13.Register && a.Size > 0 {
				fmt.Fprintf(&b, "  %c %0*x", "aos"[k], a.Size/4, m.before.raw(t, a))
			}
		}
		r := i.r
		for n := 0; n < 4 && r.Size > 0 && r.Index+r.Size/16 <= 256; n++ {
			b.WriteString("  " + strconv.FormatUint(m.before.raw(t, r), 16))
			r.Index += r.Size / 16
		}
	})
	return b.String()
}
