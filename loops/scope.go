package loops

// Names that C, Go and Rust declare within braces, or in the head of a loop, end there: what they stood for before they do again.

// A scope is { … }.
type scope struct{ body many }

func (s *scope) run(m *machine) error {
	return m.scoped(func() error { return s.body.run(m) })
}

// shadowed is what a name stood for in front of a scope; nil if it was none.
type shadowed struct {
	name string
	was  *variable
}

// scoped runs something in a scope of its own.
func (m *machine) scoped(run func() error) error {
	outer, begin := m.scope, len(m.shadowed)
	m.begun++
	m.scope = m.begun
	m.scopes++
	defer func() {
		for k := len(m.shadowed) - 1; k >= begin; k-- {
			if s := m.shadowed[k]; s.was != nil {
				m.vars[s.name] = s.was
			} else {
				delete(m.vars, s.name)
			}
		}
		m.shadowed = m.shadowed[:begin]
		m.scope = outer
		m.scopes--
	}()
	return run()
}

// declare makes a name stand for a variable until its scope ends.
func (m *machine) declare(v *variable) {
	if m.scopes > 0 && !m.isDeclared(v.name) {
		m.shadowed = append(m.shadowed, shadowed{v.name, m.vars[v.name]})
	}
	v.scope = m.scope
	m.vars[v.name] = v
}

// isDeclared says whether the innermost scope has declared a name.
func (m *machine) isDeclared(name string) bool {
	v := m.vars[name]
	return v != nil && v.scope == m.scope
}
