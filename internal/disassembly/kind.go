package disassembly

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/visa/object"
)

// A kind is what a file is by its first bytes.
type kind byte

const (
	text kind = iota
	elfObject
	arArchive
	tarArchive
	zipArchive
	gzipped
	kernels
	refused
)

// HeadBytes are as many as a file is known by: a header of tar.
const HeadBytes = 512

// IsText says whether a file that begins so is a text, of which nothing is to be made.
func IsText(head []byte) bool {
	k, _ := kindOf(head)
	return k == text
}

// refusals are files of which no text is made here, with what makes it.
var refusals = []struct{ magic, why string }{
	{"BC\xC0\xDE", "this is LLVM's bitcode: expected its text, as llvm-dis writes it"},
	{"\xDE\xC0\x17\x0B", "this is LLVM's bitcode: expected its text, as llvm-dis writes it"},
	{"\x00asm", "this is WebAssembly's binary format: expected its text, as wasm-tools print or wasm2wat write it"},
	{"\x03\x02\x23\x07", "this is a SPIR-V module: expected its text, as spirv-dis writes it"},
	{"\x07\x23\x02\x03", "this is a SPIR-V module: expected its text, as spirv-dis writes it"},
	{"\xCF\xFA\xED\xFE", "this is Mach-O: expected ELF, or the text of objdump -d"},
	{"\xCA\xFE\xBA\xBE", "this is Mach-O, or a class of Java: expected ELF, or the text of objdump -d"},
	{"MZ\x90\x00", "this is a program for Windows: expected ELF, or the text of objdump -d"},
	{"\x64\x86", "this is an object for Windows: expected ELF, or the text of objdump -d"},
	{"!<thin>\n", "this archive is thin, so that its members are in other files: expected these"},
	{"BZh", "this is packed by bzip2: expected it unpacked, or packed by gzip"},
	{"\xFD7zXZ", "this is packed by xz: expected it unpacked, or packed by gzip"},
	{"\x28\xB5\x2F\xFD", "this is packed by zstd: expected it unpacked, or packed by gzip"},
}

// kindOf says what a file is, and of what is refused why.
func kindOf(head []byte) (k kind, why error) {
	has := func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) }
	switch {
	case has("\x7fELF"):
		return elfObject, nil
	case has("!<arch>\n"):
		return arArchive, nil
	case has("PK\x03\x04"), has("PK\x05\x06"):
		return zipArchive, nil
	case has("\x1f\x8b"):
		return gzipped, nil
	case has(object.Magic) && bytes.ContainsFunc(head, isBinary):
		return kernels, nil
	case len(head) >= 262 && string(head[257:262]) == "ustar":
		return tarArchive, nil
	}
	for _, r := range refusals {
		if has(r.magic) && bytes.ContainsFunc(head, isBinary) {
			return refused, fmt.Errorf("%s", r.why)
		}
	}
	return text, nil
}

// isBinary says whether a character stands in no text.
func isBinary(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' && r != '\r' && r != '\f' || r == '\uFFFD'
}

// machineOf is what an object of ELF is for, of its first bytes.
func machineOf(head []byte) (m elf.Machine, err error) {
	if len(head) < 20 {
		return 0, fmt.Errorf("an object of ELF begins here and ends behind %d bytes: expected a whole one", len(head))
	}
	var order binary.ByteOrder = binary.LittleEndian
	if elf.Data(head[elf.EI_DATA]) == elf.ELFDATA2MSB {
		order = binary.BigEndian
	}
	m = elf.Machine(order.Uint16(head[18:]))
	if _, known := disassemblers[m]; !known || elf.Class(head[elf.EI_CLASS]) != elf.ELFCLASS64 {
		return m, fmt.Errorf("this is an object for %s: expected one for x86-64 or AArch64", machineName(m, elf.Class(head[elf.EI_CLASS])))
	}
	return m, nil
}

// machineName is a machine as people call it.
func machineName(m elf.Machine, class elf.Class) string {
	switch {
	case m == elf.EM_386:
		return "32-bit x86"
	case m == elf.EM_ARM:
		return "32-bit Arm"
	case m == elf.EM_X86_64:
		return "x32"
	case m == elf.EM_AARCH64:
		return "32-bit AArch64"
	case class == elf.ELFCLASS32:
		return "32-bit " + bareName(m)
	}
	return bareName(m)
}

// bareName is RISCV of EM_RISCV. One that has no name would be EM_ALPHA+28342, by the last before it that has one.
func bareName(m elf.Machine) string {
	name, known := strings.CutPrefix(m.String(), "EM_")
	if !known || strings.Contains(name, "+") {
		return fmt.Sprintf("machine %d", uint16(m))
	}
	return name
}
