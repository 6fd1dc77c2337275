package cexpr

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// LoongArch's vectors in C: an intrinsic is called as its instruction, and what shares the destination's register comes first.
//
//	vilvl.w $vr0, $vr1, $vr2       __lsx_vilvl_w(b, a)
//	xvpermi.q $xr0, $xr1, 0x20     __lasx_xvpermi_q(a, b, 0x20)

// Loong is C with the intrinsics of LSX and LASX.
func Loong() dialect.Dialect {
	return dialect.Dialect{Looks: looksLoong, Read: dialect.WithoutOptions(readExpressions), InLine: func(l dialect.Line) (string, bool) { return l.Text, looksLoong(l.Text) }}
}

func looksLoong(text string) bool {
	return strings.Contains(text, "__lsx_") || strings.Contains(text, "__lasx_")
}

// A loongName is the name of such an intrinsic, taken apart.
type loongName struct {
	op   string // without the x of LASX: vreplgr2vr
	bits int    // of the vector
	typ  vectorType
}

// loongNamed takes a name apart. The lanes of v, as of vxor_v, are bytes, and so are those that no letter says.
func loongNamed(name string) (n loongName, ok bool) {
	rest, ok := strings.CutPrefix(name, "__lsx_")
	n.bits = 128
	if !ok {
		if rest, ok = strings.CutPrefix(name, "__lasx_"); !ok {
			return n, false
		}
		n.bits = 256
		if strings.HasPrefix(rest, "xv") {
			rest = rest[1:]
		}
	}
	op, typ, cut := cutLast(rest, "_")
	letter, unsigned := strings.CutSuffix(typ, "u")
	width := map[string]int{"b": 8, "h": 16, "w": 32, "d": 64, "q": 128}[letter]
	if !cut || width == 0 {
		op, width = strings.TrimSuffix(rest, "_v"), 8
	}
	n.op, n.typ = op, vectorType{lanes: n.bits / width, bits: width, signed: !unsigned}
	return n, true
}

// loongCall is an intrinsic that is no row; ok is false where it is none of these either.
func (e *expressions) loongCall(name string, args []operand) (o operand, ok bool, err error) {
	n, ok := loongNamed(name)
	is := func(op string, count int) bool { return n.op == op && len(args) == count }
	number := func(k int) bool { return k < len(args) && !args[k].IsVector() }
	switch {
	case !ok:
		return o, false, nil
	case is("vpickve2gr", 2) && number(1) && n.typ.lacks(args[1].Number) != nil, is("vinsgr2vr", 3) && number(2) && n.typ.lacks(args[2].Number) != nil:
		return o, true, n.typ.lacks(args[len(args)-1].Number)
	case is("vrepli", 1) && number(0) && (args[0].Number < -512 || args[0].Number > 511):
		return o, true, fmt.Errorf("it takes numbers from -512 to 511, and this is %d", args[0].Number)
	case is("vreplgr2vr", 1):
		if err = args[0].fits(n.typ); err == nil {
			o, err = e.elements(n.typ, repeatedOperand(args[0].laneIn(n.typ), n.typ.lanes))
		}
	case is("vrepli", 1) && number(0):
		o, err = e.repeatedNumber(n.typ, args[0].Number)
	case is("vldi", 1) && number(0) && args[0].Number >= 0 && args[0].Number < 1<<12: // 00ss nnnnnnnnnn: a number of ten bits in lanes of 8 << ss
		n.typ.bits = 8 << (args[0].Number >> 10)
		n.typ.lanes = n.bits / n.typ.bits
		o, err = e.repeatedNumber(n.typ, args[0].Number<<54>>54)
	case is("vreplve", 2) && number(1):
		o, err = e.repeatedInBlocks(args[0], n, args[1].Number)
	case is("vpickve2gr", 2) && number(1):
		if o, err = e.part(args[0], n.bits, n.typ.bits, args[1].Number); err == nil {
			o = o.laneOf(n.typ)
		}
	case is("vinsgr2vr", 3) && number(2):
		o, err = e.laneInto(n.typ, args[0], args[1], args[2])
	case is("vxor", 2):
		o, err = e.xor(n.bits, args)
	default:
		if o, ok, err = e.loongHalves(n, args); !ok {
			return o, false, nil
		}
		n.typ.bits = 128
	}
	if err == nil {
		m := widened(*o.Value, n.typ.bits)
		o.Value = &m
	}
	return o, true, err
}

// repeatedNumber is a number in all lanes, of which the type has the bits.
func (e *expressions) repeatedNumber(t vectorType, v int) (operand, error) {
	return e.elements(t, repeatedOperand(number(int(int64(v)<<(64-t.bits)>>(64-t.bits))), t.lanes))
}

// repeatedInBlocks is one lane of each 128 bits in all lanes there.
func (e *expressions) repeatedInBlocks(o operand, n loongName, at int) (operand, error) {
	m, err := e.vectorArgument(o, n.bits)
	if err == nil {
		m, err = m.Regroup(min(m.Bits, n.typ.bits))
	}
	if err != nil {
		return o, err
	}
	r := m.Clone()
	per, block := n.typ.bits/m.Bits, 128/m.Bits
	for i := range r.Lane {
		r.Lane[i] = m.Lane[i/block*block+at&(128/n.typ.bits-1)*per+i%per]
	}
	return vector(r), nil
}

// loongHalves are the functions for the halves of 256 bits. Their last letter says whether lanes are floats.
func (e *expressions) loongHalves(n loongName, args []operand) (o operand, ok bool, err error) {
	op := strings.TrimSuffix(strings.TrimSuffix(n.op, "_s"), "_d")
	is := func(want string, count int) bool { return n.bits == 256 && op == want && len(args) == count }
	switch {
	case is("concat_128", 2):
		o, err = e.joined(128, args[0], args[1])
	case is("cast_128", 1):
		o, err = e.joined(128, args[0], vector(lane.Map{Bits: 8, Lane: make([]lane.Lane, 16)}))
	case is("extract_128_lo", 1):
		o, err = e.part(args[0], 256, 128, 0)
	case is("extract_128_hi", 1):
		o, err = e.part(args[0], 256, 128, 1)
	case is("insert_128_lo", 2):
		if o, err = e.part(args[0], 256, 128, 1); err == nil {
			o, err = e.joined(128, args[1], o)
		}
	case is("insert_128_hi", 2):
		if o, err = e.part(args[0], 256, 128, 0); err == nil {
			o, err = e.joined(128, o, args[1])
		}
	default:
		return o, false, nil
	}
	return o, true, err
}

// rowsOf are the rows of targets.
func rowsOf(targets ...string) (all []*target.Row) {
	for _, name := range targets {
		if tg, ok := target.Find(name); ok {
			all = append(all, tg.Rows...)
		}
	}
	return all
}
