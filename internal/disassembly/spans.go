package disassembly

import (
	"bytes"
	"cmp"
	"debug/elf"
	"encoding/binary"
	"io"
	"slices"
)

// A Span is addresses of a program: from the first to behind the last. That of 0 to 0 is all there are.
type Span struct{ From, To uint64 }

// Spans cut the code of a linked program for x86-64 or AArch64 into pieces of some size, between functions. Where functions begin stands in .eh_frame_hdr, which is there for programs without symbols too:
//
//	version 1, encodings 1b 03 3b, where .eh_frame is, how many, then of each: where it begins, counted from the section; where its frame is
//
// What is no such program, or is short, or says nothing of its functions, is one span with all there is.
func Spans(f io.ReaderAt, size uint64) []Span {
	whole := []Span{{}}
	e, err := elf.NewFile(f)
	if err != nil || e.Type == elf.ET_REL || disassemblers[e.Machine].arch == "" {
		return whole
	}
	begins := functionBegins(e)
	var spans []Span
	for _, s := range e.Sections {
		if s.Type != elf.SHT_PROGBITS || s.Flags&(elf.SHF_EXECINSTR|elf.SHF_COMPRESSED) != elf.SHF_EXECINSTR || s.Size == 0 || s.Addr+s.Size < s.Addr { // of what is packed nothing stands at its addresses
			continue
		}
		from, end := s.Addr, s.Addr+s.Size
		for size > 0 && end-from > size {
			cut := end
			if k, _ := slices.BinarySearch(begins, from+size); k < len(begins) {
				cut = min(end, begins[k])
			}
			if cut-from > 2*size && e.Machine == elf.EM_X86_64 {
				cut = padded(s, from+size, cut)
			}
			if cut == end {
				break
			}
			spans = append(spans, Span{from, cut})
			from = cut
		}
		spans = append(spans, Span{from, end})
	}
	if len(spans) < 2 {
		return whole
	}
	return joined(spans, size)
}

// Code that was written as assembly has no frames. It is padded to lines of 16 bytes by instructions that do nothing, behind one of which there is the next one, whether it begins a function or a loop:
//
//	… c3 | 66 0f 1f 84 00 00 00 00 00 | 55 …
var padding = [][]byte{{0x0f, 0x1f, 0x40, 0x00}, {0x0f, 0x1f, 0x44, 0x00, 0x00}, {0x0f, 0x1f, 0x80, 0, 0, 0, 0}, {0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0}}

// padded is the first address behind padding, or the last one that is asked for.
func padded(s *elf.Section, from, to uint64) uint64 {
	const most = 1 << 18 // bytes in which some is looked for
	b := make([]byte, min(most, to-from))
	if _, err := s.ReadAt(b, int64(from-s.Addr)); err != nil {
		return to
	}
	for k := range b {
		if (from+uint64(k))%16 != 0 {
			continue
		}
		for _, p := range padding {
			if bytes.HasSuffix(b[:k], p) {
				return from + uint64(k)
			}
		}
	}
	return to
}

// joined makes one of neighbours that are short together: sections of a few bytes are no work of their own. So does it of those that overlap, as sections of a broken file do: what both have is read once.
func joined(spans []Span, size uint64) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	all := spans[:1]
	for _, s := range spans[1:] {
		if last := &all[len(all)-1]; s.From < last.To || s.To-last.From <= size {
			last.To = max(last.To, s.To)
			continue
		}
		all = append(all, s)
	}
	if len(all) == 1 {
		return []Span{{}}
	}
	return all
}

// mostFunctions bounds how many functions are asked where they begin.
const mostFunctions = 1 << 24

// functionBegins are the addresses of .eh_frame_hdr, in order.
func functionBegins(e *elf.File) []uint64 {
	s := e.Section(".eh_frame_hdr")
	if s == nil || s.Size < 12 || s.Size > 12+8*mostFunctions {
		return nil
	}
	b, err := s.Data()
	if err != nil || string(b[:4]) != "\x01\x1b\x03\x3b" {
		return nil
	}
	n := min(int(binary.LittleEndian.Uint32(b[8:])), (len(b)-12)/8)
	begins := make([]uint64, 0, n)
	for k := range n {
		begins = append(begins, s.Addr+uint64(int64(int32(binary.LittleEndian.Uint32(b[12+8*k:])))))
	}
	slices.Sort(begins)
	return begins
}
