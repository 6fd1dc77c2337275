package cexpr

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// SVE's intrinsics, for vectors of 128 bits, as the rows of the target have them in C. Floats and integers with a sign move as those without one do; without a type in its name an
// intrinsic has that of its first vector:
//
//	svzip1_u32(a, b)     svtrn2_f64(a, b)     svext(a, b, 3)     svtbl_u8(a, svindex_u8(15, -1))
//	svsel_u32(svdupq_n_b32(1, 0, 0, 1), a, b)     svand_u8_z(svptrue_b8(), a, k)
//
// A predicate is a number with a bit for each byte, of which a lane has its lowest.

// scalableBits are those of a vector.
const scalableBits = 128

const scalableWarning = "vectors of SVE are as long as the machine has them: 128 bits are assumed"

// scalableTypes are the types in names, as those without a sign that the rows have.
var scalableTypes = map[string]vectorType{
	"u8": {bits: 8}, "u16": {bits: 16}, "u32": {bits: 32}, "u64": {bits: 64},
	"s8": {bits: 8, signed: true}, "s16": {bits: 16, signed: true}, "s32": {bits: 32, signed: true}, "s64": {bits: 64, signed: true},
	"f16": {bits: 16, float: true}, "bf16": {bits: 16, float: true}, "f32": {bits: 32, float: true}, "f64": {bits: 64, float: true},
}

// lowestLane stands in front of the letter of a vector of which a call has the lowest lane, as a number.
const lowestLane = "lane "

// scalableCallees are rows by the call in their C, with the letters of its arguments; * stands for a predicate of all lanes.
var scalableCallees = sync.OnceValue(func() map[string][]callee {
	all := map[string][]callee{}
	t, ok := target.Find("sve2-128")
	if !ok {
		return all
	}
	for _, r := range t.Rows {
		name, letters, ok := scalableCall(r.C)
		if n := scalableNamed(name); ok && r.Needs&target.SVE != 0 && (n.how == "m" || n.op != "svand_n" && n.op != "svorr_n" && n.op != "svdup_n") { // whose values are not what C has
			all[name] = append(all[name], callee{row: r, letters: letters})
		}
	}
	return all
})

// wholeScalable are operations on all bits of a register, which the rows have for lanes of 64 alone.
var wholeScalable = strings.Fields("svand svorr svbic svbsl")

// scalableCall is the call in a row's C without what only says that bytes are other lanes, or that a vector of NEON is one of SVE. Ok is false where an argument is a call of its own.
func scalableCall(c string) (name string, letters []string, ok bool) {
	bare := func(c string) string {
		for strings.HasPrefix(c, "svreinterpret_") || strings.HasPrefix(c, "svget_neonq_") || strings.HasPrefix(c, "svset_neonq_") {
			c = strings.TrimSpace(c[strings.IndexByte(c, '(')+1 : len(c)-1])
			c = strings.TrimPrefix(c, "svundef_u8(), ")
		}
		return c
	}
	c = bare(c)
	open := strings.IndexByte(c, '(')
	if !strings.HasPrefix(c, "sv") || open < 0 {
		return "", nil, false
	}
	var add func(inner string) bool
	add = func(inner string) bool {
		for inner != "" {
			end := apply.OperandEnd(inner)
			argument := bare(strings.TrimSpace(inner[:end]))
			inner = inner[min(end+1, len(inner)):]
			_, err := strconv.Atoi(argument)
			switch {
			case strings.HasPrefix(argument, "svcreate2_"): // of which the call takes both
				if !add(argument[strings.IndexByte(argument, '(')+1 : len(argument)-1]) {
					return false
				}
			case strings.HasPrefix(argument, "svptrue_b"):
				letters = append(letters, "*")
			case strings.HasPrefix(argument, "svlastb_"): // of its lowest lane, which the call has as a number
				letters = append(letters, lowestLane+argument[len(strings.TrimRight(argument, ")"))-1:][:1])
			case len(argument) == 1 || err == nil:
				letters = append(letters, argument)
			default:
				return false
			}
		}
		return true
	}
	if !add(c[open+1 : len(c)-1]) {
		return "", nil, false
	}
	return c[:open], letters, true
}

// A scalableName is the parts of an intrinsic's name: svdup_lane, u32; svrevb, u16, m.
type scalableName struct {
	op  string
	typ vectorType // without lanes; zero where the name has none
	how string     // what lanes are that a predicate leaves out: x, z, m, or nothing
}

func scalableNamed(name string) (n scalableName) {
	for k, word := range strings.Split(name, "_") {
		t := scalableTypes[word]
		switch {
		case t.bits > 0 && n.typ.bits == 0:
			n.typ = t
		case k > 0 && (word == "x" || word == "z" || word == "m"):
			n.how = word
		case k > 0:
			n.op += "_" + word
		default:
			n.op = word
		}
	}
	return n
}

// of is the type of a vector.
func (n scalableName) of() vectorType {
	t := n.typ
	t.lanes = scalableBits / max(t.bits, 8)
	return t
}

// called is the name that rows have in C.
func (n scalableName) called(bits int) string {
	name := n.op + "_u" + strconv.Itoa(bits)
	if n.how != "" {
		name += "_" + n.how
	}
	return name
}

// scalableMakers are intrinsics that are no rows.
var scalableMakers = strings.Fields("svdup svdup_n svdupq svdupq_n svindex svundef svcreate2 svcreate3 svcreate4 svget2 svget3 svget4 svlasta svlastb svset_neonq svget_neonq svdup_neonq")

// scalableOperations are the names without types.
var scalableOperations = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for name := range scalableCallees() {
		op := scalableNamed(name).op
		all[op], all[strings.TrimSuffix(op, "_n")] = true, true
	}
	for _, name := range scalableMakers {
		all[name] = true
	}
	for _, name := range wholeScalable {
		all[name+"_n"] = true
	}
	return all
})

// isScalable says whether a name is of one of these intrinsics.
func isScalable(name string) bool {
	return strings.HasPrefix(name, "sv") && (scalableOperations()[scalableNamed(name).op] || isPredicateCall(name) || strings.HasPrefix(name, "svreinterpret_"))
}

// looksScalable finds a call of one.
func looksScalable(text string) bool {
	return findsCall(text, 's', func(word string, behind *syntax.Cursor) bool { return behind.Accept("(") && isScalable(word) })
}

// scalableVector is a type such as svuint8_t or svfloat32x2_t.
func scalableVector(word string) (t vectorType, ok bool) {
	shape, ok := strings.CutSuffix(word, "_t")
	kind := strings.TrimRight(shape, "0123456789x")
	elem, vectors, several := strings.Cut(shape[len(kind):], "x")
	t = vectorType{bits: elementBits(elem), signed: kind == "svint", float: strings.HasSuffix(kind, "float")}
	if several {
		count, err := strconv.Atoi(vectors)
		if t.vectors = count; err != nil || count < 2 || count > 4 || vectors != strconv.Itoa(count) {
			return t, false
		}
	}
	t.lanes = scalableBits / max(t.bits, 8)
	return t, ok && t.bits > 0 && (kind == "svint" || kind == "svuint" || kind == "svfloat" && t.bits > 8 || kind == "svbfloat" && t.bits == 16)
}

// scalableOr is one intrinsic; ok is false for what is none of them.
func (e *expressions) scalableOr(name string, args []operand) (o operand, ok bool, err error) {
	if !isScalable(name) {
		return o, false, nil
	}
	e.warn(scalableWarning)
	if isPredicateCall(name) {
		o, err = e.predicateOf(name, args)
		return o, true, err
	}
	n := scalableNamed(name)
	for _, o := range args { // that of the first vector
		if n.typ.bits > 0 || !o.IsVector() || o.predicate {
			continue
		}
		if n.typ = o.typ; o.parts != nil {
			n.typ = o.parts[0].typ
		}
	}
	if n.typ.bits == 0 {
		return o, true, errors.New("the type of the lanes is not in the text: it ends the name, as in svzip1_u32")
	}
	if n.how == "" && slices.Contains(scalableMakers, n.op) || strings.HasPrefix(name, "svreinterpret_") {
		o, err = e.scalableMade(n, args)
		return o, true, err
	}
	m, err := e.scalableRow(n, args)
	if err != nil {
		return o, true, err
	}
	if whole, err := m.Regroup(n.typ.bits); err == nil {
		m = whole
	}
	return vector(m).as(n.of()), true, nil
}

// scalableAccess are the parts of the name of a load or a store of whole vectors, and how many it has: svld1_u8, svst4_f32.
func scalableAccess(name, begins string) (n scalableName, vectors int, ok bool) {
	if !strings.HasPrefix(name, begins) {
		return n, 0, false
	}
	n = scalableNamed(name)
	count := strings.TrimPrefix(n.op, begins)
	if len(count) != 1 || count[0] < '1' || count[0] > '4' || n.typ.bits == 0 || n.how != "" {
		return n, 0, false
	}
	return n, int(count[0] - '0'), true
}

// allLanes wants a predicate with all lanes of so many bits; of 0 bits there is none.
func (e *expressions) allLanes(text string, bits int) error {
	if bits == 0 {
		return nil
	}
	e.warn(scalableWarning)
	o, err := e.evaluated(text)
	if err != nil {
		return errors.New(what(err))
	}
	return o.all(vectorType{lanes: scalableBits / bits, bits: bits})
}

// scalableMade is one that is no row.
func (e *expressions) scalableMade(n scalableName, args []operand) (o operand, err error) {
	t := n.of()
	count := func(want int) error { return takes(want, args) }
	switch name := strings.TrimSuffix(n.op, "_n"); name {
	case "svdup":
		if err = count(1); err == nil {
			return e.splat(args[0], t)
		}
	case "svdupq":
		if err = count(t.lanes); err == nil {
			return e.elements(t, args)
		}
	case "svindex":
		if err = count(2); err == nil {
			return e.counted(t, args)
		}
	case "svundef":
		if err = count(0); err == nil {
			return vector(lane.Map{Bits: t.bits, Lane: make([]lane.Lane, t.lanes)}).as(t), nil
		}
	case "svcreate2", "svcreate3", "svcreate4":
		whole := t
		whole.vectors = int(name[len(name)-1] - '0')
		if err = count(whole.vectors); err == nil {
			o = operand{typ: whole}
			for _, part := range args {
				o.parts = append(o.parts, part.as(t))
			}
			return o, nil
		}
	case "svget2", "svget3", "svget4":
		vectors := int(name[len(name)-1] - '0')
		switch {
		case len(args) != 2 || len(args[0].parts) != vectors || args[1].IsVector():
			return o, fmt.Errorf("it takes %d vectors in one variable, and a number", vectors)
		case args[1].Number < 0 || args[1].Number >= vectors:
			return o, fmt.Errorf("of %d vectors the numbers are 0 to %d, and this is %d", vectors, vectors-1, args[1].Number)
		}
		return args[0].parts[args[1].Number].as(t), nil
	case "svset_neonq": // of 128 bits nothing is left of the first one
		if err = count(2); err == nil {
			return args[1].as(t), nil
		}
	case "svget_neonq", "svdup_neonq":
		if err = count(1); err == nil {
			return args[0].as(t), nil
		}
	case "svlasta", "svlastb":
		if err = count(2); err == nil {
			return e.lastLane(name == "svlasta", t, args)
		}
	default: // svreinterpret_u8_u32
		if err = count(1); err == nil {
			m, err := e.vectorArgument(args[0], scalableBits)
			return vector(m).as(t), err
		}
	}
	return o, err
}

// counted is svindex: numbers from one on, by a step.
func (e *expressions) counted(t vectorType, args []operand) (operand, error) {
	if args[0].IsVector() || args[1].IsVector() || t.float {
		return operand{}, errors.New("it is a constant only where both arguments are numbers, and lanes are integers")
	}
	m := lane.Map{Bits: t.bits}
	for i := range t.lanes {
		m.Lane = append(m.Lane, lane.Fixed(lane.ConstOf(uint64(args[0].Number+i*args[1].Number)).Slice(0, t.bits)))
	}
	return vector(m).as(t), nil
}

// lastLane is the last lane that a predicate has, or the one behind it; of none the last, or the first.
func (e *expressions) lastLane(behind bool, t vectorType, args []operand) (operand, error) {
	active, err := args[0].active(t)
	if err != nil {
		return operand{}, err
	}
	at := t.lanes - 1
	for i := range t.lanes {
		if active>>i&1 == 1 {
			at = i
		}
	}
	if behind {
		at = (at + 1) % t.lanes
	}
	return e.lane(args[1], t, at)
}

// scalableRow is one that rows have.
func (e *expressions) scalableRow(n scalableName, args []operand) (m lane.Map, err error) {
	flat := eachVector(args)
	n, bits, err := e.asRows(n, flat)
	if err != nil {
		return m, err
	}
	if n.how != "" && len(scalableCallees()[n.called(bits)]) == 0 {
		if n, flat, err = n.ofAllLanes(bits, flat); err != nil {
			return m, err
		}
	}
	all := scalableCallees()[n.called(bits)]
	if len(all) == 0 {
		return m, errors.New("it is no intrinsic that the target knows as a movement of lanes")
	}
	for _, c := range all {
		var reason error
		if m, reason = e.scalableCallee(c, n.of(), flat); reason == nil {
			return m, nil
		}
		if err == nil {
			err = reason
		}
	}
	return m, err
}

// asRows is an intrinsic by the name that rows have, and the bits of their lanes: of what is the same for all lanes 64, of what counts bytes 8. A number is as rows have it.
func (e *expressions) asRows(n scalableName, args []operand) (scalableName, int, error) {
	last := len(args) - 1
	number := last >= 0 && !args[last].IsVector()
	if op := strings.TrimSuffix(n.op, "_n"); slices.Contains(wholeScalable, op) {
		n.op = op
		var err error
		if number && last > 0 && !args[last].predicate { // for all lanes
			args[last], err = e.splat(args[last], n.of())
		}
		return n, 64, err
	}
	if n.op == "svext" {
		if lanes := n.of().lanes; number && last == 2 {
			if at := args[last].Number; at < 0 || at >= lanes {
				return n, 8, fmt.Errorf("a vector has lanes 0 to %d, and this is %d", lanes-1, at)
			}
			args[last].Number *= n.typ.bits / 8
		}
		return n, 8, nil
	}
	all, bits := scalableCallees(), n.typ.bits
	if other := n; len(all[n.called(bits)]) == 0 && !strings.HasSuffix(n.op, "_n") { // a number is a number without that too
		if other.op += "_n"; number || len(all[other.called(bits)]) > 0 {
			n = other
		}
	}
	return n, bits, nil
}

// ofAllLanes is an intrinsic under a predicate of all lanes as one that rows have, where it makes no difference what the others are.
func (n scalableName) ofAllLanes(bits int, args []operand) (scalableName, []operand, error) {
	if err := predicateIn(args).all(n.of()); err != nil {
		return n, args, err
	}
	has := func(how string) bool {
		n.how = how
		return len(scalableCallees()[n.called(bits)]) > 0
	}
	switch merges := n.how == "m"; {
	case !merges && len(args) > 1 && has("m"): // which has what the others are in front
		return n, append([]operand{args[1]}, args...), nil
	case !has("x") && merges:
		n.how = ""
	}
	return n, args, nil
}

// scalableCallee is a row with arguments.
func (e *expressions) scalableCallee(c callee, t vectorType, args []operand) (m lane.Map, err error) {
	if err := takes(len(c.letters), args); err != nil {
		return m, err
	}
	at := map[byte]apply.Operand{}
	for k, letter := range c.letters {
		o := args[k]
		letter, isLane := strings.CutPrefix(letter, lowestLane)
		switch want, err := strconv.Atoi(letter); {
		case isLane:
			if o, err = e.elements(t, []operand{o}); err != nil {
				return m, err
			}
			at[letter[0]] = o.Operand
		case err == nil:
			if o.IsVector() || o.Number != want {
				return m, fmt.Errorf("it is a movement only with %d as argument %d", want, k+1)
			}
		case letter == "*":
			if err := o.all(t); err != nil {
				return m, err
			}
		case letter == "m":
			active, err := o.active(vectorType{lanes: c.row.Index.Bits, bits: scalableBits / c.row.Index.Bits})
			if err != nil {
				return m, err
			}
			at['m'] = apply.Operand{Number: active}
		case letter == "i":
			if o.IsVector() {
				return m, fmt.Errorf("argument %d is a number, which is to be written", k+1)
			}
			first := c.row.Imm.First
			if o.Number < first || o.Number >= first+c.row.Imm.Values {
				return m, fmt.Errorf("argument %d is a number from %d to %d, and this is %d", k+1, first, first+c.row.Imm.Values-1, o.Number)
			}
			at['i'] = apply.Operand{Number: o.Number - first}
		default:
			if !o.IsVector() || o.predicate {
				return m, fmt.Errorf("argument %d is to be a vector", k+1)
			}
			at[letter[0]] = o.Operand
		}
	}
	return apply.Row(&e.Values, c.row, at)
}

// predicateIn is the first of operands that is one, or the first.
func predicateIn(all []operand) operand {
	for _, o := range all {
		if o.predicate {
			return o
		}
	}
	return append(all, number(0))[0]
}

// isPredicateCall says whether a name is of an intrinsic that makes a predicate.
func isPredicateCall(name string) bool {
	if !strings.HasPrefix(name, "sv") {
		return false
	}
	op, typ := predicateNamed(name)
	switch op {
	case "svptrue", "svptrue_pat", "svdup", "svdup_n", "svdupq", "svdupq_n", "svwhilelt", "svwhilele":
		return elementBits(typ) > 0
	}
	return name == "svpfalse_b" || name == "svpfalse"
}

// predicateNamed are the operation and the bits of a lane in a name: svptrue_pat and 16 of svptrue_pat_b16, svwhilelt and 32 of svwhilelt_b32_u64.
func predicateNamed(name string) (op, bits string) {
	for _, word := range strings.Split(name, "_") {
		switch b, is := strings.CutPrefix(word, "b"); {
		case is && elementBits(b) > 0:
			bits = b
		case op == "":
			op = word
		case scalableTypes[word].bits == 0:
			op += "_" + word
		}
	}
	return op, bits
}

// predicateOf is a predicate that is known: with all lanes, the first ones, or those that are said. One that counts what is left for a loop has all.
func (e *expressions) predicateOf(name string, args []operand) (o operand, err error) {
	op, typ := predicateNamed(name)
	bits := elementBits(typ)
	if counts := op == "svwhilelt" || op == "svwhilele"; counts && len(args) == 2 && (args[0].IsVector() || args[1].IsVector()) {
		e.warn("of " + name + " all lanes are assumed to be active, as in all passes of a loop but the last")
		op, args = "svptrue", nil
	}
	numbers := make([]int, len(args))
	for k, arg := range args {
		if numbers[k] = arg.Number; arg.IsVector() && (op != "svptrue_pat" || arg.Value != nil) {
			return o, fmt.Errorf("it is known only where its arguments are numbers")
		}
	}
	lanes := scalableBits / max(bits, 8)
	has := func(int) bool { return false }
	want := 0
	switch op {
	case "svptrue":
		has = func(int) bool { return true }
	case "svptrue_pat":
		if want = 1; len(args) != want {
			break
		}
		length, err := patternLanes(args[0].Name, lanes)
		if err != nil {
			return o, err
		}
		has = func(i int) bool { return i < length }
	case "svdup", "svdup_n":
		want, has = 1, func(int) bool { return numbers[0] != 0 }
	case "svdupq", "svdupq_n":
		want, has = lanes, func(i int) bool { return numbers[i] != 0 }
	case "svwhilelt", "svwhilele":
		want, has = 2, func(i int) bool { return i < numbers[1]-numbers[0]+when(op == "svwhilele", 1, 0) }
	}
	if err := takes(want, args); err != nil {
		return o, err
	}
	o.predicate = true
	for i := range lanes {
		if has(i) {
			o.Number |= 1 << (i * bits / 8)
		}
	}
	return o, nil
}

// patternLanes is how many lanes a pattern has: SV_ALL, SV_VL4.
func patternLanes(pattern string, lanes int) (int, error) {
	if name, ok := strings.CutPrefix(pattern, "SV_"); ok && name != "" && name == strings.ToUpper(name) {
		if n, known := apply.PatternSVE(strings.ToLower(name), lanes); known {
			return n, nil
		}
	}
	return 0, fmt.Errorf("expected a pattern such as SV_VL4, found %s", syntax.Quote(pattern))
}

// active are the lanes of a predicate, a bit each.
func (o operand) active(t vectorType) (all int, err error) {
	switch {
	case !o.predicate && o.IsVector() && o.Value == nil && o.Name != "":
		return 0, fmt.Errorf("what it does depends on %s: it is a map only once that is known", o.Name)
	case !o.predicate:
		return 0, errors.New("expected a predicate, such as svptrue_b8()")
	}
	for i := range t.lanes {
		all |= o.Number >> (i * t.bits / 8) & 1 << i
	}
	return all, nil
}

// all wants a predicate with all lanes.
func (o operand) all(t vectorType) error {
	active, err := o.active(t)
	if err == nil && active != 1<<t.lanes-1 {
		err = errors.New("of some lanes alone it is not known as a movement")
	}
	return err
}

// takes says how many arguments there are, where that is another number.
func takes(want int, args []operand) error {
	if len(args) != want {
		return fmt.Errorf("it takes %d arguments, and has %d", want, len(args))
	}
	return nil
}
