package discoveries

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// A Tool is what a discovery is about: a compiler, or a document.
type Tool uint8

// The tools.
const (
	LLVM Tool = iota
	GCC
	GCCForARM
	GCCForPower
	V8
	Intel
	Wazero
	Cranelift
	PPSSPP
	FEX
	Document
)

// A toolRow is how a tool is named, and asked.
type toolRow struct {
	name    string
	seen    string // the version with which tests compare, or the commit that was read
	newer   string // a newer one with which all was seen too, if any
	version string // what the program says of the former, or that and its checksum where it says nothing
	program string // the executable, "" of documents
	flags   string // what it is told, but for the machine
	piped   string // and that it is to read what is piped into it and to write what it makes of it
	source  func(m lane.Map, inPlace bool) (string, error)
}

var tools = [...]toolRow{
	LLVM:        {name: "LLVM", seen: "22.1", version: "LLVM version 22.1", program: "llc", flags: "-O2"},
	GCC:         gcc("gcc"),
	GCCForARM:   gcc("aarch64-linux-gnu-gcc"),
	GCCForPower: gcc("powerpc64le-linux-gnu-gcc"),
	V8:          {name: "V8", seen: "11.3", newer: "14.1", version: "v20.", program: "node", flags: "--no-liftoff --no-wasm-lazy-compilation --print-wasm-code", piped: "-", source: module},
	Intel:       {name: "GenX_IR", seen: "1.0.12504.6", version: "checksum c709fac30160", program: "GenX_IR"},
	Wazero:      {name: "wazero", seen: "1.12.0", version: "wazero v1.12.0"},
	Cranelift:   {name: "Cranelift", seen: "e6b33de"},
	PPSSPP:      {name: "PPSSPP", seen: "c09e6bd"},
	FEX:         {name: "FEX", seen: "b563703"},
	Document:    {name: "document"},
}

// gcc is a row of GCC, which for each machine is a program of its own.
func gcc(program string) toolRow {
	return toolRow{name: "GCC", seen: "12.2", newer: "16.2", version: ") 12.2", program: program, flags: "-O2", piped: "-S -o - -x c -", source: vectorC}
}

// String is the tool's name with the versions that were looked at: "GCC 12.2 and 16.2".
func (t Tool) String() string {
	row := &tools[t]
	name := strings.TrimSpace(row.name + " " + row.seen)
	if row.newer != "" {
		name += " and " + row.newer
	}
	return name
}

// Emits says how many instructions the tool emits: "GCC 12.2 emits 4 instructions and 16.2 emits 3".
func (d *Discovery) Emits() string {
	row, verb := &tools[d.By], "emits"
	if d.Newer > 0 {
		return fmt.Sprintf("%s %s emits %d instructions and %s emits %d", row.name, row.seen, d.Theirs, row.newer, d.Newer)
	}
	if row.newer != "" {
		verb = "emit"
	}
	return fmt.Sprintf("%s %s %d instructions", d.By, verb, d.Theirs)
}

// Program is the executable that tests ask, and "" where there is none.
func (t Tool) Program() string { return tools[t].program }

// Version is what the program says of the version that the table is about.
func (t Tool) Version() string { return tools[t].version }

// ThisMachine says whether the program emits code of the machine that it runs on.
func (t Tool) ThisMachine() bool { return t == V8 || t == Wazero }

// Arguments are those with which the program reads the program of a discovery.
func (d *Discovery) Arguments() []string {
	t := &tools[d.By]
	return append(append(strings.Fields(t.flags), d.Options...), strings.Fields(t.piped)...)
}

// Source is the movement as a program in the tool's language. LLVM's is what lower emits.
func (d *Discovery) Source() (string, error) {
	m, err := lane.Parse(d.Form)
	if err != nil {
		return "", err
	}
	if tools[d.By].source == nil {
		return "", fmt.Errorf("discovery %d has no program", d.No)
	}
	return tools[d.By].source(m, d.InPlace)
}

// selectors are those of a shuffle of two operands, the second of which is zero where the map has a constant. A lane that does not matter is -1.
func selectors(m lane.Map, inPlace bool) (list []int, zeros bool, err error) {
	n := len(m.Lane)
	for k, l := range m.Lane {
		switch {
		case l.Kind == lane.Source:
			list = append(list, l.Src*n+l.Index)
		case l.Kind == lane.Undefined:
			list = append(list, -1)
		case l == lane.Zero() && len(m.Src) == 1:
			zeros = true
			if list = append(list, n); inPlace {
				list[k] += k
			}
		default:
			return nil, false, fmt.Errorf("%s is no shuffle of two operands", m)
		}
	}
	return list, zeros, nil
}

// vectorC is C with vectors, as GCC has them since its version 12.
func vectorC(m lane.Map, inPlace bool) (string, error) {
	list, zeros, err := selectors(m, inPlace)
	if err != nil {
		return "", err
	}
	second := map[bool]string{false: "b", true: "(T){0}"}[zeros]
	if len(m.Src) == 1 && !zeros {
		second = "a"
	}
	element := map[int]string{8: "char", 16: "short", 32: "int", 64: "long long"}[m.Bits]
	return fmt.Sprintf("typedef unsigned %s T __attribute__((vector_size(%d)));\n\nT F(T a, T b)\n{\n  return __builtin_shufflevector(a, %s, %s);\n}\n",
		element, len(m.Lane)*m.Bits/8, second, strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")), nil
}

// module is JavaScript that has a module of WebAssembly compiled, with one function that shuffles its two parameters, or the first one and zeros.
func module(m lane.Map, inPlace bool) (string, error) {
	m, err := m.Regroup(8)
	if err != nil {
		return "", err
	}
	list, zeros, err := selectors(m, inPlace)
	if err != nil {
		return "", err
	}
	second := "0x20, 1" // local.get 1
	if zeros {
		second = "0x41, 0, 0xfd, 15" // i8x16.splat of i32.const 0
	}
	return fmt.Sprintf(`const body = [0, 0x20, 0, %s, 0xfd, 13, %s, 0x0b]; // i8x16.shuffle
new WebAssembly.Module(new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // magic and version
  1, 7, 1, 0x60, 2, 0x7b, 0x7b, 1, 0x7b, // a type: two v128 to one
  3, 2, 1, 0, // a function of it
  10, body.length + 2, 1, body.length, ...body,
]));
`, second, strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")), nil
}
