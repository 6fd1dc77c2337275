package target_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What a row makes of bytes is what its map says of them, bit by bit.
func TestMade(t *testing.T) {
	seen := map[*target.Row]bool{}
	whole, part := 0, 0
	for _, tg := range target.Targets() {
		for _, row := range tg.RowsIn(target.Vectors) {
			if row.Imm == nil || seen[row] {
				continue
			}
			seen[row] = true
			for v, made := range row.Made() {
				want, all := wanted(row, made)
				whole, part = whole+len(want.Lane)-len(all), part+len(all)
				if len(all) == 0 != made.Whole {
					t.Errorf("%s %d: whole is %v, and %d bytes are not", row.Name, v, made.Whole, len(all))
				}
				if of := target.BytesOf(row.Imm.Map(v)); !slices.Equal(of, made.Bytes) {
					t.Errorf("%s %d: its map makes the bytes %v, and the row %v", row.Name, v, of, made.Bytes)
				}
				bits, err := row.Imm.Map(v).Regroup(1)
				if err != nil {
					t.Fatal(err)
				}
				said, err := want.Regroup(1)
				if err != nil {
					t.Fatal(err)
				}
				for j, l := range bits.Lane {
					if !slices.Contains(all, j/8) && said.Lane[j] != l {
						t.Errorf("%s %d: bit %d is %v, expected %v", row.Name, v, j, said.Lane[j], l)
					}
				}
				for _, i := range all { // no byte of a source is it, and no constant
					if isByte(bits.Lane[8*i : 8*i+8]) {
						t.Errorf("%s %d: byte %d is said to be none: %v", row.Name, v, i, bits.Lane[8*i:8*i+8])
					}
				}
			}
		}
	}
	if whole < 10000 || part == 0 {
		t.Errorf("%d bytes are whole, and %d are not: expected some of both", whole, part)
	}
}

// wanted is what a row is said to make of bytes, and which bytes are said to be none.
func wanted(row *target.Row, made target.Made) (m lane.Map, none []int) {
	m = lane.Map{Bits: 8, Src: make([]int, len(row.Src)), Lane: make([]lane.Lane, len(made.Bytes))}
	for k, n := range row.Src {
		m.Src[k] = n / 8
	}
	for i, b := range made.Bytes {
		switch source, index, moves := b.Source(); {
		case moves:
			m.Lane[i] = lane.From(source, index)
		case b == target.PartByte:
			none = append(none, i)
		case b != target.AnyByte:
			m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(target.ZeroByte - b)))
		}
	}
	return m, none
}

// isByte says whether eight bits are a byte of a source, or eight of a constant, or all undefined.
func isByte(bits []lane.Lane) bool {
	first := bits[0]
	for k, b := range bits {
		if b.Kind != first.Kind || b.Kind == lane.Source && (b.Src != first.Src || b.Index != first.Index+k || first.Index%8 != 0) {
			return false
		}
	}
	return true
}
