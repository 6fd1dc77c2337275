package corpus

import "github.com/lanescope/lanescope/syntax/strings"

// A line that begins a function names it:
//
//	swap:                                    a label of a listing, but no local one, .LBB0_1 or L3
//	0000000000001129 <swap>:                 objdump's
//	define <4 x i32> @swap(<4 x i32> %a) {   LLVM's
//	TEXT ·swap(SB), NOSPLIT, $0              Go's assembler
//	(func $swap (param v128)                 WebAssembly

// functionOf is the function that a line begins.
func functionOf(line string) (name string, ok bool) {
	text := strings.TrimSpace(line)
	switch {
	case text == "":
		return "", false
	case strings.HasPrefix(text, "define "):
		return between(text, "@", "(")
	case strings.HasPrefix(text, "TEXT "):
		name, ok = between(text, " ", "(")
		return strings.TrimPrefix(strings.TrimSpace(name), "·"), ok
	case strings.HasPrefix(text, "(func $"):
		name, _, _ = strings.Cut(text[len("(func $"):], " ")
		return strings.TrimRight(name, ")"), true
	case !inListing(line): // a comment
		return "", false
	}
	if cut := strings.IndexByte(text, '#'); cut > 0 { // -- Begin function swap
		text = strings.TrimSpace(text[:cut])
	}
	label, ok := strings.CutSuffix(text, ":")
	if !ok || label == "" || line[0] == ' ' || line[0] == '\t' || label[0] == '.' {
		return "", false
	}
	if name, ok := between(label, "<", ">"); ok {
		return name, true
	}
	return label, !strings.Contains(label, " ") && !isLocal(label)
}

// isLocal knows labels inside a function: Mach-O's L3 and LBB0_1, GNU's 1, and Microsoft's @@.
func isLocal(label string) bool {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	return digit(label[0]) || label == "@@" || label[0] == 'L' && len(label) > 1 && (digit(label[1]) || strings.HasPrefix(label, "LBB"))
}

// between is what stands behind the first of two texts, before the second.
func between(text, first, second string) (name string, ok bool) {
	_, rest, ok := strings.Cut(text, first)
	if !ok {
		return "", false
	}
	name, _, ok = strings.Cut(rest, second)
	return name, ok && name != ""
}
