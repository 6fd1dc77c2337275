package lower

import (
	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/target"
)

// A bitMove is a row with an immediate at one of its values, bit by bit: maxBits·argument + bit.
type bitMove struct {
	row   *target.Row
	imm   int
	from  []bit
	still bool // bits stay or are cleared
}

// A rowAt is a row in registers of so many bits.
type rowAt struct {
	row  *target.Row
	bits int
}

// narrowMoves are what rows do at those values of their immediates at which they move less than bytes, whatever target has them. Of the others target.Row.Made has the bytes.
var narrowMoves once.Table[rowAt, []bitMove]

// narrowMovesOf are they, in registers of n bits, with zeros above what the row writes. They are none if the row reads the old destination, which nobody has to give.
func narrowMovesOf(row *target.Row, n int) []bitMove {
	return narrowMoves.Of(rowAt{row, n}, func() (list []bitMove) {
		for v, made := range row.Made() {
			if made.Whole {
				continue
			}
			from, ok := bitsOf(row.Imm.Map(v), n)
			if !ok {
				return nil
			}
			for i := row.Bits; i < n; i++ {
				from[i] = zeroBit
			}
			list = append(list, bitMove{row, v, from, staysPut(from)})
		}
		return list
	})
}

// movingBits is the first value of a row's immediate for which it makes all wanted bits, or -1.
func movingBits(row *target.Row, want []bit) int {
	narrow := narrowMovesOf(row, row.Bits)
	for v, made := range row.Made() {
		does := made.Whole && makesBits(made.Bytes, want)
		if len(narrow) > 0 && narrow[0].imm == v {
			does, narrow = satisfies(narrow[0].from, want), narrow[1:]
		}
		if does {
			return v
		}
	}
	return -1
}

// makesBits is satisfies of the bits of bytes.
func makesBits(bytes []cell, want []bit) bool {
	for i, w := range want {
		if w != freeBit && bitOfCell(bytes[i/8], i%8) != w {
			return false
		}
	}
	return true
}
