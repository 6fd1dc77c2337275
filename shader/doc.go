// Package shader reads what shading languages say of lanes: swizzles, write masks, constructors and casts of GLSL, HLSL, MSL, WGSL and OpenCL C, in statements and in whole functions.
//
//	float4 f(float4 a, float4 b)            a  x y z w       b  x y z w
//	{                                          │ │               │ │
//	    float4 r = a.yxzw;                     └─┼─┐             │ │
//	    r.zw = b.xy;                           ┌─┘ │   ┌─────────┘ │
//	    return r;                              ▼   ▼   ▼   ▼───────┘
//	}                                       r  a1  a0  b0  b1
//
// What a name stands for is followed from statement to statement, down to bits: as_uchar4(x).wzyx turns the bytes of a lane around. Declarations say how wide lanes are and how many there are; of
// names without one, four lanes of 32 bits are assumed, with a warning. What the text computes is no movement, and is refused at its place.
//
// Functions that exchange values between threads, such as subgroupShuffleXor, are read for 32 threads: the map has the lanes of thread 0, then those of thread 1, and so on.
package shader
