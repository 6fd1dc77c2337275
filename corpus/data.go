package corpus

import (
	"encoding/binary"
	"strconv"

	"github.com/lanescope/lanescope/syntax/strings"
)

// numbered is a line with its number.
type numbered struct {
	n    int
	text string
}

// dataOf is what directives put behind labels: constants of vectors, which instructions read.
//
//	.LCPI0_0:
//		.long	3
//		.zero	4
func dataOf(lines []numbered) map[string][]byte {
	all := map[string][]byte{}
	label := ""
	for _, at := range lines {
		text, _ := instructionAndComment(at.text)
		if name, ok := strings.CutSuffix(text, ":"); ok {
			label = name
			continue
		}
		if label == "" || !strings.HasPrefix(text, ".") {
			label = ""
			continue
		}
		b, ok := directive(text)
		if len(all[label])+len(b) > maxData {
			ok = false
		}
		if !ok {
			label = ""
			continue
		}
		all[label] = append(all[label], b...)
	}
	return all
}

// maxData is the longest constant: that of a register.
const maxData = 64

// dataWidths are the bytes of a number of each directive.
var dataWidths = map[string]int{".byte": 1, ".short": 2, ".value": 2, ".hword": 2, ".2byte": 2, ".long": 4, ".int": 4, ".word": 4, ".4byte": 4, ".quad": 8, ".xword": 8, ".8byte": 8}

// directive is what a line puts into memory.
func directive(text string) (b []byte, ok bool) {
	name, rest, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	numbers := strings.Split(rest, ",")
	if name == ".zero" || name == ".skip" || name == ".space" {
		n, err := strconv.Atoi(strings.TrimSpace(numbers[0]))
		if err != nil || n < 0 || n > maxData || len(numbers) > 1 {
			return nil, false
		}
		return make([]byte, n), true
	}
	width := dataWidths[name]
	if width == 0 {
		return nil, false
	}
	for _, n := range numbers {
		n = strings.TrimSpace(n)
		v, err := strconv.ParseUint(n, 0, 64)
		if signed, errSigned := strconv.ParseInt(n, 0, 64); err != nil {
			if errSigned != nil {
				return nil, false
			}
			v = uint64(signed)
		}
		b = append(b, binary.LittleEndian.AppendUint64(nil, v)[:width]...)
	}
	return b, len(b) <= maxData
}
