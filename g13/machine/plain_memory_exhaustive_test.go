package machine_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
)

// TestEveryTransfer takes every format, mask, size of registers, shift and form of address, each with random operands.
func TestEveryTransfer(t *testing.T) {
	var all []g13.Inst
	for _, f := range formsNamed("device_load", "device_store", "threadgroup_load", "threadgroup_store", "stack_load", "stack_store") {
		all = append(all, everyTransfer(f)...)
	}
	var next atomic.Int64
	campaign(t, len(all), func(r dice, enough func(int) bool) error {
		m, err := newMemoryTwins(r)
		if err != nil {
			return err
		}
		for {
			n := int(next.Add(1)) - 1
			if n >= len(all) {
				return nil
			}
			if !r.oneIn(sparse()) {
				enough(1)
				continue
			}
			i := r.registers(all[n])
			m.plain.active = r.exec()
			m.memoryOperands(r, &i)
			if _, err := m.compareMemory(&i); err != nil {
				return err
			}
			enough(1)
		}
	})
}

// sparse is of how many one is tried, where not all are.
func sparse() int {
	switch {
	case *full:
		return 1
	case testing.Short():
		return 64
	}
	return 8
}

// everyTransfer is all that a form has to choose from, but for the registers.
func everyTransfer(f g13.Form) (all []g13.Inst) {
	choices := [][2]int{{55, 52}, {49, 49}, {43, 42}, {25, 24}} // mask, Rt, s, Ou and Ot
	switch f.Name() {
	case "device_load", "device_store":
		choices = append(choices, [2]int{9, 7}, [2]int{48, 48}, [2]int{27, 27}, [2]int{30, 30})
	case "stack_load", "stack_store":
		choices = append(choices, [2]int{9, 8}, [2]int{51, 50}, [2]int{30, 30})
	default:
		choices = [][2]int{{39, 36}, {8, 8}, {27, 24}, {23, 22}, {34, 34}}
	}
	all = []g13.Inst{g13.New(f)}
	for _, c := range choices {
		var more []g13.Inst
		for _, i := range all {
			for v := range uint64(1) << (c[0] - c[1] + 1) {
				set(&i, c[0], c[1], v)
				more = append(more, i)
			}
		}
		all = more
	}
	n := 0
	for _, i := range all {
		usual(&i)
		i.Fit(true)
		if p := plainly(i); p.hasModel() {
			all[n] = i
			n++
		}
	}
	return all[:n]
}

// registers gives an instruction registers: those of the list, of the address and of the offset.
func (r dice) registers(i g13.Inst) plainInst {
	for n := range i.Args() {
		a := i.Arg(n)
		if a.Class == g13.Number && (i.Kind(n) == g13.Offset || i.Kind(n) == g13.HalfOr) {
			a.Value = int64(r.IntN(64) - 16)
		}
		if a.Size == 0 && a.Value == 0 || a.None {
			continue
		}
		if a.Size > 0 {
			a.Index = r.IntN(244) &^ (a.Size/16 - 1)
		}
		if err := i.SetArg(n, a); err != nil {
			panic(err)
		}
	}
	i.Fit(true)
	return plainly(i)
}

// A mover moves elements of one format between a buffer and registers: as many lanes and registers as there are.
type mover struct {
	program   *machine.Program
	group     *machine.Group
	buffer    *machine.Buffer
	registers int // a lane
	size      int // of one in bits
}

// moverRegister is the first register that is moved. r1 is the offset.
const moverRegister = 4

func newMover(name string, format, size int) (*mover, error) {
	i := g13.New(formsNamed(name)[0])
	usual(&i)
	m := &mover{group: machine.NewGroup(), registers: 4, size: size}
	each := uint32(4)
	if f := plainFormats[format]; f.count > 0 {
		m.registers, each = f.count, 1
	}
	for _, v := range [][3]int{{9, 7, format & 7}, {48, 48, format >> 3}, {15, 10, 2 * moverRegister}, {49, 49, size >> 5}, {55, 52, 15}, {27, 27, 1}, {23, 20, 2}, {25, 25, 1}} {
		set(&i, v[0], v[1], uint64(v[2]))
	}
	i.Fit(true)
	memory := machine.NewMemory()
	var err error
	if m.buffer, err = memory.Map(machine.Lanes * 4 * 4); err != nil {
		return nil, err
	}
	m.group.Attach(memory, nil)
	m.group.SetUniform32(0, uint32(m.buffer.Address))
	m.group.SetUniform32(1, uint32(m.buffer.Address>>32))
	for lane := range machine.Lanes {
		m.group.SetLane(1, lane, each*uint32(lane))
	}
	m.program, err = machine.Compile(i.AppendBytes(nil))
	return m, err
}

func (m *mover) run() error {
	m.group.PC = 0
	r, err := m.program.Run(context.Background(), m.group, machine.Options{})
	if err == nil && r.Stop != machine.Ended {
		err = r.Fault
	}
	return err
}

// rows is the registers, a half with nothing above it.
func (m *mover) rows() (all [4]machine.Row) {
	for n := range m.registers {
		row := m.group.Register(moverRegister + n*m.size/32)
		for lane := range row {
			if m.size == 16 {
				row[lane] = row[lane] >> (n % 2 * 16) & 0xffff
			}
		}
		all[n] = row
	}
	return all
}

// TestEveryNumberLoaded is all there is in 8 bits, and all or some of what is in 16, as each component, into registers of both sizes.
func TestEveryNumberLoaded(t *testing.T) {
	for _, format := range []int{0, 1, 3, 4, 5, 6, 7, 10} {
		for _, size := range []int{16, 32} {
			if err := everyNumberLoaded(format, size); err != nil {
				t.Error(err)
			}
		}
	}
}

func everyNumberLoaded(format, size int) error {
	f := plainFormats[format]
	m, err := newMover("device_load", format, size)
	if err != nil {
		return err
	}
	step := machine.Lanes
	if f.size > 1 {
		step *= sparse()
	}
	for v := rand.IntN(step/machine.Lanes) * machine.Lanes; v < 1<<(8*f.size); v += step {
		for at := range 4 * machine.Lanes {
			n := v + at/4
			m.buffer.Bytes[at*f.size] = byte(n)
			if f.size == 2 {
				m.buffer.Bytes[at*2+1] = byte(n >> 8)
			}
		}
		if err := m.run(); err != nil {
			return err
		}
		rows := m.rows()
		for at := range 4 * machine.Lanes {
			n, want := uint64(v+at/4), uint64(v+at/4)
			if f.number != nil {
				want = formatOf(g13.Arg{Size: size}).bits(f.number(n, at%4), toEven)
			}
			if got := rows[at%4][at/4]; uint64(got) != want {
				return fmt.Errorf("format %d, %#x as component %d, to %d bits: %#x, plainly %#x", format, n, at%4, size, got, want)
			}
		}
	}
	return nil
}

// TestEveryHalfStored is all halves as each component, or a sample of them, and the others 0.
func TestEveryHalfStored(t *testing.T) {
	for format, f := range plainFormats {
		for component := range 4 {
			if f.bits != nil && (f.count == 0 || component < f.count) {
				if err := everyHalfStored(format, component); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

func everyHalfStored(format, component int) error {
	f := plainFormats[format]
	m, err := newMover("device_store", format, 16)
	if err != nil {
		return err
	}
	step := machine.Lanes * sparse()
	for v := rand.IntN(sparse()) * machine.Lanes; v < 1<<16; v += step {
		for lane := range machine.Lanes {
			m.group.SetLane(moverRegister+component/2, lane, uint32(v+lane)<<(component%2*16))
		}
		if err := m.run(); err != nil {
			return err
		}
		for lane := range machine.Lanes {
			x := make([]real, max(f.count, 1))
			for n := range x {
				x[n] = half.real(0)
			}
			at := (4*lane + component) * f.size
			if f.count > 0 {
				at = 4 * lane
				x[component] = half.real(uint64(v + lane))
			} else {
				x[0] = half.real(uint64(v + lane))
			}
			word := append(make([]byte, 0, 8), m.buffer.Bytes[at:at+f.size]...)
			got, want := binary.LittleEndian.Uint64(word[:8]), f.bits(x, component)
			if got != want {
				return fmt.Errorf("format %d: half %#x as component %d is stored as %#x, plainly %#x", format, v+lane, component, got, want)
			}
		}
	}
	return nil
}

// TestEveryStepStored is the numbers of 32 bits next to where what is stored goes up by one, on both sides.
func TestEveryStepStored(t *testing.T) {
	for format, steps := range map[int]int{4: 255, 5: 127, 6: 65535, 7: 32767, 10: 255} {
		m, err := newMover("device_store", format, 32)
		if err != nil {
			t.Fatal(err)
		}
		every := 1
		if steps > 1<<10 {
			every = 4*sparse() - 3
		}
		var near []uint32
		for k := rand.IntN(every); k < steps; k += every {
			middle := (float64(k) + 0.5) / float64(steps)
			for _, x := range []float64{middle, middle / 12.92, math.Pow((middle+0.055)/1.055, 2.4)}[:1+format/10*2] {
				v := math.Float32bits(float32(x))
				near = append(near, v-1, v, v+1, v-1|1<<31, v|1<<31, v+1|1<<31)
			}
		}
		for x := range slices.Chunk(near, machine.Lanes) {
			if err := m.stores(format, x); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// stores stores each of some numbers as all components of an element.
func (m *mover) stores(format int, x []uint32) error {
	f := plainFormats[format]
	for lane, v := range x {
		for n := range 4 {
			m.group.SetLane(moverRegister+n, lane, v)
		}
	}
	if err := m.run(); err != nil {
		return err
	}
	for lane, v := range x {
		for component := range 4 {
			at := (4*lane + component) * f.size
			word := append(make([]byte, 0, 8), m.buffer.Bytes[at:at+f.size]...)
			got, want := binary.LittleEndian.Uint64(word[:8]), f.bits([]real{single.real(uint64(v))}, component)
			if got != want {
				return fmt.Errorf("format %d: %#x as component %d is stored as %#x, plainly %#x", format, v, component, got, want)
			}
		}
	}
	return nil
}

// TestEveryPackedNumberLoaded is every number that stands in a word beside others, into registers of both sizes. TestPackedWords has the words.
func TestEveryPackedNumberLoaded(t *testing.T) {
	for _, packed := range packedFormats {
		for _, size := range []int{16, 32} {
			if err := everyPackedNumberLoaded(&packed, size); err != nil {
				t.Errorf("%s to %d bits: %v", packed.name, size, err)
			}
		}
	}
}

func everyPackedNumberLoaded(packed *packedFormat, size int) error {
	f := plainFormats[packed.number]
	m, err := newMover("device_load", packed.number, size)
	if err != nil {
		return err
	}
	for part := uint32(0); part < 1<<14; part += machine.Lanes {
		for component := range f.count {
			var words [machine.Lanes]uint32
			for lane := range words {
				words[lane] = packed.word(part+uint32(lane), component)
				binary.LittleEndian.PutUint32(m.buffer.Bytes[4*lane:], words[lane])
			}
			if err := m.run(); err != nil {
				return err
			}
			for lane, got := range m.rows()[component] {
				if want := formatOf(g13.Arg{Size: size}).bits(f.number(uint64(words[lane]), component), toEven); uint64(got) != want {
					return fmt.Errorf("number %d of %#x is %#x, plainly %#x", component, words[lane], got, want)
				}
			}
		}
	}
	return nil
}
