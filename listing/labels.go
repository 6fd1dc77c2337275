package listing

import (
	"cmp"
	"iter"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Labels may stand several times in a file. Which one a line means is known by where it stands:
//
//	1:                       GNU's:
//	        jne     1b       the next one above,
//	        jmp     1f       or below
//	f:
//	.loop:                   NASM's: of the label without a point above,
//	        jne     .loop
//	g:
//	.loop:                   which this is not
//	@@:                      Microsoft's:
//	        jne     @B       the next one above, or with @F below
//
// Each is given a name that no other has, and those that mean it have it too.

// LabelsApart gives labels that stand several times names of their own, and those of which the nearest is meant. A number in front of an instruction is made a line by itself: from says of which line of the given ones each is.
func LabelsApart(lines []string) (apart []string, from []int) {
	numbers := numbersNamed(slices.Values(lines))
	for n, line := range lines {
		l := dialect.Line{}
		if len(numbers) > 0 {
			l = dialect.LineOf(line)
		}
		if label, rest, ok := numberBefore(l, numbers); ok {
			apart, from = append(apart, label+":"), append(from, n)
			line = "\t" + rest
		}
		apart, from = append(apart, line), append(from, n)
	}
	nameLabels(apart)
	return apart, from
}

// nameLabels gives the labels of lines their names.
func nameLabels(lines []string) {
	of := labels{scope: make([]int, len(lines)), at: map[string][]int{}}
	for n, line := range lines {
		of.find(n, line)
	}
	if of.several() {
		for n, line := range lines {
			lines[n] = of.named(n, line)
		}
	}
}

// labelsApart is LabelsApart of lines that are taken apart, of which only their instructions matter.
func labelsApart(lines []dialect.Line) {
	texts := make([]string, len(lines))
	for n, l := range lines {
		texts[n] = l.Text
	}
	nameLabels(texts)
	for n, text := range texts {
		lines[n].Text = text
	}
}

// numbersNamed are the numbers that lines go to as labels: 1 of jne 1b. What a disassembler means by that is an address, and it says behind it of what.
func numbersNamed(lines iter.Seq[string]) (numbers map[string]bool) {
	for line := range lines {
		for _, comment := range []string{"//", "/*", "# "} {
			line, _, _ = strings.Cut(line, comment)
		}
		line = strings.TrimRight(line, " \t\r")
		if line == "" || line[len(line)-1] != 'b' && line[len(line)-1] != 'f' {
			continue
		}
		number := line[len(strings.TrimRight(line[:len(line)-1], "0123456789")) : len(line)-1]
		if at := len(line) - len(number) - 2; number != "" && at > 0 && strings.IndexByte(" \t,", line[at]) >= 0 {
			if numbers == nil {
				numbers = map[string]bool{}
			}
			numbers[number] = true
		}
	}
	return numbers
}

// wordsNamed are the labels that stand at the beginning of a line without a colon, as Arm's own assembler has them, and that some line goes to.
//
//	loop
//	        subs  r3, r3, #1
//	        bne   loop
func wordsNamed(text string) map[string]bool {
	alone, named := map[string]bool{}, map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		word := strings.TrimRight(line, " \t\r")
		if isName(word) {
			alone[word] = true
			continue
		}
		if fields := strings.Fields(line); len(fields) > 1 && line[0] <= ' ' && isJump(strings.ToLower(fields[0])) {
			named[fields[1]] = true
		}
	}
	for word := range alone {
		if !named[word] {
			delete(alone, word)
		}
	}
	return alone
}

// numberBefore takes such a number from in front of the instruction that stands on its line.
func numberBefore(l dialect.Line, numbers map[string]bool) (label, rest string, ok bool) {
	label, between, ok := strings.Cut(l.Whole[:l.At], ":")
	label = strings.TrimSpace(label)
	return label, l.Text, ok && numbers[label] && l.Text != "" && strings.TrimSpace(between) == ""
}

// labels are those of a file that begin with a point or are numbers.
type labels struct {
	at    map[string][]int // the lines of each
	scope []int            // of each line, how many other labels stand above it
}

// find finds the label of a line.
func (l *labels) find(n int, line string) {
	if n > 0 {
		l.scope[n] = l.scope[n-1]
	}
	label, ok := labelAlone(line)
	switch {
	case !ok, label+":" == someCase:
	case label[0] == '.' || isNearest(label):
		l.at[label] = append(l.at[label], n)
	default:
		l.scope[n]++
	}
}

// labelAlone is the label that a line is.
func labelAlone(line string) (label string, ok bool) {
	if !strings.Contains(line, ":") {
		return "", false
	}
	label, ok = strings.CutSuffix(dialect.LineOf(line).Text, ":")
	return label, ok && label != ""
}

// isNumber says whether a word has digits only.
func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// unnamed is Microsoft's label without a name.
const unnamed = "@@"

// isNearest says whether a label may stand several times, so that words mean the nearest one.
func isNearest(label string) bool { return isNumber(label) || label == unnamed }

// nearest is the label that a word means the nearest one of: 1b and @B the next one above, 1f and @F the next one below.
func nearest(word string) (label string, below, ok bool) {
	last := len(word) - 1
	if last < 1 || word[last]|0x20 != 'b' && word[last]|0x20 != 'f' {
		return "", false, false
	}
	below = word[last]|0x20 == 'f'
	if label = word[:last]; label == "@" {
		return unnamed, below, true
	}
	return label, below, isNumber(label) && word[last] >= 'a'
}

// several says whether any label needs a name of its own.
func (l *labels) several() bool {
	for label, at := range l.at {
		if len(at) > 1 || isNearest(label) {
			return true
		}
	}
	return false
}

// named is a line with the names that labels have now.
func (l *labels) named(n int, line string) string {
	if label, ok := labelAlone(line); ok {
		if at := l.at[label]; len(at) > 1 || len(at) > 0 && isNearest(label) {
			k, _ := slices.BinarySearch(at, n)
			return labelName(label, k) + ":"
		}
		return line
	}
	return eachWord(line, func(word string) string {
		if at := l.at[word]; len(at) > 1 && word[0] == '.' {
			k, here := slices.BinarySearchFunc(at, l.scope[n], func(of, scope int) int { return cmp.Compare(l.scope[of], scope) })
			if !here || k+1 < len(at) && l.scope[at[k+1]] == l.scope[n] { // it stands in several cases, of which one is assembled
				return word
			}
			return labelName(word, k)
		}
		label, below, ok := nearest(word)
		at := l.at[label]
		if !ok || len(at) == 0 {
			return word
		}
		k, _ := slices.BinarySearch(at, n) // the first that is not above the line
		if !below {
			k--
		}
		if k < 0 || k == len(at) {
			return word
		}
		return labelName(label, k)
	})
}

// labelName is what label k of those of one name is called: .L.1.17, .L.loop.3.
func labelName(label string, k int) string {
	return ".L." + strings.TrimPrefix(strings.ReplaceAll(label, unnamed, "unnamed"), ".") + "." + strconv.Itoa(k)
}

// LabelBefore takes a name from in front of the instruction that stands on its line: loop: pshufd xmm0, xmm1, 27.
func LabelBefore(line string) (label, rest string, ok bool) {
	if !strings.Contains(line, ":") {
		return "", line, false
	}
	l := dialect.LineOf(line)
	if label, rest, ok = labelBefore(l); ok {
		return label, "\t" + line[l.At+len(l.Text)-len(rest):], true
	}
	return "", line, false
}

func labelBefore(l dialect.Line) (label, rest string, ok bool) {
	label, rest, ok = cutLabel(l.Text)
	return label, rest, ok && rest != "" && isName(strings.TrimPrefix(label, "."))
}
