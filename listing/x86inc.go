package listing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// x264, FFmpeg, dav1d and others write one text for vectors of all sizes, with the macros of x86inc.asm above NASM:
//
//	INIT_YMM avx2
//	mova       m2, [shuf]         vmovdqa ymm2, [shuf]
//	punpcklbw  m3, m0, m1         vpunpcklbw ymm3, ymm0, ymm1      behind INIT_XMM ssse3 a copy and punpcklbw
//	vinserti128 m3, xm1, 1        vinserti128 ymm3, ymm3, xmm1, 1
//	pshufd     m3, m3, q3120      vpshufd ymm3, ymm3, 216
//	SWAP       0, 3               from here on m0 is ymm3, and m3 is ymm0
//
// What such a line does to the lowest lanes is the same with AVX and without: so it is one of AVX where the text has an operand more than SSE's.
type x86inc struct {
	text     string
	bits     int          // of m0
	vex      bool         // lines are AVX's, however many operands they have
	register [mostInc]int // of x86, by the number behind the m
	taken    int          // for the bits of m0, where no line has said them
	warning  string       // which says so
	begun    bool         // a line is surely written so
	looked   bool         // for such a line
	macros   map[string]bool
	inside   int // of so many macros
	defined  definitions
}

// isOnNames says whether an instruction writes a general register by a name of x86inc's, dstq or r6d, which no other machine has.
func isOnNames(name, operands string) bool {
	words := separateOperands(operands)
	if len(words) == 0 || !isName(words[0]) || !generalRows()[name] && !among(writers, name) && !among(readers, name) {
		return false
	}
	_, known := generalRegister(words[0])
	return !known && registerBits(words[0]) == 0
}

// mostInc is how many vectors x86 has.
const mostInc = 32

// incSizes are the vectors for which a text may be written.
var incSizes = map[string]int{"INIT_MMX": 64, "INIT_XMM": 128, "INIT_YMM": 256, "INIT_ZMM": 512}

// incMoves are moves of vectors of m0's size, and incHalves of half of them.
var (
	incMoves  = map[string]string{"mova": "movdqa", "movu": "movdqu", "movnta": "movntdq"}
	incHalves = map[int]string{64: "movd", 128: "movq"}
)

// incDeclarations are lines that say something of a function or of memory.
var incDeclarations = strings.Fields("cglobal cextern cvisible SECTION_RODATA SECTION_TEXT DECLARE_REG_TMP DEFINE_ARGS PROLOGUE ALLOC_STACK WIN64_SPILL_XMM WIN64_PUSH_XMM ALIGN SECTION CPU %macro %endmacro %define %xdefine %undef %include %use %pragma")

// newX86inc translates a text from its beginning.
func newX86inc(text string) *x86inc {
	x := &x86inc{text: text, macros: map[string]bool{}}
	for n := range x.register {
		x.register[n] = n
	}
	return x
}

// plain is a statement in the words of the table of rows. Ok is false for one that is no instruction.
func (x *x86inc) plain(s statement) (plain statement, ok bool) {
	name, operands := nameAndOperands(s.text)
	switch bits := incSizes[name]; {
	case bits > 0:
		x.bits, x.vex, x.begun = bits, bits > 128 || strings.Contains(operands, "avx"), true
		return s, false
	case name == "SWAP", name == "PERMUTE":
		x.begun = true
		if x.renames(name, separateOperands(operands)) {
			return s, false
		}
		s.text = macroCall + s.text
	case slices.Contains(incDeclarations, name):
		x.declares(name, operands)
		return s, false
	case name == "RET", name == "REP_RET":
		s.text = "ret"
	case x.macros[name], strings.ToLower(name) != name && x.uses():
		s.text = macroCall + s.text
	default:
		if text, is := x.instruction(strings.ToLower(name), operands); is {
			s.text = text
		}
	}
	return s, true
}

// declares follows where functions and macros begin and end.
func (x *x86inc) declares(name, operands string) {
	called, _, _ := strings.Cut(strings.TrimSpace(operands), " ")
	switch name {
	case "cglobal":
		x.begun = true
	case "%macro":
		x.macros[called] = true
		x.inside++
	case "%endmacro":
		x.inside = max(0, x.inside-1)
	}
}

// macroCall stands in front of a line that is a macro's, which stands for lines that are not known.
const macroCall = "%call "

// isDecision says whether a line is one of NASM's by which others are assembled or not, or again and again: %if, %else, %rep, or a macro's.
func isDecision(name string) bool {
	return strings.HasPrefix(name, "%") && !strings.Contains(name, "mm")
}

// undecided says what is not known of such a line.
func undecided(name, operands string) error {
	switch macro, _ := nameAndOperands(operands); {
	case name+" " != macroCall:
	case macro == "SWAP" || macro == "PERMUTE":
		return fmt.Errorf("expected numbers of vectors from 0 to %d, as SWAP 0, 1", mostInc-1)
	default:
		return fmt.Errorf("%s is a macro: expected the instructions that it stands for", syntax.Quote(macro))
	}
	return fmt.Errorf("%s decides what is assembled, which is not known here: expected the lines of one case", name)
}

// renames is SWAP 0, 3, 1, which exchanges each with the next, or PERMUTE 0,3, 3,0, by which names mean what others meant before.
func (x *x86inc) renames(name string, words []string) (ok bool) {
	var numbers []int
	for _, word := range words {
		n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(word, "m"), "%"))
		if err != nil || n < 0 || n >= mostInc {
			return false
		}
		numbers = append(numbers, n)
	}
	before := x.register
	for k := 1; k < len(numbers); k++ {
		switch a, b := numbers[k-1], numbers[k]; {
		case name == "SWAP":
			x.register[a], x.register[b] = x.register[b], x.register[a]
		case k%2 == 1:
			x.register[a] = before[b]
		}
	}
	return true
}

// isX86Vectors says whether an instruction of that name is on vectors, of SSE or of AVX.
func isX86Vectors(name string) bool {
	rows, bare := apply.X86Named(), strings.TrimPrefix(name, "v")
	_, part := vectorParts[bare]
	return len(rows[name]) > 0 || len(rows["v"+name]) > 0 || isCopy(name) || part || memoryRepeats[name] > 0
}

// instruction is a line with registers and numbers of x86's own, and as many operands as the instruction has. Ok is false for what needs none of that.
func (x *x86inc) instruction(name, operands string) (text string, ok bool) {
	words := separateOperands(operands)
	called := name
	if move, is := incMoves[name]; is {
		name = move
	} else if move, is := incHalves[x.size()]; is && name == "movh" {
		name = move
	}
	if x.bits == 0 && !isX86Vectors(name) {
		return "", false
	}
	changed, wide := called != name, false
	for k, word := range words {
		words[k] = x.operand(word)
		changed = changed || words[k] != word
		wide = wide || registerBits(firstWord(words[k])) > 128
	}
	more := emulates(name, words)
	if !changed && !more {
		return "", false
	}
	x.begun = true
	if !strings.HasPrefix(name, "v") && (wide || x.vex || more) && isX86Vectors(name) {
		name = "v" + name
	}
	if long := name + "d"; apply.IsEVEX(long) && len(words) > 0 && registerBits(firstWord(words[0])) == 512 { // vpxord, as AVX has no vpxor of 512 bits
		name = long
	}
	if len(words) > 0 && !hasForm(name, words) {
		if tied := slices.Insert(slices.Clone(words), 0, firstWord(words[0])); hasForm(name, tied) {
			words = tied
		}
	}
	return name + " " + strings.Join(words, ", "), true
}

// firstWord is an operand without a mask behind it.
func firstWord(operand string) string {
	word, _, _ := strings.Cut(operand, "{")
	return strings.TrimSpace(word)
}

// emulates says whether a line has an operand more than SSE's instruction of that name, as AVX's has.
func emulates(name string, words []string) bool {
	return len(words) > 2 && !strings.HasPrefix(name, "v") && !hasForm(name, words) && hasForm("v"+name, words)
}

// hasForm says whether an instruction has as many operands.
func hasForm(name string, words []string) bool {
	n := len(words)
	if part, ok := vectorParts[strings.TrimPrefix(name, "v")]; ok && slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(withoutSize(word), "[") }) {
		return n == 2 || n == 3 && part.keeps && strings.HasPrefix(name, "v")
	}
	return slices.ContainsFunc(apply.X86Named()[name], func(r *target.Row) bool {
		has := strings.Count(r.Asm, ",") + 1
		return n == has || n == has+1 && r.Implicit()
	})
}

// size is how many bits m0 has. Where no line has said it, xm0 is the lower part of m0, as ym0 is.
func (x *x86inc) size() int {
	switch {
	case x.bits > 0:
		return x.bits
	case x.taken > 0:
	case x.names("ym"):
		x.taken = 512
	case x.names("xm"):
		x.taken = 256
	default:
		x.taken = 128
	}
	return x.taken
}

// uses says whether the text is surely written so, as it names a vector or declares something.
func (x *x86inc) uses() bool {
	if !x.begun && !x.looked {
		x.looked, x.begun = true, x.names("m") || x.names("xm")
	}
	return x.begun
}

// names says whether a text names a register such as xm0.
func (x *x86inc) names(prefix string) bool {
	found := false
	eachWord(x.text, func(word string) string {
		letters, _, ok := incRegister(word)
		found = found || ok && letters == prefix
		return word
	})
	return found
}

// incRegister is a register such as m0, xm15 or, in a macro, m%2.
func incRegister(word string) (letters string, number int, ok bool) {
	letters = strings.TrimRight(word, "0123456789")
	n, err := strconv.Atoi(word[len(letters):])
	letters = strings.TrimSuffix(letters, "%")
	return letters, n, err == nil && n < mostInc && slices.Contains([]string{"m", "xm", "ym", "zm"}, letters)
}

// operand is an operand with registers of x86, and with numbers for q3210.
func (x *x86inc) operand(text string) string {
	return eachWord(text, func(word string) string {
		if n, ok := incSelector(word); ok {
			return strconv.Itoa(n)
		}
		letters, number, ok := incRegister(word)
		if !ok {
			return word
		}
		if letters == "m" {
			letters = x.sized(word)
		}
		return letters + "m" + strconv.Itoa(x.register[number])
	})
}

// sized are the letters of m0's size: xm, ym or zm, and of MMX m alone.
func (x *x86inc) sized(word string) string {
	letters := map[int]string{64: "m", 128: "xm", 256: "ym", 512: "zm"}[x.size()]
	if x.bits == 0 && x.warning == "" {
		x.warning = fmt.Sprintf("%s is taken for a vector of %d bits, as behind INIT_%sM", word, x.size(), strings.ToUpper(letters))
	}
	return letters
}

// incSelector is q3120, the number of lanes 3, 1, 2 and 0 from the highest down: 3<<6 | 1<<4 | 2<<2 | 0.
func incSelector(word string) (n int, ok bool) {
	if len(word) != 5 || word[0] != 'q' || strings.Trim(word[1:], "0123") != "" {
		return 0, false
	}
	for _, digit := range word[1:] {
		n = n<<2 | int(digit-'0')
	}
	return n, true
}

// eachWord is a text with each of its words replaced.
func eachWord(text string, replaced func(word string) string) string {
	var b strings.Builder
	for at := 0; at < len(text); {
		end := at
		for end < len(text) && isIncWord(text[end]) {
			end++
		}
		if end > at {
			b.WriteString(replaced(text[at:end]))
			at = end
			continue
		}
		b.WriteByte(text[at])
		at++
	}
	return b.String()
}

func isIncWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '.' || b == '%' || b == '$' || b == '@'
}
