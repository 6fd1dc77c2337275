package program

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/svp64"
)

// IsELF says whether bytes begin an ELF file.
func IsELF(data []byte) bool { return bytes.HasPrefix(data, []byte(elf.ELFMAG)) }

// ErrNoCode is what is wrong with an ELF file without code.
var ErrNoCode = errors.New("no section of the file has code")

// Open reads a program out of an ELF file of the 64-bit Power architecture: its executable sections as one stretch of words, what its other sections hold as data, and its functions as labels. Of an object file, which
// has no addresses yet, it takes .text.
func Open(data []byte, e svp64.Encoding) (Program, error) {
	f, err := elf.NewFile(bytes.NewReader(data))
	switch {
	case err != nil:
		return Program{}, err
	case f.Machine != elf.EM_PPC64 || f.Class != elf.ELFCLASS64:
		return Program{}, fmt.Errorf("the file is for %v, %v; expected %v, %v", f.Machine, f.Class, elf.EM_PPC64, elf.ELFCLASS64)
	}
	p := Program{Encoding: e, Order: f.ByteOrder}
	if err := p.sections(f); err != nil {
		return Program{}, err
	}
	if f.Type == elf.ET_REL {
		p.Base, p.Entry = DefaultBase, DefaultBase
	} else if p.Entry = f.Entry; p.Entry < p.Base || p.Entry >= p.End() {
		return Program{}, fmt.Errorf("the entry %#x is outside the code, %#x to %#x", p.Entry, p.Base, p.End()-1)
	}
	p.functions(f)
	return p, nil
}

// sections takes over what the file has in memory.
func (p *Program) sections(f *elf.File) error {
	total := 0
	for _, s := range f.Sections {
		if s.Type != elf.SHT_PROGBITS || s.Flags&elf.SHF_ALLOC == 0 || s.FileSize == 0 {
			continue
		}
		if total += int(min(s.FileSize, 1<<32)); total > 4*MaxWords {
			return fmt.Errorf("section %s: more than %d bytes are in memory", s.Name, 4*MaxWords)
		}
		b, err := s.Data()
		if err != nil {
			return fmt.Errorf("section %s: %w", s.Name, err)
		}
		if s.Flags&elf.SHF_EXECINSTR == 0 {
			if f.Type != elf.ET_REL {
				p.Data = append(p.Data, Data{s.Addr, b})
			}
			continue
		}
		if err := p.code(s, b); err != nil {
			return fmt.Errorf("section %s: %w", s.Name, err)
		}
	}
	if len(p.Words) == 0 {
		return ErrNoCode
	}
	return nil
}

// code appends a section. Sections of code follow one another, with nothing or words of zero between them.
func (p *Program) code(s *elf.Section, b []byte) error {
	if len(b)%4 != 0 {
		return fmt.Errorf("%d bytes are no whole number of words", len(b))
	}
	if len(p.Words) == 0 {
		p.Base = s.Addr
	} else if s.Addr < p.End() || (s.Addr-p.Base+uint64(len(b)))/4 > MaxWords || s.Addr%4 != 0 {
		return fmt.Errorf("it is at %#x, and the code before it ends at %#x", s.Addr, p.End())
	} else {
		p.Words = append(p.Words, make([]uint32, (s.Addr-p.End())/4)...)
	}
	for k := 0; k < len(b); k += 4 {
		p.Words = append(p.Words, p.Order.Uint32(b[k:]))
	}
	return nil
}

// functions takes over the names of addresses in the code.
func (p *Program) functions(f *elf.File) {
	symbols, err := f.Symbols()
	if err != nil {
		return // a file without names
	}
	for _, s := range symbols {
		at := s.Value
		if f.Type == elf.ET_REL {
			at += p.Base
		}
		kind := elf.ST_TYPE(s.Info)
		if s.Name == "" || kind != elf.STT_FUNC && kind != elf.STT_NOTYPE || at < p.Base || at >= p.End() || s.Section == elf.SHN_ABS || s.Section == elf.SHN_UNDEF || !isLabel(s.Name) {
			continue
		}
		if !slices.ContainsFunc(p.Labels, func(l Label) bool { return l.Name == s.Name }) {
			p.Labels = append(p.Labels, Label{s.Name, at})
		}
	}
}

// isLabel says whether a name can stand before a colon.
func isLabel(name string) bool {
	for k, r := range name {
		if !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || k > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return true
}

// Executable is the program as an ELF file that starts at its entry: one segment, of the code.
//
//	0      64       120        code
//	│ Ehdr │ Phdr   │ padding  │ words …
func (p *Program) Executable() []byte {
	const header, segment, page = 64, 56, 0x1000
	order := p.order()
	offset := uint64(page) + p.Base%page
	size := 4 * uint64(len(p.Words))
	b := new(bytes.Buffer)
	ident := [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)}
	if order == binary.ByteOrder(binary.BigEndian) {
		ident[elf.EI_DATA] = byte(elf.ELFDATA2MSB)
	}
	text, names := offset, "\x00.text\x00.shstrtab\x00"
	write(b, order, elf.Header64{
		Ident: ident, Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_PPC64), Version: uint32(elf.EV_CURRENT), Entry: p.Entry, Phoff: header, Shoff: text + size + uint64(len(names)),
		Flags: 2, Ehsize: header, Phentsize: segment, Phnum: 1, Shentsize: 64, Shnum: 3, Shstrndx: 2,
	})
	write(b, order, elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R | elf.PF_X | elf.PF_W), Off: offset, Vaddr: p.Base, Paddr: p.Base, Filesz: size, Memsz: size, Align: page})
	b.Write(make([]byte, offset-uint64(b.Len())))
	write(b, order, p.Words)
	b.WriteString(names)
	write(b, order, elf.Section64{})
	write(b, order, elf.Section64{Name: 1, Type: uint32(elf.SHT_PROGBITS), Flags: uint64(elf.SHF_ALLOC | elf.SHF_EXECINSTR | elf.SHF_WRITE), Addr: p.Base, Off: text, Size: size, Addralign: 4})
	write(b, order, elf.Section64{Name: 7, Type: uint32(elf.SHT_STRTAB), Off: text + size, Size: uint64(len(names)), Addralign: 1})
	return b.Bytes()
}

// write cannot fail: a buffer takes all, and the values have sizes.
func write(b *bytes.Buffer, order binary.ByteOrder, v any) {
	if err := binary.Write(b, order, v); err != nil {
		panic(err)
	}
}
