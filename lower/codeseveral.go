package lower

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/target"
)

// scheduleSeveral gives values of several registers places. Inputs stay where they come, unless a row has its constant in register 0; what finds no register is in memory above the stack pointer.
func (c *coding) scheduleSeveral(by Registers) error {
	given := layout{keep: c.keep}
	if !c.r.readsImplicit() {
		given.inputs = c.from
	}
	if c.code = c.r.registersBy(given); !c.code.fits(c.t) {
		return fmt.Errorf("%s has too few registers that need not be kept", c.t.Name)
	}
	if c.above = by.Above; c.above < 0 || c.above > 1<<30 {
		return fmt.Errorf("slots %d bytes above the stack pointer are out of reach", c.above)
	}
	for _, at := range c.code.held {
		above := -1
		if at.Slot >= 0 && c.from == nil { // else the code puts it there
			above = c.slot(at.Slot)
		}
		c.place.InSlots = append(c.place.InSlots, above)
	}
	return nil
}

// slot is how many bytes above the stack pointer a slot is, which there is room for from now on.
func (c *coding) slot(n int) int {
	bytes := slices.Max(c.t.Bits) / 8
	c.place.Slots = max(c.place.Slots, (n+1)*bytes)
	return c.above + n*bytes
}

func (c *coding) store(f target.File, from, bits, slot int) (err error) {
	c.out, err = c.machine.Store(c.out, f, f.MachineNumber(from), max(bits, 128), c.slot(slot))
	return err
}

func (c *coding) reload(f target.File, to, bits, slot int) (err error) {
	c.out, err = c.machine.Reload(c.out, f, f.MachineNumber(to), max(bits, 128), c.slot(slot))
	c.written[f][to] = true
	return err
}

// results moves the registers of a result to where they are to be, and what is in slots after that.
func (c *coding) results(by Registers) error {
	if by.Results == nil {
		for _, at := range c.code.results {
			c.resultAt(at)
		}
		return nil
	}
	if len(by.Results) != len(c.r.Results) {
		return fmt.Errorf("there are %d results, and registers for %d", len(c.r.Results), len(by.Results))
	}
	var from, to, slots []int
	for k, n := range by.Results {
		at := c.code.results[k]
		r, err := c.register(n)
		switch {
		case err != nil:
			return err
		case slices.Contains(by.Results[:k], n):
			return fmt.Errorf("two results are to be in register %d", n)
		case r != at.Register && slices.Contains(c.keep[c.r.File], r):
			return fmt.Errorf("the result is to be in register %d, which is to be kept", n)
		case at.Slot >= 0:
			slots = append(slots, k)
		case !c.r.Results[k].Any:
			from, to = append(from, at.Register), append(to, r)
		}
		c.resultAt(Location{r, -1})
	}
	if err := c.moves(from, to, c.r.Bits); err != nil {
		return err
	}
	for _, k := range slots {
		r, _ := c.register(by.Results[k])
		if err := c.reload(c.r.File, r, c.r.Results[k].Bits, c.code.results[k].Slot); err != nil {
			return err
		}
	}
	return nil
}

// resultAt notes where the next register of the result is.
func (c *coding) resultAt(at Location) {
	register, above := -1, -1
	if at.Register >= 0 {
		register = c.r.File.MachineNumber(at.Register)
	} else {
		above = c.slot(at.Slot)
	}
	c.place.Results, c.place.OutSlots = append(c.place.Results, register), append(c.place.OutSlots, above)
}
