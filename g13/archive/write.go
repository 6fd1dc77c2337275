package archive

import "encoding/binary"

// An Image is a part of a fat file.
type Image struct {
	CPU   uint32 // its type, such as AppleGPU
	Bytes []byte
}

// MakeFat is a Metal fat file of some images, in either byte order.
func MakeFat(order binary.AppendByteOrder, images ...Image) []byte {
	const aligned = 16
	b := appendWords(nil, order, magicMetalFat, uint32(len(images)))
	at := fatHeader + fatImage*len(images)
	for _, i := range images {
		at = (at + aligned - 1) &^ (aligned - 1)
		b = appendWords(b, order, i.CPU, 0, uint32(at), uint32(len(i.Bytes)), 4)
		at += len(i.Bytes)
	}
	for _, i := range images {
		for len(b)%aligned != 0 {
			b = append(b, 0)
		}
		b = append(b, i.Bytes...)
	}
	return b
}

// A Section is one of a Mach-O file's segment __TEXT.
type Section struct {
	Name  string // __text
	Bytes []byte
}

// A Symbol is a name for an address; sections stand one behind the other from address 0 on.
type Symbol struct {
	Name    string
	Address uint64
}

// MakeMachO is a Mach-O file for an Apple GPU with some sections and symbols.
func MakeMachO(order binary.AppendByteOrder, sections []Section, symbols []Symbol) []byte {
	const library = 13 // a GPU's dynamic library
	size := segmentSize + sectionSize*len(sections)
	first := machHeader + size + symtabSize
	data := 0
	for _, s := range sections {
		data += len(s.Bytes)
	}
	b := appendWords(nil, order, magicMachO64, AppleGPU, 0, library, 2, uint32(size+symtabSize), 0, 0)
	b = appendWords(b, order, segment64, uint32(size))
	b = appendName(b, textSegment)
	b = appendLongs(b, order, 0, uint64(data), uint64(first), uint64(data))
	b = appendWords(b, order, 5, 5, uint32(len(sections)), 0)
	at := 0
	for _, s := range sections {
		b = appendName(appendName(b, s.Name), textSegment)
		b = appendLongs(b, order, uint64(at), uint64(len(s.Bytes)))
		b = appendWords(b, order, uint32(first+at), 0, 0, 0, 0, 0, 0, 0)
		at += len(s.Bytes)
	}
	names, table := []byte{0}, []byte(nil)
	for _, s := range symbols {
		const inSection = 0x0f // defined, and known outside
		table = append(appendWords(table, order, uint32(len(names))), inSection, 1, 0, 0)
		table = appendLongs(table, order, s.Address)
		names = append(append(names, s.Name...), 0)
	}
	b = appendWords(b, order, symtab, symtabSize, uint32(first+data), uint32(len(symbols)), uint32(first+data+len(table)), uint32(len(names)))
	for _, s := range sections {
		b = append(b, s.Bytes...)
	}
	return append(append(b, table...), names...)
}

// MakeShader is the file of one stage: a constant program, which may be empty, and the main one.
func MakeShader(constant, main []byte) []byte {
	symbols := []Symbol{{MainSymbol, uint64(len(constant))}}
	if len(constant) > 0 {
		symbols = append([]Symbol{{ConstantSymbol, 0}}, symbols...)
	}
	text := append(append([]byte(nil), constant...), main...)
	return MakeMachO(binary.LittleEndian, []Section{{"__text", text}}, symbols)
}

// MakeLibrary is a Metal library with functions of these names and without bitcode.
func MakeLibrary(names ...string) []byte {
	little := binary.LittleEndian
	list := appendWords(nil, little, uint32(len(names)))
	for _, name := range names {
		tags := append(little.AppendUint16([]byte("NAME"), uint16(len(name)+1)), name...)
		tags = append(tags, "\x00ENDT"...)
		list = append(appendWords(list, little, uint32(4+len(tags))), tags...)
	}
	b := append([]byte(magicLibrary), 1, 0x80, 2, 0, 7, 0, 0, 0, 0, 0, 0, 0)
	size := uint64(libraryHeader + len(list))
	b = appendLongs(b, little, size, libraryHeader, uint64(len(list)), size, 0, size, 0, size, 0)
	return append(b, list...)
}

func appendWords(b []byte, order binary.AppendByteOrder, words ...uint32) []byte {
	for _, w := range words {
		b = order.AppendUint32(b, w)
	}
	return b
}

func appendLongs(b []byte, order binary.AppendByteOrder, longs ...uint64) []byte {
	for _, l := range longs {
		b = order.AppendUint64(b, l)
	}
	return b
}

// appendName appends a name of 16 bytes.
func appendName(b []byte, name string) []byte {
	var field [16]byte
	copy(field[:], name)
	return append(b, field[:]...)
}
