package lower

import (
	"slices"
	"strconv"
)

// memoryBody is the body of a function of pointers whose loads and stores are among the ops. Pointers are where severalBody has them.
//
//	vmovdqu xmm0, [rsi + 0]
//	vinserti128 ymm0, ymm0, [rsi + 32], 1
//	…
//	vmovdqu [rdi + 0], ymm0
//	ret
func (p *procedure) memoryBody() error {
	if err := p.findSpare(); err != nil {
		return err
	}
	m, saved := &p.a.Memory, p.saved()
	most := slices.Max(p.t.Bits) / 8
	f := &frame{p: p, m: m, saved: len(saved) * m.Saved, homes: p.code.slots() * most, most: most, holds: -1}
	f.around(saved, func() { p.opsAt(f.address) })
	if m.Wide != "" && slices.ContainsFunc(p.r.Code, func(o Op) bool { return o.Row.Length() > 128 }) {
		p.lines = append(p.lines, m.Wide)
	}
	p.lines = append(p.lines, p.a.Return)
	return nil
}

// slots are how many the code has in memory.
func (c *schedule) slots() (n int) {
	for i := range c.code {
		if c.code[i].way == stored {
			n = max(n, c.code[i].slot+1)
		}
	}
	return n
}

// address is where an op reads or writes, by a pointer in a register. Where the instruction takes no bytes behind it, or not so many, they are added before.
func (f *frame) address(o *Op) string {
	parameter, at := 0, o.At.Offset
	if !o.At.Result {
		parameter = o.At.Source + 1
	}
	pointer := f.pointer(parameter)
	if add := f.m.Add; add != "" && at > 0 && (o.Row.Access.Pointed || at > f.m.Near && at*8%o.Row.Access.Bits != 0) {
		for at > 0 {
			n := min(at, f.m.Added)
			f.line(add, "{d}", f.m.Pointer, "{p}", pointer, "{k}", strconv.Itoa(n))
			pointer, at = f.m.Pointer, at-n
		}
		f.holds = -1
	}
	if o.Row.Access.Pointed {
		return f.p.t.Address(pointer, 0)
	}
	return f.at(pointer, at)
}
