package archive

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// A Metal library: offsets and sizes of 64 bits, and at the first of them a list of functions, each of which is tags.
//
//	MTLB …  │ 18: the list's offset, and its size │ … │ 48: the bitcode's offset, and its size
//	count   │ size "NAME" 5 "blur\0" "TYPE" 1 … "ENDT" │ size …
const (
	libraryHeader = 0x58
	listAt        = 0x18
)

// libraryName is what a library is, and the names of its functions as far as they can be read: nothing here is an error, since there is no code in any case.
func libraryName(b []byte) string {
	const is = "a Metal library, which is AIR bitcode and no code until a driver has compiled it"
	names := functions(b)
	const enough = 4
	switch more := len(names) - enough; {
	case len(names) == 0:
		return is
	case more > 0:
		return fmt.Sprintf("%s (functions %s and %d more)", is, strings.Join(names[:enough], ", "), more)
	}
	return fmt.Sprintf("%s (functions %s)", is, strings.Join(names, ", "))
}

// functions are the names of a library's functions.
func functions(b []byte) (names []string) {
	if len(b) < libraryHeader {
		return nil
	}
	little := binary.LittleEndian
	list, ok := part{0, b}.from(little.Uint64(b[listAt:]), 4)
	if !ok {
		return nil
	}
	rest := b[list.at+4:]
	for range min(little.Uint32(list.bytes), maxPrograms) {
		if len(rest) < 4 {
			break
		}
		size := little.Uint32(rest)
		if size < 4 || uint64(size) > uint64(len(rest)) {
			break
		}
		if name := nameTag(rest[4:size]); name != "" {
			names = append(names, name)
		}
		rest = rest[size:]
	}
	return names
}

// nameTag is the name among the tags of a function.
func nameTag(b []byte) string {
	const head = 6 // four letters and a size
	for len(b) >= head {
		tag, size := string(b[:4]), int(binary.LittleEndian.Uint16(b[4:]))
		if tag == "ENDT" || size > len(b)-head {
			break
		}
		if tag == "NAME" {
			return printable(cString(b[head : head+size]))
		}
		b = b[head+size:]
	}
	return ""
}
