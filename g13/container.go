package g13

import "strings"

// containers are the first bytes of files in which code may lie, or which are often taken for it, and what they are. The shorter ones that a longer one begins with stand behind it.
var containers = []struct{ magic, is string }{
	{"\xcf\xfa\xed\xfe", "a Mach-O file; code is in its section __TEXT,__text, or in one of a Mach-O file within it"},
	{"\xce\xfa\xed\xfe", "a Mach-O file of 32 bits"},
	{"\xfe\xed\xfa\xcf", "a Mach-O file of another byte order"},
	{"\xfe\xed\xfa\xce", "a Mach-O file of 32 bits and another byte order"},
	{"\xcb\xfe\xba\xbe", "a Metal fat file; the part for the AppleGPU is a Mach-O file with code"},
	{"\xbe\xba\xfe\xcb", "a Metal fat file; the part for the AppleGPU is a Mach-O file with code"},
	{"\xca\xfe\xba\xbe", "a universal Mach-O file"},
	{"\xbe\xba\xfe\xca", "a universal Mach-O file"},
	{"\xca\xfe\xba\xbf", "a universal Mach-O file of 64 bits"},
	{"MTLB", "a Metal library; it has bitcode, and code only once a driver has compiled it"},
	{"MTLP", "a Metal pipeline archive"},
	{"\x7fELF", "an ELF file"},
	{"BC\xc0\xde", "LLVM bitcode"},
	{"\xde\xc0\x17\x0b", "wrapped LLVM bitcode"},
	{"\x03\x02\x23\x07", "a SPIR-V module"},
	{"\x07\x23\x02\x03", "a SPIR-V module of another byte order"},
	{"!<arch>\n", "an ar archive"},
	{"\x1f\x8b\x08", "a gzip file"},
	{"BZh", "a bzip2 file"},
	{"\xfd7zXZ\x00", "an xz file"},
	{"\x28\xb5\x2f\xfd", "a zstd file"},
	{"PK\x03\x04", "a zip file"},
	{"bplist0", "a property list"},
	{"CISA", "a vISA file"},
}

// Container is what the bytes at the beginning of a file say it is if it is no code, or nothing.
func Container(b []byte) string {
	for _, c := range containers {
		if len(b) >= len(c.magic) && string(b[:len(c.magic)]) == c.magic {
			return c.is
		}
	}
	return textual(b)
}

// textual tells text from code, which has zeros and other bytes that no text has.
func textual(b []byte) string {
	const fewest = 4
	digits := 0
	for _, c := range b {
		switch {
		case strings.IndexByte("0123456789abcdefABCDEF", c) >= 0:
			digits++
		case strings.IndexByte(" \t\r\n,_xX", c) >= 0:
		case c >= ' ' && c <= '~':
			digits = -len(b) - 1
		default:
			return ""
		}
	}
	const fewestLetters = 16
	switch {
	case len(b) >= fewest && digits >= fewest:
		return "hexadecimal text"
	case len(b) >= fewestLetters && digits < 0:
		return "text"
	}
	return ""
}

// ContainerBytes is how many bytes of a file Container wants to see.
const ContainerBytes = 64
