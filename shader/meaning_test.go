package shader_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shader"
)

// The second meaning: programs are made as trees, each language prints a tree, and the tree by itself computes bytes. The reader's map of the print has to move the same bytes.

// A tongue is how a language writes what trees are made of.
type tongue struct {
	name    string
	longest int
	masks   bool // several lanes are assigned to at once
	typ     func(bytes, lanes int) string
	list    func(typ string) string // in front of the parenthesis around lanes
	frame   func(result string, parameters [][2]string, body string) string
	declare func(typ, name, value string) string
	cast    func(typ, value string) string // of bits
	loose   bool                           // nothing is declared: parameters have four lanes of 32 bits
}

func unsignedC(size, lanes int) string {
	name := map[int]string{1: "uchar", 2: "ushort", 4: "uint", 8: "ulong"}[size]
	if lanes > 1 {
		name += fmt.Sprint(lanes)
	}
	return name
}

func frameC(result string, parameters [][2]string, body string) string {
	var list []string
	for _, p := range parameters {
		list = append(list, p[0]+" "+p[1])
	}
	return result + " f(" + strings.Join(list, ", ") + ") {\n" + body + "}\n"
}

func declareC(typ, name, value string) string { return typ + " " + name + " = " + value }

func itself(typ string) string { return typ }

var tongues = []tongue{
	{name: "GLSL", longest: 4, masks: true, list: itself, frame: frameC, declare: declareC, typ: func(size, lanes int) string {
		if lanes == 1 {
			return map[int]string{1: "uint8_t", 2: "uint16_t", 4: "uint", 8: "uint64_t"}[size]
		}
		return map[int]string{1: "u8", 2: "u16", 4: "u", 8: "u64"}[size] + "vec" + fmt.Sprint(lanes)
	}},
	{name: "HLSL", longest: 4, masks: true, list: itself, frame: frameC, declare: declareC, typ: func(size, lanes int) string {
		name := map[int]string{1: "uint8_t", 2: "uint16_t", 4: "uint", 8: "uint64_t"}[size]
		if lanes > 1 {
			name += fmt.Sprint(lanes)
		}
		return name
	}},
	{name: "lines of HLSL", longest: 4, masks: true, list: itself, typ: unsignedC, loose: true,
		frame: func(_ string, _ [][2]string, body string) string { return body }, declare: func(_, name, value string) string { return name + " = " + value }},
	{name: "MSL", longest: 4, masks: true, list: itself, frame: frameC, declare: declareC, typ: unsignedC, cast: func(typ, value string) string { return "as_type<" + typ + ">(" + value + ")" }},
	{name: "OpenCL", longest: 16, masks: true, frame: frameC, declare: declareC, typ: unsignedC,
		list: func(typ string) string { return "(" + typ + ")" }, cast: func(typ, value string) string { return "as_" + typ + "(" + value + ")" }},
	{name: "WGSL", longest: 4, list: itself,
		typ: func(size, lanes int) string {
			if size != 4 {
				return ""
			}
			return map[int]string{1: "u32", 2: "vec2<u32>", 3: "vec3u", 4: "vec4<u32>"}[lanes]
		},
		frame: func(result string, parameters [][2]string, body string) string {
			var list []string
			for _, p := range parameters {
				list = append(list, p[1]+": "+p[0])
			}
			return "fn f(" + strings.Join(list, ", ") + ") -> " + result + " {\n" + body + "}\n"
		},
		declare: func(typ, name, value string) string { return "var " + name + ": " + typ + " = " + value },
	},
}

func tongueNamed(t *testing.T, name string) tongue {
	k := slices.IndexFunc(tongues, func(l tongue) bool { return l.name == name })
	if k < 0 {
		t.Fatalf("there is no %s", name)
	}
	return tongues[k]
}

// A tree is an expression: one of the fields says which.
type tree struct {
	size, lanes int // bytes of a lane, and lanes

	name   string // a variable
	number uint64 // a constant scalar, if nothing else
	pick   []int  // lanes of the first child
	list   bool   // the children's lanes behind one another
	cast   bool   // the bits of the first child
	kids   []*tree
}

// A maker makes trees and statements at random, with the bytes that they mean.
type maker struct {
	*rand.Rand
	tongue tongue
	names  []string
	types  map[string][2]int // size and lanes
	held   map[string][]byte
	fours  bool // all lanes have four bytes
}

func (m *maker) lengths() []int {
	if m.tongue.longest == 16 {
		return []int{1, 2, 3, 4, 8, 16}
	}
	return []int{1, 2, 3, 4}
}

// tree is one of lanes of so many bytes.
func (m *maker) tree(size, lanes, depth int) *tree {
	t := &tree{size: size, lanes: lanes}
	var same, wide []string
	for _, n := range m.names {
		if ty := m.types[n]; ty == [2]int{size, lanes} {
			same = append(same, n)
		} else if ty[0] == size && ty[1] > 1 {
			wide = append(wide, n)
		}
	}
	kind := m.IntN(6)
	if depth <= 0 {
		kind = m.IntN(2)
	}
	bits := size * lanes
	switch {
	case kind == 5 && m.tongue.cast != nil && lanes != 3 && bits <= 16*4 && depth > 0:
		for _, other := range []int{1, 2, 4, 8} {
			if n := bits / other; other != size && bits%other == 0 && slices.Contains(m.lengths(), n) && n != 3 {
				t.cast, t.kids = true, []*tree{m.tree(other, n, depth-1)}
				return t
			}
		}
	case kind == 0 && len(same) > 0:
		t.name = same[m.IntN(len(same))]
		return t
	case kind <= 2 && len(wide) > 0:
		from := wide[m.IntN(len(wide))]
		n := m.types[from][1]
		t.kids = []*tree{{size: size, lanes: n, name: from}}
		for range lanes {
			t.pick = append(t.pick, m.IntN(n))
		}
		return t
	case kind == 3 && depth > 0 && lanes > 1: // lanes of an expression
		n := []int{2, 3, 4}[m.IntN(3)]
		t.kids = []*tree{m.tree(size, n, depth-1)}
		for range lanes {
			t.pick = append(t.pick, m.IntN(n))
		}
		if t.kids[0].number == 0 && !t.kids[0].constant() {
			return t
		}
		t.kids, t.pick = nil, nil
	}
	if lanes == 1 {
		t.number = m.Uint64() >> (64 - 8*size) >> m.IntN(8*size)
		return t
	}
	t.list = true
	for left := lanes; left > 0; {
		n := m.lengths()[m.IntN(len(m.lengths()))]
		if n > left || n == lanes {
			n = 1
		}
		t.kids = append(t.kids, m.tree(size, n, depth-1))
		left -= n
	}
	return t
}

// constant says whether the tree is a number by itself, behind which no language has a full stop.
func (t *tree) constant() bool { return t.name == "" && t.pick == nil && !t.list && !t.cast }

// bytes is what a tree means, from what names hold.
func (t *tree) bytes(held map[string][]byte) []byte {
	switch {
	case t.name != "":
		return held[t.name]
	case t.cast:
		return t.kids[0].bytes(held)
	case t.pick != nil:
		from := t.kids[0].bytes(held)
		var b []byte
		for _, k := range t.pick {
			b = append(b, from[k*t.size:(k+1)*t.size]...)
		}
		return b
	case t.list:
		var b []byte
		for _, k := range t.kids {
			b = append(b, k.bytes(held)...)
		}
		return b
	}
	var b []byte
	for i := range t.size {
		b = append(b, byte(t.number>>(8*i)))
	}
	return b
}

// text is the tree in a language.
func (m *maker) text(t *tree) string {
	switch {
	case t.name != "":
		return t.name
	case t.cast:
		inner := m.text(t.kids[0])
		if t.kids[0].constant() { // a number alone has 32 bits
			inner = m.tongue.list(m.tongue.typ(t.kids[0].size, 1)) + "(" + inner + ")"
		}
		return m.tongue.cast(m.tongue.typ(t.size, t.lanes), inner)
	case t.pick != nil:
		inner := m.text(t.kids[0])
		if m.tongue.name == "OpenCL" && t.kids[0].list {
			inner = "(" + inner + ")"
		}
		return inner + m.letters(t.pick, t.kids[0].lanes)
	case t.list:
		var parts []string
		for _, k := range t.kids {
			parts = append(parts, m.text(k))
		}
		return m.tongue.list(m.tongue.typ(t.size, t.lanes)) + "(" + strings.Join(parts, ", ") + ")"
	case t.number>>32 != 0:
		return fmt.Sprintf("0x%xul", t.number)
	}
	return []string{fmt.Sprintf("%du", t.number), fmt.Sprintf("0x%Xu", t.number)}[m.IntN(2)]
}

// letters are lanes of a vector behind a full stop.
func (m *maker) letters(pick []int, lanes int) string {
	if m.tongue.name == "OpenCL" {
		for name, half := range map[string]func(i int) int{"lo": func(i int) int { return i }, "hi": func(i int) int { return i + lanes/2 }, "even": func(i int) int { return 2 * i }, "odd": func(i int) int { return 2*i + 1 }} {
			fits := 2*len(pick) == lanes
			for i, k := range pick {
				fits = fits && k == half(i)
			}
			if fits {
				return "." + name
			}
		}
	}
	letters := ""
	if m.tongue.name == "OpenCL" && (lanes > 4 || len(pick) > 4 || m.IntN(2) == 0) {
		for _, k := range pick {
			letters += fmt.Sprintf("%x", k)
		}
		return "." + []string{"s", "S"}[m.IntN(2)] + letters
	}
	sets := []string{"xyzw", "rgba"}
	if m.tongue.name == "GLSL" {
		sets = append(sets, "stpq")
	}
	set := sets[m.IntN(len(sets))]
	for _, k := range pick {
		letters += set[k : k+1]
	}
	return "." + letters
}

// program makes a function, and the bytes that it returns for those that its parameters hold.
func (m *maker) program() (text string, parameters []string, given map[string][]byte, want []byte) {
	sizes := []int{1, 2, 4, 4, 8}
	if m.tongue.name == "WGSL" || m.tongue.loose || m.fours {
		sizes = []int{4}
	}
	sizes = []int{sizes[m.IntN(len(sizes))], sizes[m.IntN(len(sizes))]}
	m.names, m.types, m.held = nil, map[string][2]int{}, map[string][]byte{}
	given = map[string][]byte{}
	var list [][2]string
	for k := range 1 + m.IntN(3) {
		name := lane.SourceName(k)
		size, lanes := sizes[m.IntN(len(sizes))], m.lengths()[m.IntN(len(m.lengths()))]
		if m.tongue.loose {
			lanes = 4
		}
		b := make([]byte, size*lanes)
		for i := range b {
			b[i] = byte(m.Uint32())
		}
		m.names, m.types[name], m.held[name], given[name] = append(m.names, name), [2]int{size, lanes}, b, b
		list = append(list, [2]string{m.tongue.typ(size, lanes), name})
		parameters = append(parameters, name)
	}
	body := ""
	for k := range m.IntN(4) {
		body += "    " + m.statement(fmt.Sprintf("t%d", k), sizes) + ";\n"
	}
	size, lanes := sizes[m.IntN(len(sizes))], m.lengths()[m.IntN(len(m.lengths()))]
	if m.IntN(2) == 0 {
		from := m.types[m.names[m.IntN(len(m.names))]]
		size, lanes = from[0], from[1]
	}
	result := m.tree(size, lanes, 3)
	body += "    return " + m.text(result) + ";\n"
	return m.tongue.frame(m.tongue.typ(size, lanes), list, body), parameters, given, result.bytes(m.held)
}

// statement declares a variable, or writes lanes of one that is no parameter.
func (m *maker) statement(name string, sizes []int) string {
	var own []string
	for _, n := range m.names {
		if n[0] == 't' && m.types[n][1] > 1 {
			own = append(own, n)
		}
	}
	if len(own) == 0 || m.IntN(2) == 0 {
		size, lanes := sizes[m.IntN(len(sizes))], m.lengths()[m.IntN(len(m.lengths()))]
		v := m.tree(size, lanes, 3)
		text := m.tongue.declare(m.tongue.typ(size, lanes), name, m.text(v))
		m.held[name] = v.bytes(m.held)
		m.names, m.types[name] = append(m.names, name), [2]int{size, lanes}
		return text
	}
	to := own[m.IntN(len(own))]
	size, lanes := m.types[to][0], m.types[to][1]
	mask := m.Perm(lanes)
	n := []int{1, 2, 3, 4}[m.IntN(4)]
	if !m.tongue.masks || n > lanes {
		n = 1
	}
	mask = mask[:n]
	v := m.tree(size, n, 2)
	b := v.bytes(m.held)
	after := slices.Clone(m.held[to])
	for k, i := range mask {
		copy(after[i*size:(i+1)*size], b[k*size:(k+1)*size])
	}
	text := to + m.letters(mask, lanes) + " = " + m.text(v)
	m.held[to] = after
	return text
}

func TestProgramsMeanWhatTheirTreesDo(t *testing.T) {
	rng := chance.Random(t, 1)
	n := 4000
	if testing.Short() {
		n = 500
	}
	for _, language := range tongues {
		m := maker{Rand: rng, tongue: language}
		moves := 0
		for range n {
			text, parameters, given, want := m.program()
			p, err := shader.Parse(text)
			if err != nil {
				t.Fatalf("%s\n%s%v", language.name, text, err)
			}
			if !shader.Looks(text) && !language.loose && strings.Contains(text, ".") {
				t.Fatalf("%s does not look like a shader:\n%s", language.name, text)
			}
			var src [][]byte
			for _, name := range p.Names {
				src = append(src, given[name])
				if !slices.Contains(parameters, name) {
					t.Fatalf("%q is no parameter of\n%s", name, text)
				}
			}
			got := make([]byte, p.Map.Bytes(len(p.Map.Lane)))
			if err := p.Map.Apply(got, nil, src...); err != nil {
				t.Fatalf("%s%v: %v", text, p.Map, err)
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("%s\n%s%v makes %x, want %x", language.name, text, p.Map, got, want)
			}
			if len(p.Names) > 0 {
				moves++
			}
		}
		if moves < n/2 {
			t.Errorf("%s: only %d of %d programs read anything", language.name, moves, n)
		}
	}
}
