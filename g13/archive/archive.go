package archive

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// The names of the symbols of a shader and of what runs once before it.
const (
	MainSymbol     = "_agc.main"
	ConstantSymbol = "_agc.main.constant_program"
)

// A Program is code in an archive. A symbol ends where the next one begins.
type Program struct {
	Symbol  string // where there are no symbols, nothing
	Stage   string // vertex, fragment or compute, by the section that it was in; by itself nothing
	Machine uint32 // which generation of GPU it is for, as the file numbers them
	Offset  int    // in the file
	Code    []byte

	again int // how many of this stage and symbol there were before: an archive may be for several machines
}

// Name is what tells the programs of an archive apart: the stage and the symbol, and from the second one on its number.
func (p Program) Name() string {
	name := p.Symbol
	switch {
	case p.Symbol == "" && p.Stage == "":
		name = textSection
	case p.Symbol == "":
		name = p.Stage
	case p.Stage != "":
		name = p.Stage + "/" + p.Symbol
	}
	if p.again > 0 {
		name = fmt.Sprintf("%s#%d", name, p.again+1)
	}
	return name
}

// Main says whether it is what a stage executes for each thread, and not what is before it or is called.
func (p Program) Main() bool { return p.Symbol == MainSymbol || p.Symbol == "" }

// Constant is the constant program that goes with a program, if there is one.
func (a *Archive) Constant(of Program) (constant Program, ok bool) {
	for _, p := range a.Programs {
		if p.Symbol == ConstantSymbol && p.Stage == of.Stage && p.again == of.again && of.Symbol == MainSymbol {
			return p, true
		}
	}
	return Program{}, false
}

// Find is the program with a name, or the main one of a stage with that name. Without a name it is the only main one, or the only one. The error says what there is.
func (a *Archive) Find(name string) (Program, error) {
	var found []Program
	for _, p := range a.Programs {
		if name != "" && (p.Name() == name || p.Main() && p.Stage == name) || name == "" && p.Main() {
			found = append(found, p)
		}
	}
	if name == "" && len(found) == 0 {
		found = a.Programs
	}
	if len(found) == 1 {
		return found[0], nil
	}
	names := make([]string, 0, len(a.Programs))
	for _, p := range a.Programs {
		names = append(names, p.Name())
	}
	const enough = 16
	if more := len(names) - enough; more > 0 {
		names = append(names[:enough], fmt.Sprintf("%d more", more))
	}
	if name == "" || len(found) > 1 {
		return Program{}, fmt.Errorf("there are several programs: %s", strings.Join(names, ", "))
	}
	return Program{}, fmt.Errorf("there is no program %q; there are %s", name, strings.Join(names, ", "))
}

// An Archive is what was found in a file.
type Archive struct {
	Programs []Program
	Others   []Other
}

// An Other is what else there is: bitcode, and code of other machines.
type Other struct {
	Is     string
	Offset int
	Size   int
}

// An Error is what is wrong with a file, and at which byte.
type Error struct {
	Offset int
	What   string
}

// Error is the place and what is wrong there.
func (e *Error) Error() string { return fmt.Sprintf("byte %#x: %s", e.Offset, e.What) }

func wrong(offset int, format string, args ...any) error {
	return &Error{offset, fmt.Sprintf(format, args...)}
}

// Bounds of what is read. No archive that a driver wrote comes near to them; one that was made to be slow does.
const (
	maxFiles    = 64      // Mach-O files in a file
	maxDepth    = 4       // of them within one another
	maxPrograms = 1 << 12 // in all
	maxSymbols  = 1 << 16 // likewise
)

// The magic numbers of files, as they are read in the file's own byte order.
const (
	magicMetalFat  = 0xcbfebabe
	magicUniversal = 0xcafebabe
	magicMachO64   = 0xfeedfacf
	magicLibrary   = "MTLB"
)

// magicOf is the magic number that a file begins with, and its byte order; 0 if it is none of ours.
func magicOf(b []byte) (magic uint32, order binary.ByteOrder) {
	if len(b) < 4 {
		return 0, nil
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		switch m := order.Uint32(b); m {
		case magicMetalFat, magicUniversal, magicMachO64:
			return m, order
		}
	}
	return 0, nil
}

// Is says whether a file that begins so may be an archive, or a library, which Read then refuses by name.
func Is(head []byte) bool {
	magic, _ := magicOf(head)
	return magic != 0 || strings.HasPrefix(string(head), magicLibrary)
}

// Read finds the programs in a file. Their code is part of it.
func Read(file []byte) (*Archive, error) {
	r := &reader{file: file}
	if err := r.any(part{0, file}, 0, ""); err != nil {
		return nil, err
	}
	if len(r.Programs) == 0 {
		return nil, r.nothing()
	}
	seen := map[string]bool{}
	again := map[string]int{}
	for n := range r.Programs {
		p := &r.Programs[n]
		name := p.Name()
		for p.again = again[name]; seen[p.Name()]; p.again++ { // a symbol may be called so itself
		}
		again[name] = p.again + 1
		seen[p.Name()] = true
	}
	return &r.Archive, nil
}

// nothing is the error of a file without programs, which says what there is instead.
func (r *reader) nothing() error {
	if len(r.Others) == 0 {
		return wrong(0, "there is no code in this file: no section %s, and none of a stage", textSection)
	}
	all := make([]string, 0, len(r.Others))
	for _, o := range r.Others {
		if text := fmt.Sprintf("at %#x %s", o.Offset, o.Is); !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	const enough = 8
	if more := len(all) - enough; more > 0 {
		all = append(all[:enough], fmt.Sprintf("and %d more", more))
	}
	return wrong(r.Others[0].Offset, "there is no code of an AppleGPU in this file, but %s", strings.Join(all, "; "))
}

// A part is some bytes of the file, and where they begin.
type part struct {
	at    int
	bytes []byte
}

// from is size bytes of a part; ok is false if it has not so many there.
func (p part) from(offset, size uint64) (within part, ok bool) {
	if offset > uint64(len(p.bytes)) || size > uint64(len(p.bytes))-offset {
		return part{}, false
	}
	return part{p.at + int(offset), p.bytes[offset : offset+size]}, true
}

// A reader is a file that is being read.
type reader struct {
	Archive
	file    []byte
	files   int
	symbols int
}

// any reads what begins with a magic number.
func (r *reader) any(p part, depth int, stage string) error {
	if depth > maxDepth {
		return wrong(p.at, "files within files are more than %d deep", maxDepth)
	}
	if r.files++; r.files > maxFiles {
		return wrong(p.at, "there are more than %d files within this one", maxFiles)
	}
	switch magic, order := magicOf(p.bytes); {
	case magic == magicMachO64:
		return r.machO(p, order, depth, stage)
	case magic != 0:
		return r.fat(p, order, depth, stage)
	case strings.HasPrefix(string(p.bytes), magicLibrary):
		r.Others = append(r.Others, Other{libraryName(p.bytes), p.at, len(p.bytes)})
		return nil
	}
	return wrong(p.at, "expected a Mach-O file of 64 bits, a Metal fat file or a Metal library, found %s", beginning(p.bytes))
}

// beginning is the first bytes of something.
func beginning(b []byte) string {
	if len(b) == 0 {
		return "nothing"
	}
	return fmt.Sprintf("the bytes % x", b[:min(4, len(b))])
}

// machines are the types of CPU that are GPUs.
var machines = map[uint32]string{0x1000013: "AppleGPU", 0x1000014: "AMD GPU", 0x1000015: "Intel GPU", 0x1000017: "AIR64"}

// AppleGPU is the type of CPU whose code is read.
const AppleGPU = 0x1000013

func machineName(cpu uint32) string {
	if name, ok := machines[cpu]; ok {
		return name
	}
	return fmt.Sprintf("code for the CPU type %#x", cpu)
}

// A fat file is a list of images:
//
//	magic count │ type subtype offset size align │ …      numbers of 32 bits
const (
	fatHeader = 8
	fatImage  = 20
)

// fat reads each image that is for an Apple GPU.
func (r *reader) fat(p part, order binary.ByteOrder, depth int, stage string) error {
	head, ok := p.from(0, fatHeader)
	if !ok {
		return wrong(p.at, "a fat file has %d bytes before its images, and this has %d", fatHeader, len(p.bytes))
	}
	count := order.Uint32(head.bytes[4:])
	list, ok := p.from(fatHeader, uint64(count)*fatImage)
	if !ok {
		return wrong(p.at+4, "a list of %d images needs %d bytes, and %d are left", count, uint64(count)*fatImage, len(p.bytes)-fatHeader)
	}
	if count > maxFiles {
		return wrong(p.at+4, "%d images are more than the %d that are read", count, maxFiles)
	}
	for n := range int(count) {
		entry := list.bytes[n*fatImage:]
		cpu, offset, size := order.Uint32(entry), order.Uint32(entry[8:]), order.Uint32(entry[12:])
		image, ok := p.from(uint64(offset), uint64(size))
		if !ok {
			return wrong(list.at+n*fatImage, "image %d, %s, is %d bytes at %#x, and the file ends at %#x", n, machineName(cpu), size, offset, len(p.bytes))
		}
		if cpu != AppleGPU {
			r.other(cpu, image)
			continue
		}
		if err := r.any(image, depth+1, stage); err != nil {
			return err
		}
	}
	return nil
}

// other notes an image that is no code of an Apple GPU.
func (r *reader) other(cpu uint32, image part) {
	is := machineName(cpu)
	if strings.HasPrefix(string(image.bytes), magicLibrary) {
		is = libraryName(image.bytes)
	}
	r.Others = append(r.Others, Other{is, image.at, len(image.bytes)})
}
