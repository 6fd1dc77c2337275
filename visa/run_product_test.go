package visa

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// Saturated products of numbers of up to 32 bits, another one added, at the ends of all types: what integers of any size give, clamped. 64 bits hold most of them, with a sign or
// without one.
func TestProductsAtTheEnds(t *testing.T) {
	types := []Type{UD, D, UW, W, UB, B, UQ, Q}
	ends := func(typ Type) []*big.Int {
		size := uint(8 * typ.Size())
		least, most := new(big.Int), new(big.Int).Lsh(big.NewInt(1), size)
		if typ.isSigned() {
			most.Rsh(most, 1)
			least.Neg(most)
		}
		most.Sub(most, big.NewInt(1))
		return []*big.Int{least, big.NewInt(1), most}
	}
	for _, dst := range types {
		d, err := ParseDecls(fmt.Sprintf(".decl R v_type=G type=%s num_elts=4 align=GRF", dst), 32)
		if err != nil {
			t.Fatal(err)
		}
		for code := range 4 * 4 * 4 {
			x, y, z := types[code&3], types[code>>2&3], types[code>>4]
			for _, a := range ends(x) {
				for _, b := range ends(y) {
					for _, c := range ends(z) {
						sum := new(big.Int).Add(new(big.Int).Mul(a, b), c)
						saturates(t, d, dst, sum, fmt.Sprintf("mad.sat (M1, 1) R(0,0)<1> %d:%s %d:%s %d:%s", a, x, b, y, c, z))
					}
					saturates(t, d, dst, new(big.Int).Mul(a, b), fmt.Sprintf("mul.sat (M1, 1) R(0,0)<1> %d:%s %d:%s", a, x, b, y))
				}
			}
		}
	}
}

// saturates runs an instruction that writes the nearest number that its type has.
func saturates(t *testing.T, d *Decls, dst Type, value *big.Int, text string) {
	t.Helper()
	least, most := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*dst.Size()))
	if dst.isSigned() {
		most.Rsh(most, 1)
		least.Neg(most)
	}
	most.Sub(most, big.NewInt(1))
	switch {
	case value.Cmp(least) < 0:
		value = least
	case value.Cmp(most) > 0:
		value = most
	}
	p := Parser{Decls: d}
	i, err := p.ParseInst(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	code, err := Compile([]Inst{i}, d, Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	m := code.NewMachine()
	if err := code.Run(m, nil); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	data, _ := m.Bytes(i.Operand[0].ID)
	got := uint64(0)
	for k := range dst.Size() {
		got |= uint64(data[k]) << (8 * k)
	}
	if have := strings.TrimSpace(string(dst.AppendElement(nil, dst.integer(got).lo))); have != value.String() {
		t.Fatalf("%s writes %s, want %s", text, have, value)
	}
}
