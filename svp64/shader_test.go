package svp64_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax"
)

func TestShader(t *testing.T) {
	for _, row := range []struct{ text, want, sources, swizzle string }{
		{"v.xyz1", "i32x4 -> a0 a1 a2 1", "v", "XYZ1"},
		{"src.zyx1", "i32x4 -> a2 a1 a0 1", "src", "ZYX1"},
		{"dst.xz = src.wy", "i32x4 -> a3 . a1 .", "src", "W.Y."},
		{"dst.wz = src.xy;", "i32x4 -> . . a1 a0", "src", "..YX"},
		{"dst.w = src.0", "-> i32x4: . . . z", "", "...0"},
		{"dst = src.bgr", "i32x4 -> a2 a1 a0", "src", "ZYX"},
		{"tex.stpq", "i32x4 -> a0 a1 a2 a3", "tex", "XYZW"},
		{"vec4(src.xy,0,1)", "i32x4 -> a0 a1 z #3f800000", "src", "XY01 f"},
		{"vec4(src.xy, 0.0, 1.0f)", "i32x4 -> a0 a1 z #3f800000", "src", "XY01 f"},
		{"ivec4(src.xy, 0, 1)", "i32x4 -> a0 a1 z 1", "src", "XY01"},
		{"uvec2(src.w, src.w)", "i32x4 -> a3 a3", "src", "WW"},
		{"dst.yx = vec2(src.x, 1)", "i32x4 -> #3f800000 a0 . .", "src", "1X.. f"},
		{"vec4(a.xy, b.yx)", "i32x4 i32x4 -> a0 a1 b1 b0", "a b", ""},
		{"vec3(1, 1, 0)", "-> i32x3: #3f800000 #3f800000 z", "", "110 f"},
	} {
		s, err := svp64.ParseShader(row.text)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := s.Map().String(); got != row.want || strings.Join(s.Sources, " ") != row.sources {
			t.Errorf("%s: %s of %q, want %s of %q", row.text, got, s.Sources, row.want, row.sources)
		}
		x, float, err := s.Swizzle()
		text := x.String()
		if float {
			text += " f"
		}
		if (err == nil) != (row.swizzle != "") || err == nil && text != row.swizzle {
			t.Errorf("%s: %s, want %s: %v", row.text, text, row.swizzle, err)
		}
	}
}

func TestShaderErrors(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", "1:1: expected a vector"},
		{"v", "1:2: expected a full stop and lanes"},
		{"v.", "1:3: expected lanes"},
		{"v.xyzwx", "1:7: a swizzle has at most four lanes"},
		{"v.xq", `1:4: "q" is of stpq, and what stands before it of xyzw`},
		{"v.xm", `1:4: "m" is no lane`},
		{"dst.xx = src.wy", `1:6: "x" is assigned to twice`},
		{"dst.x0 = src.wy", "1:6: a constant cannot be assigned to"},
		{"dst.xy = src.xyz", "1:10: the right side has 3 lanes, and dst.xy has 2"},
		{"dst.xy = src", "1:13: expected a full stop and lanes"},
		{"vec4(a.xy, b.y)", "1:1: vec4 has 4 lanes, its arguments 3"},
		{"vec4(a.xy, b)", "1:13: expected a full stop and the lanes of b"},
		{"vec4(a.xy, 2, 0)", `1:12: "2" is no constant of a swizzle`},
		{"vec4(a.xyzw", `1:12: expected "," or ")", found the end`},
		{"vec5(a.xyzw)", `1:1: "vec5" makes no vector`},
		{"iuvec4(a.xyzw)", `1:1: "iuvec4" makes no vector`},
		{"v.xyz1 + w", `1:8: expected the end, found "+"`},
	} {
		_, err := svp64.ParseShader(row.text)
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.text, err, row.want)
		}
	}
}

// An assignment names what it writes, and an expression nothing.
func TestShaderWrites(t *testing.T) {
	for text, want := range map[string]string{"dst.xz = src.wy": "dst", "out = in.wzyx": "out", "src.wzyx": ""} {
		if s, err := svp64.ParseShader(text); err != nil || s.Dst != want {
			t.Errorf("%s writes %q, want %q: %v", text, s.Dst, want, err)
		}
	}
}
