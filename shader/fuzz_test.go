package shader_test

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shader"
	"github.com/lanescope/lanescope/syntax"
)

// FuzzParse: any text is a map that is one, and that is said and read back where a language can, or an error with a place.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"vec4 r; r.xz = v.yx; r.yw = (v.zw).yx;", "float4 f(float4 a, inout float4 b) { b = a.wzyx; return float4(a.x, b.yz, 1); }",
		"kernel void f(global uchar16 *out, global const uchar16 *in) { int i = get_global_id(0); out[i] = shuffle(in[i], (uchar16)(3,2,1,0,7,6,5,4,11,10,9,8,15,14,13,12)); }",
		"fn f(v: vec4<f32>, w: vec2f) -> vec4<f32> { let q = bitcast<vec4<u32>>(v); return vec4(v.xy, w); }", "v.hi.odd", "as_uchar4(x).s3210", "(float8)(a.lo, b.hi)",
		"struct I { float4 p : SV_Position; float2 a, b; }; float4 main(I i) : SV_Target { return float4(i.a, i.b); }", "subgroupShuffle(v, gl_SubgroupInvocationID ^ 1u)", "simd_shuffle_and_fill_up(a, b, 3)",
		"uint x; uvec4 r = uvec4(unpack8(x));", "half4 h = half4(1.5, -0.1h, 65504, 1e-7);", "layout(location = 0) out vec4 c; uniform sampler2D t; void main() { c = texture(t, uv).bgra; }",
	} {
		f.Add(text)
	}
	chance.Fuzz(f, func(t *testing.T, text string) {
		shader.Looks(text)
		p, err := shader.Parse(text)
		if err != nil {
			var at *syntax.Error
			if !errors.As(err, &at) {
				t.Fatalf("%v does not say where", err)
			}
			_ = at.Caret()
			return
		}
		if err := p.Map.Check(); err != nil || len(p.Names) != len(p.Map.Src) {
			t.Fatalf("%q is %v of %q: %v", text, p.Map, p.Names, err)
		}
		said, err := shader.Say(p.Map)
		if err != nil {
			return
		}
		back, err := shader.Parse(said)
		if err != nil {
			t.Fatalf("%q is %v, said as %s: %v", text, p.Map, said, err)
		}
		equalMaps(t, said, back, p.Map)
	})
}

// equalMaps says whether a text that was said is read as the map: sources by their letters.
func equalMaps(t *testing.T, said string, back shader.Program, m lane.Map) {
	t.Helper()
	if v, err := lane.Compare(byLetters(t, back, m), m); err != nil || v.Relation != lane.Equal {
		t.Fatalf("%v is said as %s, which is %v of %q: %v", m, said, back.Map, back.Names, err)
	}
}

// byLetters gives a reading the sources of a map: the one that is called a is the first.
func byLetters(t *testing.T, back shader.Program, m lane.Map) lane.Map {
	t.Helper()
	r := lane.Map{Bits: back.Map.Bits, Lane: append([]lane.Lane(nil), back.Map.Lane...)}
	for _, n := range m.Src {
		r.Src = append(r.Src, n*m.Bits/r.Bits)
	}
	for i, l := range r.Lane {
		if l.Kind == lane.Source {
			k, ok := lane.SourceIndex(back.Names[l.Src])
			if !ok || k >= len(r.Src) || back.Map.Src[l.Src] != r.Src[k] {
				t.Fatalf("%q is no source of %v", back.Names[l.Src], m)
			}
			r.Lane[i].Src = k
		}
	}
	return r
}
