package machine_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// Every form has a page with what it does and an example of it, and every example gives what its page says: this runs them.
func TestPages(t *testing.T) {
	for form := range g13.NumForms {
		does, examples, ok := asm.PageOf(form)
		if !ok || does == "" || len(examples) == 0 {
			t.Errorf("form %d, %s, has no page with an example", form, form.Name())
		}
		for _, w := range examples {
			i, err := w.First()
			if err != nil || i.Form != form {
				t.Errorf("form %d, %s: %s is of form %d, %v", form, form.Name(), w.Text, i.Form, err)
			}
			runExample(t, w)
		}
	}
}

func runExample(t *testing.T, w asm.Worked) {
	t.Helper()
	code, errs := asm.Assemble(w.Text)
	if len(errs) > 0 {
		t.Errorf("%s: %v", w.Text, errs)
		return
	}
	p, err := machine.Compile(code)
	if err != nil {
		t.Errorf("%s: %v", w.Text, err)
		return
	}
	d := newDesk(t)
	for _, r := range []int{1, 2} { // which a desk has set
		d.SetRegister(r, machine.Row{})
	}
	for _, given := range w.Given {
		if err := d.give(given); err != nil {
			t.Errorf("%s: with %s: %v", w.Text, given, err)
		}
	}
	r, err := p.Run(context.Background(), d.Group, machine.Options{Fuel: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if why, refused := strings.CutPrefix(w.Gives[0], "fault = "); refused || r.Fault != nil {
		if r.Fault == nil || r.Fault.Reason != why {
			t.Errorf("%s: %v, on its page %s", w.Text, r.Fault, w.Gives)
		}
		return
	}
	for _, gives := range w.Gives {
		if got, err := d.look(gives); err != nil || got != "" {
			t.Errorf("%s gives %s, on its page %s; %v", w.Text, got, gives, err)
		}
	}
}

// give puts what an example is given in its place.
func (d *desk) give(given string) error {
	place, values, _ := strings.Cut(given, " = ")
	switch place {
	case "u2_u3": // the desk's buffer
		return nil
	case "threadgroup":
		return nil
	case "exec":
		v, err := strconv.ParseUint(values, 0, 32)
		d.Exec = uint32(v)
		return err
	}
	n, half, err := registerOf(place)
	if err != nil {
		return err
	}
	row, err := rowOf(values, half)
	for lane, v := range row {
		if half {
			v |= d.Register(n)[lane] &^ 0xffff
		}
		d.SetLane(n, lane, v)
	}
	return err
}

// look compares what an example gives with what is there, and gives that if it differs.
func (d *desk) look(gives string) (got string, err error) {
	place, values, _ := strings.Cut(gives, " = ")
	if name, at, isMemory := strings.Cut(place, "["); isMemory {
		n, err := strconv.Atoi(strings.TrimSuffix(at, "]"))
		want, err2 := strconv.ParseUint(values, 0, 32)
		if err != nil || err2 != nil {
			return "", fmt.Errorf("%v, %v", err, err2)
		}
		memory := d.buffer.Bytes
		if name == "threadgroup" {
			memory = d.local.Bytes
		}
		if v := binary.LittleEndian.Uint32(memory[n:]); v != uint32(want) {
			return fmt.Sprintf("%#x", v), nil
		}
		return "", nil
	}
	if place == "exec" {
		want, err := strconv.ParseUint(values, 0, 32)
		if d.Exec != uint32(want) {
			got = fmt.Sprintf("%#x", d.Exec)
		}
		return got, err
	}
	n, half, err := registerOf(place)
	if err != nil {
		return "", err
	}
	want, err := rowOf(values, half)
	row := d.Register(n)
	for lane := range row {
		if half {
			row[lane] &= 0xffff
		}
	}
	if row != want {
		return fmt.Sprintf("%#x", row), err
	}
	return "", err
}

// registerOf is the number in r5, or in r5l, which is a half.
func registerOf(place string) (n int, half bool, err error) {
	digits, half := strings.CutSuffix(strings.TrimPrefix(place, "r"), "l")
	n, err = strconv.Atoi(digits)
	return n, half, err
}

// rowOf is a value in each lane: one for all, or some that begin again behind the last.
func rowOf(values string, half bool) (row machine.Row, err error) {
	words := strings.Fields(values)
	if 32%len(words) != 0 {
		return row, fmt.Errorf("%d values for 32 lanes", len(words))
	}
	for lane := range row {
		word := words[lane%len(words)]
		switch {
		case word == "lane":
			row[lane] = uint32(lane)
		case strings.Contains(word, "."):
			x, err := strconv.ParseFloat(word, 32)
			if err != nil {
				return row, err
			}
			row[lane] = math.Float32bits(float32(x))
			if half { // exact, as examples are
				b := row[lane]
				row[lane] = b>>16&0x8000 | (b>>23&255-112)<<10 | b>>13&1023
			}
		default:
			v, err := strconv.ParseUint(word, 0, 32)
			if err != nil {
				return row, err
			}
			row[lane] = uint32(v)
		}
	}
	return row, nil
}

// The page of formats says how many bytes an element has: the second one begins there, and the third behind it.
func TestFormatsPage(t *testing.T) {
	tried := 0
	for n, fact := range asm.FormatFacts() {
		for at := range 12 {
			d := newDesk(t)
			clear(d.buffer.Bytes)
			d.buffer.Bytes[at] = 0x41 // no part of any format is 0 then
			r := execute(t, d.Group, 0, fmt.Sprintf("device_load 0, %d, x, r10, u2_u3, 1, signed\nwait 0", n))
			if r.Fault != nil {
				break
			}
			tried++
			loaded := false
			for k := range max(fact.Register, 1) {
				loaded = loaded || d.Register(10 + k)[0] != 0
			}
			if want := at >= fact.Size && at < 2*fact.Size; loaded != want {
				t.Errorf("format %d: byte %d is loaded: %v, on the page an element has %d bytes", n, at, loaded, fact.Size)
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d loads were tried", tried)
	}
}

// The page of special registers knows all that have names, and all that the machine has.
func TestSpecialRegistersPage(t *testing.T) {
	for n := range 256 {
		r := execute(t, machine.NewGroup(), 0, fmt.Sprintf("get_sr r1, sr%d", n))
		if known := asm.SpecialFact(n) != ""; (r.Fault == nil || g13.SpecialRegisterName(n) != "") && !known {
			t.Errorf("sr%d is not on the page", n)
		}
	}
}
