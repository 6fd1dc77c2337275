package visa

// AppendText appends the program as ParseProgram reads it.
func (g *Program) AppendText(b []byte) []byte {
	b = append(appendInt(append(appendInt(append(b, ".version "...), int64(g.Version.Major)), '.'), int64(g.Version.Minor)), '\n')
	if g.Kernel != "" {
		b = append(append(append(append(b, g.directive()...), ` "`...), g.Kernel...), "\"\n"...)
	}
	for _, k := range [...]Kind{GeneralKind, AddressKind, PredicateKind, SamplerKind, SurfaceKind} {
		for n := range g.Decls.table[k] {
			b = append(append(b, g.Decls.Text(k, uint32(n)+kinds[k].first)...), '\n')
		}
	}
	for _, in := range g.Inputs {
		b = append(in.appendText(b, g.Decls), '\n')
	}
	for _, a := range g.Attrs {
		b = append(append(append(b, ".kernel_attr "...), a.String()...), '\n')
	}
	b = g.appendLabels(b)
	for n := range g.Lines {
		if l := &g.Lines[n]; l.Inst.Op == opUnknown {
			b = append(l.appendCode(b), '\n')
		} else {
			b = append(l.Inst.AppendText(b, g.Decls), '\n')
		}
	}
	return b
}

// directive is the word in front of the program's name.
func (g *Program) directive() string {
	if g.Function {
		return ".global_function"
	}
	return ".kernel"
}

// appendText appends the line of the input.
func (in *Input) appendText(b []byte, d *Decls) []byte {
	directive := ".input "
	if in.Implicit != Explicit {
		directive = "." + implicitPrefix + in.Implicit.String() + " "
	}
	b = d.appendName(append(b, directive...), in.Kind, in.ID)
	b = appendInt(append(b, " offset="...), int64(in.Offset))
	return appendInt(append(b, " size="...), int64(in.Size))
}
