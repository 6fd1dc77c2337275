package jit

import "fmt"

// FullCode tells one code for full SIMD-groups from another; "" where none has been compiled. Nobody may run the code meanwhile for the first time.
func (c *Code) FullCode() (name string, err error) {
	if c.full == nil || c.full.routine == nil && c.full.err == nil {
		return "", nil
	}
	return fmt.Sprintf("%p", c.full.routine), c.full.err
}
