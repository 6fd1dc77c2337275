package shader

import "github.com/lanescope/lanescope/errata"

// Errata are the choices where the languages' documents are silent, or differ from one another.
var Errata = []errata.Entry{
	{
		No: 550, Seed: "shaders", Title: "names without a declaration", Ground: errata.Silent,
		Says:     "every name is declared; a line that is taken out of a program has names whose declarations are elsewhere",
		Does:     "Such a name is a vector of four lanes of 32 bits, or what other statements need it to be. A warning says what was assumed.",
		Evidence: "Four lanes of 32 bits are what vec4, float4 and vec4f are.",
		Test:     "TestAssumedTypes",
	}, {
		No: 551, Seed: "shaders", Title: "the width of a boolean", Ground: errata.Silent,
		Says:     "bool has no size in GLSL and WGSL, one byte in MSL, and four in HLSL's buffers",
		Does:     "A lane of booleans is one bit.",
		Evidence: "No program can see more of it. So bool(x) is a comparison and no movement, and uint(b) puts zeros in front of a bit.",
		Test:     "TestBooleans",
	}, {
		No: 552, Seed: "shaders", Title: "half and minimum precision", Ground: errata.Silent,
		Says:     "HLSL's half has 32 bits without -enable-16bit-types and 16 with it; min16float and min10float have at least so many",
		Does:     "All of them have 16 bits, as MSL's half does.",
		Evidence: "Which lane goes where does not hang on it.",
		Test:     "TestAssumedTypes",
	}, {
		No: 553, Seed: "shaders", Title: "a cast of bits between three lanes and four", Ground: errata.Silent,
		Says:     "OpenCL: a vector of three has the size of one of four; .hi and .odd of it read a lane that is undefined",
		Does:     "The fourth lane is undefined in as_float4 of three lanes too.",
		Evidence: "clang makes both a shuffle with poison.",
		Test:     "TestThreeLanes",
	}, {
		No: 554, Seed: "shaders", Title: "how many threads a subgroup has", Ground: errata.Silent,
		Says:     "the number is the machine's",
		Does:     "32, all of them active, with a warning; the map has all lanes of thread 0 first.",
		Evidence: "It is the number of Apple's and NVIDIA's GPUs. What quads do does not hang on it.",
		Test:     "TestSubgroups",
	}, {
		No: 555, Seed: "shaders", Title: "threads beyond a subgroup's ends", Ground: errata.Silent,
		Says:     "GLSL, WGSL and OpenCL: the value is undefined; MSL: simd_shuffle_up and _down do not modify the lanes that would wrap around",
		Does:     "Undefined for the former; with MSL's functions such a thread gets its own value.",
		Evidence: "Seed 003 has the instruction behind MSL's, with the same ends.",
		Test:     "TestSubgroups",
	}, {
		No: 556, Seed: "shaders", Title: "elements of arrays", Ground: errata.Silent,
		Says:     "an index of an array may be anything that is computed",
		Does:     "buffer[i] is one input, whose name is its text; a program that changes i between two uses is refused. Two arrays are taken not to overlap.",
		Evidence: "What moves are the lanes of one element; where it lies does not matter.",
		Test:     "TestElements",
	}, {
		No: 557, Seed: "shaders", Title: "what a texture holds", Ground: errata.Silent,
		Says:     "a read of a texture, an image or memory returns a vector at run time",
		Does:     "The call is an input of four lanes of 32 bits, or as many as its name says; its name is its text, so that two equal calls are one input.",
		Evidence: "texture(t, uv).bgra is a movement of what the texture holds.",
		Test:     "TestElements",
	},
}
