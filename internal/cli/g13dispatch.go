package cli

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

// dispatchG13 runs a program on its grid, and shows and saves what it leaves.
func (c *command) dispatchG13(args []string, f g13RunFlags) error {
	state, saves, err := f.begin(args[0])
	if err != nil {
		return err
	}
	p, err := c.g13Programs(args[0], g13Wish{program: f.program})
	if err != nil {
		return err
	}
	d, err := c.g13Dispatch(p, state, f)
	if err != nil {
		return err
	}
	d.Cores, d.Fuel, d.Count, d.CheckRaces = f.cores, f.fuelOf(), f.statistics, f.checkRaces
	end, err := api.G13Engine(f.engine).Use(d)
	if err != nil {
		c.say("--engine %s: %v; --engine reference runs the program", f.engine, err)
		return errFindings
	}
	defer end()
	o := &api.G13DispatchOutcome{State: state, Statistics: f.statistics, CheckRaces: f.checkRaces, ShowMemory: f.dump == "memory"}
	if o.DispatchResult, err = c.traced(d, f); err != nil {
		return err
	}
	if err := c.write(func(w *bufio.Writer) error { return c.showG13(w, f, o) }); err != nil {
		return err
	}
	if o.Stop == machine.Stopped || o.Stop == machine.Ended {
		if err := c.saveBuffers(saves); err != nil {
			return err
		}
	}
	return c.ended(o, f, d.Fuel)
}

// begin is what a program in a file begins with, and which of its buffers are to be saved.
func (f g13RunFlags) begin(file string) (state api.G13State, saves []bufferSave, err error) {
	if state, err = f.state(); err != nil {
		return state, nil, usageError{err}
	}
	if err := f.checkFiles(file); err != nil {
		return state, nil, err
	}
	saves, err = f.openBuffers(&state)
	return state, saves, err
}

// g13Dispatch is a program with all that it begins with.
func (c *command) g13Dispatch(p g13Programs, state api.G13State, f g13RunFlags) (d *machine.Dispatch, err error) {
	d = &machine.Dispatch{Program: p.main, Preamble: p.constant, Grid: f.threads, Threadgroup: f.perThreadgroup, Start: state.Group, Memory: state.Memory}
	if f.preamble != "" {
		d.Preamble, err = c.g13Program(f.preamble)
	}
	return d, err
}

// traced runs the dispatch, with a trace if one is wanted, and says how it goes on if it takes long.
func (c *command) traced(d *machine.Dispatch, f g13RunFlags) (r machine.DispatchResult, err error) {
	ctx, cancel := f.within(c.context())
	defer cancel()
	progress := c.newProgress(0)
	progress.unit = "threadgroups"
	defer progress.done()
	d.Progress = func(begun, all uint64) {
		progress.count, progress.read, progress.size = int(begun), int64(begun), int64(all)
		if progress.w != nil {
			progress.tell(time.Now())
		}
	}
	if f.trace == "" {
		return inTime(d, ctx)
	}
	err = c.replace(f.trace, func(to io.Writer) error {
		w := bufio.NewWriterSize(to, 64<<10)
		var b []byte
		d.Trace = func(s *machine.Step) error {
			b = api.AppendG13Step(b[:0], s)
			_, err := w.Write(b)
			return err
		}
		r, err = inTime(d, ctx)
		if err == nil {
			_, err = w.Write(api.AppendG13Last(b[:0], &r))
		}
		return errors.Join(err, w.Flush())
	})
	return r, err
}

// inTime runs the dispatch. That its time was over, or nobody wants to wait any more, is how it ended, and no error.
func inTime(d *machine.Dispatch, ctx context.Context) (machine.DispatchResult, error) {
	r, err := d.Run(ctx)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		err = nil
	}
	return r, err
}

// showG13 writes what a dispatch did.
func (c *command) showG13(w *bufio.Writer, f g13RunFlags, o *api.G13DispatchOutcome) error {
	if c.json || f.dump == "json" {
		_, err := w.Write(append(api.AppendG13Dispatch(nil, o), '\n'))
		return err
	}
	one := f.threads[0] <= machine.Lanes && f.threads == f.perThreadgroup && f.threads[1] == 1 && f.threads[2] == 1
	fmt.Fprintf(w, "%s after %s", o.Stop, plural(o.Executed, "instruction"))
	if !one {
		fmt.Fprintf(w, ", %s done\n%s", plural(int(o.Groups), "SIMD-group"), groupName(o.Group.Place.Threadgroup, o.Group.Place.SIMDGroup))
	}
	fmt.Fprintf(w, ", exec %08x\n", o.Group.Exec)
	for _, flag := range o.Flags {
		fmt.Fprintln(w, flag)
	}
	if f.dump == "memory" {
		for _, b := range o.State.Buffers {
			showBuffer(w, b)
		}
	} else {
		for _, n := range o.Registers() {
			showRow(w, n, o.Group.Register(n))
		}
	}
	if f.statistics {
		showStatistics(w, o.Instructions)
	}
	if f.checkRaces {
		showRaces(w, o)
	}
	return nil
}

func groupName(threadgroup [3]uint32, group uint32) string {
	return fmt.Sprintf("threadgroup %d,%d,%d SIMD-group %d", threadgroup[0], threadgroup[1], threadgroup[2], group)
}

// rowLanes is how many lanes, or words of memory, stand in a line.
const rowLanes = 8

// showRow writes a register, in one line if all lanes have the same.
func showRow(w *bufio.Writer, n int, row machine.Row) {
	same := true
	for _, v := range row {
		same = same && v == row[0]
	}
	if same {
		fmt.Fprintf(w, "%-5s %08x in all lanes\n", "r"+strconv.Itoa(n), row[0])
		return
	}
	for first := 0; first < machine.Lanes; first += rowLanes {
		name := ""
		if first == 0 {
			name = "r" + strconv.Itoa(n)
		}
		fmt.Fprintf(w, "%-5s", name)
		for _, v := range row[first : first+rowLanes] {
			fmt.Fprintf(w, " %08x", v)
		}
		fmt.Fprintln(w)
	}
}

// showBuffer writes a buffer as words.
func showBuffer(w *bufio.Writer, b api.G13Buffer) {
	fmt.Fprintf(w, "%s: %s at %#x\n", b.Name(), plural(len(b.Bytes), "byte"), b.Address)
	showWords(w, b.Bytes, 0)
}

// showWords writes bytes as words, with their addresses. A line that is as the one before is left out, and * stands for all such.
func showWords(w *bufio.Writer, bytes []byte, address uint64) {
	const width = 4 * rowLanes
	starred := false
	for at := 0; at < len(bytes); at += width {
		line := bytes[at:min(at+width, len(bytes))]
		if at > 0 && at+width < len(bytes) && string(line) == string(bytes[at-width:at]) {
			if !starred {
				fmt.Fprintln(w, "*")
			}
			starred = true
			continue
		}
		starred = false
		fmt.Fprintf(w, "%08x ", address+uint64(at))
		for ; len(line) >= 4; line = line[4:] {
			fmt.Fprintf(w, " %08x", binary.LittleEndian.Uint32(line))
		}
		for _, v := range line {
			fmt.Fprintf(w, " %02x", v)
		}
		fmt.Fprintln(w)
	}
}

// showStatistics writes how many lanes were active on the average, at each instruction and in all.
func showStatistics(w *bufio.Writer, all []machine.Instruction) {
	executed, lanes := api.LaneTotals(all)
	mean := machine.Instruction{Executed: executed, Lanes: lanes}.Mean()
	used := machine.Used(all)
	fmt.Fprintf(w, "lanes: %.2f of %d active on the average; registers: %d, from r0 on (%s)\n", mean, machine.Lanes, used.Registers(), plural2(used.Highest(), "half", "halves"))
	fmt.Fprintln(w, "    pc    executed  lanes")
	for _, i := range all {
		fmt.Fprintf(w, "%6x  %10d  %5.2f  %s\n", i.Offset, i.Executed, i.Mean(), asm.Text(i.Inst))
	}
}

// showRaces writes who touched the same bytes.
func showRaces(w *bufio.Writer, o *api.G13DispatchOutcome) {
	for _, r := range o.Races {
		fmt.Fprintf(w, "race: %s memory at %#x\n", r.Space, r.Address)
		for _, t := range []machine.Touch{r.First, r.Second} {
			fmt.Fprintf(w, "  %s at offset %#x: %s\n", groupName(t.Threadgroup, t.SIMDGroup), t.Offset, asm.Text(t.Inst))
		}
	}
	if len(o.Races) == 0 {
		fmt.Fprintln(w, "no races found")
	}
	if o.Forgot {
		fmt.Fprintln(w, "there was more memory than the search remembers: there may be more races")
	}
}

// ended finds that a run did not come to its end, or came there by luck.
func (c *command) ended(o *api.G13DispatchOutcome, f g13RunFlags, fuel int) error {
	switch {
	case c.interrupted():
		return errInterrupted
	case o.Stop == machine.OutOfTime:
		c.say("the program did not end within %v; --timeout allows more", f.timeout)
		return errFindings
	case o.Stop == machine.Faulted:
		c.say("fault: %v", o.Fault)
		return errFindings
	case o.Stop == machine.OutOfFuel:
		c.say("the program did not end within %d instructions; --fuel allows more", fuel)
		return errFindings
	case len(o.Races) > 0:
		return errFindings
	}
	return nil
}

func (c *command) say(format string, args ...any) {
	if !c.quiet {
		fmt.Fprintf(c.Stderr, "lanescope: %s\n", syntax.Visible(fmt.Sprintf(format, args...)))
	}
}
