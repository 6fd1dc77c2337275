package disassembly

import (
	"debug/elf"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The constants that instructions read stand in sections that are neither written nor executed. A disassembler says where, in a linked program behind the line, and in an
// object below it; what stands there is put behind the text, under a label:
//
//	1170:  pshufb 0xe97(%rip),%xmm0   # 2010 <x>         1170:  pshufb .LC_2010(%rip),%xmm0   # 2010 <x>
//	   0:  pshufb 0x0(%rip),%xmm0     # 9 <f+0x9>           0:  pshufb .LC5_0(%rip),%xmm0     # 9 <f+0x9>
//	                5: R_X86_64_PC32  .LC0-0x4
//	   4:  ldr    q2, [x8]                                  4:  ldr    q2, [x8, #:lo12:.LC5_0]
//	                4: R_AARCH64_LDST128_ABS_LO12_NC  .rodata.cst16
//	                                                     .LC5_0:  .byte 3,2,1,0,…

// readOnly is what of an object cannot change: its sections, and the names of places in them.
type readOnly struct {
	relocatable bool
	arm         bool // linked for AArch64
	sections    map[int]*elf.Section
	places      map[string]reference // by symbol, and by section
}

// A reference is a place in a section; in a linked program it is an address, in section 0.
type reference struct {
	section int
	offset  uint64
}

func (r reference) label() string {
	if r.section == 0 {
		return fmt.Sprintf(".LC_%x", r.offset)
	}
	return fmt.Sprintf(".LC%d_%x", r.section, r.offset)
}

// mostConstant is the longest constant that an instruction reads, and mostConstants how many are kept.
const (
	mostConstant  = 64
	mostConstants = 1 << 16
)

// readConstants finds the sections. An object that is broken has none: the disassembler says what is wrong with it.
func readConstants(f io.ReaderAt) *readOnly {
	c := &readOnly{sections: map[int]*elf.Section{}, places: map[string]reference{}}
	e, err := elf.NewFile(f)
	if err != nil {
		return c
	}
	c.relocatable = e.Type == elf.ET_REL
	c.arm = e.Machine == elf.EM_AARCH64 && !c.relocatable
	patched := map[uint32]bool{} // sections whose bytes the linker completes
	for _, s := range e.Sections {
		if c.relocatable && (s.Type == elf.SHT_RELA || s.Type == elf.SHT_REL) {
			patched[s.Info] = true
		}
	}
	for k, s := range e.Sections {
		if s.Type == elf.SHT_PROGBITS && s.Flags&(elf.SHF_ALLOC|elf.SHF_WRITE|elf.SHF_EXECINSTR|elf.SHF_COMPRESSED) == elf.SHF_ALLOC && !patched[uint32(k)] {
			c.sections[k] = s
			c.places[s.Name] = reference{section: k}
		}
	}
	if symbols, err := e.Symbols(); err == nil && c.relocatable {
		for _, s := range symbols {
			if s.Name != "" && c.sections[int(s.Section)] != nil {
				c.places[s.Name] = reference{int(s.Section), s.Value}
			}
		}
	}
	return c
}

// bytes are what stands at a place.
func (c *readOnly) bytes(at reference) []byte {
	s, offset := c.sections[at.section], at.offset
	if at.section == 0 {
		for _, section := range c.sections {
			if at.offset >= section.Addr && at.offset-section.Addr < section.Size {
				s, offset = section, at.offset-section.Addr
			}
		}
	}
	if s == nil || offset >= s.Size {
		return nil
	}
	b := make([]byte, min(mostConstant, s.Size-offset))
	if _, err := s.ReadAt(b, int64(offset)); err != nil {
		return nil
	}
	return b
}

// annotated is the text of a disassembler with constants.
type annotated struct {
	line   func() (string, error) // of the disassembler
	data   *readOnly
	held   string // an instruction, behind which its relocation may stand
	holds  bool
	ready  []byte
	labels map[string][]byte
	pages  pages
	ended  error
}

func newAnnotated(line func() (string, error), data *readOnly) *annotated {
	return &annotated{line: line, data: data, labels: map[string][]byte{}, pages: pages{}}
}

func (a *annotated) Read(b []byte) (int, error) {
	for len(a.ready) == 0 {
		if a.ended != nil {
			return 0, a.ended
		}
		a.next()
	}
	n := copy(b, a.ready)
	a.ready = a.ready[n:]
	return n, nil
}

// next makes more of the text.
func (a *annotated) next() {
	line, err := a.line()
	if place, symbol, ok := relocationOf(line); ok && a.holds {
		a.held = a.relocated(a.held, place, symbol)
		return
	}
	if a.holds {
		a.ready = append(append(a.ready[:0], a.linked(a.held)...), '\n')
	}
	a.held, a.holds = line, err == nil
	if err != nil {
		if a.ended = err; err == io.EOF {
			a.ready = a.appendConstants(a.ready)
		}
	}
}

// relocations are those of instructions that read constants.
var relocations = []string{"R_X86_64_PC32", "R_AARCH64_LDST128_ABS_LO12_NC", "R_AARCH64_ADD_ABS_LO12_NC"}

// relocationOf is where a line of the disassembler says that the linker writes what; of one that is about no constant the symbol is empty.
func relocationOf(line string) (place uint64, symbol string, ok bool) {
	words := strings.Fields(line)
	if len(words) < 2 || !strings.HasPrefix(words[1], "R_X86_64_") && !strings.HasPrefix(words[1], "R_AARCH64_") {
		return 0, "", false
	}
	number, closed := strings.CutSuffix(words[0], ":")
	place, err := strconv.ParseUint(number, 16, 64)
	if len(words) == 3 && slices.Contains(relocations, words[1]) {
		symbol = words[2]
	}
	return place, symbol, closed && err == nil
}

// relocated is an instruction with the constant that its relocation names.
func (a *annotated) relocated(line string, place uint64, symbol string) string {
	name, number := symbol, int64(0)
	if at := strings.LastIndexAny(symbol, "+-"); at > 0 {
		if n, err := strconv.ParseInt(strings.TrimPrefix(symbol[at+1:], "0x"), 16, 64); err == nil {
			name, number = symbol[:at], n
			if symbol[at] == '-' {
				number = -n
			}
		}
	}
	at, known := a.data.places[name]
	if !known {
		return line
	}
	if behind, ok := commentAddress(line); ok { // what is added counts from the end of the instruction
		number += int64(behind - place)
	} else if strings.Contains(line, "%") {
		return line
	}
	at.offset += uint64(number)
	return a.with(line, at)
}

// linked is an instruction of a program with the constant whose address stands behind it.
func (a *annotated) linked(line string) string {
	if a.data.arm {
		return a.linkedArm(line)
	}
	if at, ok := commentAddress(line); ok && !a.data.relocatable {
		return a.with(line, reference{offset: at})
	}
	return line
}

// commentAddress is the address of # 2010 <x+0x10>.
func commentAddress(line string) (uint64, bool) {
	_, comment, ok := strings.Cut(line, "# ")
	word, name, named := strings.Cut(comment, " ")
	at, err := strconv.ParseUint(strings.TrimPrefix(word, "0x"), 16, 64)
	return at, ok && named && err == nil && strings.HasPrefix(name, "<") && strings.Contains(line, "(%rip)")
}

// with is a line on vectors that reads a constant by its label.
func (a *annotated) with(line string, at reference) string {
	b := a.data.bytes(at)
	changed, ok := labelled(line, at.label())
	if b == nil || !ok || len(a.labels) >= mostConstants {
		return line
	}
	a.labels[at.label()] = b
	return changed
}

// labelled has the label in the place where the instruction reads memory.
func labelled(line, label string) (string, bool) {
	if n := strings.Index(line, "(%rip)"); n >= 0 && (strings.Contains(line, "mm") || strings.Contains(line, "%k")) {
		start := n
		for start > 0 && strings.IndexByte("-x0123456789abcdef", line[start-1]) >= 0 {
			start--
		}
		return line[:start] + label + line[n:], true
	}
	if code, _, ok := strings.Cut(line, "#0x0"); ok && strings.Contains(line, "\tadd\t") && strings.TrimSpace(line[len(code)+len("#0x0"):]) == "" {
		return code + ":lo12:" + label, true
	}
	open := strings.IndexByte(line, '[')
	if !strings.Contains(line, "ldr") || open < 0 || strings.Contains(line, "%") {
		return line, false
	}
	register, rest, _ := strings.Cut(line[open+1:], "]")
	register, _, _ = strings.Cut(register, ",")
	return line[:open] + "[" + register + ", #:lo12:" + label + "]" + rest, true
}

// appendConstants puts the constants behind the text.
func (a *annotated) appendConstants(b []byte) []byte {
	names := make([]string, 0, len(a.labels))
	for name := range a.labels {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		b = append(append(b, name...), ":\n\t.byte "...)
		for k, v := range a.labels[name] {
			if k > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendUint(b, uint64(v), 10)
		}
		b = append(b, '\n')
	}
	return b
}
