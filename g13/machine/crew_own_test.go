package machine

import "testing"

// notNative is machine code that nobody runs.
type notNative struct{ Native }

// Others are not called to machine code of which it is known that little is left: if no instruction is executed twice, or takes much longer than the others.
func TestNearlyDone(t *testing.T) {
	const few = worthwhile / 4
	usual := func() (*core, *running) {
		r := &running{Dispatch: &Dispatch{Program: &Program{ops: make([]op, 4)}}, traits: &traits{straight: true, swift: true}}
		r.limit.Store(2 * few)
		r.next.Store(few + 1)
		return &core{running: r, native: &partner{code: notNative{}}}, r
	}
	for name, c := range map[string]struct {
		change func(c *core, r *running)
		want   bool
	}{
		"little is left":            {func(*core, *running) {}, true},
		"nothing is left":           {func(_ *core, r *running) { r.next.Store(3 * few) }, true},
		"much is left":              {func(_ *core, r *running) { r.next.Store(few) }, false},
		"the reference":             {func(c *core, _ *running) { c.native = nil }, false},
		"loops":                     {func(_ *core, r *running) { r.straight = false }, false},
		"instructions of all sorts": {func(_ *core, r *running) { r.swift = false }, false},
		"somebody says when":        {func(_ *core, r *running) { r.Alone = -1 }, false},
	} {
		core, r := usual()
		c.change(core, r)
		if got := core.nearlyDone(); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	c, _ := usual()
	called := false
	c.executed, c.calls = looks, func() { called = true }
	if c.callOthers(); called {
		t.Error("others are called to what is nearly done")
	}
	c.straight = false
	if c.callOthers(); !called {
		t.Error("nobody is called")
	}
}
