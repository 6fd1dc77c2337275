package cli

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/syntax"
)

// arrive shows where a command has led to, and why it ended there.
func (d *debugger) arrive(a debug.Arrival) {
	if b := a.Breakpoint; b != nil {
		if b.ID > 0 {
			fmt.Fprintf(d.w, "breakpoint %d: %s\n", b.ID, b)
		} else {
			fmt.Fprintln(d.w, b)
		}
	}
	d.notes()
	why, fault, over := d.Over()
	switch {
	case a.Over && d.Position() == 0:
		fmt.Fprintln(d.w, "the beginning")
	case over && fault != nil:
		fmt.Fprintf(d.w, "fault: %v\n", fault)
	case over:
		fmt.Fprintf(d.w, "%s\n", why)
	}
	fmt.Fprintln(d.w, d.whereLine())
}

// notes are what the last step has to be looked at for.
func (d *debugger) notes() {
	if lanes := d.NaNs(); lanes != 0 {
		fmt.Fprintf(d.w, "%s gave no number in %s\n", d.lastText(), lanesText(lanes))
	}
	for _, text := range d.Unverified() {
		fmt.Fprintln(d.w, text)
	}
}

func (d *debugger) lastText() string {
	op, _ := d.Code.OpAt(d.Last().Offset)
	return d.Code.Text(op)
}

// lanesText is a set of lanes in words: lane 3, lanes 0-3 8.
func lanesText(lanes uint32) string {
	if bits.OnesCount32(lanes) == 1 {
		return fmt.Sprintf("lane %d", bits.TrailingZeros32(lanes))
	}
	var all []string
	for lane := 0; lane < machine.Lanes; lane++ {
		if lanes>>lane&1 == 0 {
			continue
		}
		n := bits.TrailingZeros32(^(lanes >> lane))
		if n > 1 {
			all = append(all, fmt.Sprintf("%d-%d", lane, lane+n-1))
		} else {
			all = append(all, strconv.Itoa(lane))
		}
		lane += n
	}
	return "lanes " + strings.Join(all, " ")
}

// whereLine is where the program stands, in a line.
func (d *debugger) whereLine() string {
	if len(d.Groups()) == 0 {
		return "0: nothing has begun"
	}
	group := d.looked()
	g := d.Groups()[group]
	at := fmt.Sprintf("%d: ", d.Position())
	if many := len(d.Groups()) > 1 || g.Place.Threadgroup != [3]uint32{}; many {
		at += groupName(g.Place.Threadgroup, g.Place.SIMDGroup) + ", "
	}
	op := d.OpOf(group)
	at += d.placeText(op) + "  " + d.Code.Text(op) + fmt.Sprintf("  exec %08x", g.Exec)
	if _, _, ok := d.Next(); !ok {
		if _, _, over := d.Over(); !over {
			at += "; the next threadgroup is to begin"
		}
	} else if s := d.Standing(group); s != machine.Running {
		at += "; " + s.String()
	}
	return at
}

// placeText is an op's offset, its label and its line.
func (d *debugger) placeText(op int) string {
	offset := d.Code.Offset(op)
	text := fmt.Sprintf("%#x", offset)
	if label := d.Code.LabelAt(offset); label != "" {
		text += " " + label
	}
	if l, ok := d.Code.Line(offset); ok {
		if l.File != d.Code.File {
			text += " " + l.File
		}
		text += fmt.Sprintf(" line %d", l.Line)
	}
	return text
}

func (d *debugger) added(b *debug.Breakpoint) {
	fmt.Fprintf(d.w, "breakpoint %d: %s%s\n", b.ID, b, d.placeOf(b))
}

// placeOf says which instruction a breakpoint is at.
func (d *debugger) placeOf(b *debug.Breakpoint) string {
	if b.Cause != debug.AtOffset {
		return ""
	}
	op, _ := d.Code.OpAt(b.Offset)
	return ", " + d.Code.Text(op)
}

func (d *debugger) breaksCommand(_ context.Context, rest string) error {
	for _, b := range d.Breakpoints() {
		fmt.Fprintf(d.w, "breakpoint %d: %s%s; stopped here %s\n", b.ID, b, d.placeOf(b), times(b.Hits))
	}
	return debug.Nothing(rest)
}

func times(n int) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func (d *debugger) whereCommand(_ context.Context, rest string) error {
	fmt.Fprintln(d.w, d.whereLine())
	if len(d.Groups()) > 1 {
		for k, g := range d.Groups() {
			fmt.Fprintf(d.w, "  SIMD-group %-2d exec %08x  %-15s %s\n", k, g.Exec, d.Standing(k), d.placeText(d.OpOf(k)))
		}
	}
	return debug.Nothing(rest)
}

func (d *debugger) listCommand(_ context.Context, rest string) error {
	n, err := debug.Count(rest, 9)
	if err != nil {
		return err
	}
	for _, line := range d.listing(n) {
		fmt.Fprintln(d.w, line)
	}
	return nil
}

// listing is instructions around the one that is next, with labels, marks of breakpoints and an arrow.
func (d *debugger) listing(n int) (lines []string) {
	ops, here := d.Code.Ops(), 0
	next := -1
	if len(d.Groups()) > 0 {
		next = d.OpOf(d.looked())
	}
	for k, op := range ops {
		if next >= 0 && d.Code.Offset(op) <= d.Code.Offset(next) {
			here = k
		}
	}
	first := max(0, min(here-n/2, len(ops)-n))
	for _, op := range ops[first:min(first+n, len(ops))] {
		offset := d.Code.Offset(op)
		label := d.Code.LabelAt(offset)
		if strings.Contains(label, "+") {
			label = ""
		}
		mark := " "
		for _, b := range d.Breakpoints() {
			if b.Cause == debug.AtOffset && b.Offset == offset {
				mark = "*"
			}
		}
		arrow := "  "
		if op == next {
			arrow = "->"
		}
		lines = append(lines, fmt.Sprintf("%s%s %4x  %-8s %s", arrow, mark, offset, label, d.Code.Text(op)))
	}
	return lines
}

func (d *debugger) printCommand(_ context.Context, rest string) error {
	e, err := debug.ParseExpression(rest)
	if err != nil {
		return err
	}
	v, ok := d.Evaluate(e, d.looked())
	if !ok {
		return errNotBegun
	}
	writeValue(d.w, e.Text, &v)
	return nil
}

// writeValue writes a value in one line if all lanes have the same, else eight lanes a line; . is a lane that has none.
func writeValue(w *bufio.Writer, name string, v *debug.Value) {
	same, first := true, -1
	for lane := range machine.Lanes {
		if v.Lanes>>lane&1 == 0 {
			continue
		}
		if first < 0 {
			first = lane
		}
		same = same && v.Text(lane) == v.Text(first)
	}
	switch {
	case first < 0:
		fmt.Fprintf(w, "%s has no value\n", name)
		return
	case same && v.Same:
		fmt.Fprintf(w, "%s = %s\n", name, v.Text(first))
		return
	case same:
		fmt.Fprintf(w, "%s = %s in %s\n", name, v.Text(first), inLanes(v.Lanes))
		return
	}
	fmt.Fprintf(w, "%s =\n", name)
	width := 1
	for lane := range machine.Lanes {
		width = max(width, len(v.Text(lane)))
	}
	for lane := range machine.Lanes {
		if lane%rowLanes == 0 {
			fmt.Fprintf(w, "%4d:", lane)
		}
		fmt.Fprintf(w, " %*s", width, v.Text(lane))
		if lane%rowLanes == rowLanes-1 {
			fmt.Fprintln(w)
		}
	}
}

func inLanes(lanes uint32) string {
	if lanes == math.MaxUint32 {
		return "all lanes"
	}
	return lanesText(lanes)
}

// lanesCommand is a table, a lane a line: whether it is active, how many levels it sleeps, and values.
func (d *debugger) lanesCommand(_ context.Context, rest string) error {
	if len(d.Groups()) == 0 {
		return errNotBegun
	}
	names, values, err := d.columns(rest)
	if err != nil {
		return err
	}
	for _, line := range d.laneTable(names, values) {
		fmt.Fprintln(d.w, line)
	}
	return nil
}

// columns are expressions with commas between, in all lanes.
func (d *debugger) columns(text string) (names []string, values []debug.Value, err error) {
	if strings.TrimSpace(text) == "" {
		var all []string
		for n := range d.shown.All() {
			if n > 0 {
				all = append(all, fmt.Sprintf("r%d[all]", n))
			}
		}
		text = strings.Join(all[:min(len(all), 8)], ",")
		if text == "" {
			return nil, nil, nil
		}
	}
	at := 0
	for _, part := range strings.Split(text, ",") {
		e, err := debug.ParseExpression(part)
		if err != nil {
			return nil, nil, syntax.Moved(err, text, at)
		}
		v, _ := d.Evaluate(e, d.looked())
		names, values = append(names, e.Text), append(values, v)
		at += len(part) + 1
	}
	return names, values, nil
}

func (d *debugger) laneTable(names []string, values []debug.Value) (lines []string) {
	g := d.Groups()[d.looked()]
	line := "lane   r0l"
	widths := make([]int, len(names))
	for k, name := range names {
		widths[k] = len(name)
		for lane := range machine.Lanes {
			widths[k] = max(widths[k], len(values[k].Text(lane)))
		}
		line += fmt.Sprintf("  %*s", widths[k], name)
	}
	lines = append(lines, line)
	for lane := range machine.Lanes {
		mark := " "
		switch {
		case g.Present()>>lane&1 == 0:
			continue
		case g.Exec>>lane&1 != 0:
			mark = "*"
		}
		line := fmt.Sprintf("%4d %s %3d", lane, mark, g.Lane(0, lane)&0xffff)
		for k := range values {
			line += fmt.Sprintf("  %*s", widths[k], values[k].Text(lane))
		}
		lines = append(lines, line)
	}
	return lines
}

func (d *debugger) regsCommand(_ context.Context, rest string) error {
	if len(d.Groups()) == 0 {
		return errNotBegun
	}
	for n := range d.shown.All() {
		showRow(d.w, n, d.Groups()[d.looked()].Register(n))
	}
	return debug.Nothing(rest)
}

// masksWithin is how many steps are looked through for the masks behind them.
const masksWithin = 1 << 16

func (d *debugger) masksCommand(_ context.Context, rest string) error {
	n, err := debug.Count(rest, 8)
	if err != nil {
		return err
	}
	if len(d.Groups()) == 0 {
		return errNotBegun
	}
	for _, line := range d.maskLines(min(n, masksWithin), masksWithin) {
		fmt.Fprintln(d.w, line)
	}
	return nil
}

// maskLines are the mask over time: a lane is a # where it is active, else how many levels it sleeps, + for more than nine.
func (d *debugger) maskLines(n, within int) (lines []string) {
	for _, m := range d.Masks(d.looked(), n, within) {
		lines = append(lines, fmt.Sprintf("%8d %s %4x  %s", m.Position, m.Text(), m.Offset, d.Code.Text(m.Op)))
	}
	return lines
}

func (d *debugger) memoryCommand(_ context.Context, rest string) error {
	words := strings.Fields(rest)
	if len(words) == 0 || len(words) > 3 {
		return fmt.Errorf("expected a buffer such as u2, or local, and from where on and how many bytes")
	}
	bytes, address := d.Local(), uint64(0)
	if words[0] != "local" {
		found := false
		for _, b := range d.state.Buffers {
			if b.Name() == words[0] {
				bytes, address, found = b.Bytes, b.Address, true
			}
		}
		if !found {
			return fmt.Errorf("there is no buffer %s; --buffer %s=FILE maps one", words[0], words[0])
		}
	}
	from, n := 0, len(bytes)
	for k, word := range words[1:] {
		v, err := strconv.ParseUint(word, 0, 31)
		if err != nil {
			return fmt.Errorf("%s is no number of bytes", syntax.Quote(word))
		}
		if k == 0 {
			from = min(int(v), len(bytes)) &^ 3
			n = len(bytes) - from
		} else {
			n = min(n, int(v))
		}
	}
	showWords(d.w, bytes[from:from+n], address+uint64(from))
	return nil
}

// wordText is a word in one of the views: in hexadecimal digits, as a number without a sign, with one, or with a fraction.
func wordText(v uint32, view int) string {
	switch view {
	case 1:
		return strconv.FormatUint(uint64(v), 10)
	case 2:
		return strconv.Itoa(int(int32(v)))
	case 3:
		return strconv.FormatFloat(float64(math.Float32frombits(v)), 'g', 4, 32)
	}
	return fmt.Sprintf("%08x", v)
}
