package shader

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// sampling are the functions and methods that read textures, images and memory: what they return is an input of four lanes, or of as many as their name says.
const sampling = " texture texture2D texture3D textureCube texture2DLod textureLod textureGrad textureOffset textureProj texelFetch textureGather imageLoad subpassLoad textureSample textureSampleLevel textureLoad tex2D tex2Dlod tex3D texCUBE " +
	"read_imagef read_imagei read_imageui read_imageh vload2 vload3 vload4 vload8 vload16 Sample SampleLevel SampleBias SampleGrad Gather Load Load2 Load3 Load4 sample read gather fetch tex1Dfetch "

// storing are the functions that write them: their value is the first argument or the last.
const storing = " vstore2 vstore3 vstore4 vstore8 vstore16 write_imagef write_imagei write_imageui write_imageh imageStore textureStore "

// call reads a call behind its name: a constructor, a function of the text, or one of the language.
func (r *reader) call() (value, error) {
	start := r.at
	name := r.peek().text
	_, isType := typeNamed(name)
	switch {
	case isType || among(" vec vector ", name):
		typ, err := r.typeRef()
		if err != nil {
			return value{}, err
		}
		args, err := r.arguments("(", ")")
		if err != nil {
			return value{}, err
		}
		return r.constructed(start, typ, args)
	case name == "as_type" || name == "bitcast":
		return r.castOfBits(start)
	case among(sampling, name):
		r.next()
		return r.fetched(start, name, typeRef{})
	}
	r.next()
	args, err := r.arguments("(", ")")
	if err != nil {
		return value{}, err
	}
	if f, ok := r.functions[name]; ok {
		return r.called(start, name, f, args)
	}
	return r.ofLanguage(start, name, args)
}

// ofLanguage is a call of a function that every program has.
func (r *reader) ofLanguage(start int, name string, args []argument) (value, error) {
	if among(threadWords, name) {
		return r.threadNumbers(), nil
	}
	if s, ok := subgroupNamed(name); ok {
		return r.exchanged(start, s, args)
	}
	if m, ok := movements[name]; ok {
		if len(args) != m.arguments {
			return value{}, r.errorFrom(start, "%s takes %s", name, count(m.arguments, "argument"))
		}
		return m.value(r, start, args)
	}
	for prefix, do := range typed {
		rest, ok := strings.CutPrefix(name, prefix)
		if t, known := typeNamed(rest); ok && known && !t.matrix {
			return do(r, start, typeRef{Type: t.Type, name: rest}, args)
		}
	}
	return r.computed(r.errorAt(r.tokens[start].off, r.tokens[start].end, "%s is no movement of lanes that is known here", syntax.Quote(name)), Type{unknown, 32, 4}, true), nil
}

// typed are functions that have a type in their name: as_uchar4, convert_uchar4, make_float4.
var typed = map[string]func(r *reader, start int, typ typeRef, args []argument) (value, error){
	"as_":      (*reader).bitsAs,
	"convert_": (*reader).convertedTo,
	"make_":    (*reader).constructed, "simd_make_": (*reader).constructed,
}

func (r *reader) convertedTo(start int, typ typeRef, args []argument) (value, error) {
	if len(args) != 1 || args[0].value.Lanes != typ.Lanes && args[0].value.name == "" {
		return value{}, r.errorFrom(start, "expected one vector of %s", count(typ.Lanes, "lane"))
	}
	return r.adapted(args[0].value, typ, start)
}

// castOfBits reads as_type<uchar4>(x) and bitcast<vec4<u32>>(x).
func (r *reader) castOfBits(start int) (value, error) {
	r.next()
	if err := r.expect("<", `"<" and a type`); err != nil {
		return value{}, err
	}
	typ, err := r.typeRef()
	if err != nil {
		return value{}, err
	}
	if err := r.expect(">", `">"`); err != nil {
		return value{}, err
	}
	args, err := r.arguments("(", ")")
	if err != nil {
		return value{}, err
	}
	return r.bitsAs(start, typ, args)
}

// bitsAs is the same bits as another type. OpenCL's vectors of three count as four there, of which the last is undefined.
func (r *reader) bitsAs(start int, typ typeRef, args []argument) (value, error) {
	if len(args) != 1 || !typ.isVector() {
		return value{}, r.errorFrom(start, "expected one value, and a type with lanes")
	}
	v := args[0].value
	t := typ.Type
	if v.name != "" && v.class == unknown && v.bits() != t.bits() {
		want := Type{v.class, v.Bits, t.bits() / v.Bits}
		if t.bits()%v.Bits != 0 || want.Lanes == 0 {
			want = Type{unsigned, t.bits(), 1}
		}
		r.learn(v.name, want)
		return r.nextPass(t), nil
	}
	switch {
	case v.bits() == t.bits():
		return v.seenAs(t), nil
	case t.Lanes == 4 && v.Lanes == 3 && t.Bits == v.Bits:
		return r.made(start, v.selected([]int{0, 1, 2, undefinedLane}).seenAs(t))
	case t.Lanes == 3 && v.Lanes == 4 && t.Bits == v.Bits:
		return v.selected(firstLanes(3)).seenAs(t), nil
	}
	return value{}, r.errorFrom(start, "%s has %d bits and %s has %d: a cast of bits keeps them all", v.Type, v.bits(), t, t.bits())
}

// fetched is what a texture or memory holds: an input whose name is the call.
func (r *reader) fetched(start int, name string, of typeRef) (value, error) {
	if err := r.skipBalanced(); err != nil {
		return value{}, err
	}
	path := r.between(start, r.at)
	if _, ok := r.names[path]; !ok {
		t := Type{unknown, 32, 4}
		if of.opaque && of.Lanes > 0 {
			t = of.of(4)
		}
		if digits := strings.TrimLeft(name, "vloadL"); digits != "" && digits != name && digit(digits[0]) {
			c, _ := numberAs(digits, Type{unsigned, 32, 1})
			n, _ := c.Uint64()
			t.Lanes = int(n)
			if element, ok := r.pointedTo(start); ok && !of.opaque {
				t = element.of(t.Lanes)
			}
		}
		if learned, ok := r.learned[path]; ok {
			t = learned
		}
		r.names[path] = &variable{name: path, typ: typeRef{Type: t, name: name}, declared: true, seen: r.tokens[start].off, source: -1}
	}
	return r.load(start, reference{path: path})
}

// pointedTo is the type of the elements of the pointer among a call's arguments.
func (r *reader) pointedTo(start int) (Type, bool) {
	for _, t := range r.tokens[start:r.at] {
		if v, ok := r.names[t.text]; ok && v.typ.array && v.typ.Lanes > 0 {
			return v.typ.Type, true
		}
	}
	return Type{}, false
}

// stored reads a call that writes memory: vstore4(v, i, p), imageStore(image, at, v).
func (r *reader) stored() error {
	start := r.at
	name := r.next().text
	open := r.at
	if r.peek().text != "(" {
		return r.wanted(`"("`)
	}
	if err := r.skipBalanced(); err != nil {
		return err
	}
	end := r.at
	first, last := open+1, open+1
	for depth, k := 0, open+1; k < end-1; k++ {
		switch t := r.tokens[k].text; {
		case t == "(" || t == "[":
			depth++
		case t == ")" || t == "]":
			depth--
		case t == "," && depth == 0:
			last = k + 1
		}
	}
	r.at = last
	if strings.HasPrefix(name, "vstore") {
		r.at = first
	}
	from := r.at
	v, err := r.expression()
	if err != nil {
		return err
	}
	if t := r.peek().text; t != "," && t != ")" {
		return r.wanted(`"," or ")"`)
	}
	if from == first { // vstore4(v, i, p) writes at (i, p)
		from = r.at + 1
	} else {
		r.at, from = last-1, first
		end--
	}
	v.literal = ""
	target := &variable{name: name + " of " + r.between(from, max(end-1, from)), seen: r.tokens[start].off, source: -1}
	if from == first {
		target.name = r.between(first, last-1)
		end++
	}
	r.at = end
	r.write(target, v)
	return r.endOfStatement()
}

// A movement is a function of the languages that moves lanes.
type movement struct {
	arguments int
	value     func(r *reader, start int, args []argument) (value, error)
}

// movements are the functions that keep bits and change the type, and OpenCL's shuffles.
var movements = map[string]movement{
	"asfloat": sameLanes(float), "asint": sameLanes(signed), "asuint": sameLanes(unsigned), "asfloat16": sameLanes(float), "asint16": sameLanes(signed), "asuint16": sameLanes(unsigned),
	"floatBitsToInt": sameLanes(signed), "floatBitsToUint": sameLanes(unsigned), "intBitsToFloat": sameLanes(float), "uintBitsToFloat": sameLanes(float),
	"float16BitsToInt16": sameLanes(signed), "float16BitsToUint16": sameLanes(unsigned), "int16BitsToFloat16": sameLanes(float), "uint16BitsToFloat16": sameLanes(float),
	"doubleBitsToInt64": sameLanes(signed), "doubleBitsToUint64": sameLanes(unsigned), "int64BitsToDouble": sameLanes(float), "uint64BitsToDouble": sameLanes(float),
	"packDouble2x32": bitsOf(Type{float, 64, 1}), "unpackDouble2x32": bitsOf(Type{unsigned, 32, 2}), "packUint2x32": bitsOf(Type{unsigned, 64, 1}), "unpackUint2x32": bitsOf(Type{unsigned, 32, 2}),
	"packInt2x32": bitsOf(Type{signed, 64, 1}), "unpackInt2x32": bitsOf(Type{signed, 32, 2}), "packFloat2x16": bitsOf(Type{unsigned, 32, 1}), "unpackFloat2x16": bitsOf(Type{float, 16, 2}),
	"packUint2x16": bitsOf(Type{unsigned, 32, 1}), "unpackUint2x16": bitsOf(Type{unsigned, 16, 2}), "packUint4x16": bitsOf(Type{unsigned, 64, 1}), "unpackUint4x16": bitsOf(Type{unsigned, 16, 4}),
	"pack32": bitsOf(Type{unsigned, 32, 1}), "pack64": bitsOf(Type{unsigned, 64, 1}), "pack16": bitsOf(Type{unsigned, 16, 1}),
	"unpack8": partsOf(8), "unpack16": partsOf(16), "unpack32": partsOf(32),
	"unpack4xU8": {1, func(r *reader, start int, args []argument) (value, error) {
		v, err := r.bitsAs(start, typeRef{Type: Type{unsigned, 8, 4}}, args)
		if err != nil {
			return value{}, err
		}
		return r.convert(v, Type{unsigned, 32, 1}, start)
	}},
	"pack4xU8": {1, func(r *reader, start int, args []argument) (value, error) {
		v, err := r.adapted(args[0].value, typeRef{Type: Type{unsigned, 32, 4}, name: "vec4u"}, start)
		if err == nil {
			v, err = r.convert(v, Type{unsigned, 8, 1}, start)
		}
		if err != nil {
			return value{}, err
		}
		return v.seenAs(Type{unsigned, 32, 1}), nil
	}},
	"shuffle": {2, func(r *reader, start int, args []argument) (value, error) {
		return r.shuffled(start, args[:1], args[1])
	}},
	"shuffle2": {3, func(r *reader, start int, args []argument) (value, error) {
		return r.shuffled(start, args[:2], args[2])
	}},
	"select": {3, (*reader).chosen}, "mix": {3, (*reader).chosen},
}

// sameLanes is the same bits of every lane as another class.
func sameLanes(c class) movement {
	return movement{1, func(r *reader, start int, args []argument) (value, error) {
		v := args[0].value
		return v.seenAs(Type{c, v.Bits, v.Lanes}), nil
	}}
}

// bitsOf is the same bits as one type.
func bitsOf(t Type) movement {
	return movement{1, func(r *reader, start int, args []argument) (value, error) {
		return r.bitsAs(start, typeRef{Type: t}, args)
	}}
}

// partsOf are the bits of a scalar in lanes of so many.
func partsOf(bits int) movement {
	return movement{1, func(r *reader, start int, args []argument) (value, error) {
		v := args[0].value
		if v.name != "" {
			r.learn(v.name, Type{unknown, 32, 1})
			v = r.nextPass(Type{unsigned, 32, 1})
		}
		if v.bits()%bits != 0 || v.bits() == bits {
			return value{}, r.errorFrom(start, "%s has no parts of %d bits", v.Type, bits)
		}
		return v.seenAs(Type{unsigned, bits, v.bits() / bits}), nil
	}}
}

// shuffled is OpenCL's shuffle: the mask's low bits choose lanes of all its sources behind one another.
func (r *reader) shuffled(start int, from []argument, by argument) (value, error) {
	mask, ok := by.value.numbers()
	if !ok {
		return value{}, r.errorFrom(by.from, "the mask is known at run time only: expected constants, such as (uint4)(3, 2, 1, 0)")
	}
	var sources []value
	for _, a := range from {
		v := a.value
		if v.name != "" && v.class == unknown && (v.Lanes != len(mask) || v.Bits != by.value.Bits) {
			r.learn(v.name, Type{v.class, by.value.Bits, len(mask)})
			v = r.nextPass(Type{v.class, by.value.Bits, len(mask)})
		}
		sources = append(sources, v)
	}
	first, last := sources[0], sources[len(sources)-1]
	switch {
	case first.Bits != last.Bits || first.Lanes != last.Lanes || first.class != last.class && first.class != unknown && last.class != unknown:
		return value{}, r.errorFrom(start, "shuffle2 takes two vectors of one type, and these are %s and %s", first.Type, last.Type)
	case first.Lanes&(first.Lanes-1) != 0 || first.Lanes < 2 || len(mask)&(len(mask)-1) != 0 || len(mask) < 2:
		return value{}, r.errorFrom(start, "shuffle takes vectors of 2, 4, 8 or 16 lanes")
	case by.value.Bits != first.Bits && by.value.literal == "":
		return value{}, r.errorFrom(by.from, "the mask's lanes have %d bits and the vector's %d: expected as many", by.value.Bits, first.Bits)
	}
	lanes := make([]int, len(mask))
	for i, m := range mask {
		lanes[i] = int(m) & (len(sources)*first.Lanes - 1)
	}
	return r.made(start, joined(sources).selected(lanes))
}

// chosen is a lane of one vector or of another, by constants: OpenCL's and WGSL's select, GLSL's mix with booleans.
func (r *reader) chosen(start int, args []argument) (value, error) {
	by, ok := args[2].value.numbers()
	c := args[2].value
	if c.class == float || !ok {
		return value{}, r.errorFrom(args[2].from, "which lanes are taken is known at run time only: expected constants, such as bvec2(true, false)")
	}
	a, b := args[0].value, args[1].value
	if a.Type != b.Type || len(by) != a.Lanes && len(by) != 1 {
		return value{}, r.errorFrom(start, "expected two vectors of one type, and as many choices as lanes")
	}
	lanes := make([]int, a.Lanes)
	for i := range lanes {
		n := by[min(i, len(by)-1)]
		if c.Lanes > 1 && c.class != boolean {
			n >>= c.Bits - 1 // OpenCL: the highest bit
		}
		if lanes[i] = i; n != 0 {
			lanes[i] += a.Lanes
		}
	}
	return r.made(start, joined([]value{a, b}).selected(lanes))
}

// constantOf is a small number that does not hang on the thread.
func constantOf(v value) (int, bool) {
	n, ok := v.numbers()
	if !ok || len(n) != 1 || n[0] > lane.MaxLanes {
		return 0, false
	}
	return int(n[0]), true
}

// isPower says whether a number is one of two.
func isPower(n int) bool { return slices.Contains([]int{1, 2, 4, 8, 16, 32}, n) }
