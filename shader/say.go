package shader

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A Language is how maps are said: as a function of one expression, whose parameters are the sources.
//
//	GLSL      uvec4 f(uvec4 a, uvec4 b) { return uvec4(a.xy, b.zw); }
//	WGSL      fn f(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return vec4<u32>(a.xy, b.zw); }
//	OpenCL    uint4 f(uint4 a, uint4 b) { return (uint4)(a.s01, b.s23); }
type Language struct {
	Name     string
	vector   func(s scalar, lanes int) string // empty where the language has none
	longest  int                              // the most lanes of a vector
	numbered bool                             // lanes are s0 and so on
	kept     string                           // how a parameter is written to, with % for its type
}

// Languages are those in which maps are said.
var Languages = []Language{
	{Name: "MSL", longest: 4, vector: cVector, kept: "thread % &d"},
	{Name: "HLSL", longest: 4, vector: hlslVector, kept: "inout % d"},
	{Name: "GLSL", longest: 4, vector: glslVector, kept: "inout % d"},
	{Name: "WGSL", longest: 4, vector: wgslVector},
	{Name: "OpenCL", longest: 16, vector: openCLVector, numbered: true, kept: "% *d"},
}

func cVector(s scalar, lanes int) string {
	if lanes == 1 {
		return s.c
	}
	return s.c + itoa(lanes)
}

func openCLVector(s scalar, lanes int) string {
	if s.class == boolean {
		return ""
	}
	return cVector(s, lanes)
}

// hlslVector spells the types that HLSL 2021 has.
func hlslVector(s scalar, lanes int) string {
	name := map[string]string{"ushort": "uint16_t", "uint": "uint", "ulong": "uint64_t", "bool": "bool"}[s.c]
	if name == "" || lanes == 1 {
		return name
	}
	return name + itoa(lanes)
}

func glslVector(s scalar, lanes int) string {
	if lanes == 1 {
		return map[string]string{"uchar": "uint8_t", "ushort": "uint16_t", "uint": "uint", "ulong": "uint64_t", "bool": "bool"}[s.c]
	}
	return s.glsl + "vec" + itoa(lanes)
}

func wgslVector(s scalar, lanes int) string {
	if s.wgsl == "" || lanes == 1 {
		return s.wgsl
	}
	return "vec" + itoa(lanes) + "<" + s.wgsl + ">"
}

// Say is the map as a function of a language: the first one, MSL, that has vectors as long, or OpenCL C; and of 32 lanes of one register as a subgroup's.
func Say(m lane.Map) (string, error) {
	if len(m.Lane) == Threads && len(m.Src) == 1 && m.Src[0] == Threads {
		return sayExchange(m)
	}
	text, err := Languages[0].Say(m)
	if err != nil {
		text, err = Languages[len(Languages)-1].Say(m)
	}
	if err == nil && !Looks(text) { // bool f() { return false; }
		return "", fmt.Errorf("%s is C as well as a shader", text)
	}
	return text, err
}

// LanguageNamed is the one of the name.
func LanguageNamed(name string) (Language, bool) {
	k := slices.IndexFunc(Languages, func(l Language) bool { return strings.ToLower(l.Name) == strings.ToLower(name) })
	if k < 0 {
		return Language{}, false
	}
	return Languages[k], true
}

// Say is the map as a function of the language. The error says what the language lacks.
func (l Language) Say(m lane.Map) (string, error) {
	k := slices.IndexFunc(scalars[:5], func(s scalar) bool { return s.Bits == m.Bits })
	if k < 0 || l.vector(scalars[k], 1) == "" {
		return "", fmt.Errorf("%s has no lanes of %s", l.Name, count(m.Bits, "bit"))
	}
	s := scalars[k]
	for _, n := range append([]int{len(m.Lane)}, m.Src...) {
		if n != 1 && (n > l.longest || !slices.Contains(vectorLanes, n)) {
			return "", fmt.Errorf("%s has no vectors of %s", l.Name, count(n, "lane"))
		}
	}
	old, err := l.keeps(m)
	if err != nil {
		return "", err
	}
	result := l.vector(s, len(m.Lane))
	expression := l.expression(s, m)
	var parameters []string
	if old != "" {
		parameters = append(parameters, strings.Replace(l.kept, "%", result, 1))
	}
	for k, n := range m.Src {
		parameters = append(parameters, l.parameter(lane.SourceName(k), l.vector(s, n)))
	}
	list := strings.Join(parameters, ", ")
	switch {
	case old != "":
		return "void f(" + list + ") { " + old + " = " + expression + "; }", nil
	case l.Name == "WGSL":
		return "fn f(" + list + ") -> " + result + " { return " + expression + "; }", nil
	}
	return result + " f(" + list + ") { return " + expression + "; }", nil
}

func (l Language) parameter(name, typ string) string {
	if l.Name == "WGSL" {
		return name + ": " + typ
	}
	return typ + " " + name
}

// keeps is what the old destination is called if lanes of it stay; empty if none do. What no expression is, is an error.
func (l Language) keeps(m lane.Map) (string, error) {
	kept := 0
	for i, x := range m.Lane {
		switch {
		case x.Kind == lane.Undefined:
			return "", fmt.Errorf("lane %d is undefined, which no expression is", i)
		case x.Kind == lane.Old && (l.kept == "" || x.Index != i):
			return "", fmt.Errorf("lane %d is lane %d of the old destination, which no function of %s keeps there", i, x.Index, l.Name)
		case x.Kind == lane.Old:
			kept++
		}
	}
	switch {
	case kept == 0:
		return "", nil
	case kept == len(m.Lane):
		return "", fmt.Errorf("every lane is kept: there is nothing to assign")
	case strings.Contains(l.kept, "*"):
		return "*d", nil
	}
	return "d", nil
}

// expression is the lanes as swizzles and numbers.
func (l Language) expression(s scalar, m lane.Map) string {
	var parts []string
	for i := 0; i < len(m.Lane); {
		n := l.together(m, i)
		parts = append(parts, l.part(s, m, i, n))
		i += n
	}
	result := l.vector(s, len(m.Lane))
	switch {
	case len(parts) == 1 && m.Lane[0].Kind != lane.Constant:
		return parts[0]
	case len(m.Lane) == 1:
		return parts[0]
	case l.Name == "OpenCL":
		return "(" + result + ")(" + strings.Join(parts, ", ") + ")"
	}
	return result + "(" + strings.Join(parts, ", ") + ")"
}

// together is how many lanes from lane i on one swizzle has: they are of one vector, and as many as a vector can have.
func (l Language) together(m lane.Map, i int) int {
	n := 1
	for i+n < len(m.Lane) && m.Lane[i].Kind != lane.Constant && m.Lane[i+n].Kind == m.Lane[i].Kind && m.Lane[i+n].Src == m.Lane[i].Src {
		n++
	}
	if x := m.Lane[i]; x.Kind == lane.Source && m.Src[x.Src] == 1 { // a scalar has no swizzle in every language
		return 1
	}
	for n > 1 && (n > l.longest || !slices.Contains(vectorLanes, n)) {
		n--
	}
	return n
}

// part is n lanes from lane i on.
func (l Language) part(s scalar, m lane.Map, i, n int) string {
	name, length := "d", len(m.Lane)
	switch x := m.Lane[i]; x.Kind {
	case lane.Constant:
		return l.number(s, x.Const)
	case lane.Source:
		name, length = lane.SourceName(x.Src), m.Src[x.Src]
	}
	if name == "d" && strings.Contains(l.kept, "*") {
		name = "(*d)"
	}
	if length == 1 {
		return name
	}
	lanes, whole := "", n == length
	for j := range n {
		k := m.Lane[i+j].Index
		whole = whole && k == j
		if l.numbered {
			lanes += "0123456789abcdef"[k : k+1]
		} else {
			lanes += componentSets[0][k : k+1]
		}
	}
	switch {
	case whole:
		return name
	case l.numbered:
		lanes = "s" + lanes
	}
	return name + "." + lanes
}

// number is a constant lane.
func (l Language) number(s scalar, c lane.Const) string {
	v, _ := c.Uint64()
	switch {
	case s.class == boolean:
		return map[uint64]string{0: "false", 1: "true"}[v]
	case v < 10:
		return itoa(int(v))
	}
	text := fmt.Sprintf("0x%x", v)
	switch {
	case v>>32 != 0 && l.Name == "OpenCL":
		return text + "ul"
	case v>>32 != 0:
		return text + "ull"
	case v>>31 != 0:
		return text + "u"
	}
	return text
}

// sayExchange is a map of the threads of a subgroup as the function that makes it.
func sayExchange(m lane.Map) (string, error) {
	typ := ""
	for _, s := range scalars[:4] {
		if s.Bits == m.Bits {
			typ = glslVector(s, 1)
		}
	}
	for _, s := range subgroups {
		if typ == "" || s.n > 1 || s.from == nil || s.outside != undefinedEnd {
			continue
		}
		for n := range 1 + s.n*(Threads-1) {
			if !slices.EqualFunc(m.Lane, firstLanes(Threads), func(l lane.Lane, t int) bool {
				from := s.from(t, n)
				return l == lane.From(0, from) && from >= 0 && from < Threads || l == undefinedPiece && (from < 0 || from >= Threads)
			}) {
				continue
			}
			arguments := "a"
			if s.n > 0 {
				arguments = "a, " + itoa(n)
			}
			return typ + " f(" + typ + " a) { return " + s.names[0] + "(" + arguments + "); }", nil
		}
	}
	return "", fmt.Errorf("no function of a subgroup moves %d lanes of %d bits like this", Threads, m.Bits)
}
