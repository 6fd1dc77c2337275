package syntax

import "strings"

// Brackets are pairs of brackets, each that opens before the one that closes it: "()[]".
type Brackets string

// Open is how many more of them a text opens than it closes.
func (b Brackets) Open(text string) (n int) {
	for i := range len(text) {
		switch at := strings.IndexByte(string(b), text[i]); {
		case at < 0:
		case at%2 == 0:
			n++
		default:
			n--
		}
	}
	return n
}
