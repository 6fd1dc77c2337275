package target_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// operandOf is a register for a letter of a row, chosen by a byte: of a few, so that lines read what others wrote.
func operandOf(t *target.Target, row *target.Row, letter byte, x byte) string {
	bits := row.Bits
	if k := strings.IndexByte(target.SourceLetters, letter); k >= 0 && k < len(row.Src) {
		bits = row.Src[k]
	}
	switch n := int(x) % 5; {
	case letter == 'm':
		return fmt.Sprintf("k%d", 1+n)
	case letter == 'k' && row.Index != nil && row.Index.Inline:
		return fmt.Sprint(x)
	case letter == 'r' || row.FileOf(letter) == target.General:
		return target.GeneralRegister(n, max(bits, 32))
	case t.Has&target.NEON != 0:
		return fmt.Sprintf("v%d", n)
	case bits > 256:
		return fmt.Sprintf("zmm%d", n)
	case bits > 128:
		return fmt.Sprintf("ymm%d", n)
	default:
		return fmt.Sprintf("xmm%d", n)
	}
}

// FuzzListings has listings for input, of rows of all targets with masks set between: whoever reads them finds what they do, or nothing.
func FuzzListings(f *testing.F) {
	chance.Fuzz(f, func(t *testing.T, data []byte) {
		next := func() byte {
			if len(data) == 0 {
				return 0
			}
			x := data[0]
			data = data[1:]
			return x
		}
		all := target.Targets()
		tg := all[int(next())%len(all)]
		var listing strings.Builder
		for range 12 {
			row := tg.Rows[(int(next())<<8|int(next()))%len(tg.Rows)]
			value := 0
			if row.Imm != nil {
				value = int(next()) % row.Imm.Values
			}
			operand := func(letter byte) string { return operandOf(tg, row, letter, next()) }
			switch {
			case next()%4 == 0:
				fmt.Fprintf(&listing, "kmov%c k%d, 0x%x\n", "bwdq"[next()%4], 1+next()%5, uint64(next())*0x9e3779b97f4a7c15>>(next()%64))
			case row.Mask != nil && next()%3 == 0:
				listing.WriteString(row.MaskedText(value, next()%2 == 0, operand) + "\n")
			default:
				listing.WriteString(row.Text(value, operand) + "\n")
			}
		}
		note := corpus.Sink{Shuffle: func(corpus.Find) {}, Emitted: func(corpus.Emission) {}}
		if err := corpus.Scan(strings.NewReader(listing.String()), "fuzz.s", note); err != nil {
			t.Errorf("%v of\n%s", err, listing.String())
		}
	})
}

// FuzzConstants has constants of rows: what one makes a row do, a constant is found for, which does it.
func FuzzConstants(f *testing.F) {
	chance.Fuzz(f, func(t *testing.T, number, which uint16, data []byte) {
		all := target.Targets()
		tg := all[int(number)%len(all)]
		var rows []*target.Row
		for _, row := range tg.Rows {
			if row.Index != nil {
				rows = append(rows, row)
			}
		}
		row := rows[int(which)%len(rows)]
		b := make([]byte, (row.Index.Bits+7)/8)
		copy(b, data)
		does := row.Index.Apply(lane.ConstBytes(b).Slice(0, row.Index.Bits))
		k, ok := row.Index.Solve(does)
		if !ok {
			t.Fatalf("%s: no constant does %v, which %x does", row.Name, does, b)
		}
		v, err := lane.Compare(row.Index.Apply(k), does)
		if err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
			t.Errorf("%s: %s is found for %v: %v, %v", row.Name, k.Hex(), does, v, err)
		}
	})
}
