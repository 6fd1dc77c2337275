package shufflevector

import (
	"fmt"
	"strconv"
)

// String is the shuffle as IR where IR can say it, and otherwise in the short form.
func (s Shuffle) String() string {
	if text, err := s.IR(); err == nil {
		return text
	}
	return s.Short()
}

// IR is the shuffle as an instruction of LLVM IR. A ZeroLane is said with a zero operand; the error says that none is free.
func (s Shuffle) IR() (string, error) {
	s, err := s.zeroOperand()
	if err != nil {
		return "", err
	}
	var b []byte
	if s.Result != "" {
		b = append(append(b, s.Result...), " = "...)
	}
	b = append(b, "shufflevector "...)
	for _, o := range s.Op {
		b = appendVectorType(b, s.N, s.Elem)
		b = append(o.appendTo(append(b, ' '), s.Elem), ", "...)
	}
	b = append(appendVectorType(b, len(s.Sel), Int(32)), " <"...)
	for i, t := range s.Sel {
		if i > 0 {
			b = append(b, ", "...)
		}
		if b = append(b, "i32 "...); t == UndefLane {
			b = append(b, "poison"...)
		} else {
			b = strconv.AppendInt(b, int64(t), 10)
		}
	}
	return string(append(b, '>')), nil
}

// zeroOperand replaces ZeroLanes by lanes of an operand that is zero, or is free to become it.
func (s Shuffle) zeroOperand() (Shuffle, error) {
	var zeros []int
	var read [2]bool
	for i, t := range s.Sel {
		switch {
		case t == ZeroLane:
			zeros = append(zeros, i)
		case t >= 0:
			read[t/s.N] = true
		}
	}
	if len(zeros) == 0 {
		return s, nil
	}
	for k := 1; k >= 0; k-- {
		if s.Op[k].Kind() != ZeroSplat && read[k] {
			continue
		}
		s.Op[k] = ZeroVector()
		sel := append([]int{}, s.Sel...)
		for _, i := range zeros {
			sel[i] = k * s.N
		}
		s.Sel = sel
		return s, nil
	}
	return s, fmt.Errorf("lane %d is zero, and both operands are in use: a shufflevector takes two vectors", zeros[0])
}

// Short is the type and the selectors, as "<4 x i32> 0 4 u z". What the operands are is not said.
func (s Shuffle) Short() string {
	b := appendVectorType(nil, s.N, s.Elem)
	for _, t := range s.Sel {
		b = appendSelector(b, t)
	}
	return string(b)
}

// appendSelector appends a blank and a selector of the short form.
func appendSelector(b []byte, t int) []byte {
	switch t {
	case UndefLane:
		return append(b, " u"...)
	case ZeroLane:
		return append(b, " z"...)
	}
	return strconv.AppendInt(append(b, ' '), int64(t), 10)
}

func vectorText(n int, e Elem) string { return string(appendVectorType(nil, n, e)) }

func appendVectorType(b []byte, n int, e Elem) []byte {
	b = strconv.AppendInt(append(b, '<'), int64(n), 10)
	return append(append(append(b, " x "...), e.Name...), '>')
}

func (o Operand) appendTo(b []byte, e Elem) []byte {
	if o.IsVar() {
		return append(b, o.Name...)
	}
	if word := o.word(e); word != "" {
		return append(b, word...)
	}
	b = append(b, '<')
	for i, v := range o.Const {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(append(append(b, e.Name...), ' '), v.text(e)...)
	}
	return append(b, '>')
}

// word is the constant in one word if all its lanes are the same.
func (o Operand) word(e Elem) string {
	for _, v := range o.Const {
		if v != o.Const[0] {
			return ""
		}
	}
	switch first := o.Const[0]; {
	case first.State == Undef:
		return "undef"
	case first.State == Poison:
		return "poison"
	case first.Bits.IsZero():
		return "zeroinitializer"
	}
	return "splat (" + e.Name + " " + o.Const[0].text(e) + ")"
}

func (v Value) text(e Elem) string {
	switch v.State {
	case Undef:
		return "undef"
	case Poison:
		return "poison"
	}
	return e.formatElem(v.Bits)
}
