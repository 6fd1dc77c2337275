package corpus_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/chance"
)

// Shifts, masks and copies of one general register are what programs compute with, however many they are. With one line among them that nobody computes with they are a movement, all of them together, also where
// what it does is taken back.
func TestComputesOrMoves(t *testing.T) {
	r := chance.Random(t, 60)
	both := [2]int{}
	for range 400 {
		var lines []string
		left := ^uint32(0) // which bits are some bit of the source
		shift := func(most int) {
			by := 1 + r.IntN(most)
			left <<= by
			lines = append(lines, fmt.Sprintf("shll $%d, %%edi", by))
		}
		moves := r.IntN(2)
		at := r.IntN(4) * moves
		for k := range 5 {
			switch r.IntN(5) {
			case 0:
				shift(4)
			case 1:
				by := 1 + r.IntN(4)
				left >>= by
				lines = append(lines, fmt.Sprintf("shrl $%d, %%edi", by))
			case 2:
				mask := uint32(0xffff << r.IntN(9))
				left &= mask
				lines = append(lines, fmt.Sprintf("andl $%d, %%edi", mask))
			case 3:
				left &= 0xffff
				lines = append(lines, "movzwl %di, %edi")
			default:
				lines = append(lines, "movl %edi, %edi")
			}
			if moves == 0 || k != at {
				continue
			}
			if r.IntN(3) > 0 {
				lines = append(lines, "bswapl %edi", "bswapl %edi")
				continue
			}
			left >>= 4
			lines = append(lines, "movl $-16, %ecx", "pextl %ecx, %edi, %edi")
		}
		if shift(4); left == 0 {
			continue // nothing is left of the source
		}
		text := strings.Join(lines, "\n") + "\n"
		var all []corpus.Emission
		if err := corpus.Scan(strings.NewReader(text), "x.s", corpus.Sink{Emitted: func(e corpus.Emission) { all = append(all, e) }}); err != nil {
			t.Fatal(err)
		}
		if both[moves]++; len(all) != moves {
			t.Fatalf("%q: %d movements, want %d", text, len(all), moves)
		}
		for _, e := range all {
			if e.First != 1 || e.Line != len(lines) {
				t.Fatalf("%q: lines %d to %d", text, e.First, e.Line)
			}
		}
	}
	if min(both[0], both[1]) < 100 {
		t.Error(both)
	}
}
