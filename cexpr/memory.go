package cexpr

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// What is loaded is a source, called as its address is written; what is stored is a result.
//
//	_mm_loadu_si128((const __m128i *)(src + 16))      the source src + 16
//	vld2q_u8(p)                                       the even and the odd lanes of 32 bytes
//	static const uint8_t m[16] = {…};  vld1q_u8(m)    a constant

// A load is a call that reads memory.
type load struct {
	bits    int // of a vector
	memory  int // bits that are read; 0: as many as the vectors have
	lane    int // of structures, whose members go to a vector each, and of what is repeated
	vectors int // that are made; 0: one
	address int // which argument it is
	ruled   int // the bits of a lane of the predicate that stands first
	repeat  bool
	turned  bool // the lanes come in reverse
	offset  bool // behind the address stands how many bytes further it is
}

// loadNamed is the load of that name.
func loadNamed(name string) (l load, ok bool) {
	if l.bits, _ = apply.VectorPrefix(name); l.bits > 0 {
		return intelLoad(name, l)
	}
	if l, ok := otherLoads[name]; ok {
		return l, true
	}
	if n, vectors, ok := scalableAccess(name, "svld"); ok {
		l.bits, l.address, l.ruled = scalableBits, 1, n.typ.bits
		if vectors > 1 {
			l.vectors, l.lane = vectors, n.typ.bits
		}
		return l, true
	}
	op, typ, _ := cutLast(name, "_")
	if count, vectors := strings.CutPrefix(typ, "x"); vectors && len(count) == 1 { // vld1q_u8_x2
		op, typ, _ = cutLast(op, "_")
		l.vectors = int(count[0] - '0')
	}
	op, dup := strings.CutSuffix(op, "_dup")
	op, q := strings.CutSuffix(op, "q")
	elem := neonTypes[typ].bits
	if elem == 0 || len(op) != 4 || !strings.HasPrefix(op, "vld") || op[3] < '1' || op[3] > '4' || dup && op != "vld1" || l.vectors > 4 {
		return l, false
	}
	l.bits, l.repeat = when(q, 128, 64), dup
	if n := int(op[3] - '0'); n > 1 {
		l.vectors, l.lane = n, elem
	}
	if dup {
		l.memory, l.lane = elem, elem
	}
	return l, true
}

// intelLoads are those of x86 that do not read a whole vector as it stands, by what stands behind the size.
var intelLoads = map[string]load{
	"loadl_epi64": {memory: 64}, "loadu_si64": {memory: 64}, "loadu_si32": {memory: 32}, "loadu_si16": {memory: 16}, "load_sd": {memory: 64}, "load_ss": {memory: 32}, "load_sh": {memory: 16},
	"load1_ps": {memory: 32, repeat: true}, "load_ps1": {memory: 32, repeat: true}, "load1_pd": {memory: 64, repeat: true}, "load_pd1": {memory: 64, repeat: true}, "loaddup_pd": {memory: 64, repeat: true}, "broadcast_ss": {memory: 32, repeat: true}, "broadcast_sd": {memory: 64, repeat: true},
	"broadcast_ps": {memory: 128, repeat: true}, "broadcast_pd": {memory: 128, repeat: true},
	"loadr_ps": {lane: 32, turned: true}, "loadr_pd": {lane: 64, turned: true},
}

func intelLoad(name string, l load) (load, bool) {
	_, rest := apply.VectorPrefix(name)
	if part, ok := intelLoads[rest]; ok {
		part.bits = l.bits
		return part, true
	}
	return l, slices.ContainsFunc([]string{"load_", "loadu_", "lddqu_", "stream_load_"}, func(prefix string) bool { return strings.HasPrefix(rest, prefix) })
}

// otherLoads are those of the families whose names have no rule.
var otherLoads = map[string]load{
	"wasm_v128_load": {bits: 128}, "wasm_v128_load8_splat": {bits: 128, memory: 8, repeat: true}, "wasm_v128_load16_splat": {bits: 128, memory: 16, repeat: true},
	"wasm_v128_load32_splat": {bits: 128, memory: 32, repeat: true}, "wasm_v128_load64_splat": {bits: 128, memory: 64, repeat: true},
	"wasm_v128_load32_zero": {bits: 128, memory: 32}, "wasm_v128_load64_zero": {bits: 128, memory: 64},
	"vec_ld": {bits: 128, address: 1}, "vec_xl": {bits: 128, address: 1}, "vec_vsx_ld": {bits: 128, address: 1},
	"Load": {bits: 128, address: 1}, "LoadU": {bits: 128, address: 1},
	"__lsx_vld": {bits: 128, offset: true}, "__lsx_vldx": {bits: 128, offset: true}, "__lasx_xvld": {bits: 256, offset: true}, "__lasx_xvldx": {bits: 256, offset: true},
	"__lsx_vldrepl_b": {bits: 128, memory: 8, repeat: true, offset: true}, "__lsx_vldrepl_h": {bits: 128, memory: 16, repeat: true, offset: true},
	"__lsx_vldrepl_w": {bits: 128, memory: 32, repeat: true, offset: true}, "__lsx_vldrepl_d": {bits: 128, memory: 64, repeat: true, offset: true},
	"__lasx_xvldrepl_b": {bits: 256, memory: 8, repeat: true, offset: true}, "__lasx_xvldrepl_h": {bits: 256, memory: 16, repeat: true, offset: true},
	"__lasx_xvldrepl_w": {bits: 256, memory: 32, repeat: true, offset: true}, "__lasx_xvldrepl_d": {bits: 256, memory: 64, repeat: true, offset: true},
	"LoadDup128": {bits: 128, memory: 128, address: 1, repeat: true},
}

// load is the vector at an address, whose text is its name. Behind the name the opening parenthesis has been read.
func (e *expressions) load(name string, l load, start int) (operand, error) {
	args, err := e.rawArguments(name)
	if err != nil {
		return operand{}, err
	}
	if l.offset {
		if len(args) != 2 || args[1] == "" {
			return operand{}, e.ErrorFrom(start, "expected an address and how many bytes further it is")
		}
		args = []string{further(args[0], args[1])}
	}
	if len(args) != l.address+1 || args[l.address] == "" {
		return operand{}, e.ErrorFrom(start, "expected an address")
	}
	if err := e.missing(args, start); err != nil {
		return operand{}, err
	}
	t := vectorType{}
	if err := e.allLanes(args[0], l.ruled); err != nil {
		return operand{}, e.ErrorFrom(start, "%s: %v", name, err)
	}
	if l.address == 1 && l.ruled == 0 {
		if tag := e.tagOf(args[0]); tag.known() {
			t, l.bits = tag, tag.total()
		} else if args[0] != "0" && strings.HasPrefix(name, "vec_") {
			args[1] += " + " + args[0]
		}
	}
	memory := max(l.memory, l.bits*max(l.vectors, 1))
	if l.memory > 0 {
		memory = l.memory
	}
	m, ptr, err := e.atAddress(args[l.address], memory)
	if err != nil {
		return operand{}, e.ErrorFrom(start, "%v", err)
	}
	if l.ruled > 0 {
		t = vectorType{lanes: l.bits / l.ruled, bits: l.ruled}
	}
	if t.known() || ptr.total() == l.bits {
		o, err := l.vector(m)
		for k := range o.parts {
			o.parts[k] = o.parts[k].as(t)
		}
		return o.as(when(t.known(), t, ptr)), err
	}
	return l.vector(m)
}

// missing is the error of an argument that has no text; nil if all have some.
func (e *expressions) missing(args []string, start int) error {
	if k := slices.Index(args, ""); k >= 0 {
		return e.ErrorFrom(start, "argument %d is missing", k+1)
	}
	return nil
}

// further is an address so many bytes on.
func further(address, bytes string) string {
	if bytes == "0" || address == "" {
		return address
	}
	return "(const char *)" + address + " + " + bytes
}

// vector is what a load makes of the memory that it reads.
func (l load) vector(m lane.Map) (operand, error) {
	have := m.Bits * len(m.Lane)
	switch {
	case l.vectors > 0:
		return l.several(m)
	case l.turned:
		return turnedLanes(m, l.lane)
	case l.repeat:
		m.Lane = slices.Repeat(m.Lane, l.bits/have)
	case have < l.bits:
		m.Lane = append(slices.Clone(m.Lane), slices.Repeat([]lane.Lane{lane.Zero()}, (l.bits-have)/m.Bits)...)
	}
	return vector(m), nil
}

// turnedLanes is a vector with its last lane first.
func turnedLanes(m lane.Map, width int) (operand, error) {
	m = widened(m, width)
	m, err := m.Regroup(min(m.Bits, width))
	if err != nil {
		return operand{}, err
	}
	r := lane.Map{Bits: m.Bits, Src: m.Src}
	for per, at := width/m.Bits, len(m.Lane); at > 0; at -= per {
		r.Lane = append(r.Lane, m.Lane[at-per:at]...)
	}
	return vector(r), nil
}

// several is memory as several vectors: one behind another, or the members of structures.
func (l load) several(m lane.Map) (o operand, err error) {
	if l.lane > 0 {
		if m, err = m.Regroup(min(m.Bits, l.lane)); err != nil {
			return o, err
		}
	}
	per := len(m.Lane) / l.vectors
	for k := range l.vectors {
		part := lane.Map{Bits: m.Bits, Src: m.Src, Lane: make([]lane.Lane, per)}
		for i := range part.Lane {
			at := k*per + i
			if unit := l.lane / m.Bits; unit > 0 {
				at = (i/unit*l.vectors+k)*unit + i%unit
			}
			part.Lane[i] = m.Lane[at]
		}
		o.parts = append(o.parts, vector(part))
	}
	return o, nil
}

// atAddress is what so many bits of memory hold: a constant array's, or a source that is called as the address. The pointer's type comes too, where the text says it.
func (e *expressions) atAddress(address string, bits int) (m lane.Map, ptr vectorType, err error) {
	address = e.addressOf(address)
	if m, ok, err := e.constantAt(withoutRust(address), bits); ok || err != nil {
		return m, vectorType{}, err
	}
	if m, ok, err := e.literalAt(address, bits); ok {
		return m, vectorType{}, err
	}
	for strings.HasPrefix(address, "(") || strings.Contains(upTo(address, "("), "_cast<") { // casts of the pointer
		if before, rest, ok := strings.Cut(address, "_cast<"); ok && !strings.Contains(before, "(") {
			_, address, _ = strings.Cut(rest, ">")
		}
		end := closing(address, max(strings.IndexByte(address, '('), 0))
		inner := strings.TrimSpace(strings.Trim(address[:end], " ()"))
		if rest := strings.TrimSpace(address[end:]); rest == "" && strings.HasPrefix(address, "(") {
			address = strings.TrimSpace(address[1:max(end-1, 1)])
			continue
		} else if e.isCast(inner) && rest != "" {
			ptr, _ = e.typeOf(inner)
			address = rest
			continue
		}
		break
	}
	address = strings.TrimSpace(strings.TrimLeft(withoutRust(address), "&*"))
	if address == "" {
		return m, ptr, fmt.Errorf("expected an address")
	}
	if t, ok := e.types[address]; ok && !ptr.known() {
		ptr = t
	}
	m, err = e.memoryAt(address, bits)
	return m, ptr, err
}

// memoryAt is the lowest bits of a source that is called as its address, and has as many as all that is read there. Where more are read than so far, the text is read again.
func (e *expressions) memoryAt(address string, bits int) (lane.Map, error) {
	if _, isValue := e.Named[address]; isValue || e.types[address].known() {
		return e.vectorArgument(named(address), bits)
	}
	here := fmt.Sprint(e.began, " ", address) // of this function
	n := max(bits, e.extents[here])
	if k := slices.Index(e.Inputs, address); k >= 0 && e.Bits[k] < n {
		e.again = true
	}
	e.extents[here] = n
	m, err := e.vectorArgument(named(address), n)
	if err != nil || n == bits {
		return m, err
	}
	if m, err = m.Regroup(lane.GCD(m.Bits, bits)); err == nil {
		m.Lane = m.Lane[: bits/m.Bits : bits/m.Bits]
	}
	return m, err
}

// maxTable bounds the elements of a constant array.
const maxTable = 4096

// table is a constant array, behind whose = the cursor stands.
func (e *expressions) table(h head, start int) error {
	words := h.words[:len(h.words)-1]
	t, isVector := e.typeOf(h.typ())
	if isVector && t.lanes > 1 {
		return e.ErrorFrom(start, "an array of vectors: expected one vector at a time, or an array of numbers")
	}
	t, ok := integerLane(words)
	if !ok {
		return e.ErrorFrom(start, "%s is no type of numbers", syntax.Quote(h.typ()))
	}
	end := "}"
	if e.Accept("[") { // of Rust
		end = "]"
	} else if err := e.Expect("{", `"{" and the numbers of the array`); err != nil {
		return err
	}
	m := lane.Map{Bits: t.bits}
	var values []operand
	for constant := true; !e.Accept(end); {
		for e.Accept("{") {
		}
		o, err := e.expression()
		if err != nil {
			return err
		}
		if constant = constant && !o.IsVector(); !constant {
			return e.ErrorFrom(start, "%s is a constant only if all its elements are numbers", h.name())
		}
		if values = append(values, o); len(values) > maxTable {
			return e.ErrorFrom(start, "more than %d elements", maxTable)
		}
		for e.Accept(",") || e.Accept("},") {
		}
	}
	for _, o := range values {
		m.Lane = append(m.Lane, lane.Fixed(lane.ConstOf(uint64(o.Number)).Slice(0, t.bits)))
	}
	if h.row != "" {
		if row, err := e.evaluated(h.row); err == nil && !row.IsVector() && row.Number > 0 {
			e.rows[h.name()] = min(row.Number, maxTable)
		}
	}
	size, err := e.evaluated(when(h.index == "", "0", h.index))
	if err == nil && !size.IsVector() && h.row == "" {
		for len(m.Lane) < min(size.Number, maxTable) {
			m.Lane = append(m.Lane, lane.Zero())
		}
	}
	e.to = ""
	e.tables[h.name()] = m
	return nil
}

// A store is a call that writes memory: which of its arguments is the value, and how much of it is written.
type store struct {
	value, count int
	bits         int // of the vector; 0: as it is
	memory       int // the lower part of it; 0: all
	ruled        int // the bits of a lane of the predicate that stands first
	high         bool
	lane         int // of structures
	repeated     int // the bits of lane 0, which all lanes are
	turned       int // the bits of a lane, of those that are written in reverse
}

var otherStores = map[string]store{
	"__lsx_vst": {count: 3, bits: 128}, "__lsx_vstx": {count: 3, bits: 128}, "__lasx_xvst": {count: 3, bits: 256}, "__lasx_xvstx": {count: 3, bits: 256},
	"wasm_v128_store": {value: 1, count: 2, bits: 128}, "vec_st": {count: 3, bits: 128}, "vec_xst": {count: 3, bits: 128}, "vec_vsx_st": {count: 3, bits: 128},
	"Store": {count: 3}, "StoreU": {count: 3}, "Stream": {count: 3},
}

// intelStores are those of x86 that write a part, by what stands behind the size.
var intelStores = map[string]store{
	"storel_epi64": {memory: 64}, "storel_pd": {memory: 64}, "storel_pi": {memory: 64}, "storeu_si64": {memory: 64}, "storeu_si32": {memory: 32}, "storeu_si16": {memory: 16},
	"storeu2_m128i": {value: 2}, "storeu2_m128": {value: 2}, "storeu2_m128d": {value: 2},
	"store1_ps": {repeated: 32}, "store_ps1": {repeated: 32}, "store1_pd": {repeated: 64}, "store_pd1": {repeated: 64}, "storer_ps": {turned: 32}, "storer_pd": {turned: 64},
	"stream_si32": {bits: 32}, "stream_si64": {bits: 64}, "stream_pi": {bits: 64}, // of an int, a long, and what MMX calls a vector
	"store_ss": {memory: 32}, "store_sd": {memory: 64}, "storeh_pd": {memory: 64, high: true}, "storeh_pi": {memory: 64, high: true},
}

// storeNamed is the store of that name.
func storeNamed(name string) (s store, ok bool) {
	if bits, rest := apply.VectorPrefix(name); bits > 0 {
		s, listed := intelStores[rest]
		s.value, s.bits = max(s.value, 1), cmp.Or(s.bits, bits)
		s.count = s.value + 1
		known := listed || slices.ContainsFunc([]string{"store_", "storeu_", "stream_si", "stream_p"}, func(prefix string) bool { return strings.HasPrefix(rest, prefix) })
		return s, known
	}
	if s, ok := otherStores[name]; ok {
		return s, true
	}
	if n, vectors, ok := scalableAccess(name, "svst"); ok {
		s = store{value: 2, count: 3, bits: scalableBits, ruled: n.typ.bits}
		if vectors > 1 {
			s.lane = n.typ.bits
		}
		return s, true
	}
	op, typ, _ := cutLast(name, "_")
	several := false
	if count, ok := strings.CutPrefix(typ, "x"); ok && len(count) == 1 { // vst1q_u8_x2
		op, typ, _ = cutLast(op, "_")
		several = true
	}
	op, q := strings.CutSuffix(op, "q")
	elem := neonTypes[typ].bits
	if elem == 0 || len(op) != 4 || !strings.HasPrefix(op, "vst") || op[3] < '1' || op[3] > '4' {
		return s, false
	}
	s = store{value: 1, count: 2, bits: when(q, 128, 64)}
	if op[3] > '1' || several {
		s.lane = elem
	}
	if several {
		s.lane = s.bits
	}
	return s, true
}

// store is a value that goes to memory: the result, so far. Of the address nothing is read.
func (e *expressions) store(name string, s store, start int) (operand, error) {
	from := e.Off
	args, err := e.rawArguments(name)
	if err != nil {
		return operand{}, err
	}
	if len(args) != s.count {
		return operand{}, e.ErrorFrom(start, "%s has %d arguments here, and takes %d", name, len(args), s.count)
	}
	end := e.Off
	e.Off = from // so that places are those of the text
	for range s.value {
		e.Off += len(upToArgument(e.Rest()))
		e.Accept(",")
	}
	o, err := e.expression()
	e.Off = end
	if err == nil {
		err = e.missing(args, start)
	}
	if err != nil {
		return o, err
	}
	if err := e.allLanes(args[0], s.ruled); err != nil {
		return o, e.ErrorFrom(start, "%s: %v", name, err)
	}
	e.stored++
	if o, err = e.written(o, s, args); err != nil {
		return o, e.ErrorFrom(start, "%s: %v", name, err)
	}
	return o, nil
}

// upToArgument is a text as far as the comma behind its first argument.
func upToArgument(text string) string { return text[:apply.OperandEnd(text)] }

// written is a value as it lies in memory.
func (e *expressions) written(o operand, s store, args []string) (operand, error) {
	if s.bits == 0 {
		t := o.typ
		if !t.known() {
			t = e.tagOf(args[1])
		}
		if s.bits = t.total(); s.bits == 0 {
			s.bits = 128
			e.warn("vectors of Highway have as many bits as the machine: 128 are assumed")
		}
	}
	if s.lane > 0 {
		return e.interleaved(o.parts, s)
	}
	m, err := e.vectorArgument(o, s.bits)
	switch {
	case err != nil:
		return operand{}, err
	case s.turned > 0:
		return turnedLanes(m, s.turned)
	case s.repeated > 0:
		return e.repeated(vector(widened(m, s.repeated)), s.repeated, s.bits)
	case s.memory == 0:
		return vector(m).as(o.typ), nil
	}
	return e.part(vector(m), s.bits, s.memory, when(s.high, 1, 0))
}

// interleaved are several vectors as the members of structures.
func (e *expressions) interleaved(parts []operand, s store) (operand, error) {
	if len(parts) < 2 {
		return operand{}, fmt.Errorf("expected a variable of several vectors, such as uint8x16x2_t")
	}
	var pieces []operand
	for i := range s.bits / s.lane {
		for _, p := range parts {
			one, err := e.part(p, s.bits, s.lane, i)
			if err != nil {
				return one, err
			}
			pieces = append(pieces, one)
		}
	}
	return e.all(pieces)
}

// all are vectors one behind another.
func (e *expressions) all(parts []operand) (operand, error) {
	maps := make([]lane.Map, len(parts))
	for k, o := range parts {
		bits := o.Bits
		if o.Value == nil {
			if bits = o.typ.total(); bits == 0 {
				return operand{}, fmt.Errorf("how long %s is is not in the text: a declaration says it", syntax.Quote(o.Name))
			}
		}
		m, err := e.vectorArgument(o, bits)
		if err != nil {
			return operand{}, err
		}
		maps[k] = m
	}
	whole, err := e.Joined(maps)
	return vector(whole), err
}
