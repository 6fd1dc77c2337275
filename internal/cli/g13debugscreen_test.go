//go:build !js

package cli

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
)

const screenProgram = `	get_sr r2, sr52
	if_icmp r0l, ult, r2, 4, 1
top:	iadd r3, r3, 1
	while_icmp r0l, ult, r3, r2, 1
	jmp_exec_any top
	pop_exec r0l, 1
	stop
`

// screenOf is the screen of a program.
func screenOf(t *testing.T, text string) *screen {
	t.Helper()
	p, errs := asm.Source{Text: text, Lines: true}.Assemble()
	if errs != nil {
		t.Fatal(errs)
	}
	code, err := machine.Compile(p.Code)
	if err != nil {
		t.Fatal(err)
	}
	s, err := debug.New(context.Background(), &machine.Dispatch{Program: code, Grid: [3]uint32{64}, Threadgroup: [3]uint32{64}}, debug.Source{Labels: p.Labels, Lines: p.Lines})
	if err != nil {
		t.Fatal(err)
	}
	return newScreen(s, api.G13State{Group: machine.NewGroup()}, "test.s", false)
}

// keys presses keys one after the other, and waits for what each does; it says whether one of them leaves.
func (m *screen) keys(all ...string) (left bool) {
	for _, key := range all {
		press := tea.KeyPressMsg{Text: key, Code: []rune(key)[0]}
		switch key {
		case "enter":
			press = tea.KeyPressMsg{Code: tea.KeyEnter}
		case "tab":
			press = tea.KeyPressMsg{Code: tea.KeyTab}
		case "left":
			press = tea.KeyPressMsg{Code: tea.KeyLeft}
		case "right":
			press = tea.KeyPressMsg{Code: tea.KeyRight}
		case "home":
			press = tea.KeyPressMsg{Code: tea.KeyHome}
		}
		_, then := m.Update(press)
		for then != nil {
			message := then()
			if _, left = message.(tea.QuitMsg); left {
				return true
			}
			_, then = m.Update(message)
		}
	}
	return false
}

// TestDebugScreen steps forward and back, runs to a change of the mask, types a command, and looks at each pane. All of it fits.
func TestDebugScreen(t *testing.T) {
	m := screenOf(t, screenProgram)
	has := func(what string) {
		t.Helper()
		if !strings.Contains(m.View().Content, what) {
			t.Errorf("no %q on\n%s", what, m.View().Content)
		}
		lines := strings.Split(m.View().Content, "\n")
		if len(lines) != m.height {
			t.Errorf("%d lines", len(lines))
		}
		for _, line := range lines {
			if utf8.RuneCountInString(line) > m.width {
				t.Errorf("%q has %d columns", line, utf8.RuneCountInString(line))
			}
		}
	}
	has("test.s  step 1  threadgroup 0,0,0 SIMD-group 0  exec ffffffff")
	m.keys("s", "s", "s", "b")
	has("step 3")
	has("->     a  top      iadd r3, r3, 1")
	has("       3 ####1111111111111111111111111111    4  if_icmp r0l, ult, r2, 4, 1")
	m.keys("d")
	has("exec 0000000c")
	has("divergence")
	m.keys("v", "right")
	has("registers as u32, lanes 6-11")
	m.keys("tab")
	has("lane   r0l  r2[all]  r3[all]")
	m.keys("tab")
	has("── memory ─")
	m.keys(":", "p", "r", "i", "n", "t", " ", "r", "3", "enter")
	has("r3 = 1 in lanes 2-3")
	m.keys(":", "f", "l", "y", "enter")
	has(`there is no command "fly"`)
	m.keys(":", "r", "e", "g", "s", "enter")
	has("any key goes back")
	m.keys("a", "r")
	has("  stop")
	m.keys("home")
	has("step 0")
	m.keys("?")
	has("s step   n next   o out")
	m.keys("q")
	m.Update(tea.WindowSizeMsg{Width: 40, Height: 16})
	has("step 0")
	if !m.keys("q") {
		t.Error("q does not leave")
	}
}

// TestDebugScreenStops: a key stops a run that has no end.
func TestDebugScreenStops(t *testing.T) {
	m := screenOf(t, "top: iadd r1, r1, 1\n jmp_exec_any top\n")
	_, then := m.Update(tea.KeyPressMsg{Text: "r", Code: 'r'})
	if then == nil {
		t.Fatal("the run is over")
	}
	m.Update(tea.KeyPressMsg{Text: "s", Code: 's'})
	m.Update(then())
	if !strings.Contains(m.View().Content, "\nstopped\n") || m.cancel != nil {
		t.Error(m.View().Content)
	}
	before := m.Position()
	m.keys("s")
	if m.Position() != before+1 {
		t.Errorf("at %d, and was at %d", m.Position(), before)
	}
}
