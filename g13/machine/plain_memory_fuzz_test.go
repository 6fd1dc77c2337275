package machine_test

import (
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/chance"
)

// FuzzMemory takes bytes for an instruction on memory, and a seed for what it finds there: both machines do the same.
func FuzzMemory(f *testing.F) {
	f.Add([]byte{0x05, 0x11, 0x24, 0x0e, 0x00, 0xc0, 0x12, 0x00}, uint64(1))
	chance.Fuzz(f, func(t *testing.T, code []byte, seed uint64) {
		i, err := g13.Decode(code)
		if err != nil {
			return
		}
		p := plainly(i)
		if !p.named(transferForms+" "+atomicForms+" stack_adjust stack_get_ptr") || !p.hasModel() || !p.reaches() {
			return
		}
		r := newDice(seed)
		m, err := newMemoryTwins(r)
		if err != nil {
			t.Fatal(err)
		}
		m.plain.active = r.exec()
		m.memoryOperands(r, &p)
		if _, err := m.compareMemory(&p); err != nil {
			t.Fatal(err)
		}
	})
}
