package dialect

import (
	"unicode"

	"github.com/lanescope/lanescope/syntax/strings"
)

// A Line is a line of a file, such as a disassembler or a compiler writes.
//
//	4011b6:	66 0f 70 c1 1b	pshufd $27,%xmm1,%xmm0  # xmm0 = xmm1[3,2,1,0]
//	                        	Text                    # Comment
type Line struct {
	Whole   string
	At      int    // where Text begins in Whole
	Text    string // the instruction, without the address and the bytes in front of it
	Comment string // what is behind a #, if that is no immediate of Arm, or behind an @ alone, or in C's marks at the end
}

// LineOf takes a line apart.
func LineOf(whole string) Line {
	l := Line{Whole: whole}
	text, block := beforeBlock(whole)
	if at := commentAt(text); at >= 0 {
		text, l.Comment = text[:at], strings.TrimSpace(strings.TrimLeft(text[at:], "#@"))
	}
	text, behind, _ := strings.Cut(text, "//")
	if l.Comment == "" {
		l.Comment = strings.TrimSpace(behind)
	}
	if l.Comment == "" {
		l.Comment = block
	}
	l.At = instructionAt(text)
	l.Text = strings.TrimSpace(text[l.At:])
	if label, _, ok := strings.Cut(l.Text, ";"); ok { // behind LBB0_1: is a comment on a Mac
		if label = strings.TrimSpace(label); strings.HasSuffix(label, ":") {
			l.Text = label
		}
	}
	return l
}

// beforeBlock is a line before a comment in C's marks that ends it, and the comment.
//
//	VZIP.8 D0, D1     /* Q0 := y */
func beforeBlock(line string) (text, comment string) {
	inner, ok := strings.CutSuffix(strings.TrimRight(line, " \t\r"), "*/")
	if !ok {
		return line, ""
	}
	at := strings.LastIndex(inner, "/*")
	if at < 0 {
		return line, ""
	}
	return line[:at], strings.TrimSpace(inner[at+len("/*"):])
}

// commentAt is where a # begins a comment, or an @ that stands alone, as in listings of 32-bit Arm, or less than 0.
func commentAt(text string) int {
	if at := loneAt(text); at >= 0 {
		text = text[:at]
		if hash := hashAt(text); hash >= 0 {
			return hash
		}
		return at
	}
	return hashAt(text)
}

// loneAt is where an @ stands with blanks around it, or less than 0; GCC has a comma behind it where it says of memory what that is. Elsewhere it is a part of a symbol, or of a directive.
//
//	vzip.8 q0, q1   @ bytes      vldr d0, [r0]  @, *p_1      .type f, @function      call f@plt
func loneAt(text string) int {
	for from := 0; ; {
		at := strings.IndexByte(text[from:], '@')
		if at < 0 {
			return -1
		}
		at += from
		if from = at + 1; (at == 0 || isBlank(text[at-1])) && (from == len(text) || isBlank(text[from]) || text[from] == ',') {
			return at
		}
	}
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// hashAt is where a # begins a comment, or less than 0.
func hashAt(text string) int {
	for from := 0; ; {
		at := strings.IndexByte(text[from:], '#')
		if at < 0 {
			return -1
		}
		if !isImmediate(text[from+at:]) && !isNamedNumber(text, from+at) {
			return from + at
		}
		from += at + 1
	}
}

// isImmediate knows #4 and #:lo12:, as AArch64 writes numbers.
func isImmediate(text string) bool {
	return len(text) > 1 && (text[1] >= '0' && text[1] <= '9' || text[1] == '-' || text[1] == ':')
}

// isNamedNumber knows #BIAS behind a comma, as Arm's assembly has numbers that a line of the text names.
func isNamedNumber(text string, at int) bool {
	before := strings.TrimRight(text[:at], " \t")
	return strings.HasSuffix(before, ",") && at+1 < len(text) && (unicode.IsLetter(rune(text[at+1])) || text[at+1] == '_')
}

// instructionAt is where the instruction of a line begins, behind what tools put into columns before it:
//
//	  4011b6:	66 0f 70 c1 1b	pshufd …      objdump: an address and bytes
//	=> 0x00000000004011b6 <+4>:	pshufd …      gdb
//	 12.50 │      pshufd …                    perf annotate
//	 1      1     0.50      pshufd …          llvm-mca
//	[0,1]   .DeER .    .    pshufd …          its timeline
//	00004	66 0f 70 c0 1b	 pshufd …      Microsoft's compiler
func instructionAt(line string) int {
	at := behindBlanks(line, max(0, strings.LastIndex(line, "│")))
	at = behindNumbers(line, at)
	if to := behindAddress(line, at); to > at {
		return behindBytes(line, to)
	}
	return at
}

func behindBlanks(line string, at int) int {
	blanks := func() {
		for at < len(line) && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
			at++
		}
	}
	blanks()
	for _, mark := range []string{"│", "=>", "*", "←", "→", "↓", "↑"} {
		if strings.HasPrefix(line[at:], mark) {
			at += len(mark)
			blanks()
		}
	}
	return at
}

// column is the next word of a line and where it ends.
func column(line string, at int) (word string, end int) {
	end = at
	for end < len(line) && line[end] != ' ' && line[end] != '\t' {
		end++
	}
	return line[at:end], end
}

// behindNumbers passes numbers in columns, if an instruction or an address is behind them. Microsoft's addresses are numbers without a colon, with bytes behind them.
func behindNumbers(line string, start int) int {
	at, first, timeline := start, true, false
	for at < len(line) {
		word, end := column(line, at)
		next := behindBlanks(line, end)
		if first && len(word) >= 5 && isHex(word) && next < len(line) {
			if to := behindBytes(line, next); to > next {
				return to
			}
		}
		timeline = timeline || first && isTimeline(word)
		if !isNumberColumn(word) && !(timeline && (first || strings.Trim(word, "DeER=-.P") == "")) {
			break
		}
		at, first = next, false
		if strings.HasPrefix(line[at:], ": ") { // perf's, between its numbers and the address
			at = behindBlanks(line, at+1)
		}
	}
	if at == len(line) || at > start && !startsWord(line[at]) {
		return start
	}
	return at
}

// isNumberColumn is 12.50 or 3, or what llvm-mca has in the place of one: -, U or *.
func isNumberColumn(word string) bool {
	return word == "-" || word == "U" || word == "*" || strings.Trim(word, "0123456789.") == "" && word[0] != '.' || strings.HasSuffix(word, "%") && len(word) > 1 && strings.Trim(word[:len(word)-1], "0123456789.") == ""
}

// isTimeline is [0,1], behind which llvm-mca has a letter for each cycle.
func isTimeline(word string) bool {
	inner, ok := strings.CutPrefix(word, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	return ok && closed && strings.Contains(inner, ",") && strings.Trim(inner, "0123456789,") == ""
}

func startsWord(b byte) bool { return unicode.IsLetter(rune(b)) || b >= '0' && b <= '9' || b == '{' }

// behindAddress passes 4011b6: or 0x4011b6 <f+4>:, if something is behind it. Elsewhere it is a label.
func behindAddress(line string, at int) int {
	word, end := column(line, at)
	address, closed := strings.CutSuffix(word, ":")
	if strings.HasPrefix(address, "<+") { // gdb's, without addresses
		address = "0"
	}
	if !isHex(strings.TrimPrefix(address, "0x")) {
		return at
	}
	if !closed {
		next := behindBlanks(line, end)
		if !strings.HasPrefix(line[next:], "<") {
			return at
		}
		n := strings.Index(line[next:], ">:")
		if n < 0 {
			return at
		}
		end = next + n + len(">:")
	}
	if next := behindBlanks(line, end); next < len(line) {
		return next
	}
	return at
}

func isHex(word string) bool { return word != "" && strings.Trim(word, "0123456789abcdefABCDEF") == "" }

// behindBytes passes machine code: bytes of two digits, or one word of eight.
func behindBytes(line string, at int) int {
	for n := 0; at < len(line); n++ {
		word, end := column(line, at)
		if !isHex(word) || len(word) != 2 && (len(word) != 8 || n > 0) {
			break
		}
		at = behindBlanks(line, end)
	}
	return at
}
