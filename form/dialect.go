package form

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A Reading is what a dialect makes of a text: a map whose source k the text calls Names[k].
type Reading struct {
	Map      lane.Map
	Names    []string
	To       string   // what the text calls the result; empty if it does not
	Guard    *Guard   // the predicate that the map is under
	Warnings []string // what is legal and probably not meant

	chosen *shufflevector.Shuffle // the shuffle, if it selects from a constant whose lanes differ, or from two constants
}

// A Dialect is one notation for lane movement.
type Dialect struct {
	Name    string
	Meaning string // in a few words
	Example string

	looks func(text string) bool // whether the text, without space around it, can be nothing else
	read  func(text string) (Reading, error)
	typed func(text string, opt Options) (Reading, error) // instead of read, where options say what the text does not
	say   func(m lane.Map) (string, error)

	sequence func(m lane.Map) ([]string, error)       // what say cannot, in several lines; nil where there is no way
	whole    bool                                     // read takes texts of several lines
	overlap  func(a, b string, bitsA, bitsB int) bool // whether two names are different and share bits; nil if that cannot be
}

// dialects in the order in which they are asked and listed.
var dialects = []Dialect{
	{
		Name: "llvm", Meaning: "LLVM's shufflevector, whole or short, and programs with casts and bit manipulations", Example: "<4 x i32> 0 4 1 5",
		looks: looksLLVM, read: readLLVM, say: sayLLVM, sequence: sequenceLLVM, whole: true,
	}, {
		Name: "clang", Meaning: "the compilers' builtin for C and C++", Example: "__builtin_shufflevector(a, b, 0, 4, 1, 5)",
		looks: looksClang, read: readClang, say: sayClang, sequence: sequenceClang,
	}, {
		Name: "spirv", Meaning: "SPIR-V's OpVectorShuffle", Example: "%r = OpVectorShuffle %v4float %a %b 0 4 1 5",
		looks: looksSPIRV, read: readSPIRV, say: saySPIRV, sequence: sequenceSPIRV,
	}, {
		Name: "archsimd", Meaning: "calls of Go's simd/archsimd, as expressions and functions", Example: "a.SelectFromPair(0, 4, 1, 5, b)",
		looks: looksArchsimd, typed: readArchsimd, say: sayArchsimd, sequence: sequenceArchsimd, whole: true,
	}, {
		Name: "comment", Meaning: "what assemblers' listings say of a shuffle", Example: "xmm0 = xmm1[0,1],xmm0[2,3]",
		looks: looksComment, read: readComment, say: sayComment,
	}, {
		Name: "neon", Meaning: "lines of AArch64 listings, and Arm's intrinsics for one", Example: "zip1 v0.4s, v1.4s, v2.4s",
		looks: looksNEON, read: readNEON, say: sayNEON, sequence: sequenceNEON, whole: true,
	}, {
		Name: "wasm", Meaning: "WebAssembly's i8x16.shuffle, and instructions with registers for a stack", Example: "i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23",
		looks: looksWasm, read: readWasm, say: sayWasm, sequence: sequenceWasm, whole: true,
	}, {
		Name: "g13", Meaning: "Apple G13 code, as text or as g13: and bytes", Example: "simd_shuffle_xor r0, r1, 3",
		looks: looksG13, read: readG13, say: sayG13, sequence: sequenceG13, whole: true,
	}, {
		Name: "svp64", Meaning: "swizzle moves of SVP64, a bare swizzle, and shaders' swizzles", Example: "W.Y.",
		looks: looksSVP64, read: readSVP64, say: saySVP64, sequence: sequenceSVP64, overlap: powerOverlap,
	}, {
		Name: "x86", Meaning: "lines of x86 listings, and C with Intel's intrinsics", Example: "vpshufd xmm0, xmm1, 27",
		looks: looksX86, read: readX86, say: sayX86, sequence: sequenceX86, whole: true,
	}, {
		Name: "visa", Meaning: "vISA's mov of regions, and a bare region", Example: "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;4,1>",
		looks: looksVISA, typed: readVISA, say: sayVISA, sequence: sequenceVISA, whole: true,
	}, {
		Name: "lane", Meaning: "lane notation, which writes every map", Example: "i32x4 i32x4 -> a0 b0 a1 b1",
		looks: looksLane, read: readLane, say: sayLane,
	},
}

// Dialects are all dialects, in the order in which results list them.
func Dialects() []Dialect { return dialects }

// ByName is the dialect of the given name.
func ByName(name string) (Dialect, bool) {
	for _, d := range dialects {
		if d.Name == name {
			return d, true
		}
	}
	return Dialect{}, false
}

// Say is the map as a text of the dialect; the error says what the dialect lacks.
func (d Dialect) Say(m lane.Map) (string, error) { return d.say(m) }

func looksLane(text string) bool {
	head, _, arrow := strings.Cut(text, "->")
	return arrow && !strings.Contains(head, "shufflevector") || len(text) > 1 && text[0] == 'i' && text[1] >= '0' && text[1] <= '9'
}

func readLane(text string) (Reading, error) {
	m, err := lane.Parse(text)
	r := Reading{Map: m, Names: make([]string, len(m.Src))}
	for k := range r.Names {
		r.Names[k] = lane.SourceName(k)
	}
	return r, err
}

func sayLane(m lane.Map) (string, error) { return m.String(), nil }

func looksLLVM(text string) bool {
	return strings.HasPrefix(text, "<") && !isRegion(text) || strings.Contains(text, "shufflevector") && !looksClang(text) || hasCast(text)
}

func readLLVM(text string) (Reading, error) {
	text = instructionsBehindSemicolons(text)
	if hasCast(text) {
		return readCasts(text)
	}
	if strings.Contains(text, "\n") {
		return readChain(text)
	}
	s, err := shufflevector.Parse(text)
	if err != nil {
		return Reading{}, err
	}
	m, names := s.Map()
	r := Reading{Map: m, Names: names, Warnings: warningsLLVM(s)}
	if k, l := s.Op[0].Kind(), s.Op[1].Kind(); k == shufflevector.NonSplat || l == shufflevector.NonSplat || k != shufflevector.Variable && l != shufflevector.Variable {
		r.chosen = &s
	}
	return r, nil
}

// readChain reads several instructions as the one map that the last of them is.
func readChain(text string) (Reading, error) {
	c, err := shufflevector.ParseChain(text)
	if err != nil {
		return Reading{}, err
	}
	m, names, err := c.Map()
	if err != nil {
		return Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r := Reading{Map: m, Names: names}
	for _, s := range c {
		r.Warnings = append(r.Warnings, warningsLLVM(s)...)
	}
	return r, nil
}

func sayLLVM(m lane.Map) (string, error) {
	s, err := shufflevector.OfMap(m)
	if err != nil {
		return "", err
	}
	return s.IR()
}

// warningsLLVM are lanes that look as if they moved something and do not.
func warningsLLVM(s shufflevector.Shuffle) []string {
	var w []string
	for k := range s.Op {
		if i := slices.IndexFunc(s.Sel, func(t int) bool { return t >= k*s.N && t < (k+1)*s.N }); i >= 0 && s.Op[k].Kind() == shufflevector.UndefVector {
			w = append(w, "lane "+itoa(i)+" selects lane "+itoa(s.Sel[i]%s.N)+" of operand "+itoa(k+1)+", which is undefined")
		}
	}
	for k, o := range s.Op {
		if o.IsVar() && !strings.HasPrefix(o.Name, "%") && !strings.HasPrefix(o.Name, "@") {
			w = append(w, "operand "+itoa(k+1)+" is a constant without a number, "+syntax.Quote(o.Name)+": it is taken for a variable")
		}
	}
	return w
}
