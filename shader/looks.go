package shader

import "github.com/lanescope/lanescope/syntax/strings"

// Looks says whether a text can be nothing but shading language: it names a vector's type, a function of such a language, lanes as only OpenCL writes them, or lanes of what a call returns. A swizzle by itself
// it leaves to others: v.wzyx, dst.xz = src.wy and vec4(a.xy, b.zw) are SVP64's notation too.
func Looks(text string) bool {
	all := tokens(text)
	weak, swizzles, anywhere, scalars, returns, statements := false, false, false, false, false, 0
	for k, t := range all {
		if t.kind == mark && t.text == ";" && all[k+1].kind != endOfText {
			statements++
		}
		if t.kind != word {
			continue
		}
		if isOthers(t.text) {
			return false
		}
		after := all[k+1]
		if k > 0 && all[k-1].text == "." {
			swizzles = swizzles || isSwizzle(t.text) && ends(after)
			anywhere = anywhere || isSwizzle(t.text)
			if lanesOfLanguage(t, after) || k > 3 && all[k-3].text == "." && all[k-2].kind == word && len(t.text) > 1 && isSwizzle(t.text) && ends(after) || k > 1 && all[k-2].text == ")" && isSwizzle(t.text) && ends(after) {
				return true
			}
			continue
		}
		switch known, isType := typeNamed(t.text); {
		case isType && known.ofAny && after.text == "(", (t.text[0] == 'i' || t.text[0] == 'u') && isType && known.glsl && after.text == "(":
			weak = true
		case isType && after.kind == word && all[k+2].text == "=" && all[min(k+3, len(all)-1)].text == "{" && statements == 0: // may be a list of selectors
		case isType && (known.Lanes > 1 || known.matrix) && (after.kind == word || among(" ( < ) ", after.text) || among(" * & ", after.text) && all[k+2].kind == word || k > 0 && among(" : -> ", all[k-1].text)):
			return true
		case isType && after.kind == word, (t.text == "let" || t.text == "var") && after.kind == word:
			scalars = true
			returns = returns || among(notOfC, t.text)
		case after.text == "<" && among(" vec vector ", t.text) && all[min(k+3, len(all)-1)].text == ",": // a C++ vector has no length
			return true
		case after.text == "(" && isLanguages(t.text), after.text == "<" && among(" as_type bitcast ", t.text):
			return true
		}
	}
	return weak && statements > 0 || scalars && (swizzles || weak || returns && (anywhere || strings.Contains(text, "return ")))
}

// notOfC are types of one lane that C has not.
const notOfC = " uchar ushort uint ulong half bfloat "

// isOthers says whether a word is of a language that has some of the types' names and is none of these.
func isOthers(name string) bool {
	return among(" archsimd func __byte_perm ", name) || strings.HasPrefix(name, "_mm") || strings.HasPrefix(name, "__m") || strings.HasPrefix(name, "__shfl") || strings.HasPrefix(name, "__builtin")
}

// ends says whether a swizzle can end in front of a token.
func ends(t token) bool { return t.kind == endOfText || among(" ; , ) } = ] ", t.text) }

// lanesOfLanguage says whether a word behind a full stop is OpenCL's lanes: s0213, hi.
func lanesOfLanguage(t, after token) bool {
	_, half := halves[t.text]
	return (half || isNumbered(t.text)) && ends(after)
}

// isLanguages says whether a function is one of shading languages alone.
func isLanguages(name string) bool {
	if _, ok := movements[name]; ok {
		return !among(" shuffle select mix ", name)
	}
	if readsThreads(name) {
		return true
	}
	for prefix := range typed {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			t, known := typeNamed(rest)
			return known && !t.matrix
		}
	}
	return false
}
