package api

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// maxBatchBuffers is how many bytes the buffers of a line of a batch may have together: they are its answer, twice as long.
const maxBatchBuffers = 16 << 20

// A G13Run is a line of a batch: a program, the state that it begins with, and its grid if it has one.
type G13Run struct {
	code     []byte
	program  string // a key that gave the code
	State    G13State
	exec     jsonValue // if it was given
	sizes    [2][3]uint32
	dispatch bool     // there is a grid, or a threadgroup's size
	local    []byte   // threadgroup memory, if it was given
	mapped   uint64   // bytes of the buffers
	answer   []string // what is to be told besides registers
}

// ParseG13Run reads a line of a batch. Every key may be left out, and no other ones may stand there.
func ParseG13Run(line string) (*G13Run, error) {
	v, err := parseJSON(line)
	if err != nil {
		return nil, err
	}
	r := &G13Run{State: G13State{Group: machine.NewGroup()}}
	if err := v.keys(r.keys()); err != nil {
		return nil, err
	}
	return r, r.check()
}

// keys are those of a line.
func (r *G13Run) keys() []jsonKey {
	return []jsonKey{
		{"code", r.readCode}, {"text", r.readText}, {"exec", r.readExec}, {"regs", r.readRegisters}, {"uniforms", r.readUniforms},
		{"buffers", r.readBuffers}, {"threadgroup_memory", r.readLocal}, {"grid", r.readSize(0)}, {"threadgroup", r.readSize(1)},
	}
}

// check refuses keys that exclude one another.
func (r *G13Run) check() error {
	if r.dispatch && r.exec.raw != "" {
		return r.exec.errorf("exec: it is the mask of one SIMD-group; in a grid the threads that there are are active")
	}
	return nil
}

// once refuses a second way to say what the program is.
func (r *G13Run) once(key string) (err error) {
	if r.program != "" {
		err = fmt.Errorf("the program is in %q already", r.program)
	}
	r.program = key
	return err
}

func (r *G13Run) readCode(v jsonValue) error {
	digits, err := v.text()
	if err != nil {
		return err
	}
	if r.code, err = ParseHex(digits); err != nil {
		return err
	}
	return r.once("code")
}

func (r *G13Run) readText(v jsonValue) error {
	text, err := v.text()
	if err != nil {
		return err
	}
	code, errs := asm.Assemble(text)
	if len(errs) > 0 {
		return v.errorf("%v", errs[0]) // its place is in the program
	}
	r.code = code
	return r.once("text")
}

func (r *G13Run) readExec(v jsonValue) (err error) {
	r.exec = v
	r.State.Group.Exec, err = v.word()
	return err
}

// word reads 32 bits.
func (v jsonValue) word() (uint32, error) {
	digits, err := v.text()
	if err != nil {
		return 0, err
	}
	return parseWord(digits)
}

// named reads an object with a key for each of so many registers.
func (v jsonValue) named(letter byte, limit int, read func(n int, v jsonValue) error) error {
	return v.each("an object with keys such as "+string(letter)+"2", func(key, value jsonValue) error {
		name, err := key.text()
		if err != nil {
			return err
		}
		n, err := Numbered(name, letter, limit)
		if err != nil {
			return key.errorf("%v", err)
		}
		return value.within(name, read(n, value))
	})
}

func (r *G13Run) readRegisters(v jsonValue) error {
	return v.named('r', machine.Registers, func(n int, v jsonValue) error {
		lanes, err := v.list('[', "a list of strings")
		if err != nil {
			return err
		}
		if len(lanes) != machine.Lanes {
			return fmt.Errorf("%d lanes; expected %d", len(lanes), machine.Lanes)
		}
		var row machine.Row
		for lane, digits := range lanes {
			if row[lane], err = digits.word(); err != nil {
				return digits.within(fmt.Sprint("lane ", lane), err)
			}
		}
		r.State.Set(n, row)
		return nil
	})
}

func (r *G13Run) readUniforms(v jsonValue) error {
	return v.named('u', machine.Uniforms/2, func(n int, v jsonValue) error {
		value, err := v.word()
		if err != nil {
			return err
		}
		return r.State.SetUniform(n, value)
	})
}

// memory reads bytes as hexadecimal digits, or as zero: and how many, at most limit.
func (v jsonValue) memory(limit uint64) ([]byte, error) {
	text, err := v.text()
	if err != nil {
		return nil, err
	}
	return parseMemory(text, limit)
}

// parseMemory is the same of a text.
func parseMemory(text string, limit uint64) ([]byte, error) {
	digits, zero := strings.CutPrefix(text, "zero:")
	if !zero {
		b, err := ParseHex(text)
		if err == nil && uint64(len(b)) > limit {
			err = fmt.Errorf("%d bytes; expected at most %d", len(b), limit)
		}
		return b, err
	}
	n, err := strconv.ParseUint(digits, 0, 63)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q is no number of bytes", digits)
	case n > limit:
		return nil, fmt.Errorf("%d bytes; expected at most %d", n, limit)
	}
	return make([]byte, n), nil
}

func (r *G13Run) readBuffers(v jsonValue) error {
	r.answer = append(r.answer, "buffers")
	return v.named('u', machine.Uniforms/2, func(n int, v jsonValue) error {
		content, err := v.memory(maxBatchBuffers - r.mapped)
		if err != nil {
			return err
		}
		r.mapped += uint64(len(content))
		b, err := r.State.AddBuffer(n, len(content))
		copy(b.content(), content)
		return err
	})
}

func (r *G13Run) readLocal(v jsonValue) (err error) {
	r.answer = append(r.answer, "threadgroup_memory")
	r.local, err = v.memory(machine.MaxThreadgroupMemory)
	return err
}

// readSize reads up to three numbers of threads.
func (r *G13Run) readSize(which int) func(v jsonValue) error {
	return func(v jsonValue) error {
		const expected = "one to three numbers of threads in a list, as in [64,2]"
		var n []uint32
		if err := v.into(&n, expected); err != nil {
			return err
		}
		if len(n) < 1 || len(n) > 3 {
			return v.errorf("%d numbers; expected %s", len(n), expected)
		}
		r.dispatch, r.sizes[which] = true, [3]uint32{1, 1, 1}
		for k, threads := range n {
			if threads == 0 {
				return v.errorf("no threads in direction %c; expected 1 to %d", 'x'+k, uint32(math.MaxUint32))
			}
			r.sizes[which][k] = threads
		}
		return nil
	}
}

// A G13RunOutcome is the outcome of a line of a batch.
type G13RunOutcome struct {
	run      *G13Run
	dispatch *G13DispatchOutcome // if it has a grid
	group    G13Outcome          // else
	local    []byte
}

// Run executes a line of a batch. When the time of the context is over, that is how the program ended and no error.
func (r *G13Run) Run(ctx context.Context, fuel int, engine G13Engine) (o G13RunOutcome, err error) {
	o.run = r
	p, err := machine.Compile(r.code)
	if err != nil {
		return o, err
	}
	code, err := engine.compile(p)
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, code.close()) }()
	if r.dispatch {
		err = o.onGrid(ctx, &machine.Dispatch{Program: p, Fuel: fuel, Native: code.native, Later: code.later})
	} else {
		var local *machine.Local
		if r.local != nil || p.UsesThreadgroupMemory() {
			local = machine.NewLocal(machine.MaxThreadgroupMemory)
			copy(local.Bytes, r.local)
			o.local = local.Bytes
		}
		r.State.Group.Attach(r.State.Memory, local)
		o.group.G13State = r.State
		o.group.Result, err = p.Run(ctx, r.State.Group, machine.Options{Fuel: fuel, Native: code.native, Later: code.later})
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return o, err
}

func (o *G13RunOutcome) onGrid(ctx context.Context, d *machine.Dispatch) error {
	r := o.run
	if r.sizes[0] == [3]uint32{} { // one threadgroup
		r.sizes[0] = r.sizes[1]
	}
	d.Grid, d.Threadgroup, d.Start, d.Memory, d.Local = r.sizes[0], r.sizes[1], r.State.Group, r.State.Memory, r.local
	result, err := d.Run(ctx)
	if result.Group == nil {
		return err
	}
	o.dispatch = &G13DispatchOutcome{DispatchResult: result, State: r.State}
	o.local = result.Local
	return err
}

// AppendJSON appends the outcome as one JSON object, which has the buffers and the threadgroup memory that the line has, as many bytes of them.
func (o G13RunOutcome) AppendJSON(b []byte) []byte {
	var j *object
	if o.dispatch != nil {
		j = o.dispatch.object(b)
	} else {
		j = o.group.object(b)
	}
	for _, key := range o.run.answer {
		if key == "buffers" {
			j.buffers(o.run.State.Buffers)
		} else {
			j.hex(key, append(o.local, o.run.local...)[:len(o.run.local)])
		}
	}
	return j.end()
}
