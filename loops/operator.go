package loops

import (
	"math/big"
	"math/bits"
	"slices"
)

// operate is an operator on two values.
func (m *machine) operate(sign string, x, y value, where span) (value, error) {
	if x.kind == listValue && sign == "*" && y.kind == numberValue { // Python's [0] * 8
		return m.repeated(x, int(y.n), where)
	}
	if x.kind == listValue || y.kind == listValue {
		return value{}, where.errorf("expected numbers or elements on both sides of %s", sign)
	}
	if x.kind == arrayValue || y.kind == arrayValue {
		return m.moved(sign, x, y, where)
	}
	m.operands = [2]value{x, y}
	defer func() { m.operands = [2]value{} }()
	if x.typ.float || y.typ.float {
		return m.floating(sign, x, y, where)
	}
	a, known := x.number()
	b, also := y.number()
	if known && also && !(m.lang.bits && (a < 0 && !x.isNegative() || b < 0 && !y.isNegative())) { // which have no ones above their 64 bits
		return m.calculate(sign, numberOf(a, x.typ), numberOf(b, y.typ), where)
	}
	switch sign {
	case "<<", ">>", ">>>":
		return m.shift(sign, x, y, where)
	case "&", "|", "^", "&^", "AND", "OR", "XOR":
		return m.bitwise(sign, x, y, where)
	case "==", "!=", "=":
		return m.compare(sign, x, y, where)
	case "+", "-", "*", "/", "%", "//":
		return m.arithmetic(sign, x, y, where)
	}
	return value{}, m.unknown(x, y, where)
}

// repeated is a list so many times.
func (m *machine) repeated(x value, n int, where span) (value, error) {
	if n < 0 || n*len(x.list) > maxElements {
		return value{}, where.errorf("a list has at most %d elements", maxElements)
	}
	r := value{kind: listValue}
	for range n {
		r.list = append(r.list, x.list...)
	}
	return r, nil
}

// unit is how many bits further the next element of an array is, as it is seen.
func (m *machine) unit(x value) int {
	switch {
	case m.lang.bits:
		return 1
	case x.typ.bits > 0:
		return x.typ.bits
	}
	return m.width(x.array)
}

// moved is a place in an array, so many elements further.
func (m *machine) moved(sign string, x, y value, where span) (value, error) {
	if x.kind == y.kind && x.array == y.array {
		return m.apart(sign, x, y, where)
	}
	if y.kind == arrayValue && sign == "+" {
		x, y = y, x
	}
	n, ok := y.number()
	switch {
	case x.kind != arrayValue || y.kind == arrayValue || sign != "+" && sign != "-" && (sign != ">>" || !m.lang.bits):
		return value{}, where.errorf("expected an element, such as r[i]")
	case !ok:
		return value{}, m.unknown(y, value{}, where)
	case sign == "-":
		n = -n
	}
	unit := m.unit(x)
	if n < -2*maxElements || n > 2*maxElements || x.at+int(n)*unit < -maxElements*unit || x.at+int(n)*unit > maxElements*unit {
		return value{}, where.errorf("element %d is none of an array of at most %d", int64(x.at/unit)+n, maxElements)
	}
	x.at += int(n) * unit
	return x, nil
}

// apart is how far two places of an array are apart, or which comes first.
func (m *machine) apart(sign string, x, y value, where span) (value, error) {
	by := numberOf(int64(x.at-y.at)/int64(m.unit(x)), integer{bits: 64, signed: true})
	if sign == "-" {
		return by, nil
	}
	switch sign {
	case "==", "!=", "<", "<=", ">", ">=":
		return m.calculate(sign, by, numberOf(0, by.typ), where)
	}
	return value{}, where.errorf("expected an element, such as r[i]")
}

// calculate is an operator on two numbers.
func (m *machine) calculate(sign string, x, y value, where span) (value, error) {
	if m.lang.bits { // whose numbers are as long as they have to be
		x.typ, y.typ = integer{}, integer{}
	}
	t := m.lang.usual(x.typ, y.typ)
	a, b := t.wrap(x.n), t.wrap(y.n)
	if t.bits == 0 && (m.lang == python || m.lang.bits) && outgrows(sign, a, b) {
		if sign == "<<" && a > 0 && m.lang.bits {
			return m.shift(sign, bitsOf(x.extended(64, nil)), y, where)
		}
		return value{}, where.errorf("this is a number of more than 64 bits, which are not computed with here")
	}
	unsigned := t.bits > 0 && !t.signed
	switch sign {
	case "+":
		return numberOf(a+b, t), nil
	case "-":
		return numberOf(a-b, t), nil
	case "*":
		return numberOf(a*b, t), nil
	case "&&", "and":
		return m.truth(a != 0 && b != 0), nil
	case "||", "or":
		return m.truth(a != 0 || b != 0), nil
	case "&", "AND":
		return numberOf(a&b, t), nil
	case "|", "OR":
		return numberOf(a|b, t), nil
	case "^", "XOR":
		return numberOf(a^b, t), nil
	case "&^":
		return numberOf(a&^b, t), nil
	case "/", "//", "%":
		return m.divide(sign, a, b, t, where)
	case "<<", ">>", ">>>":
		return m.shifted(sign, x, y.n, where)
	case "==", "=":
		return m.truth(a == b), nil
	case "!=":
		return m.truth(a != b), nil
	case "<":
		return m.truth(a < b && !unsigned || unsigned && uint64(a) < uint64(b)), nil
	case ">":
		return m.truth(a > b && !unsigned || unsigned && uint64(a) > uint64(b)), nil
	case "<=":
		return m.truth(a <= b && !unsigned || unsigned && uint64(a) <= uint64(b)), nil
	case ">=":
		return m.truth(a >= b && !unsigned || unsigned && uint64(a) >= uint64(b)), nil
	}
	return value{}, where.errorf("%s is no operator that is known here", sign)
}

// outgrows says whether a sum, a product or what is shifted to the left has more than 64 bits, in a language whose numbers are as long as they have to be.
func outgrows(sign string, a, b int64) bool {
	x, y := big.NewInt(a), big.NewInt(b)
	switch sign {
	case "+":
		return !x.Add(x, y).IsInt64()
	case "-":
		return !x.Sub(x, y).IsInt64()
	case "*":
		return !x.Mul(x, y).IsInt64()
	case "<<":
		return a != 0 && (b >= 64 || b >= 0 && !x.Lsh(x, uint(b)).IsInt64())
	}
	return false
}

// divide is a quotient or a remainder, rounded as the language does.
func (m *machine) divide(sign string, a, b int64, t integer, where span) (value, error) {
	if b == 0 {
		return value{}, where.errorf("this divides by zero")
	}
	if t.bits > 0 && !t.signed {
		if sign == "%" {
			return numberOf(int64(uint64(a)%uint64(b)), t), nil
		}
		return numberOf(int64(uint64(a)/uint64(b)), t), nil
	}
	q, r := a/b, a%b
	if m.lang.floors && r != 0 && (r < 0) != (b < 0) {
		q, r = q-1, r+b
	}
	if sign == "%" {
		return numberOf(r, t), nil
	}
	return numberOf(q, t), nil
}

// shifted is a number, moved by so many bits.
func (m *machine) shifted(sign string, x value, by int64, where span) (value, error) {
	t := x.typ
	if m.lang == c {
		t = promoted(t)
	}
	width := int64(64)
	if t.bits > 0 {
		width = int64(t.bits)
	}
	switch {
	case by < 0 || by >= width && m.lang != intel && m.lang != python && m.lang != golang:
		return value{}, where.errorf("%d bits are shifted by %d: expected 0 to %d", width, by, width-1)
	case sign == ">>" && (t.bits == 0 || t.signed):
		return numberOf(x.n>>min(by, 63), t), nil
	case by >= 64:
		return numberOf(0, t), nil
	case sign == "<<":
		return numberOf(x.n<<by, t), nil
	}
	return numberOf(int64(uint64(integer{bits: t.bits}.wrap(x.n))>>by), t), nil
}

// live is a value's bits as they are computed with: of an int at least in C, and of its type elsewhere.
func (m *machine) live(v value, t integer, where span) ([]cell, error) {
	width := t.bits
	if width == 0 || m.lang.bits {
		width = max(len(v.cells), t.bits)
	}
	if err := m.spend(width, where); err != nil {
		return nil, err
	}
	return v.extended(width, m.copiesSign(where)), nil
}

// copiesSign makes copies of a bit that is not known something that is computed.
func (m *machine) copiesSign(where span) func(sign cell) cell {
	return func(sign cell) cell {
		if sign.kind == sourceCell || sign.kind == eitherCell {
			return m.computed(where, "copies of a sign are no movement: without one it is an unsigned")
		}
		return sign
	}
}

// shift moves bits of which some are not known.
func (m *machine) shift(sign string, x, y value, where span) (value, error) {
	by, ok := y.number()
	if !ok {
		return value{}, m.unknown(y, value{}, where)
	}
	t := x.typ
	if m.lang == c {
		t = promoted(t)
	}
	if x.kind == numberValue {
		return m.shifted(sign, x, by, where)
	}
	cells, err := m.live(x, t, where)
	if err != nil {
		return x, err
	}
	width := len(cells)
	if by < 0 || by > maxBits || by >= int64(width) && (m.lang == c || m.lang == rust) {
		return value{}, where.errorf("%d bits are shifted by %d: expected 0 to %d", width, by, width-1)
	}
	if m.lang.bits { // nothing is lost at the top, and nothing is put there
		if sign == "<<" {
			width += int(by)
		} else if width = max(width-int(by), 0); width == 0 {
			return numberOf(0, integer{}), nil
		}
	}
	r := make([]cell, width)
	sign64 := x.typ.signed && sign == ">>"
	for i := range r {
		from := i + int(by)
		if sign == "<<" {
			from = i - int(by)
		}
		switch {
		case from >= 0 && from < len(cells):
			r[i] = cells[from]
		case from >= len(cells) && sign64:
			r[i] = m.copiesSign(where)(cells[len(cells)-1])
		default:
			r[i] = bitCell(false)
		}
	}
	v := bitsOf(r)
	v.typ.signed = t.signed
	return v, m.spend(width, where)
}

// pair are two values' bits, of one type.
func (m *machine) pair(x, y value, where span) (a, b []cell, t integer, err error) {
	if t = m.lang.usual(x.typ, y.typ); m.lang != c {
		t.bits = max(x.typ.bits, y.typ.bits, t.bits)
	}
	width := max(t.bits, len(x.cells), len(y.cells))
	if m.lang == c {
		width = t.bits
	}
	if err := m.spend(2*width, where); err != nil {
		return nil, nil, t, err
	}
	if t.float {
		return m.as(x, t, where), m.as(y, t, where), t, nil
	}
	return x.extended(width, m.copiesSign(where)), y.extended(width, m.copiesSign(where)), t, nil
}

// bitwise is an and, an or or an exclusive or, bit by bit.
func (m *machine) bitwise(sign string, x, y value, where span) (value, error) {
	a, b, t, err := m.pair(x, y, where)
	if err != nil {
		return value{}, err
	}
	r := make([]cell, len(a))
	for i := range r {
		r[i] = m.oneBit(sign, a[i], b[i], where)
	}
	v := bitsOf(r)
	v.typ.signed = t.signed
	return v, nil
}

// oneBit is such an operator on two bits.
func (m *machine) oneBit(sign string, x, y cell, where span) cell {
	zero, one := cell{kind: zeroCell}, cell{kind: oneCell}
	if sign == "&^" {
		if y.kind != zeroCell && y.kind != oneCell {
			return m.both(sign, where)
		}
		sign, y = "&", bitCell(y.kind == zeroCell)
	}
	switch sign {
	case "&", "AND":
		switch {
		case x == zero, y == zero:
			return zero
		case x == one, x == y:
			return y
		case y == one:
			return x
		}
	case "|", "OR":
		switch {
		case x == one, y == one:
			return one
		case x == zero, x == y:
			return y
		case y == zero:
			return x
		}
	default:
		switch {
		case x == y && x.kind != undefinedCell, x == one && y == one:
			return zero
		case x == zero:
			return y
		case y == zero:
			return x
		}
	}
	if x.kind == undefinedCell || y.kind == undefinedCell {
		return cell{kind: undefinedCell}
	}
	return m.both(sign, where)
}

// both is a bit that is computed from two that are not known.
func (m *machine) both(sign string, where span) cell {
	return m.computed(where, "%s computes a bit from bits that are both live, which is no movement", sign)
}

// compare compares a bit that is not known with zero or one: where it decides, both ways are gone.
func (m *machine) compare(sign string, x, y value, where span) (value, error) {
	if x.kind == numberValue {
		x, y = y, x
	}
	n, ok := y.number()
	bit, at, one := x.single()
	if !ok || !one || n != 0 && n != 1<<at {
		return value{}, m.unknown(x, y, where)
	}
	r := bitsOf([]cell{bit})
	r.inverted = x.inverted != ((n == 0) == (sign != "!="))
	return r, nil
}

// arithmetic is a sum in which no bits meet, or a product, a quotient or a remainder of a power of two. All else computes.
func (m *machine) arithmetic(sign string, x, y value, where span) (value, error) {
	n, right := y.number()
	if a, left := x.number(); sign == "*" && left && (a >= 0 || !right) {
		x, y = y, x
		n, right = y.number()
	}
	power := right && n > 0 && n&(n-1) == 0
	by := value{n: int64(bits.TrailingZeros64(uint64(n)))}
	switch {
	case sign == "+", sign == "-" && right && n == 0:
		return m.sum(x, y, where)
	case sign == "*" && right && (n >= 0 || !m.lang.bits && !y.typ.signed):
		return m.product(x, n, y.typ, where)
	case (sign == "/" || sign == "//") && power && m.isPositive(x):
		return m.shift(">>", x, by, where)
	case sign == "%" && power && m.isPositive(x):
		return m.bitwise("&", x, numberOf(n-1, integer{}), where)
	}
	a, b, t, err := m.pair(x, y, where)
	if err != nil {
		return value{}, err
	}
	width := len(a)
	if m.lang.bits {
		width += len(b) + 64 // however long it is
	}
	if err := m.spend(width, where); err != nil {
		return value{}, err
	}
	r := slices.Repeat([]cell{m.computed(where, "%s computes, which is no movement", sign)}, width)
	v := bitsOf(r)
	v.typ.signed = t.signed
	return v, nil
}

// isPositive says whether a value has no sign, or one that is known to be zero.
func (m *machine) isPositive(x value) bool {
	return !x.typ.signed || len(x.cells) > 0 && x.cells[len(x.cells)-1].kind == zeroCell
}

// product is a sum of a value, moved to each bit of a number.
func (m *machine) product(x value, n int64, number integer, where span) (value, error) {
	r := numberOf(0, integer{})
	var err error
	if m.lang == c { // in which all of it is computed
		if x, err = m.cast(x, m.lang.usual(x.typ, number), where), m.spend(64, where); err != nil {
			return x, err
		}
	}
	for i := 0; i < 64 && err == nil; i++ {
		if n>>i&1 == 0 {
			continue
		}
		var part value
		if part, err = m.shift("<<", x, value{n: int64(i)}, where); err == nil {
			r, err = m.operate("+", r, part, where)
		}
	}
	return r, err
}

// sum is a sum: an or up to where two bits meet.
func (m *machine) sum(x, y value, where span) (value, error) {
	a, b, t, err := m.pair(x, y, where)
	if err != nil {
		return value{}, err
	}
	if m.lang.bits { // with what is carried
		a, b = append(a, bitCell(false)), append(b, bitCell(false))
	}
	r := make([]cell, len(a))
	var carried cell
	meet := false
	for i := range r {
		switch zero := (cell{kind: zeroCell}); {
		case meet || a[i] != zero && b[i] != zero:
			if !meet {
				carried, meet = m.computed(where, "+ computes from bit %d on, which is no movement", i), true
			}
			r[i] = carried
		case a[i] == zero:
			r[i] = b[i]
		default:
			r[i] = a[i]
		}
	}
	v := bitsOf(r)
	v.typ.signed = t.signed
	return v, nil
}

// unary is a sign in front of a value.
func (m *machine) unary(sign string, x value, where span) (value, error) {

	n, known := x.number()
	t := x.typ
	if m.lang == c {
		t = promoted(t)
	}
	switch {
	case x.kind == arrayValue || x.kind == listValue:
		return x, where.errorf("expected a number or an element behind %s", sign)
	case sign == "+":
		return m.cast(x, t, where), nil
	case sign == "-" && known && !x.typ.float:
		return numberOf(-n, t), nil
	case (sign == "~" || sign == "NOT" && m.lang == intel && x.kind == bitsValue && len(x.cells) > 1 || sign == "!" && m.lang == rust || sign == "^") && known:
		return numberOf(^n, t), nil
	case (sign == "!" || sign == "not" || sign == "NOT") && known:
		return m.truth(n == 0), nil
	case sign == "!" || sign == "not" || sign == "NOT" && len(x.cells) == 1:
		return m.compare("==", x, value{}, where)
	}
	cells, err := m.live(x, t, where)
	if err != nil {
		return x, err
	}
	if sign == "-" {
		m.negate(cells, t, where)
	} else {
		for i, k := range cells {
			cells[i] = m.opposite(k, sign, where)
		}
	}
	return typed(cells, t), nil
}

// opposite is a bit that is turned around.
func (m *machine) opposite(k cell, sign string, where span) cell {
	switch k.kind {
	case zeroCell, oneCell:
		return bitCell(k.kind == zeroCell)
	case undefinedCell:
		return k
	}
	return m.computed(where, "%s computes a bit that is live, which is no movement", sign)
}

// negate turns a number's sign around: the lowest bit that is one stays, and those below it; those above are turned. Of a number with a point it is the highest bit alone.
func (m *machine) negate(cells []cell, t integer, where span) {
	if t.float {
		top := len(cells) - 1
		cells[top] = m.opposite(cells[top], "-", where)
		return
	}
	lowest := 0
	for lowest < len(cells) && cells[lowest].kind == zeroCell {
		lowest++
	}
	for i := lowest + 1; i < len(cells); i++ {
		if cells[lowest].kind == oneCell {
			cells[i] = m.opposite(cells[i], "-", where)
		} else {
			cells[i] = m.computed(where, "- computes a bit that is live, which is no movement")
		}
	}
}

// cast is a value as one of a type.
func (m *machine) cast(x value, t integer, where span) value {
	if x.kind == numberValue && !t.float {
		return numberOf(x.n, t)
	}
	if x.kind != bitsValue && x.kind != numberValue {
		return x
	}
	return typed(m.as(x, t, where), t)
}
