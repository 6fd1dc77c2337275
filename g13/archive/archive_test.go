package archive_test

import (
	"bytes"
	"debug/macho"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/archive"
	"github.com/lanescope/lanescope/internal/chance"
)

var full = flag.Bool("full", false, "try many more cases")

const (
	appleGPU = archive.AppleGPU
	amdGPU   = 0x1000014
	air64    = 0x1000017
)

var (
	constant = []byte{0xc5, 0, 0x88, 0}
	vertex   = []byte{0x0e, 0x05, 0xc2, 0x22, 0x18, 0, 0, 0, 0x88, 0}
	fragment = []byte{0x62, 0, 0x87, 0x3a, 0x88, 0}
)

// stages is a Mach-O file with two stages, as a driver writes it: beside them are sections that are no files.
func stages(order binary.AppendByteOrder) []byte {
	return archive.MakeMachO(order, []archive.Section{
		{Name: "__reflection", Bytes: []byte("anything")}, {Name: "__vertex", Bytes: archive.MakeShader(constant, vertex)}, {Name: "__fragment", Bytes: archive.MakeShader(nil, fragment)},
	}, nil)
}

// names are the programs of an archive, with their code.
func names(a *archive.Archive) string {
	var all []string
	for _, p := range a.Programs {
		all = append(all, fmt.Sprintf("%s %x", p.Name(), p.Code))
	}
	return strings.Join(all, ", ")
}

// Every way in which code is packed is unpacked, in both byte orders; and where the code is in the file is where it says.
func TestRead(t *testing.T) {
	little, big := binary.LittleEndian, binary.BigEndian
	main, both := "vertex/_agc.main "+hexOf(vertex), "vertex/_agc.main.constant_program "+hexOf(constant)+", vertex/_agc.main "+hexOf(vertex)+", fragment/_agc.main "+hexOf(fragment)
	thin := "_agc.main.constant_program " + hexOf(constant) + ", _agc.main " + hexOf(vertex)
	library := archive.MakeLibrary("f")
	for _, row := range []struct {
		name string
		file []byte
		want string
	}{
		{"thin", archive.MakeShader(constant, vertex), thin},
		{"no constants", archive.MakeShader(nil, vertex), strings.TrimPrefix(main, "vertex/")},
		{"nested", stages(little), both},
		{"nested, other order", stages(big), both},
		{"fat", archive.MakeFat(little, archive.Image{CPU: air64, Bytes: library}, archive.Image{CPU: appleGPU, Bytes: stages(little)}), both},
		{"fat, other order", archive.MakeFat(big, archive.Image{CPU: appleGPU, Bytes: stages(little)}, archive.Image{CPU: amdGPU, Bytes: []byte("code")}), both},
		{"fat, of a shader", archive.MakeFat(little, archive.Image{CPU: appleGPU, Bytes: archive.MakeShader(constant, vertex)}), thin},
		{"fat in fat", archive.MakeFat(little, archive.Image{CPU: appleGPU, Bytes: archive.MakeFat(big, archive.Image{CPU: appleGPU, Bytes: archive.MakeShader(constant, vertex)})}), thin},
		{"no symbols", archive.MakeMachO(little, []archive.Section{{Name: "__text", Bytes: vertex}}, nil), "__TEXT,__text " + hexOf(vertex)},
		{"two machines", archive.MakeFat(little, archive.Image{CPU: appleGPU, Bytes: archive.MakeShader(constant, vertex)}, archive.Image{CPU: appleGPU, Bytes: archive.MakeShader(constant, fragment)}),
			thin + ", _agc.main.constant_program#2 " + hexOf(constant) + ", _agc.main#2 " + hexOf(fragment)},
		{"one name for several", archive.MakeMachO(little, []archive.Section{{Name: "__text", Bytes: vertex}}, []archive.Symbol{{Name: "a", Address: 0}, {Name: "a#2", Address: 4}, {Name: "a", Address: 8}}),
			"a 0e05c222, a#2 18000000, a#3 8800"},
		{"symbols in disorder", archive.MakeMachO(little, []archive.Section{{Name: "__text", Bytes: append(bytes.Clone(vertex), fragment...)}},
			[]archive.Symbol{{Name: "_helper", Address: uint64(len(vertex))}, {Name: "_agc.main", Address: 0}, {Name: "elsewhere", Address: 99}, {Name: "\x1b[2J", Address: uint64(len(vertex))}}),
			"_agc.main " + hexOf(vertex) + ", _helper " + hexOf(fragment) + ", ?[2J " + hexOf(fragment)},
		{"a stage without a symbol", archive.MakeMachO(little, []archive.Section{{Name: "__vertex", Bytes: archive.MakeMachO(little, []archive.Section{{Name: "__text", Bytes: vertex}}, nil)}}, nil), "vertex " + hexOf(vertex)},
		{"of any machine", universal(archive.MakeFat(big, archive.Image{CPU: appleGPU, Bytes: archive.MakeShader(constant, vertex)})), thin},
	} {
		if !archive.Is(row.file) {
			t.Errorf("%s: is no archive", row.name)
		}
		a, err := archive.Read(row.file)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if got := names(a); got != row.want {
			t.Errorf("%s: %s\nwant %s", row.name, got, row.want)
		}
		for _, p := range a.Programs {
			if !bytes.Equal(row.file[p.Offset:p.Offset+len(p.Code)], p.Code) {
				t.Errorf("%s: %s is not at %#x", row.name, p.Name(), p.Offset)
			}
		}
	}
}

// universal is a fat file whose magic number is that of programs for CPUs.
func universal(fat []byte) []byte {
	binary.BigEndian.PutUint32(fat, 0xcafebabe)
	return fat
}

func hexOf(b []byte) string { return fmt.Sprintf("%x", b) }

// What has no code, or is broken, is refused by what it is and where.
func TestRefused(t *testing.T) {
	little := binary.LittleEndian
	shader := archive.MakeShader(constant, vertex)
	with := func(file []byte, at int, v uint32) []byte {
		file = bytes.Clone(file)
		little.PutUint32(file[at:], v)
		return file
	}
	fat := archive.MakeFat(little, archive.Image{CPU: appleGPU, Bytes: shader})
	deep := shader
	for range 6 {
		deep = archive.MakeMachO(little, []archive.Section{{Name: "__compute", Bytes: deep}}, nil)
	}
	for _, row := range []struct {
		name string
		file []byte
		at   int
		want string
	}{
		{"nothing", nil, 0, "found nothing"},
		{"text", []byte("hello"), 0, "found the bytes 68 65 6c 6c"},
		{"library", archive.MakeLibrary("blur", "add"), 0, "a Metal library, which is AIR bitcode and no code until a driver has compiled it (functions blur, add)"},
		{"library of many", archive.MakeLibrary("a", "b", "c", "d", "e", "f"), 0, "(functions a, b, c, d and 2 more)"},
		{"library cut off", archive.MakeLibrary("blur")[:40], 0, "a Metal library, which is AIR bitcode and no code until a driver has compiled it"},
		{"bitcode only", archive.MakeFat(little, archive.Image{CPU: air64, Bytes: archive.MakeLibrary("f")}, archive.Image{CPU: amdGPU}), 0x30, "but at 0x30 a Metal library, which is AIR bitcode and no code until a driver has compiled it (functions f); at 0xa0 AMD GPU"},
		{"another CPU", with(shader, 4, 0x100000c), 0, "code for the CPU type 0x100000c"},
		{"no code", archive.MakeMachO(little, []archive.Section{{Name: "__const", Bytes: vertex}}, nil), 0, "no section __TEXT,__text"},
		{"fat without a list", fat[:6], 0, "a fat file has 8 bytes before its images, and this has 6"},
		{"too many images", with(fat, 4, 1000), 4, "a list of 1000 images needs 20000 bytes"},
		{"image behind the end", with(fat, 16, 1<<31), 8, "image 0, AppleGPU, is 292 bytes at 0x80000000, and the file ends at"},
		{"image too long", with(fat, 20, 0xffffffff), 8, "image 0, AppleGPU, is 4294967295 bytes at 0x20"},
		{"header cut off", shader[:20], 0, "a Mach-O file has a header of 32 bytes, and this has 20"},
		{"commands too long", with(shader, 20, 1<<30), 20, "the load commands need 1073741824 bytes, and"},
		{"too many commands", with(shader, 16, 9), 0xd0, "load command 2 of 9 begins where 0 bytes of them are left"},
		{"command too short", with(shader, 36, 4), 36, "load command 0 has 4 bytes; expected 8 to 176"},
		{"command too long", with(shader, 36, 4000), 36, "load command 0 has 4000 bytes; expected 8 to 176"},
		{"segment too short", with(shader, 36, 16), 36, "the command of a segment has 16 bytes; expected 72 or more"},
		{"too many sections", with(shader, 96, 1<<31), 96, "2147483648 sections need 171798691840 bytes, and the command has 80 for them"},
		{"section too long", with(shader, 32+72+44, 1), 32 + 72 + 40, "section __TEXT,__text is 4294967310 bytes at 0xd0, and its file ends at"},
		{"section behind the end", with(shader, 32+72+48, 1<<20), 32 + 72 + 40, "section __TEXT,__text is 14 bytes at 0x100000"},
		{"symbols too short", with(shader, 32+152+4, 8), 0xbc, "the command of the symbols has 8 bytes; expected 24"},
		{"too many symbols", with(shader, 32+152+12, 1<<30), 0xc0, "1073741824 symbols at 0xde need 17179869184 bytes"},
		{"names behind the end", with(shader, 32+152+16, 1<<30), 0xc8, "the names of the symbols are 38 bytes at 0x40000000"},
		{"name behind the end", with(shader, 0xde, 99), 0xde, "the name of a symbol is at 0x63 of the names, which have 38 bytes"},
		{"too deep", deep, 0x410, "files within files are more than 4 deep"},
	} {
		_, err := archive.Read(row.file)
		var at *archive.Error
		if !errors.As(err, &at) || !strings.Contains(err.Error(), row.want) || at.Offset != row.at {
			t.Errorf("%s: %v\nwant byte %#x: %s", row.name, err, row.at, row.want)
		}
	}
}

// TestStandard: what the writer makes, the standard library's reader of Mach-O files reads as it was meant. It is not used on files that others have made.
func TestStandard(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		text := append(bytes.Clone(constant), vertex...)
		file := archive.MakeMachO(order, []archive.Section{{Name: "__const", Bytes: []byte("abc")}, {Name: "__text", Bytes: text}}, []archive.Symbol{{Name: "one", Address: 3}, {Name: "two", Address: 7}})
		f, err := macho.NewFile(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		const gpuLibrary = 13
		if f.Cpu != appleGPU || f.SubCpu != 0 || f.Type != gpuLibrary || f.Ncmd != 2 || len(f.Sections) != 2 || f.Symtab == nil || len(f.Symtab.Syms) != 2 {
			t.Fatalf("%+v", f.FileHeader)
		}
		data, err := f.Section("__text").Data()
		if s := f.Section("__text"); err != nil || !bytes.Equal(data, text) || s.Seg != "__TEXT" || s.Addr != 3 || s.Size != uint64(len(text)) {
			t.Errorf("%+v %x %v", s.SectionHeader, data, err)
		}
		for k, want := range []macho.Symbol{{Name: "one", Type: 15, Sect: 1, Value: 3}, {Name: "two", Type: 15, Sect: 1, Value: 7}} {
			if f.Symtab.Syms[k] != want {
				t.Errorf("%+v, want %+v", f.Symtab.Syms[k], want)
			}
		}
		if f.Section("__text").Align != 0 {
			t.Errorf("%+v", f.Section("__text").SectionHeader)
		}
		if s := f.Segment("__TEXT"); s == nil || s.Addr != 0 || s.Filesz != uint64(3+len(text)) || s.Memsz != s.Filesz || s.Nsect != 2 {
			t.Errorf("%+v", s)
		}
	}
}

// A library's names are read as far as they are there.
func TestLibraries(t *testing.T) {
	whole := archive.MakeLibrary("blur", "add")
	little := binary.LittleEndian
	if size := little.Uint64(whole[16:]); size != uint64(len(whole)) {
		t.Errorf("the library says that it has %d bytes, and it has %d", size, len(whole))
	}
	for cut, want := range map[int]string{len(whole): "(functions blur, add)", len(whole) - 1: "(functions blur)", len(whole) - 16: "(functions blur)", len(whole) - 20: "compiled it", 0x5c: "compiled it", 0x58: "compiled it"} {
		if _, err := archive.Read(whole[:cut]); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%d of %d bytes: %v, want %s", cut, len(whole), err, want)
		}
	}
	few := bytes.Clone(whole)
	little.PutUint32(few[0x58:], 1)
	if _, err := archive.Read(few); err == nil || !strings.HasSuffix(err.Error(), "(functions blur)") {
		t.Errorf("of one function: %v", err)
	}
	other := bytes.Clone(whole)
	copy(other[0x60:], "TYPE") // the first tag of blur is no name
	if _, err := archive.Read(other); err == nil || !strings.HasSuffix(err.Error(), "(functions add)") {
		t.Errorf("a tag of something else: %v", err)
	}
	last := bytes.Clone(whole[:0x58+4+4+6+5]) // whose one tag ends with it
	little.PutUint32(last[0x58:], 1)
	little.PutUint32(last[0x5c:], 4+6+5)
	if _, err := archive.Read(last); err == nil || !strings.HasSuffix(err.Error(), "(functions blur)") {
		t.Errorf("a last tag: %v", err)
	}
}

// Files that would make reading long are refused before they do.
func TestBounds(t *testing.T) {
	little := binary.LittleEndian
	symbols := make([]archive.Symbol, 1<<16+1)
	for k := range symbols {
		symbols[k] = archive.Symbol{Name: "s", Address: uint64(k % 8000)}
	}
	sections := make([]archive.Section, 70)
	for k := range sections {
		sections[k] = archive.Section{Name: "__compute", Bytes: archive.MakeShader(nil, vertex)}
	}
	for _, row := range []struct {
		name string
		file []byte
		want string
	}{
		{"symbols", archive.MakeMachO(little, []archive.Section{{Name: "__text", Bytes: make([]byte, 8000)}}, symbols), "there are more than 65536 symbols"},
		{"programs", archive.MakeMachO(little, []archive.Section{{Name: "__text", Bytes: make([]byte, 8000)}}, symbols[:8000]), "there are more than 4096 programs"},
		{"files", archive.MakeMachO(little, sections, nil), "there are more than 64 files within this one"},
	} {
		if _, err := archive.Read(row.file); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.name, err, row.want)
		}
	}
}

// What just fits is read, and what is one more is not; names are cut, and lists that are long end.
func TestEnds(t *testing.T) {
	little := binary.LittleEndian
	text := []archive.Section{{Name: "__text", Bytes: make([]byte, 8)}}
	symbols := make([]archive.Symbol, 1<<16)
	for k := range symbols {
		symbols[k] = archive.Symbol{Name: "s", Address: 1 << 20} // of another section
	}
	if _, err := archive.Read(archive.MakeMachO(little, text, symbols)); err != nil {
		t.Errorf("65536 symbols: %v", err)
	}
	images := make([]archive.Image, 64)
	images[0] = archive.Image{CPU: appleGPU, Bytes: archive.MakeMachO(little, text, nil)}
	if _, err := archive.Read(archive.MakeFat(little, images...)); err != nil {
		t.Errorf("64 images: %v", err)
	}
	if _, err := archive.Read(archive.MakeFat(little, append(images, archive.Image{})...)); err == nil || err.Error() != "byte 0x4: 65 images are more than the 64 that are read" {
		t.Errorf("65 images: %v", err)
	}
	a, err := archive.Read(archive.MakeMachO(little, text, []archive.Symbol{{Name: strings.Repeat("n", 300), Address: 0}, {Name: "behind", Address: 8}}))
	if err != nil || len(a.Programs) != 1 || a.Programs[0].Symbol != strings.Repeat("n", 255) {
		t.Errorf("%v %v", a, err)
	}
	for n, want := range map[int]string{4: "(functions a, a, a, a)", 5: "(functions a, a, a, a and 1 more)"} {
		if _, err := archive.Read(archive.MakeLibrary(slices.Repeat([]string{"a"}, n)...)); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%d functions: %v", n, err)
		}
	}
	others := make([]archive.Image, 10)
	for k := range others {
		others[k] = archive.Image{CPU: amdGPU, Bytes: []byte("code")}
	}
	if _, err := archive.Read(archive.MakeFat(little, others...)); err == nil || strings.Count(err.Error(), "AMD GPU") != 8 || !strings.HasSuffix(err.Error(), "; and 2 more") {
		t.Errorf("ten images of others: %v", err)
	}
}

// A program is found by its name, by its stage, or without one where there is one only.
func TestFind(t *testing.T) {
	little := binary.LittleEndian
	two, err := archive.Read(stages(little))
	if err != nil {
		t.Fatal(err)
	}
	one, err := archive.Read(archive.MakeShader(constant, vertex))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		a               *archive.Archive
		name, want, err string
	}{
		{one, "", "_agc.main", ""}, {one, "_agc.main.constant_program", "_agc.main.constant_program", ""}, {two, "vertex", "vertex/_agc.main", ""}, {two, "fragment/_agc.main", "fragment/_agc.main", ""},
		{two, "", "", "there are several programs: vertex/_agc.main.constant_program, vertex/_agc.main, fragment/_agc.main"},
		{two, "kernel", "", `there is no program "kernel"; there are vertex/_agc.main.constant_program, vertex/_agc.main, fragment/_agc.main`},
	} {
		p, err := row.a.Find(row.name)
		if err != nil && err.Error() != row.err || err == nil && (p.Name() != row.want || row.err != "") {
			t.Errorf("%q: %v %v, want %s %s", row.name, p.Name(), err, row.want, row.err)
		}
	}
	var symbols []archive.Symbol
	for k := range 20 {
		symbols = append(symbols, archive.Symbol{Name: fmt.Sprintf("f%d", k), Address: uint64(2 * k)})
	}
	many, err := archive.Read(archive.MakeMachO(little, []archive.Section{{Name: "__text", Bytes: make([]byte, 40)}}, symbols))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := many.Find(""); err == nil || !strings.HasSuffix(err.Error(), "f15, 4 more") {
		t.Errorf("%v", err)
	}
	vertexMain, _ := two.Find("vertex")
	fragmentMain, _ := two.Find("fragment")
	if c, ok := two.Constant(vertexMain); !ok || !bytes.Equal(c.Code, constant) {
		t.Errorf("the constant program of the vertices is %v", c)
	}
	if c, ok := two.Constant(fragmentMain); ok {
		t.Errorf("the fragments have none, and got %v", c)
	}
	if c, ok := two.Constant(two.Programs[0]); ok {
		t.Errorf("a constant program has none, and got %v", c)
	}
}

// samples are archives of every kind.
func samples() [][]byte {
	little, big := binary.LittleEndian, binary.BigEndian
	return [][]byte{
		archive.MakeShader(constant, vertex), stages(little), stages(big), archive.MakeLibrary("f", "g"),
		archive.MakeFat(little, archive.Image{CPU: air64, Bytes: archive.MakeLibrary("f")}, archive.Image{CPU: appleGPU, Bytes: stages(little)}),
		archive.MakeFat(big, archive.Image{CPU: appleGPU, Bytes: archive.MakeShader(constant, vertex)}, archive.Image{CPU: amdGPU, Bytes: []byte("code")}),
	}
}

// checkRead: any bytes are an archive whose programs lie in them, or are refused at one of their bytes.
func checkRead(t *testing.T, file []byte) (read bool) {
	t.Helper()
	a, err := archive.Read(file)
	var at *archive.Error
	switch {
	case err != nil && (!errors.As(err, &at) || at.Offset < 0 || at.Offset > len(file)):
		t.Fatalf("%v", err)
	case err != nil:
		return false
	}
	seen := map[string]bool{}
	for _, p := range a.Programs {
		if p.Offset < 0 || p.Offset+len(p.Code) > len(file) || len(p.Code) > 0 && &file[p.Offset] != &p.Code[0] || cap(p.Code) != len(p.Code) {
			t.Fatalf("%s at %#x", p.Name(), p.Offset)
		}
		if seen[p.Name()] {
			t.Fatalf("two programs are called %s", p.Name())
		}
		seen[p.Name()] = true
	}
	return true
}

// TestHostile: archives of which bytes and numbers are changed by chance. With -full there are 10^7 of them.
func TestHostile(t *testing.T) {
	r := chance.Random(t, 1)
	cases := 100_000
	if *full {
		cases = 10_000_000
	}
	all := samples()
	var file []byte
	read := 0
	for range cases {
		file = append(file[:0], all[r.IntN(len(all))]...)
		for range 1 + r.IntN(4) {
			switch at := r.IntN(len(file)); r.IntN(6) {
			case 0:
				file[at] = byte(r.Uint32())
			case 1:
				file[at] ^= 1 << r.IntN(8)
			case 2: // a number that is nearly right, or far off
				at &^= 3
				if at+4 <= len(file) {
					v := binary.LittleEndian.Uint32(file[at:])
					binary.LittleEndian.PutUint32(file[at:], []uint32{v + 1, v - 1, 0, 1, 1 << 31, ^uint32(0), uint32(len(file)), uint32(r.IntN(len(file)))}[r.IntN(8)])
				}
			case 3:
				file = file[:at+1]
			case 4: // a part of another one
				other := all[r.IntN(len(all))]
				copy(file[at:], other[r.IntN(len(other)):])
			default:
				copy(file[at:], file[r.IntN(len(file)):])
			}
		}
		if checkRead(t, file) {
			read++
		}
	}
	if read == 0 || read == cases {
		t.Errorf("%d of %d were read", read, cases)
	}
	t.Logf("%d files, of which %d are archives", cases, read)
}

// FuzzRead is the same for any bytes.
func FuzzRead(f *testing.F) {
	for _, file := range samples() {
		f.Add(file)
	}
	chance.Fuzz(f, func(t *testing.T, file []byte) {
		archive.Is(file)
		checkRead(t, file)
	})
}
