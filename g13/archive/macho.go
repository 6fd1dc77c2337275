package archive

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// A Mach-O file of 64 bits:
//
//	magic type subtype filetype ncmds sizeofcmds flags reserved │ command size … │ command size … │
//
// A segment's command is followed by its sections; the one of the symbols says where they and their names are.
const (
	machHeader  = 32
	segment64   = 0x19
	segmentSize = 72
	sectionSize = 80
	symtab      = 2
	symtabSize  = 24
	symbolSize  = 16

	textSegment = "__TEXT"
	textSection = "__TEXT,__text"
)

// A section of a Mach-O file.
type section struct {
	name    string // __text
	address uint64
	part
}

// A symbolTable is where the symbols are, and their names.
type symbolTable struct{ symbols, names part }

// machO reads a file's sections: those of stages, which are files themselves, and the one with code.
func (r *reader) machO(p part, order binary.ByteOrder, depth int, stage string) error {
	head, ok := p.from(0, machHeader)
	if !ok {
		return wrong(p.at, "a Mach-O file has a header of %d bytes, and this has %d", machHeader, len(p.bytes))
	}
	cpu, machine := order.Uint32(head.bytes[4:]), order.Uint32(head.bytes[8:])
	if cpu != AppleGPU {
		r.other(cpu, p)
		return nil
	}
	sections, table, err := commands(p, order)
	if err != nil {
		return err
	}
	for _, s := range sections {
		if s.name == "__text" {
			if err := r.code(s, table, order, Program{Stage: stage, Machine: machine}); err != nil {
				return err
			}
			continue
		}
		if magic, _ := magicOf(s.bytes); magic == 0 {
			continue
		}
		if err := r.any(s.part, depth+1, strings.TrimPrefix(s.name, "__")); err != nil {
			return err
		}
	}
	return nil
}

// commands reads the load commands of a file.
func commands(p part, order binary.ByteOrder) (sections []section, table *symbolTable, err error) {
	count, size := order.Uint32(p.bytes[16:]), order.Uint32(p.bytes[20:])
	list, ok := p.from(machHeader, uint64(size))
	if !ok {
		return nil, nil, wrong(p.at+20, "the load commands need %d bytes, and %d are left", size, len(p.bytes)-machHeader)
	}
	for n := range count {
		if len(list.bytes) < 8 {
			return nil, nil, wrong(list.at, "load command %d of %d begins where %d bytes of them are left", n, count, len(list.bytes))
		}
		is, size := order.Uint32(list.bytes), order.Uint32(list.bytes[4:])
		command, ok := list.from(0, uint64(size))
		if !ok || size < 8 {
			return nil, nil, wrong(list.at+4, "load command %d has %d bytes; expected 8 to %d", n, size, len(list.bytes))
		}
		switch is {
		case segment64:
			sections, err = segment(p, command, order, sections)
		case symtab:
			table, err = symbols(p, command, order)
		}
		if err != nil {
			return nil, nil, err
		}
		list = part{list.at + int(size), list.bytes[size:]}
	}
	return sections, table, nil
}

// segment reads the sections of a segment that are in __TEXT.
func segment(p, command part, order binary.ByteOrder, sections []section) ([]section, error) {
	if len(command.bytes) < segmentSize {
		return nil, wrong(command.at+4, "the command of a segment has %d bytes; expected %d or more", len(command.bytes), segmentSize)
	}
	count := order.Uint32(command.bytes[64:])
	list, ok := command.from(segmentSize, uint64(count)*sectionSize)
	if !ok {
		return nil, wrong(command.at+64, "%d sections need %d bytes, and the command has %d for them", count, uint64(count)*sectionSize, len(command.bytes)-segmentSize)
	}
	for n := range int(count) {
		b := list.bytes[n*sectionSize:]
		name, in := cString(b[:16]), cString(b[16:32])
		if in != textSegment {
			continue
		}
		size, offset := order.Uint64(b[40:]), order.Uint32(b[48:])
		within, ok := p.from(uint64(offset), size)
		if !ok {
			return nil, wrong(list.at+n*sectionSize+40, "section %s,%s is %d bytes at %#x, and its file ends at %#x", in, printable(name), size, offset, len(p.bytes))
		}
		sections = append(sections, section{name, order.Uint64(b[32:]), within})
	}
	return sections, nil
}

// symbols reads where the symbols are.
func symbols(p, command part, order binary.ByteOrder) (*symbolTable, error) {
	if len(command.bytes) < symtabSize {
		return nil, wrong(command.at+4, "the command of the symbols has %d bytes; expected %d", len(command.bytes), symtabSize)
	}
	b := command.bytes
	at, count, names, size := order.Uint32(b[8:]), order.Uint32(b[12:]), order.Uint32(b[16:]), order.Uint32(b[20:])
	var t symbolTable
	var ok bool
	if t.symbols, ok = p.from(uint64(at), uint64(count)*symbolSize); !ok {
		return nil, wrong(command.at+8, "%d symbols at %#x need %d bytes, and the file ends at %#x", count, at, uint64(count)*symbolSize, len(p.bytes))
	}
	if t.names, ok = p.from(uint64(names), uint64(size)); !ok {
		return nil, wrong(command.at+16, "the names of the symbols are %d bytes at %#x, and the file ends at %#x", size, names, len(p.bytes))
	}
	return &t, nil
}

// A symbol is a name for a place in a section.
type symbol struct {
	name string
	at   uint64 // in the section
}

// code makes programs of a section with code: one for each symbol in it, or one of all of it.
func (r *reader) code(s section, table *symbolTable, order binary.ByteOrder, like Program) error {
	all, err := r.inSection(s, table, order)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		all = []symbol{{"", 0}}
	}
	ends := make([]uint64, len(all))
	for n, end := len(all)-1, uint64(len(s.bytes)); n >= 0; n-- { // several may stand at one place
		if ends[n] = end; n > 0 && all[n-1].at < all[n].at {
			end = all[n].at
		}
	}
	for n, sym := range all {
		end := ends[n]
		if end == sym.at {
			continue
		}
		if len(r.Programs) == maxPrograms {
			return wrong(s.at, "there are more than %d programs", maxPrograms)
		}
		p := like
		p.Symbol, p.Offset, p.Code = sym.name, s.at+int(sym.at), s.bytes[sym.at:end:end]
		r.Programs = append(r.Programs, p)
	}
	return nil
}

// inSection is the symbols of a section, in the order of their places.
func (r *reader) inSection(s section, table *symbolTable, order binary.ByteOrder) (all []symbol, err error) {
	if table == nil {
		return nil, nil
	}
	const (
		debugging = 0xe0 // a symbol for debuggers
		defined   = 0x0e // bits of the type; without any the symbol is another file's
	)
	for b := table.symbols; len(b.bytes) >= symbolSize; b = (part{b.at + symbolSize, b.bytes[symbolSize:]}) {
		if r.symbols++; r.symbols > maxSymbols {
			return nil, wrong(b.at, "there are more than %d symbols", maxSymbols)
		}
		kind, at := b.bytes[4], order.Uint64(b.bytes[8:])-s.address
		if kind&debugging != 0 || kind&defined == 0 || at >= uint64(len(s.bytes)) {
			continue
		}
		name, ok := table.names.from(uint64(order.Uint32(b.bytes)), 0)
		if !ok {
			return nil, wrong(b.at, "the name of a symbol is at %#x of the names, which have %d bytes", order.Uint32(b.bytes), len(table.names.bytes))
		}
		all = append(all, symbol{printable(cString(table.names.bytes[name.at-table.names.at:])), at})
	}
	slices.SortStableFunc(all, func(a, b symbol) int { return cmp.Compare(a.at, b.at) })
	return all, nil
}

// longestName is how much of a name is kept.
const longestName = 255

// cString is the text before the first zero, as much of it as is kept.
func cString(b []byte) string {
	b = b[:min(len(b), longestName)]
	if n := bytes.IndexByte(b, 0); n >= 0 {
		b = b[:n]
	}
	return string(b)
}

// printable is a name in which what is no plain character is a question mark.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, name)
}
