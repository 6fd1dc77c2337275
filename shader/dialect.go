package shader

import "github.com/lanescope/lanescope/dialect"

// Dialect is shading languages as one notation.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "shader", Meaning: "GLSL, HLSL, MSL, WGSL and OpenCL C: swizzles, masks, constructors, casts, subgroups", Example: "float4 r = v.wzyx;",
		Looks: Looks, Read: dialect.WithoutOptions(read), Say: Say, Whole: true,
	}
}

func read(text string) (dialect.Reading, error) {
	p, err := Parse(text)
	return dialect.Reading{Map: p.Map, Names: p.Names, To: p.To, Warnings: p.Warnings}, err
}
