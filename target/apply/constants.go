package apply

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// VectorPrefix is the size of an intrinsic's vectors.
func VectorPrefix(name string) (bits int, rest string) {
	for _, p := range []struct {
		prefix string
		bits   int
	}{{"_mm512_", 512}, {"_mm256_", 256}, {"_mm_", 128}} {
		if rest, ok := strings.CutPrefix(name, p.prefix); ok {
			return p.bits, rest
		}
	}
	return 0, name
}

// SetConstant is what a call of set, setr, set1 or setzero with numbers makes: set has the highest lane first, setr the lowest, set1 all lanes alike.
func SetConstant(name string, numbers []int) (lane.Map, error) {
	bits, rest := VectorPrefix(name)
	kind, element, _ := strings.Cut(rest, "_")
	if kind == "setzero" && bits > 0 && len(numbers) == 0 {
		return lane.Map{Bits: 8, Lane: slices.Repeat([]lane.Lane{lane.Zero()}, bits/8)}, nil
	}
	width := map[string]int{"epi8": 8, "epi16": 16, "epi32": 32, "epi64": 64, "epi64x": 64}[element]
	if bits == 0 || width == 0 || kind != "set" && kind != "setr" && kind != "set1" {
		return lane.Map{}, fmt.Errorf("%s is no constant that is understood: there are set, setr and set1 of epi8 to epi64x, and setzero", name)
	}
	n := bits / width
	m := lane.Map{Bits: width, Lane: make([]lane.Lane, n)}
	if kind == "set1" && len(numbers) != 1 {
		return lane.Map{}, fmt.Errorf("%s takes 1 number, and there are %d", name, len(numbers))
	} else if kind == "set1" {
		numbers = slices.Repeat(numbers, n)
	}
	if len(numbers) != n {
		return lane.Map{}, fmt.Errorf("%s takes %d numbers, and there are %d", name, n, len(numbers))
	}
	for i, v := range numbers {
		if kind == "set" {
			i = n - 1 - i
		}
		m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(v)).Slice(0, width))
	}
	return m, nil
}

// VectorConstant reads such a call where it stands for a register: _mm_set1_epi8(1).
func VectorConstant(text string) (Operand, bool) {
	name, list, ok := strings.Cut(text, "(")
	list, closed := strings.CutSuffix(strings.TrimSpace(list), ")")
	if !ok || !closed {
		return Operand{}, false
	}
	var numbers []int
	for list != "" {
		var number string
		number, list, _ = strings.Cut(list, ",")
		v, err := NumberOfC(strings.TrimSpace(number))
		if err != nil || len(numbers) == lane.MaxLanes {
			return Operand{}, false
		}
		numbers = append(numbers, v)
	}
	m, err := SetConstant(strings.TrimSpace(name), numbers)
	return Vector(m), err == nil
}

// NumberOfC is a number of C of up to 64 bits, with or without a sign.
func NumberOfC(word string) (int, error) {
	digits := strings.TrimRight(word, "uUlL")
	v, err := strconv.ParseInt(digits, 0, 64)
	if u, unsigned := strconv.ParseUint(digits, 0, 64); err != nil && unsigned == nil {
		v, err = int64(u), nil
	}
	return int(v), err
}
