package form

import (
	"strings"
	"unicode/utf8"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
)

// A text that no dialect takes for its own is refused in three lines at most: what it is most like, where the reader of that one stops, and what would be right.
//
//	vpaddd xmm0, xmm1, xmm2
//	^^^^^^
//	1:1: this is no form that Lanescope knows: "vpaddd" computes, and moves no lanes
//
// What is nearest is found by words: those of each dialect's example, with every number in them 0, are looked for in the text.

// maxWords is how many words of a text are looked at.
const maxWords = 200

// longestRefusal is three lines of 80 columns, less what stands in front of them.
const longestRefusal = 3*80 - 16

// A word is one of a text, and where it stands.
type word struct {
	text     string // lower case, its numbers 0: xmm0
	off, end int
}

func isWordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= utf8.RuneSelf
}

// words are the first words of a text.
func words(text string) (all []word) {
	for i := 0; i < len(text) && len(all) < maxWords; i++ {
		if !isWordByte(text[i]) {
			continue
		}
		start := i
		var b strings.Builder
		for ; i < len(text) && isWordByte(text[i]); i++ {
			switch c := text[i]; {
			case c < '0' || c > '9':
				b.WriteByte(c)
			case b.Len() == 0 || !strings.HasSuffix(b.String(), "0"):
				b.WriteByte('0')
			}
			if b.Len() > 40 {
				break
			}
		}
		all = append(all, word{strings.ToLower(b.String()), start, i})
	}
	return all
}

// A stranger is a language that lanes cannot say, or that is no dialect, by words that only it has.
type stranger struct {
	has    func(w string) bool
	reason string // behind the word, in quotation marks
}

func oneOf(list string) func(string) bool {
	all := strings.Fields(list)
	return func(w string) bool {
		for _, other := range all {
			if w == other || strings.HasSuffix(other, "*") && strings.HasPrefix(w, other[:len(other)-1]) {
				return true
			}
		}
		return false
	}
}

// strangers in the order in which they are asked.
var strangers = []stranger{
	{oneOf("z0 p0 ptrue whilelo"), "is of SVE, of which lines of assembler are read that move lanes, as for vectors of 128 bits: zip1 z0.s, z1.s, z2.s"},
	{isScalable, "is of SVE, of which intrinsics are read that move lanes, as for vectors of 128 bits: svzip1_u32(a, b)"},
	{oneOf("__riscv_*"), "is of RISC-V, of which intrinsics of vectors are read that move lanes: __riscv_vslidedown_vx_u8m1(a, 3, 16)"},
	{func(w string) bool { return strings.Contains(w, "gather") || strings.Contains(w, "scatter") }, "goes to addresses that only the run knows, and is no map of lanes"},
	{oneOf("vupkh* vupkl* vpks* vpkuhus vpkuwus vpkudus lvsl lvsr"), "is of Power, and no movement by itself: a sign, a saturation or an address decides; what moves is what lanescope targets vsx lists: vmrglw v0, v1, v2"},
	{oneOf("xvpermi xvperm xvshuf vshuf vilvl vilvh xvilvl xvilvh vpackev vpackod vpickev vpickod xvpackev xvpackod xvpickev xvpickod vreplvei"), "is of LoongArch, of which lines of assembler are read: vilvl.w $vr0, $vr1, $vr0"},
	{oneOf("xvshuf0i vshuf0i xvrepl0ve __msa_* shf"), "is of MIPS, which is no dialect; the mask itself is read: [3, 2, 1, 0]"},
	{computes, "computes, and moves no lanes"},
	{oneOf("sext fpext fptrunc sitofp uitofp fptosi fptoui"), "computes, and moves no lanes; zext and trunc do"},
	{oneOf("for while if switch printf malloc memcpy def class import console var"), "begins a program: the shuffle in it is wanted alone, such as _mm_shuffle_epi32(a, 0x1B)"},
}

// isScalable says whether a word is an intrinsic of SVE: it begins with sv, and ends with a type or with what is of lanes that a predicate leaves out.
func isScalable(w string) bool {
	begin, end, ok := strings.Cut(w, "_")
	for _, last := range strings.Split(end, "_") {
		if ok && strings.HasPrefix(begin, "sv") && oneOf("u0 s0 f0 bf0 b0 x z m")(last) {
			return true
		}
	}
	return false
}

// computes says whether a word is that of an instruction that makes new values, with the letters for vectors and types that may stand around it.
func computes(w string) bool {
	for range 2 {
		w = strings.TrimPrefix(strings.TrimPrefix(w, "v"), "p")
	}
	w = strings.TrimPrefix(w, "f")
	for _, verb := range []string{"add", "sub", "mul", "div", "madd", "max", "min", "sqrt", "cmp", "avg", "abs", "cvt", "hadd", "dot"} {
		for _, word := range []string{w, strings.TrimPrefix(w, "s")} { // of sub it is its own
			if rest, ok := strings.CutPrefix(word, verb); ok && len(rest) <= 4 && strings.Trim(rest, "bwdqshluipe0") == "" {
				return true
			}
		}
	}
	return false
}

// refusal is why a text is no form.
func refusal(text string) *syntax.Error {
	const what = "this is no form that Lanescope knows"
	trimmed := strings.TrimSpace(text)
	start := strings.Index(text, trimmed)
	end := start + len(trimmed)
	if trimmed == "" {
		return syntax.Errorf(text, start, start, "expected a form, found nothing: lane notation writes every map, as i32x4 -> a3 a2 a1 a0")
	}
	all := words(text)
	for _, s := range strangers {
		for _, w := range all {
			if s.has(w.text) {
				return syntax.Errorf(text, w.off, w.end, "%s: %s %s", what, syntax.Quote(text[w.off:w.end]), s.reason)
			}
		}
	}
	near, ok := nearest(all)
	if !ok {
		return syntax.Errorf(text, start, end, "%s: a shuffle by itself is wanted, in any dialect; lane notation writes every map, as i32x4 -> a3 a2 a1 a0", what)
	}
	right := "; right would be " + near.Example
	_, err := near.Read(text, Options{})
	if err == nil {
		return syntax.Errorf(text, start, end, "%s; it reads as %s if that is said: --from %s", what, near.Name, near.Name)
	}
	said := err.Error()
	if e, ok := err.(*syntax.Error); ok {
		start, end, said = e.Off, e.End, e.What
	}
	said = what + "; nearest is " + near.Name + ": " + said
	if room := longestRefusal - len(right); room > 80 {
		return syntax.Errorf(text, start, end, "%s%s", cut(said, room), right)
	}
	return syntax.Errorf(text, start, end, "%s", cut(said, longestRefusal))
}

// cut is a text of at most n bytes.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	n -= len("…")
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}

// nearest is the dialect that shares the most words with a text; there may be none.
func nearest(all []word) (near dialect.Dialect, ok bool) {
	has := map[string]bool{}
	for _, w := range all {
		has[w.text] = len(w.text) > 1
	}
	most := 1 // one word in common, such as vector, is chance
	for _, d := range dialects() {
		score, seen := 0, map[string]bool{}
		for _, w := range words(d.Example) {
			if has[w.text] && !seen[w.text] {
				score++
			}
			seen[w.text] = true
		}
		if score > most {
			near, most = d, score
		}
	}
	return near, most > 1
}
