package api

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/visa"
)

// The spelling of memory, for what a surface variable stands for:
//
//	T6        zero:4096              bytes that are all zero
//	%slm      empty:1024             bytes that nobody has written
//	out:32    hex:00000001__000003   bytes, the first first, here of a picture with rows of 32
//	T6:64:rgba8_unorm …              a typed surface with rows of 64 bytes; T6:64:1024:r32_uint has slices of 1024 too, and T6:r32_float is one row
//	5         hex:…                  of index 5, for surface variables to which movs has written 5, and for bti(5), ss(5) and bss(5)
//	flat      zero:4096              from address 0 on, for messages without a surface

// mostMemory bounds all memory of a run.
const mostMemory = 64 << 20

// A visaMemory is memory that is mapped.
type visaMemory struct {
	name    string
	surface uint32 // or the index
	indexed bool
	*visa.Memory
}

// memories reads what surfaces stand for.
func (v *VISA) memories(d *visa.Decls, list [][2]string) (all []visaMemory, err error) {
	total := 0
	for _, pair := range list {
		m, err := newVISAMemory(d, pair[0], pair[1])
		if err == nil {
			if total += len(m.Bytes); total > mostMemory {
				err = fmt.Errorf("more than %d bytes of memory", mostMemory)
			}
		}
		for _, other := range all {
			if err == nil && other.surface == m.surface && other.indexed == m.indexed {
				err = fmt.Errorf("it has memory already, as %s", other.name)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", pair[0], err)
		}
		all = append(all, m)
	}
	return all, nil
}

func newVISAMemory(d *visa.Decls, name, text string) (m visaMemory, err error) {
	var shape visa.Memory
	name, lies, isPicture := strings.Cut(name, ":")
	if m.name = name; isPicture {
		if err := setShape(&shape, lies); err != nil {
			return m, err
		}
	}
	if n, err := strconv.ParseUint(m.name, 10, 32); err == nil {
		m.surface, m.indexed = uint32(n), true
	} else if m.name == "flat" {
		m.surface = visa.FlatMemory
	} else if kind, id, ok := d.Lookup(m.name); !ok || kind != visa.SurfaceKind {
		return m, errors.New("expected a surface variable, such as T6, an index, or flat")
	} else {
		m.surface = id
	}
	m.Memory, err = memoryOf(strings.TrimSpace(text))
	if err == nil {
		m.Pitch, m.Slice, m.Pixels = shape.Pitch, shape.Slice, shape.Pixels
	}
	return m, err
}

// setShape reads the bytes of a row and of a slice, and what pixels are.
func setShape(m *visa.Memory, text string) (err error) {
	parts := strings.Split(text, ":")
	if pixels, ok := visa.PixelsNamed(parts[len(parts)-1]); ok {
		m.Pixels, parts = pixels, parts[:len(parts)-1]
	}
	for k, into := range []*int{&m.Pitch, &m.Slice} {
		if k < len(parts) {
			*into, err = strconv.Atoi(parts[k])
			if err != nil || *into < 1 || *into > mostMemory {
				return errors.New("expected the bytes of a picture's row behind the colon, those of a slice, and what pixels are, as in T6:64:1024:rgba8_unorm")
			}
		}
	}
	if len(parts) > 2 || m.Slice > 0 && m.Slice < m.Pitch {
		return errors.New("expected the bytes of a row, and of a slice, which is no less")
	}
	return nil
}

func memoryOf(text string) (*visa.Memory, error) {
	if digits, ok := strings.CutPrefix(text, "hex:"); ok {
		m := visa.NewMemory(len(byteDigits(digits)) / 2)
		return m, setHex(m.Bytes, m.Known, digits)
	}
	how, digits, _ := strings.Cut(text, ":")
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > mostMemory || how != "zero" && how != "empty" {
		return nil, fmt.Errorf("expected zero:BYTES, empty:BYTES or hex:DIGITS, up to %d bytes, found %q", mostMemory, text)
	}
	if how == "zero" {
		return visa.MemoryOf(make([]byte, n)), nil
	}
	return visa.NewMemory(n), nil
}

// slmBytes is what shared local memory has where nobody says otherwise: as many kilobytes as the attribute SLMSize has, or all that there can be.
func slmBytes(p *visa.Program) int {
	for _, a := range p.Attrs {
		if a.Name == "SLMSize" && a.Kind == visa.NumberAttr && a.Number > 0 && a.Number <= 64 {
			return int(a.Number) << 10
		}
	}
	return 64 << 10
}

// give makes the memory that of the threads: the same for all. What is not mapped of shared local memory is there too, and nobody has written it.
func give(threads []*visa.Machine, all []visaMemory, p *visa.Program) {
	surfaces, table := map[uint32]*visa.Memory{}, map[uint32]*visa.Memory{}
	for _, m := range all {
		if m.indexed {
			table[m.surface] = m.Memory
		} else {
			surfaces[m.surface] = m.Memory
		}
	}
	if surfaces[0] == nil {
		surfaces[0] = visa.NewMemory(slmBytes(p))
	}
	for _, m := range threads {
		m.Surfaces, m.Table = surfaces, table
	}
}

// clone is the memory as it is now.
func (m visaMemory) clone() *visa.Memory {
	return &visa.Memory{Bytes: append([]byte(nil), m.Bytes...), Known: append([]byte(nil), m.Known...)}
}

// memoryRow is how many bytes a row of changed memory shows.
const memoryRow = 16

// changedMemory is the memory's bytes, and the rows that differ; nothing if none does.
func changedMemory(m visaMemory, before *visa.Memory) (x VISAVariable, changed bool) {
	x.Name = m.name
	for at := 0; at < len(m.Bytes); at += memoryRow {
		end := min(at+memoryRow, len(m.Bytes))
		same := true
		for b := at; b < end; b++ {
			same = same && m.Known[b] == before.Known[b] && (m.Known[b] == 0 || m.Bytes[b] == before.Bytes[b])
		}
		if !same {
			x.Rows = append(x.Rows, [2]string{fmt.Sprintf("%s[%d]", m.name, at), spacedHex(m.Bytes[at:end], m.Known[at:end])})
		}
	}
	if x.Rows == nil {
		return x, false
	}
	x.Value = hexOfBytes(m.Bytes, m.Known)
	return x, true
}

// spacedHex is the bytes with blanks between dwords.
func spacedHex(data, known []byte) string {
	var b []byte
	for k := range data {
		if k > 0 && k%4 == 0 {
			b = append(b, ' ')
		}
		b = appendByte(b, data[k], known[k])
	}
	return string(b)
}

func appendByte(b []byte, v, known byte) []byte {
	if known == 0 {
		return append(b, undefinedByte...)
	}
	return hex.AppendEncode(b, []byte{v})
}

// hexOfBytes is bytes as values have them.
func hexOfBytes(data, known []byte) string {
	b := []byte("hex:")
	for k := range data {
		b = appendByte(b, data[k], known[k])
	}
	return string(b)
}

// Bytes is the memory that a surface or an index has when the run has ended; bytes that nobody has written are zero.
func (o VISAOutcome) Bytes(name string) (b []byte, ok bool) {
	for _, m := range o.buffers {
		if m.name == name {
			b = append(b, m.Bytes...)
			for k := range b {
				if m.Known[k] == 0 {
					b[k] = 0
				}
			}
			return b, true
		}
	}
	return nil, false
}
