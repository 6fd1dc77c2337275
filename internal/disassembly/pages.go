package disassembly

import (
	"strconv"
	"strings"
)

// Linked code of AArch64 finds a constant by its page, which is 4096 bytes, and where it is in that:
//
//	210150:  adrp x8, 200000 <f-0x10150>       210150:  adrp x8, .LC_200000
//	210154:  ldr  q1, [x8, #288]               210154:  ldr  q1, [x8, #288]
//	                                           .LC_200120:  .byte 3,1,2,0,…
//
// Which register holds which page is followed here from line to line, only to know what may be read: whoever reads the text follows control too.
type pages map[string]uint64

// linkedArm is a line with the page by its label; what it may read is noted.
func (a *annotated) linkedArm(line string) string {
	name, operands, at := armInstruction(line)
	first, rest, _ := strings.Cut(operands, ",")
	first, rest = strings.TrimSpace(first), strings.TrimSpace(rest)
	switch {
	case strings.HasSuffix(line, ">:"): // another function
		clear(a.pages)
	case name == "adrp" || name == "adr":
		word, _, _ := strings.Cut(rest, " ")
		address, err := strconv.ParseUint(strings.TrimPrefix(word, "0x"), 16, 64)
		if err != nil {
			break
		}
		a.pages[first] = address
		a.note(address)
		return line[:at] + strings.Replace(line[at:], rest, reference{offset: address}.label(), 1)
	case name == "add":
		if from, by, ok := strings.Cut(rest, ","); ok {
			a.counted(first, strings.TrimSpace(from), strings.TrimSpace(by))
		}
	case strings.HasPrefix(name, "ld"):
		if _, inner, ok := strings.Cut(operands, "["); ok {
			inner, _, _ = strings.Cut(inner, "]")
			from, by, _ := strings.Cut(inner, ",")
			a.read(strings.TrimSpace(from), strings.TrimSpace(by))
		}
	}
	return line
}

// armInstruction takes an instruction apart, and says where it begins.
func armInstruction(line string) (name, operands string, at int) {
	colon := strings.Index(line, ":")
	if colon < 0 {
		return "", "", 0
	}
	at = len(line) - len(strings.TrimLeft(line[colon+1:], " \t"))
	name, operands, _ = strings.Cut(strings.ReplaceAll(line[at:], "\t", " "), " ")
	operands, _, _ = strings.Cut(operands, "//")
	return name, strings.TrimSpace(operands), at
}

// counted is add x9, x8, #288.
func (a *annotated) counted(to, from, by string) {
	page, known := a.pages[from]
	number, err := strconv.ParseUint(strings.TrimPrefix(by, "#"), 0, 16)
	if delete(a.pages, to); known && err == nil {
		a.pages[to] = page + number
		a.note(page + number)
	}
}

// read is a load from a page.
func (a *annotated) read(from, by string) {
	page, known := a.pages[from]
	number, err := strconv.ParseInt(strings.TrimPrefix(by, "#"), 0, 32)
	if known && (by == "" || err == nil) {
		a.note(page + uint64(number))
	}
}

// note keeps what stands at an address.
func (a *annotated) note(address uint64) {
	at := reference{offset: address}
	if b := a.data.bytes(at); b != nil && len(a.labels) < mostConstants {
		a.labels[at.label()] = b
	}
}
