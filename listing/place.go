package listing

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax/strings"
)

// A place in memory is called alike however it is written:
//
//	XMMWORD PTR [rdi+16]    xmmword ptr [rdi + 0x10]    16(%rdi)    [x0, #16]
//	        [rdi+16]                                                [x0+16]
//
// Its base is what it is without the number, so that neighbours are known.
type place struct {
	base   string // rdi, rsi+rax*4 or rip+.LC0
	offset int
	repeat string // {1to4}: it is read again and again
}

// String is the place as all its spellings are called.
func (p place) String() string {
	switch {
	case p.offset == 0:
		return "[" + p.base + "]" + p.repeat
	case p.offset < 0:
		return "[" + p.base + strconv.Itoa(p.offset) + "]" + p.repeat
	}
	return "[" + p.base + "+" + strconv.Itoa(p.offset) + "]" + p.repeat
}

// isPlace says whether an operand is one, by its name.
func isPlace(name string) bool { return strings.HasPrefix(name, "[") }

// label is the constant that a place is, with how far behind its label it is.
func (p place) label() (label string, offset int, ok bool) {
	label, ok = strings.CutPrefix(p.base, "rip+")
	return label, p.offset, ok && p.repeat == "" && !strings.ContainsAny(label, "+*")
}

// sizeWords stand before a place in Intel's order.
var sizeWords = strings.Fields("byte word dword qword mmword xmmword ymmword zmmword oword tbyte ptr")

// withoutSize is a place without the words before it that say how long it is.
func withoutSize(word string) string {
	for {
		first, rest, ok := strings.Cut(word, " ")
		if !ok || !slices.Contains(sizeWords, strings.ToLower(first)) {
			return word
		}
		word = strings.TrimLeft(rest, " \t")
	}
}

// isSized says whether a place has a size before it, such as word.
func isSized(place, size string) bool {
	words := strings.Fields(strings.ToLower(place))
	return len(words) > 1 && words[0] == size
}

// placeOf reads a place of x86 or of AArch64.
func placeOf(word string) (p place, ok bool) {
	bare := withoutSize(strings.ReplaceAll(word, "\t", " "))
	sized := bare != word
	if before, repeat, cut := strings.Cut(bare, "{"); cut && strings.HasPrefix(repeat, "1to") {
		bare, p.repeat = strings.TrimSpace(before), "{"+repeat
	}
	open := strings.IndexAny(bare, "[(")
	if open < 0 {
		if !sized && !strings.HasPrefix(bare, ".") || bare == "" {
			return p, false
		}
		p.base = "rip+" + withoutFlat(bare) // an absolute place is as good as one behind the counter
		return p.split(), true
	}
	end := strings.LastIndex(bare, map[byte]string{'[': "]", '(': ")"}[bare[open]])
	if end < open || strings.TrimSpace(bare[end+1:]) != "" {
		return p, false
	}
	inner, before := bare[open+1:end], strings.TrimSpace(bare[:open])
	if bare[open] == '(' {
		inner = indexed(inner)
	}
	if strings.Contains(inner, ",") { // of AArch64
		inner = strings.ReplaceAll(strings.ReplaceAll(inner, "#", ""), ",", "+")
	}
	if before = withoutFlat(before); before != "" {
		inner += "+" + before
	}
	p.base = inner
	return p.split(), true
}

// absolute is the place behind the counter, if it is one of a label that is known, which NASM has in brackets:
//
//	[mask]    [rel mask]    [GLOBAL(mask)]    [mask+16]          [rip+mask+16]
//	[r8-table+mask]         where r8 is what its programs put there, the address of table
func (p place) absolute(word string, data map[string][]byte) place {
	bare := withoutSize(strings.ReplaceAll(word, "\t", " "))
	inner, ok := strings.CutPrefix(bare, "[")
	if !ok || len(data) == 0 {
		return p
	}
	if label, is := behindTable(strings.TrimSuffix(inner, "]")); is && data[label] != nil {
		p.base = "rip+" + label
		return p
	}
	end := strings.IndexAny(inner, "+-]")
	if end < 0 {
		return p
	}
	label := strings.TrimSpace(inner[:end])
	label = strings.TrimSpace(strings.TrimPrefix(label, "rel "))
	label = strings.TrimSuffix(strings.TrimPrefix(label, "GLOBAL("), ")")
	if base := strings.ToLower(label); data[label] != nil && slices.Contains([]string{base, "rel " + base, "global(" + base + ")"}, p.base) {
		p.base = "rip+" + label
	}
	return p
}

// behindTable is the label of a place that is found from the address of another one in a register, as x86 or x86inc calls it: [r8-table+mask+16].
func behindTable(inner string) (label string, ok bool) {
	inner = strings.ReplaceAll(inner, " ", "")
	from, rest, ok := strings.Cut(inner, "-")
	table, rest, more := strings.Cut(rest, "+")
	label, number, counted := strings.Cut(rest, "+")
	_, isNumber := listingNumber(number)
	return label, ok && isName(from) && more && isLabel(table) && isLabel(label) && (isNumber || !counted)
}

// isLabel says whether a word may be a label, and is no register.
func isLabel(word string) bool {
	_, register := GeneralRegister(strings.ToLower(word))
	return !register && isName(strings.ReplaceAll(strings.TrimPrefix(word, "."), ".", "_"))
}

// withoutFlat is a symbol without the word before it that says that it is in flat memory.
func withoutFlat(symbol string) string {
	return strings.TrimPrefix(strings.TrimPrefix(symbol, "FLAT:"), "flat:")
}

// indexed is AT&T's base, index and scale as a sum.
func indexed(inner string) string {
	parts := strings.Split(inner, ",")
	for k := range parts {
		parts[k] = strings.TrimPrefix(strings.TrimSpace(parts[k]), "%")
	}
	switch {
	case len(parts) == 3 && parts[2] != "1":
		parts = []string{parts[0], parts[1] + "*" + parts[2]}
	case len(parts) == 3:
		parts = parts[:2]
	}
	return strings.Trim(strings.Join(parts, "+"), "+")
}

// split takes the numbers out of the base's sum.
func (p place) split() place {
	var terms []string
	sign, start := 1, 0
	text := p.base
	term := func(end int) {
		one := strings.TrimSpace(text[start:end])
		if v, ok := listingNumber(one); ok {
			p.offset += sign * v
		} else if one != "" {
			terms = append(terms, strings.TrimPrefix(one, "%"))
		}
	}
	for i := range len(text) {
		if text[i] == '+' || text[i] == '-' {
			term(i)
			sign, start = 1, i+1
			if text[i] == '-' {
				sign = -1
			}
		}
	}
	term(len(text))
	if k := slices.IndexFunc(terms, func(t string) bool { return strings.ToLower(t) == "rip" || strings.ToLower(t) == "pc" }); k >= 0 {
		terms = slices.Insert(slices.Delete(terms, k, k+1), 0, "rip")
	}
	if p.base = strings.Join(terms, "+"); !strings.HasPrefix(p.base, "rip+") {
		p.base = strings.ToLower(p.base)
	}
	return p
}

// isStack says whether a place is in the function's own frame.
func (p place) isStack() bool {
	register, _, _ := strings.Cut(p.base, "+")
	register, _, _ = strings.Cut(register, "'")
	return slices.Contains([]string{"rsp", "rbp", "esp", "ebp", "sp", "x29", "fp"}, register)
}

// A pointer is where a register points now, seen from where it pointed first.
type pointer struct {
	counted int // so many bytes further
	news    int // to something else, which is the so manieth
}

// since is the place as it would have been written at the beginning: a register that was counted on has the count in the offset, and one that points elsewhere has another name.
//
//	[rdi] behind add rdi, 16      [rdi+16]
func (p place) since(points map[string]pointer) place {
	if len(points) == 0 {
		return p
	}
	terms := strings.Split(p.base, "+")
	for k, term := range terms {
		name, scale, scaled := strings.Cut(term, "*")
		at := points[addressRegister(name)]
		if scaled {
			if number, err := strconv.Atoi(scale); err == nil {
				at.counted *= number
			}
			scale = "*" + scale
		}
		p.offset += at.counted
		if at.news > 0 {
			terms[k] = name + "'" + strconv.Itoa(at.news) + scale
		}
	}
	p.base = strings.Join(terms, "+")
	return p
}

// addressRegister is a general register of either machine by its name of 64 bits.
func addressRegister(name string) string {
	if isArmAddress(name) {
		return "x" + name[1:]
	}
	if g, ok := GeneralRegister(name); ok {
		return g
	}
	return name
}

// isName says whether a word is a name, of letters and digits.
func isName(word string) bool {
	return word != "" && (word[0] < '0' || word[0] > '9') && strings.Trim(word, nameBytes) == ""
}

// nameBytes are what names are of.
const nameBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// isArmAddress knows x0 to x30, w0 to w30.
func isArmAddress(word string) bool {
	return len(word) > 1 && (word[0] == 'x' || word[0] == 'w') && strings.Trim(word[1:], "0123456789") == ""
}
