package certificate

// A proof is a certificate as it is read: what was asked, the rows, and what was made so far.
type proof struct {
	want   []atom
	rows   []row
	values []value
	shown  bool // that the result is what was asked
	ops    int
	none   int // claims that nothing is cheaper
}

// named takes the name of a value.
func (p *proof) named(w *words) *value { return &p.values[w.number("v", len(p.values)-1)] }

// do checks that a row can make of values what is said.
func (p *proof) do(r *row, w *words) {
	args := make([]*value, len(r.reads))
	for k := range args {
		args[k] = p.named(w)
	}
	must(w.word() == "=", "it reads %d values, and then comes =", len(args))
	is := w.bytes(r.bytes)
	must(r.can(args, is), "%s does not make that", r.name)
	p.values, p.ops = append(p.values, value{is: is}), p.ops+r.ops
}

// result checks that so many bytes of values, one above another, are what was asked.
func (p *proof) result(w *words) {
	must(p.want != nil, "nothing was asked")
	rest := p.want
	for len(rest) > 0 {
		v, n := p.named(w), min(w.number("", mostBytes), len(rest))
		must(n > 0 && v.has(rest[:n]), "byte %d of the result, or one behind it, is not what was asked", len(p.want)-len(rest))
		rest = rest[n:]
	}
	p.shown = true
}
