//go:build !js

package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

// The full screen, at 80 × 24:
//
//	mandelbrot.s  step 22  threadgroup 0,0,0 SIMD-group 0  exec f800e000
//	      38           pop_exec …                                              the program
//	->    3c  loop     fmul32 r9, r7, r7
//	── the last masks ──────────────
//	      21 1111111111111###…   7a  while_icmp …                              the mask over time
//	── registers as f32, lanes 0-7 ─
//	     r3   0.5  0.5  …                                                      lanes × registers
//	step back next run : ?                                                     what was said, and keys

// debugScreen lets somebody step through a program on the terminal.
func (c *command) debugScreen(s *debug.Session, state api.G13State, file string) error {
	if !c.Terminal {
		return usagef("standard output is no terminal; --script FILE does what stands there, and --dap is for editors")
	}
	m := newScreen(s, state, file, c.colored())
	p := tea.NewProgram(m, tea.WithInput(c.Stdin), tea.WithOutput(c.terminal()), tea.WithEnvironment(os.Environ()), tea.WithoutCatchPanics())
	_, err := p.Run()
	if errors.Is(err, tea.ErrInterrupted) {
		err = nil
	}
	return err
}

// A screen is what is on the terminal. While a run goes on, only the run touches the session, and the screen stays as it is.
type screen struct {
	*debugger
	said   bytes.Buffer // what a command wrote
	file   string
	color  bool
	width  int
	height int

	pane    pane
	view    int    // of registers
	lane    int    // the first one that is shown
	scroll  int    // lines of the pane that are above it
	command string // that is being typed, behind a colon
	typing  bool
	page    []string // what is shown in the place of all else, until a key is pressed
	message string

	cancel context.CancelFunc // of the run; nil if there is none
	drawn  string             // the screen
}

// A pane is what the lower part of the screen shows.
type pane int

const (
	registersPane pane = iota
	lanesPane
	memoryPane
	panes
)

var views = [...]string{"hexadecimal", "u32", "s32", "f32"}

func newScreen(s *debug.Session, state api.G13State, file string, color bool) *screen {
	m := &screen{file: file, color: color, width: columns, height: 24}
	m.debugger = newDebugger(s, state, bufio.NewWriter(&m.said))
	s.Step() // the first threadgroup begins, so that there is something to look at
	m.message = "s step  b back  n next  r run  : a command  ? more"
	m.draw()
	return m
}

// Init asks for nothing.
func (m *screen) Init() tea.Cmd { return nil }

// View is the screen.
func (m *screen) View() tea.View {
	v := tea.NewView(m.drawn)
	v.AltScreen = true
	return v
}

// ran is what a run says when it is over.
type ran struct{ err error }

// Update does what a key asks for.
func (m *screen) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	var next tea.Cmd
	switch message := message.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = message.Width, message.Height
	case ran:
		m.cancel = nil
		next = m.hear(message.err)
	case tea.KeyPressMsg:
		if m.cancel != nil {
			m.cancel()
			return m, nil
		}
		next = m.press(message.String(), message.Key().Text)
	default:
		return m, nil
	}
	if m.cancel == nil {
		m.draw()
	}
	return m, next
}

// press does a key.
func (m *screen) press(key, text string) tea.Cmd {
	switch {
	case key == "ctrl+c":
		return tea.Quit
	case m.page != nil:
		m.page = nil
		return nil
	case m.typing:
		return m.typed(key, text)
	}
	if command, ok := keyCommands[key]; ok {
		return m.start(command)
	}
	switch key {
	case "q":
		return tea.Quit
	case ":":
		m.typing, m.command = true, ""
	case "?":
		m.page = helpPage()
	case "tab":
		m.pane, m.scroll = (m.pane+1)%panes, 0
	case "v":
		m.view = (m.view + 1) % len(views)
	case "right":
		lanes, _ := m.fitting()
		m.lane = max(0, min(m.lane+lanes, machine.Lanes-lanes))
	case "left":
		lanes, _ := m.fitting()
		m.lane = max(m.lane-lanes, 0)
	case "down":
		m.scroll++
	case "up":
		m.scroll = max(m.scroll-1, 0)
	case "g":
		if n := len(m.Groups()); n > 0 {
			m.group = (m.looked() + 1) % n
		}
	}
	return nil
}

// keyCommands are the keys that stand for a command. A capital letter goes back.
var keyCommands = map[string]string{
	"s": "step", "b": "back", "n": "next", "N": "back next", "o": "out", "O": "back out", "l": "line", "L": "back line", "k": "block", "K": "back block", "r": "run", "R": "back run",
	"d": "run divergence", "D": "back run divergence", "x": "run nan", "X": "back run nan", "e": "run early", "E": "back run early", "home": "goto 0",
}

// helpPage is all keys and commands.
func helpPage() []string {
	page := []string{
		"s step   n next   o out   l line   k block   r run to a breakpoint", "b back   N O L K R the others back   home to the beginning",
		"d D to a change of the mask   x X to a NaN   e E to a read before its wait", "tab registers, lanes, memory   v view   arrows scroll   g SIMD-group", ": a command   any key stops a run   q quit", "",
	}
	return append(page, strings.Split(debugHelp(), "\n")...)
}

// typed is a key while a command is typed.
func (m *screen) typed(key, text string) tea.Cmd {
	switch key {
	case "enter":
		m.typing = false
		return m.start(m.command)
	case "esc":
		m.typing = false
	case "backspace":
		_, size := utf8.DecodeLastRuneInString(m.command)
		m.command = m.command[:len(m.command)-size]
	default:
		m.command += text
	}
	return nil
}

// patient is how long the screen waits for a command before it goes on beside it: keys that are pressed in a row are steps, and do not stop one another.
const patient = 100 * time.Millisecond

// start does a command. One that takes long goes on beside the screen, until a key stops it.
func (m *screen) start(command string) tea.Cmd {
	m.said.Reset()
	m.group = -1
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan ran, 1)
	go func() {
		defer cancel()
		done <- ran{m.do(ctx, command)}
	}()
	select {
	case r := <-done:
		return m.hear(r.err)
	case <-time.After(patient):
	}
	m.cancel = cancel
	return func() tea.Msg { return <-done }
}

// hear is what a command has said. Of several lines, the last one says where it stands, which is on the screen anyway.
func (m *screen) hear(err error) tea.Cmd {
	_ = m.w.Flush()
	lines := strings.Split(strings.TrimRight(m.said.String(), "\n"), "\n")
	var at *syntax.Error
	switch {
	case err == io.EOF:
		return tea.Quit
	case err != nil && strings.Contains(err.Error(), context.Canceled.Error()):
		m.message = "stopped"
	case errors.As(err, &at):
		m.message = at.What
	case err != nil:
		m.message = err.Error()
	case len(lines) > 3:
		m.page = lines
	case lines[0] != m.whereLine():
		m.message = lines[0]
	default:
		m.message = ""
	}
	return nil
}

// draw makes the screen.
func (m *screen) draw() {
	var lines []string
	if m.page != nil {
		lines = append(m.fit(m.page, m.height-1), "any key goes back")
	} else {
		lines = m.parts()
	}
	for k, line := range lines {
		line = clipped(strings.ReplaceAll(line, "\t", " "), m.width)
		if m.color && m.page == nil && (k == 0 || strings.HasPrefix(line, "->")) {
			line = "\x1b[1m" + line + "\x1b[0m"
		}
		lines[k] = line
	}
	m.drawn = strings.Join(lines, "\n")
}

// parts are the lines of the screen.
func (m *screen) parts() []string {
	const masks = 4
	listing := max(3, (m.height-masks-5)*2/5)
	rest := max(1, m.height-listing-masks-5)
	lines := []string{m.head()}
	lines = append(lines, m.fit(m.listing(listing), listing)...)
	lines = append(lines, rule("the last masks", m.width))
	var over []string
	if len(m.Groups()) > 0 {
		over = m.maskLines(masks, screenSteps)
	}
	lines = append(lines, m.fit(over, masks)...)
	title, content := m.lower()
	lines = append(lines, rule(title, m.width))
	m.scroll = max(0, min(m.scroll, len(content)-rest))
	lines = append(lines, m.fit(content[m.scroll:], rest)...)
	lines = append(lines, m.message)
	if m.typing {
		return append(lines, ":"+m.command+"_")
	}
	return append(lines, "s step  b back  n next  l line  r run  R back  d mask  x NaN  tab v g : ? q")
}

// screenSteps is how many steps are looked through for the masks on the screen.
const screenSteps = 1 << 11

// head is where the program stands.
func (m *screen) head() string {
	line := fmt.Sprintf("%s  step %d", m.file, m.Position())
	if len(m.Groups()) == 0 {
		return line
	}
	group := m.looked()
	g := m.Groups()[group]
	line += fmt.Sprintf("  %s  exec %08x", groupName(g.Place.Threadgroup, g.Place.SIMDGroup), g.Exec)
	if why, fault, over := m.Over(); over && fault != nil {
		line += "  fault"
	} else if over {
		line += "  " + why.String()
	} else if s := m.Standing(group); s != machine.Running {
		line += "  " + s.String()
	}
	return line
}

// fit is so many lines, empty ones at the end.
func (m *screen) fit(lines []string, n int) []string {
	all := make([]string, n)
	copy(all, lines)
	return all
}

func rule(title string, width int) string {
	return "── " + title + " " + strings.Repeat("─", max(0, width-4-utf8.RuneCountInString(title)))
}

// lower is the pane in the lower part.
func (m *screen) lower() (title string, lines []string) {
	switch {
	case len(m.Groups()) == 0:
		return "nothing has begun", nil
	case m.pane == lanesPane:
		names, values, err := m.columns("")
		if err != nil {
			return "lanes", nil
		}
		return "lanes", m.laneTable(names, values)
	case m.pane == memoryPane:
		return "memory", m.memoryLines()
	}
	lanes, _ := m.fitting()
	return fmt.Sprintf("registers as %s, lanes %d-%d", views[m.view], m.lane, min(m.lane+lanes, machine.Lanes)-1), m.registerLines()
}

// fitting is how many lanes stand side by side, and how wide each is.
func (m *screen) fitting() (lanes, width int) {
	if width = 10; m.view == 0 {
		width = 8
	}
	return max(1, (m.width-6)/(width+1)), width
}

// registerLines are the registers, some lanes of each.
func (m *screen) registerLines() (lines []string) {
	g := m.Groups()[m.looked()]
	shown, width := m.fitting()
	last := min(m.lane+shown, machine.Lanes)
	head := "      "
	for lane := m.lane; lane < last; lane++ {
		mark := " "
		if g.Exec>>lane&1 != 0 {
			mark = "*"
		}
		head += fmt.Sprintf(" %*d%s", width-1, lane, mark)
	}
	lines = append(lines, head)
	for n := range m.shown.All() {
		line := fmt.Sprintf("%5s ", fmt.Sprintf("r%d", n))
		for lane := m.lane; lane < last; lane++ {
			line += fmt.Sprintf(" %*s", width, wordText(g.Lane(n, lane), m.view))
		}
		lines = append(lines, line)
	}
	return lines
}

// memoryLines are the buffers and the threadgroup's memory.
func (m *screen) memoryLines() []string {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	for _, buffer := range m.state.Buffers {
		fmt.Fprintf(w, "%s\n", buffer.Name())
		showWords(w, buffer.Bytes[:min(len(buffer.Bytes), mostShown)], buffer.Address)
	}
	if local := m.Local(); local != nil {
		fmt.Fprintln(w, "local")
		showWords(w, local, 0)
	}
	_ = w.Flush()
	return strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
}

// mostShown is how many bytes of a buffer are on the screen; the command memory shows others.
const mostShown = 1 << 12
