package target

import (
	"fmt"
	"slices"
	"testing"
)

// decoded is what DecodeBitMasks of Arm's manual makes of the 13 bits N, immr and imms: the bits of its element, how many of them are ones and how far these are turned to the right, and all 64 bits.
func decoded(code int) (size, ones, right int, value uint64, ok bool) {
	n, immr, imms := code>>12, code>>6&63, code&63
	for length := 6; length > 0; length-- { // the highest bit that is set of N and of imms, inverted
		if n<<6|^imms&63 < 1<<length {
			continue
		}
		size = 1 << length
		ones, right = imms&(size-1)+1, immr&(size-1)
		for bit := range 64 {
			if (bit+right)%size < ones {
				value |= 1 << bit
			}
		}
		return size, ones, right, value, ones < size
	}
	return 0, 0, 0, 0, false
}

// Of all 13 bits that an instruction can have, a lane's masks are those whose element is no wider than it, and wide enough that no narrower lane has them: of bytes and halfwords all, of others whole bytes. Each is there once, by its own code.
func TestBitmasks(t *testing.T) {
	for _, elem := range []int{8, 16, 32, 64} {
		var want, got []string
		seen := map[uint64]bool{}
		for code := range 1 << 13 {
			size, ones, right, value, ok := decoded(code)
			whole := elem < 32 || ones%8 == 0 && right%8 == 0
			if ok && !seen[value] && whole && (size == elem || elem == 8 && size < 8) {
				seen[value] = true
				want = append(want, fmt.Sprintf("%016x", value))
			}
		}
		for _, b := range bitmasks(elem) {
			if _, _, _, value, ok := decoded(b.code); !ok || value != b.value {
				t.Errorf("lanes of %d bits: the code %013b is %016x, and not %016x", elem, b.code, value, b.value)
			}
			got = append(got, fmt.Sprintf("%016x", b.value))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("lanes of %d bits have %d masks, want %d:\n%q\n%q", elem, len(got), len(want), got, want)
		}
	}
}
