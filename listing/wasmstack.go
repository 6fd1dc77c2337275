package listing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// A wasmImmediate is what stands behind an instruction's name.
type wasmImmediate struct {
	m      lane.Map // a shuffle's lanes, or a constant
	word   string   // a local's name
	number int      // i32.const, or a place's offset
	lane   int

	targets []string // of a branch
}

// wasmShapes are the bits of a lane by the first word of a name.
var wasmShapes = map[string]int{"i8x16": 8, "i16x8": 16, "i32x4": 32, "i64x2": 64, "f32x4": 32, "f64x2": 64}

// folded is an instruction with its operands in parentheses behind it.
func (w *wasmText) folded(name string, start int) error {
	imm, err := w.immediate(name)
	if err != nil {
		return err
	}
	for w.space(); w.Peek() == '('; w.space() {
		at := w.Off
		w.Off++
		if err := w.group(at); err != nil {
			return err
		}
	}
	return w.step(name, &imm, start)
}

// plain is an instruction whose operands are on the stack.
func (w *wasmText) plain(name string, start int) error {
	imm, err := w.immediate(name)
	if err != nil {
		return err
	}
	return w.step(name, &imm, start)
}

// step does an instruction. What goes wrong is at its name.
func (w *wasmText) step(name string, imm *wasmImmediate, start int) error {
	start += strings.Index(w.Text[start:], name)
	located := func(err error) error {
		if e, ok := err.(*syntax.Error); ok {
			err = fmt.Errorf("%s", e.What)
		}
		return syntax.Errorf(w.Text, start, start+len(name), "%v", err)
	}
	if w.function != nil && name != "" {
		return w.stepInFunction(name, imm, start, located)
	}
	switch {
	case name == "":
		return w.Cursor.Wanted("an instruction")
	case name == "end", name == "end_function", name == "return":
		w.ended = true
		return nil
	}
	if err := w.count(); err != nil {
		return located(err)
	}
	before := w.follow.l.Computations()
	if err := w.execute(name, imm); err != nil {
		return located(err)
	}
	w.follow.l.Locate(before, located)
	return nil
}

// count counts an instruction, if another one may be there.
func (w *wasmText) count() error {
	if w.ended {
		return fmt.Errorf("something follows the end of a function: expected one function alone")
	} else if w.done >= mostWasmSteps {
		return fmt.Errorf("more than %d instructions", mostWasmSteps)
	}
	w.done++
	return nil
}

// immediate reads what an instruction has behind its name.
func (w *wasmText) immediate(name string) (imm wasmImmediate, err error) {
	_, rest, _ := strings.Cut(name, ".")
	switch {
	case name == wasmShuffle:
		imm.m = lane.Map{Bits: 8, Src: []int{wasmLanes, wasmLanes}, Lane: make([]lane.Lane, wasmLanes)}
		for i := range imm.m.Lane {
			w.Accept(",")
			if imm.m.Lane[i], err = selectors.OfTwo(&w.Cursor, i, wasmLanes); err != nil {
				return imm, err
			}
		}
	case name == "v128.const":
		imm.m, err = w.constant()
	case strings.HasPrefix(name, "local."), strings.HasPrefix(name, "global."):
		if imm.word = w.called(w.word()); imm.word == "" || strings.Trim(imm.word, "$") == "" {
			err = w.Cursor.Wanted("a local, as 0 or $a")
		}
	case slices.Contains(branching, name):
		imm.targets = w.labels(name == "br_table")
	case name == "f32.const", name == "f64.const":
		if w.word() == "" {
			err = w.Cursor.Wanted("a number")
		}
	case strings.HasPrefix(name, "memory."):
		for range 2 {
			w.optionalNumber()
		}
	case rest == "const":
		imm.number, err = w.number()
	case strings.HasPrefix(rest, "load"), strings.HasPrefix(rest, "store"):
		err = w.memory(&imm, strings.HasSuffix(rest, "_lane"))
	case strings.HasPrefix(rest, "extract_lane"), rest == "replace_lane":
		imm.lane, err = w.number()
	}
	return imm, err
}

// labels are where a branch may go, of a table in braces or not.
func (w *wasmText) labels(several bool) (all []string) {
	for len(all) == 0 || several {
		w.space()
		at := w.Off
		w.Accept(",")
		word := strings.Trim(w.word(), "{}")
		if _, err := strconv.ParseUint(word, 10, 31); err != nil && !strings.HasPrefix(word, "$") {
			w.Off = at
			break
		}
		all = append(all, word)
	}
	return all
}

// optionalNumber passes over a number, if one is next.
func (w *wasmText) optionalNumber() {
	at := w.Off
	if _, err := w.number(); err != nil {
		w.Off = at
	}
}

// number is an integer.
func (w *wasmText) number() (int, error) {
	w.space()
	w.Accept(",")
	start := w.Off
	n, ok := listingNumber(strings.ReplaceAll(w.word(), "_", ""))
	if !ok {
		w.Off = start
		return 0, w.Cursor.Wanted("a number")
	}
	return n, nil
}

// memory is offset=16 align=1, or 16:p2align=0 as LLVM has it, and for some a lane behind.
func (w *wasmText) memory(imm *wasmImmediate, hasLane bool) (err error) {
	for first := true; ; first = false {
		w.space()
		at := w.Off
		word := w.word()
		if w.Peek() == ':' {
			w.Off++
			w.word()
		}
		value, named := strings.CutPrefix(word, "offset=")
		switch n, ok := listingNumber(value); {
		case named && !ok:
			return w.ErrorFrom(at, "expected a number of bytes behind offset=")
		case named:
			imm.number = n
		case strings.HasPrefix(word, "align="):
		case ok && first && (!hasLane || w.laneFollows()):
			imm.number = n
		default:
			if w.Off = at; hasLane {
				imm.lane, err = w.number()
			}
			return err
		}
	}
}

// laneFollows says whether a comma and a lane are next: then what stood before was an offset.
func (w *wasmText) laneFollows() bool {
	w.space()
	return w.Peek() == ','
}

// constant is i32x4 1 2 3 4, or numbers alone, whose count is that of the lanes.
func (w *wasmText) constant() (m lane.Map, err error) {
	w.space()
	start := w.Off
	word := w.word()
	bits, shaped := wasmShapes[word]
	if !shaped {
		w.Off = start
	}
	var all []string
	for len(all) < wasmLanes && (!shaped || len(all)*bits < 8*wasmLanes) {
		w.space()
		at := w.Off
		w.Accept(",")
		number := strings.ReplaceAll(w.word(), "_", "")
		if _, ok := laneBits(number, 64, false); !ok {
			w.Off = at
			break
		}
		all = append(all, number)
	}
	if n := len(all); n&(n-1) != 0 || n < 2 || shaped && n*bits != 8*wasmLanes {
		return m, w.Cursor.Wanted("the lanes of a vector, as i32x4 1 2 3 4")
	}
	bits = 8 * wasmLanes / len(all)
	m = lane.Map{Bits: bits, Lane: make([]lane.Lane, len(all))}
	for i, number := range all {
		v, ok := laneBits(number, bits, shaped && word[0] == 'f')
		if !ok {
			return m, w.ErrorFrom(start, "%s is no number of %d bits", syntax.Quote(number), bits)
		}
		m.Lane[i] = lane.Fixed(lane.ConstOf(v).Slice(0, bits))
	}
	return m, nil
}

// laneBits are the bits of a number, which has a point or an exponent if it is no integer.
func laneBits(number string, bits int, float bool) (uint64, bool) {
	if v, ok := dataNumber(number); ok && !float {
		high := int64(v) >> (bits - 1) // of an unsigned one 0 or 1, of a signed one all its bits alike
		return v, bits == 64 || high == 0 || high == 1 || high == -1
	}
	return floatBits(number, bits)
}

// floatBits are the bits of a number with a point.
func floatBits(number string, bits int) (uint64, bool) {
	b, ok := floats(map[int]string{32: ".float", 64: ".double"}[bits], number)
	v := uint64(0)
	for k := range b {
		v |= uint64(b[k]) << (8 * k)
	}
	return v, ok
}

// controls are names that send control elsewhere.
var controls = strings.Fields("block loop if then else br br_if br_table call call_indirect return_call unreachable try catch end_block end_loop end_if delegate throw")

// execute does an instruction.
func (w *wasmText) execute(name string, imm *wasmImmediate) error {
	first, rest, _ := strings.Cut(name, ".")
	switch {
	case slices.Contains(controls, name):
		return fmt.Errorf("%s is control flow: expected instructions that follow one another", syntax.Quote(name))
	case first == "local":
		return w.moveLocal(rest, imm.word)
	case name == "drop":
		_, err := w.pop(name)
		return err
	case name == "nop":
		return nil
	case name == "global.get":
		w.push(wasmValue{at: place{base: "@" + strings.TrimPrefix(imm.word, "$")}})
		return nil
	case name == "v128.const":
		w.push(wasmValue{m: imm.m, vector: true})
		return nil
	case name == wasmShuffle:
		return w.shuffle(imm.m)
	case strings.HasPrefix(rest, "load"), strings.HasPrefix(rest, "store"):
		return w.access(name, first, rest, imm)
	case first == "i32" || first == "i64":
		return w.integer(name, rest, imm)
	case rest == "splat", rest == "replace_lane", strings.HasPrefix(rest, "extract_lane"):
		return w.oneLane(name, wasmShapes[first], rest, imm.lane)
	}
	return w.row(name, wasmShapes[first])
}

func (w *wasmText) push(v wasmValue) {
	if w.function != nil && v.from == 0 {
		v.from = w.function.now + 1
	}
	w.stack = append(w.stack, v)
}

func (w *wasmText) pop(name string) (v wasmValue, err error) {
	top := len(w.stack) - 1
	if top < w.floor() {
		return v, fmt.Errorf("%s takes a value from the stack, on which none is left: expected local.get before it", name)
	}
	v, w.stack = w.stack[top], w.stack[:top]
	return v, nil
}

// values takes so many values from the stack. Where there is none at all, as in a line alone, they are a, b and so on.
func (w *wasmText) values(name string, n int) (all []wasmValue, err error) {
	if len(w.stack) == 0 && !w.inside && w.function == nil {
		for k := range n {
			w.see(lane.SourceName(k))
			w.push(wasmValue{local: lane.SourceName(k)})
		}
	}
	all = make([]wasmValue, n)
	for k := range all {
		if all[n-1-k], err = w.pop(name); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// moveLocal is local.get, local.set and local.tee.
func (w *wasmText) moveLocal(rest, name string) error {
	if rest == "get" {
		v, err := w.local(name, w.Off-len(name))
		v.to = name
		w.push(v)
		return err
	}
	v, err := w.pop("local." + rest)
	switch {
	case err != nil:
		return err
	case w.inside && len(w.order) > 0 && w.typed[name] == "":
		return fmt.Errorf("the function has no local %s: it has %d", name, len(w.order))
	case rest != "set" && rest != "tee":
		return fmt.Errorf("expected local.get, local.set or local.tee")
	}
	if w.locals[name] = v; rest == "tee" {
		w.push(v)
	} else {
		w.last = v
	}
	return nil
}

func (w *wasmText) shuffle(m lane.Map) error {
	args, err := w.vectors(wasmShuffle, 2)
	if err == nil {
		m, err = m.Of(args...)
	}
	w.push(wasmValue{m: m, vector: true})
	return err
}

// vectors takes so many from the stack.
func (w *wasmText) vectors(name string, n int) ([]lane.Map, error) {
	values, err := w.values(name, n)
	if err != nil {
		return nil, err
	}
	args := make([]lane.Map, n)
	for k, v := range values {
		if args[k], err = w.vector(v); err != nil {
			return nil, err
		}
	}
	return args, w.follow.l.Level(args)
}

// address is a number as a place.
func (w *wasmText) address(v wasmValue) (place, error) {
	switch {
	case v.vector, v.local != "" && w.typed[v.local] == "v128":
		return place{}, fmt.Errorf("expected a number on the stack, found a vector")
	case v.scalar:
		return w.something("number", false).at, nil
	case v.local != "":
		return place{base: v.local}, nil
	}
	return v.at, nil
}

// integer computes with numbers: sums with constants are followed, and all else is another number.
func (w *wasmText) integer(name, rest string, imm *wasmImmediate) error {
	if rest == "const" {
		w.push(wasmValue{at: place{offset: imm.number}})
		return nil
	}
	n := 2
	switch {
	case slices.Contains(strings.Fields("add sub mul and or xor shl shr_s shr_u rotl rotr"), rest):
	case slices.Contains(strings.Fields("clz ctz popcnt eqz wrap_i64 extend_i32_s extend_i32_u extend8_s extend16_s"), rest):
		n = 1
	default:
		return fmt.Errorf("%s is no instruction that moves lanes", syntax.Quote(name))
	}
	values, err := w.values(name, n)
	if err != nil {
		return err
	}
	at := make([]place, n)
	for k, v := range values {
		if at[k], err = w.address(v); err != nil {
			return err
		}
	}
	out := w.something(name, false).at
	const far = 1 << 40
	if n == 2 && max(at[0].offset, at[1].offset) < far && min(at[0].offset, at[1].offset) > -far {
		switch {
		case rest == "add" && at[1].base == "":
			out = place{base: at[0].base, offset: at[0].offset + at[1].offset}
		case rest == "add" && at[0].base == "":
			out = place{base: at[1].base, offset: at[0].offset + at[1].offset}
		case rest == "sub" && at[1].base == "":
			out = place{base: at[0].base, offset: at[0].offset - at[1].offset}
		case rest == "add" && len(at[0].base)+len(at[1].base) < 64:
			terms := strings.Split(at[0].base+"+"+at[1].base, "+")
			slices.Sort(terms)
			out = place{base: strings.Join(terms, "+"), offset: at[0].offset + at[1].offset}
		case rest == "shl" && at[0].offset == 0 && at[1].base == "" && at[1].offset >= 0 && at[1].offset < 8 && !strings.ContainsAny(at[0].base, "+*"):
			out = place{base: at[0].base + "*" + strconv.Itoa(1<<at[1].offset)}
		}
	}
	w.push(wasmValue{at: out})
	return nil
}

// oneLane takes a lane out of a vector, puts one in, or repeats one.
func (w *wasmText) oneLane(name string, bits int, rest string, at int) error {
	switch {
	case bits == 0 || at < 0 || at >= 8*wasmLanes/bits:
		return fmt.Errorf("%s has no lane %d", name, at)
	case strings.HasSuffix(rest, "_s"):
		return fmt.Errorf("%s extends by sign, which is no movement", name)
	}
	if strings.HasPrefix(rest, "extract") {
		args, err := w.vectors(name, 1)
		if err != nil {
			return err
		}
		m, err := bitsOf(args[0], at*bits, bits)
		if bits < 32 {
			m.Lane = append(m.Lane, slices.Repeat([]lane.Lane{lane.Zero()}, (32-bits)/m.Bits)...)
		}
		w.push(wasmValue{m: m, scalar: true})
		return err
	}
	v, err := w.pop(name)
	if err != nil {
		return err
	}
	part, err := w.scalar(name, v, bits)
	if err != nil {
		return err
	}
	if rest == "splat" {
		part.Lane = slices.Repeat(part.Lane, 8*wasmLanes/bits)
		w.push(wasmValue{m: part, vector: true})
		return nil
	}
	args, err := w.vectors(name, 1)
	if err != nil {
		return err
	}
	whole, err := w.follow.l.Overwritten(args[0], part, at*bits)
	w.push(wasmValue{m: whole, vector: true})
	return err
}

// scalar is the lowest bits of a number that was taken out of a vector, or is a constant.
func (w *wasmText) scalar(name string, v wasmValue, bits int) (lane.Map, error) {
	switch {
	case v.scalar:
		return lowest(v.m, bits)
	case v.vector || v.local != "" || v.at.base != "":
		return lane.Map{}, fmt.Errorf("%s takes a number that is in no vector: expected one that extract_lane took out, or a constant", name)
	}
	return lane.Map{Bits: bits, Lane: []lane.Lane{lane.Fixed(lane.ConstOf(uint64(v.at.offset)).Slice(0, bits))}}, nil
}

// bitsOf are bits of a value, from a place on.
func bitsOf(m lane.Map, from, bits int) (lane.Map, error) {
	m, err := m.Regroup(lane.GCD(m.Bits, lane.GCD(from, bits)))
	if err != nil {
		return m, err
	}
	m.Lane = slices.Clone(m.Lane[from/m.Bits : (from+bits)/m.Bits])
	return m, nil
}

// access reads or writes memory.
func (w *wasmText) access(name, first, rest string, imm *wasmImmediate) error {
	size, kind, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(rest, "load"), "store"), "_")
	bits, err := strconv.Atoi(size)
	if size == "" {
		bits, err = 8*wasmLanes, nil
	}
	extended := map[string]int{"8x8": 8, "16x4": 16, "32x2": 32}[size]
	switch {
	case first == "i32" || first == "i64" || first == "f32" || first == "f64":
		return w.accessNumber(name, rest)
	case extended > 0 && wasmShapes[first] == 2*extended && kind == "u":
		return w.loadExtended(name, extended, imm)
	case extended > 0 && kind == "s":
		return fmt.Errorf("%s extends by sign, which is no movement", name)
	case first != "v128" || err != nil || !slices.Contains([]int{8, 16, 32, 64, 128}, bits) || !slices.Contains([]string{"", "splat", "zero", "lane"}, kind):
		return fmt.Errorf("%s is no instruction of WebAssembly", syntax.Quote(name))
	case kind == "lane" && (imm.lane < 0 || imm.lane >= 8*wasmLanes/bits):
		return fmt.Errorf("%s has no lane %d", name, imm.lane)
	}
	var whole lane.Map
	if kind == "lane" || strings.HasPrefix(rest, "store") {
		v, err := w.pop(name)
		if err == nil {
			whole, err = w.vector(v)
		}
		if err != nil {
			return err
		}
	}
	p, err := w.placed(name, imm)
	if err != nil {
		return err
	}
	if strings.HasPrefix(rest, "store") {
		return w.storeBits(p, whole, imm.lane*bits, bits)
	}
	return w.loadBits(p, whole, kind, imm.lane, bits)
}

// placed takes an address from the stack.
func (w *wasmText) placed(name string, imm *wasmImmediate) (p place, err error) {
	v, err := w.pop(name)
	if err == nil {
		p, err = w.address(v)
	}
	if p.base == "" { // an absolute place
		p.base = "memory"
	}
	p.offset += imm.number
	return p, err
}

// accessNumber reads or writes a number, which is none of a vector.
func (w *wasmText) accessNumber(name, rest string) error {
	if strings.HasPrefix(rest, "store") {
		return fmt.Errorf("%s stores a number, which is not followed: expected stores of vectors", name)
	}
	if _, err := w.pop(name); err != nil {
		return err
	}
	w.push(w.something(name, false))
	return nil
}

func (w *wasmText) storeBits(p place, whole lane.Map, from, bits int) error {
	m, err := bitsOf(whole, from, bits)
	if err != nil {
		return err
	}
	w.follow.more = nil
	w.follow.stores(p, m)
	w.stored = append(w.stored, w.follow.more...)
	return nil
}

// loaded is what stands at a place.
func (w *wasmText) loaded(p place, bits int) (lane.Map, error) {
	w.see(w.follow.l.placed(p, p.String()))
	return w.follow.at(p, bits)
}

func (w *wasmText) loadBits(p place, whole lane.Map, kind string, at, bits int) error {
	m, err := w.loaded(p, bits)
	if err != nil {
		return err
	}
	m = m.Clone()
	switch kind {
	case "splat":
		m.Lane = slices.Repeat(m.Lane, 8*wasmLanes/bits)
	case "lane":
		m, err = w.follow.l.Overwritten(whole, m, at*bits)
	default:
		m = padded(m, 128, lane.Zero())
	}
	w.push(wasmValue{m: m, vector: true})
	return err
}

// loadExtended is i16x8.load8x8_u and its like, which put zeros behind what they load.
func (w *wasmText) loadExtended(name string, bits int, imm *wasmImmediate) error {
	p, err := w.placed(name, imm)
	if err != nil {
		return err
	}
	m, err := w.loaded(p, 64)
	if err == nil {
		m, err = m.Regroup(lane.GCD(m.Bits, bits))
	}
	if err != nil {
		return err
	}
	n := bits / m.Bits
	out := lane.Map{Bits: m.Bits, Src: m.Src}
	for at := 0; at < len(m.Lane); at += n {
		out.Lane = append(append(out.Lane, m.Lane[at:at+n]...), slices.Repeat([]lane.Lane{lane.Zero()}, n)...)
	}
	w.push(wasmValue{m: out, vector: true})
	return nil
}

// row is an instruction that the target has, with its operands from the stack.
func (w *wasmText) row(name string, bits int) error {
	rows := wasmByName()[name]
	if len(rows) == 0 {
		return fmt.Errorf("%s is no instruction that the target knows as a movement of lanes", syntax.Quote(name))
	}
	values, err := w.values(name, strings.Count(rows[0].Asm, ", "))
	if err != nil {
		return err
	}
	for _, r := range rows {
		at := map[byte]apply.Operand{}
		for k, letter := range strings.Split(r.Asm, ", ")[1:] {
			if letter == "i" {
				v := values[k]
				if v.vector || v.scalar || v.local != "" || v.at.base != "" {
					return fmt.Errorf("how far %s moves depends on a number that is no constant", name)
				}
				at['i'] = apply.Operand{Number: v.at.offset}
				continue
			}
			m, errVector := w.vector(values[k])
			if errVector != nil {
				return errVector
			}
			at[letter[0]] = apply.Vector(m)
		}
		var m lane.Map
		if m, err = apply.Row(&w.follow.l.Values, r, at); err == nil {
			w.push(wasmValue{m: m, vector: true})
			return nil
		}
	}
	return err
}
