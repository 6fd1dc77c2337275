package shader

import (
	"slices"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A typeRef is a type in its place: a vector, an array of them, a structure, or one of which nothing is known but its name.
type typeRef struct {
	Type
	name   string // as the text has it
	array  bool
	matrix bool
	opaque bool // a texture, a sampler, a type that is defined elsewhere
	fields record
	void   bool
	glsl   bool
	family bool // vec4 without lanes' type
}

// A record is a structure: what its members are.
type record map[string]typeRef

// isVector says whether the type is a scalar or a vector.
func (t typeRef) isVector() bool {
	return !t.array && !t.matrix && !t.opaque && t.fields == nil && !t.void && t.Lanes > 0
}

// A function is what it returns, over what it reads.
type function struct {
	parameters []*variable
	value      value
	inputs     []*variable
	why        string // it cannot be called
}

// qualifierWords stand in front of a type and change no lane. Some have parentheses, which are passed over.
const qualifierWords = "const in out inout uniform varying attribute flat smooth noperspective centroid highp mediump lowp precise invariant static extern inline volatile restrict thread device constant threadgroup " +
	"__global __local __constant __private global local private generic __kernel kernel vertex fragment groupshared shared buffer coherent readonly writeonly row_major column_major nointerpolation linear sample typename " +
	"__attribute__ layout export constexpr read_only write_only read_write __read_only __write_only globallycoherent packed snorm unorm"

// isQualifier says whether a word is one of qualifierWords.
func isQualifier(word string) bool {
	return strings.Contains(" "+qualifierWords+" ", " "+word+" ")
}

// withoutLanes are types that have none.
const withoutLanes = " void sampler sampler1D sampler2D sampler3D samplerCube sampler2DArray sampler2DShadow samplerCubeShadow usampler2D isampler2D sampler2DMS image2D uimage2D iimage2D image3D image2d_t image3d_t image1d_t sampler_t SamplerState SamplerComparisonState " +
	"Texture1D Texture2D Texture3D TextureCube Texture2DArray Texture2DMS RWTexture1D RWTexture2D RWTexture3D ByteAddressBuffer RWByteAddressBuffer texture1d texture2d texture3d texturecube texture2d_array depth2d texture_1d texture_2d texture_3d texture_cube texture_2d_array texture_storage_2d texture_depth_2d sampler_comparison event_t subpassInput "

// arraysOf are types whose elements are in angle brackets.
const arraysOf = " StructuredBuffer RWStructuredBuffer Buffer RWBuffer AppendStructuredBuffer ConsumeStructuredBuffer array "

// pointersTo are types that stand for what is in their angle brackets.
const pointersTo = " ConstantBuffer ptr atomic "

func among(list, word string) bool { return word != "" && strings.Contains(list, " "+word+" ") }

// passQualifiers passes them, and attributes; a qualifier that is not followed by a word is a name.
func (r *reader) passQualifiers() (words []string, err error) {
	for {
		t := r.peek()
		switch {
		case t.text == "[" || t.text == "@":
			if err := r.passAttribute(); err != nil {
				return nil, err
			}
		case t.kind == word && isQualifier(t.text) && (r.ahead(1).kind == word || r.ahead(1).text == "("):
			words = append(words, r.next().text)
			if r.peek().text == "(" {
				if err := r.skipBalanced(); err != nil {
					return nil, err
				}
			}
		case r.ahead(1).text == "::" && among(" metal simd ", t.text):
			r.passNamespace()
		default:
			return words, nil
		}
	}
}

// passAttribute passes [[stage_in]], [numthreads(8, 8, 1)], @location(0).
func (r *reader) passAttribute() error {
	if r.peek().text == "[" {
		return r.skipBalanced()
	}
	r.next()
	if r.next().kind == word && r.peek().text == "(" {
		return r.skipBalanced()
	}
	return nil
}

// startsType says whether what stands next is a type: a word that names one, or a word with another one behind it.
func (r *reader) startsType() bool {
	t := r.peek()
	if t.kind != word || t.text == "return" {
		return false
	}
	after := r.ahead(1)
	named := after.kind == word || after.text == "*" && r.ahead(2).kind == word && (r.ahead(3).text == "=" || r.ahead(3).text == ";") || after.text == "&"
	if _, ok := typeNamed(t.text); ok || among(withoutLanes, t.text) {
		return named || after.text == "*" || after.text == "<" && !r.callsGeneric()
	}
	if t.text == "metal" && after.text == "::" {
		return true
	}
	if among(arraysOf, t.text) || among(pointersTo, t.text) || t.text == "vec" || t.text == "vector" {
		return named || after.text == "<" && !r.callsGeneric()
	}
	return after.kind == word
}

// mostInAngles bounds what is looked at between < and >.
const mostInAngles = 32

// callsGeneric says whether the angle brackets behind a name have a call behind them, as in vec4<f32>(a.xy, b.zw).
func (r *reader) callsGeneric() bool {
	open := 0
	for n := 1; n < mostInAngles; n++ {
		switch r.ahead(n).text {
		case "<":
			open++
		case ">":
			open--
		}
		if open == 0 {
			return r.ahead(n+1).text == "("
		}
	}
	return false
}

// typeRef reads a type.
func (r *reader) typeRef() (typeRef, error) {
	if r.depth++; r.depth > maxDepth {
		return typeRef{}, r.tooDeep()
	}
	defer func() { r.depth-- }()
	r.passNamespace()
	if r.peek().kind != word {
		return typeRef{}, r.wanted("a type")
	}
	t := r.next()
	if t.text == "struct" {
		t = r.next()
	}
	known, ok := typeNamed(t.text)
	ref := typeRef{Type: known.Type, name: t.text, matrix: known.matrix, glsl: known.glsl, family: known.ofAny}
	switch fields, isRecord := r.structs[t.text]; {
	case t.text == "unsigned" || t.text == "signed":
		return r.signed(ref), nil
	case isRecord:
		ref.fields = fields
	case r.peek().text == "<":
		return r.generic(ref)
	case !ok:
		ref.opaque, ref.void = true, t.text == "void"
	}
	return ref, nil
}

// passNamespace passes metal:: and simd::.
func (r *reader) passNamespace() {
	for among(" metal simd ", r.peek().text) && r.ahead(1).text == "::" {
		r.at += 2
	}
}

// signed reads what stands behind unsigned.
func (r *reader) signed(ref typeRef) typeRef {
	known, ok := typeNamed(r.peek().text)
	if ok && (known.class == signed || known.class == unsigned) {
		r.next()
		known.class = ref.class
		ref.Type = known.Type
	}
	return ref
}

// generic reads angle brackets: vec4<f32>, vec<float, 4>, array<vec4<f32>, 8>, texture2d<float>.
func (r *reader) generic(ref typeRef) (typeRef, error) {
	start := r.at
	switch {
	case ref.family, ref.name == "vec", ref.name == "vector":
		r.next()
		inner, err := r.typeRef()
		if err != nil {
			return typeRef{}, err
		}
		n := ref.Lanes
		if r.accept(",") {
			digits, _, _ := spelled(r.next().text)
			c, ok := numberAs(digits, Type{unsigned, 32, 1})
			v, _ := c.Uint64()
			if !ok || !slices.Contains(vectorLanes, int(v)) {
				return typeRef{}, r.errorFrom(start, "expected a number of lanes, 2 to 4")
			}
			n = int(v)
		}
		if err := r.expect(">", `">"`); err != nil {
			return typeRef{}, err
		}
		if !inner.isVector() || inner.Lanes != 1 || n == 0 {
			return typeRef{}, r.errorFrom(start, "expected the type of a lane, such as f32")
		}
		return typeRef{Type: inner.of(n), name: ref.name}, nil
	case among(arraysOf, ref.name), among(pointersTo, ref.name):
		return r.element(ref)
	case !ref.matrix: // what a texture holds
		ref.opaque = true
		if known, ok := typeNamed(r.ahead(1).text); ok {
			ref.Type = known.Type
		}
	}
	return ref, r.skipBalanced()
}

// element reads the angle brackets of an array or a pointer.
func (r *reader) element(ref typeRef) (typeRef, error) {
	isArray := among(arraysOf, ref.name)
	r.next()
	if ref.name == "ptr" { // ptr<function, vec4<f32>>
		r.skipTo(",")
	}
	inner, err := r.typeRef()
	if err != nil {
		return typeRef{}, err
	}
	for r.peek().kind != endOfText && r.peek().text != ">" && r.peek().text != ";" {
		r.next()
	}
	inner.array = inner.array || isArray
	return inner, r.expect(">", `">"`)
}

// String is the type as the text has it.
func (t typeRef) String() string {
	if t.isVector() {
		return t.Type.String()
	}
	return t.name
}

// declare enters a variable into the frame.
func (r *reader) declare(name token, typ typeRef) *variable {
	v := &variable{name: name.text, typ: typ, declared: true, seen: name.off, source: -1}
	r.names[name.text] = v
	return v
}

// lookup is the variable of a name, which may be one outside of the function. A name that nobody declared becomes one.
func (r *reader) lookup(name string, seen int) *variable {
	if v, ok := r.names[name]; ok {
		return v
	}
	v := &variable{name: name, seen: seen, source: -1}
	if outer, ok := r.globals.names[name]; ok && r.frame != r.globals {
		v.typ, v.declared, v.seen, v.outer = outer.typ, outer.declared, outer.seen, outer
		if outer.value != nil && isConstant(*outer.value) {
			v.value = outer.value
		}
	} else if t, ok := builtinVariables[name]; ok {
		v.typ, v.declared = typeRef{Type: t}, true
	}
	r.names[name] = v
	return v
}

// builtinVariables are declared by the language.
var builtinVariables = map[string]Type{
	"gl_FragColor": {float, 32, 4}, "gl_Position": {float, 32, 4}, "gl_FragCoord": {float, 32, 4}, "gl_PointCoord": {float, 32, 2}, "gl_GlobalInvocationID": {unsigned, 32, 3}, "gl_LocalInvocationID": {unsigned, 32, 3}, "gl_WorkGroupID": {unsigned, 32, 3},
}

// structure reads a structure, a GLSL block or a cbuffer: its members, or what it is an instance of.
func (r *reader) structure() error {
	kind := r.next().text
	name := r.peek().text
	if r.peek().kind == word {
		r.next()
	}
	for r.peek().kind != endOfText && r.peek().text != "{" { // : register(b0), or [[…]]
		r.next()
	}
	if err := r.expect("{", `"{" and members`); err != nil {
		return err
	}
	fields, order, err := r.members()
	if err != nil {
		return err
	}
	r.structs[name] = fields
	switch instance := r.peek(); {
	case instance.kind == word && (r.ahead(1).text == ";" || r.ahead(1).text == "["):
		r.next()
		v := r.declare(instance, typeRef{name: name, fields: fields})
		if r.peek().text == "[" {
			v.typ.array = true
			if err := r.skipBalanced(); err != nil {
				return err
			}
		}
	case kind != "struct":
		for _, f := range order {
			r.declare(f, fields[f.text])
		}
	}
	return nil
}

// members reads those of a structure, in C's order or in WGSL's.
func (r *reader) members() (record, []token, error) {
	fields := record{}
	var order []token
	for !r.accept("}") {
		if _, err := r.passQualifiers(); err != nil {
			return nil, nil, err
		}
		if r.accept(";") || r.accept(",") {
			continue
		}
		name, typ, err := r.member()
		if err != nil {
			return nil, nil, err
		}
		for more := true; more; { // float4 a, b;
			fields[name.text] = r.arrayed(typ)
			order = append(order, name)
			if more = r.peek().text == "," && r.ahead(1).kind == word && r.ahead(2).text != ":" && r.ahead(2).kind != word; more {
				r.next()
				name = r.next()
			}
		}
	}
	return fields, order, nil
}

// arrayed passes what stands behind a member's name: [4], : SV_Position, [[position]].
func (r *reader) arrayed(typ typeRef) typeRef {
	for r.peek().kind != endOfText && !among(" ; , } ", r.peek().text) {
		if r.next().text == "[" && r.peek().text != "[" && r.tokens[r.at-2].text != "[" {
			typ.array = true
		}
	}
	return typ
}

func (r *reader) member() (name token, typ typeRef, err error) {
	if r.peek().kind == word && r.ahead(1).text == ":" { // name: type
		name = r.next()
		r.next()
		typ, err = r.typeRef()
		return name, typ, err
	}
	if typ, err = r.typeRef(); err != nil {
		return name, typ, err
	}
	for r.accept("*") || r.accept("&") {
		typ.array = true
	}
	if name = r.next(); name.kind != word {
		return name, typ, r.errorAt(name.off, name.end, "expected a member's name, found %s", syntax.Quote(name.text))
	}
	return name, typ, nil
}
