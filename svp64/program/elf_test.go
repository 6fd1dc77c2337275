package program_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// An elfPart is a section as a linker would write it.
type elfPart struct {
	name  string
	kind  elf.SectionType
	flags elf.SectionFlag
	at    uint64
	data  []byte
}

// elfFile is a file of these sections and symbols, written field by field.
func elfFile(order binary.ByteOrder, header elf.Header64, parts []elfPart, symbols map[string]elf.Sym64) []byte {
	var names, strings, table bytes.Buffer
	strings.WriteByte(0)
	put := func(b *bytes.Buffer, v any) {
		if err := binary.Write(b, order, v); err != nil {
			panic(err)
		}
	}
	put(&table, elf.Sym64{})
	for name, s := range symbols {
		s.Name = uint32(strings.Len())
		strings.WriteString(name + "\x00")
		put(&table, s)
	}
	parts = append([]elfPart{{}}, parts...)
	n := uint32(len(parts))
	parts = append(parts, elfPart{".symtab", elf.SHT_SYMTAB, 0, 0, table.Bytes()}, elfPart{".strtab", elf.SHT_STRTAB, 0, 0, strings.Bytes()}, elfPart{".shstrtab", elf.SHT_STRTAB, 0, 0, nil})
	at := make([]uint32, len(parts))
	for k, p := range parts {
		at[k] = uint32(names.Len())
		names.WriteString(p.name + "\x00")
	}
	parts[len(parts)-1].data = names.Bytes()
	var body, sections bytes.Buffer
	for k, p := range parts {
		s := elf.Section64{Name: at[k], Type: uint32(p.kind), Flags: uint64(p.flags), Addr: p.at, Off: 64 + uint64(body.Len()), Size: uint64(len(p.data)), Addralign: 1}
		if p.kind == elf.SHT_SYMTAB {
			s.Link, s.Entsize, s.Info = n+1, 24, 1
		}
		put(&sections, s)
		body.Write(p.data)
	}
	header.Ident = [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)}
	if order == binary.ByteOrder(binary.BigEndian) {
		header.Ident[elf.EI_DATA] = byte(elf.ELFDATA2MSB)
	}
	header.Version, header.Ehsize, header.Shentsize, header.Shnum, header.Shstrndx = 1, 64, 64, uint16(len(parts)), uint16(len(parts)-1)
	header.Shoff = 64 + uint64(body.Len())
	var file bytes.Buffer
	put(&file, header)
	file.Write(body.Bytes())
	file.Write(sections.Bytes())
	return file.Bytes()
}

// Files of linkers: code in several sections with nothing between them, data, names; and objects, which have no addresses yet.
func TestOpen(t *testing.T) {
	const code, data = elf.SHF_ALLOC | elf.SHF_EXECINSTR, elf.SHF_ALLOC | elf.SHF_WRITE
	symbols := map[string]elf.Sym64{
		"first": {Value: 0x1000, Shndx: 1, Info: byte(elf.STT_FUNC)}, "_2nd": {Value: 0x100c, Shndx: 2}, "behind": {Value: 0x1010, Shndx: 2}, "before": {Value: 0xffc, Shndx: 1},
		"object": {Value: 0x1004, Shndx: 1, Info: byte(elf.STT_OBJECT)}, "absolute": {Value: 0x1000, Shndx: uint16(elf.SHN_ABS)}, "elsewhere": {Value: 0x1000}, "2nd": {Value: 0x1000, Shndx: 1}, "a.b": {Value: 0x1000, Shndx: 1},
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		words := func(list ...uint32) (b []byte) {
			for _, w := range list {
				b = append(b, 0, 0, 0, 0)
				order.PutUint32(b[len(b)-4:], w)
			}
			return b
		}
		parts := []elfPart{
			{".text", elf.SHT_PROGBITS, code, 0x1000, words(1, 2)}, {".text.more", elf.SHT_PROGBITS, code, 0x100c, words(3)},
			{".data", elf.SHT_PROGBITS, data, 0x2000, []byte("data")}, {".comment", elf.SHT_PROGBITS, 0, 0, []byte("none")}, {".bss", elf.SHT_NOBITS, data, 0x3000, nil}, {".empty", elf.SHT_PROGBITS, code, 0x5000, nil},
		}
		header := elf.Header64{Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_PPC64), Entry: 0x1004}
		p, err := program.Open(elfFile(order, header, parts, symbols), svp64.DefaultEncoding)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(p.Labels, func(a, b program.Label) int { return int(a.At) - int(b.At) })
		if p.Base != 0x1000 || p.Entry != 0x1004 || !slices.Equal(p.Words, []uint32{1, 2, 0, 3}) || p.Order != order || fmt.Sprintf("%x %s", p.Data[0].At, p.Data[0].Bytes) != "2000 data" || len(p.Data) != 1 || fmt.Sprint(p.Labels) != "[{first 4096} {_2nd 4108}]" {
			t.Errorf("%v: %+v", order, p)
		}
		m, err := p.NewMachine()
		if err != nil || m.PC != 0x1004 || m.Memory.Load(0x100c, 4) != 3 || m.Memory.Load(0x2000, 1) != 'd' {
			t.Errorf("%v: in memory it is otherwise, at %#x: %v", order, m.PC, err)
		}
		header.Type, header.Entry, parts[0].at = uint16(elf.ET_REL), 0, 0
		p, err = program.Open(elfFile(order, header, slices.Concat(parts[:1], parts[2:]), map[string]elf.Sym64{"f": {Value: 4, Shndx: 1, Info: byte(elf.STT_FUNC)}}), svp64.DefaultEncoding)
		if err != nil || p.Base != program.DefaultBase || p.Entry != program.DefaultBase || len(p.Data) != 0 || !slices.Equal(p.Words, []uint32{1, 2}) || fmt.Sprint(p.Labels) != fmt.Sprintf("[{f %d}]", program.DefaultBase+4) {
			t.Errorf("%v, an object: %+v: %v", order, p, err)
		}
	}
}

// Files that are no program say why.
func TestOpenErrors(t *testing.T) {
	const code = elf.SHF_ALLOC | elf.SHF_EXECINSTR
	text := func(at uint64, n int) elfPart { return elfPart{".text", elf.SHT_PROGBITS, code, at, make([]byte, n)} }
	for _, row := range []struct {
		machine elf.Machine
		entry   uint64
		parts   []elfPart
		want    string
	}{
		{elf.EM_X86_64, 0x1000, []elfPart{text(0x1000, 8)}, "the file is for EM_X86_64, ELFCLASS64; expected EM_PPC64, ELFCLASS64"},
		{elf.EM_PPC64, 0xffc, []elfPart{text(0x1000, 8)}, "the entry 0xffc is outside the code, 0x1000 to 0x1007"},
		{elf.EM_PPC64, 0x1008, []elfPart{text(0x1000, 8)}, "the entry 0x1008 is outside the code, 0x1000 to 0x1007"},
		{elf.EM_PPC64, 0x1000, []elfPart{text(0x1000, 7)}, "section .text: 7 bytes are no whole number of words"},
		{elf.EM_PPC64, 0x1000, []elfPart{text(0x1000, 8), text(0x1004, 4)}, "section .text: it is at 0x1004, and the code before it ends at 0x1008"},
		{elf.EM_PPC64, 0x1000, []elfPart{text(0x1000, 8), text(0x100a, 4)}, "section .text: it is at 0x100a, and the code before it ends at 0x1008"},
		{elf.EM_PPC64, 0x1000, []elfPart{text(0x1000, 8), text(0x1000+4*program.MaxWords, 4)}, "section .text: it is at"},
		{elf.EM_PPC64, 0x1000, []elfPart{text(0x1000, 4*program.MaxWords), text(0x1000+4*program.MaxWords, 4)}, fmt.Sprintf("section .text: more than %d bytes are in memory", 4*program.MaxWords)},
		{elf.EM_PPC64, 0x1000, nil, "no section of the file has code"},
	} {
		header := elf.Header64{Type: uint16(elf.ET_EXEC), Machine: uint16(row.machine), Entry: row.entry}
		if _, err := program.Open(elfFile(binary.LittleEndian, header, row.parts, nil), svp64.DefaultEncoding); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%v, want %s", err, row.want)
		}
	}
	header := elf.Header64{Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_PPC64), Entry: 0x1000}
	if p, err := program.Open(elfFile(binary.LittleEndian, header, []elfPart{text(0x1000, 4*program.MaxWords)}, nil), svp64.DefaultEncoding); err != nil || len(p.Words) != program.MaxWords {
		t.Errorf("as many words as there may be: %d: %v", len(p.Words), err)
	}
	if _, err := program.Open(elfFile(binary.LittleEndian, header, nil, nil), svp64.DefaultEncoding); !errors.Is(err, program.ErrNoCode) {
		t.Errorf("a file without code: %v", err)
	}
}
