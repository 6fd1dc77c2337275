package machine

import "math"

// powers are 2^(k/32), rounded to the nearest.
var powers = [32]float64{
	0x1.0000000000000p0, 0x1.059b0d3158574p0, 0x1.0b5586cf9890fp0, 0x1.11301d0125b51p0,
	0x1.172b83c7d517bp0, 0x1.1d4873168b9aap0, 0x1.2387a6e756238p0, 0x1.29e9df51fdee1p0,
	0x1.306fe0a31b715p0, 0x1.371a7373aa9cbp0, 0x1.3dea64c123422p0, 0x1.44e086061892dp0,
	0x1.4bfdad5362a27p0, 0x1.5342b569d4f82p0, 0x1.5ab07dd485429p0, 0x1.6247eb03a5585p0,
	0x1.6a09e667f3bcdp0, 0x1.71f75e8ec5f74p0, 0x1.7a11473eb0187p0, 0x1.82589994cce13p0,
	0x1.8ace5422aa0dbp0, 0x1.93737b0cdc5e5p0, 0x1.9c49182a3f090p0, 0x1.a5503b23e255dp0,
	0x1.ae89f995ad3adp0, 0x1.b7f76f2fb5e47p0, 0x1.c199bdd85529cp0, 0x1.cb720dcef9069p0,
	0x1.d5818dcfba487p0, 0x1.dfc97337b9b5fp0, 0x1.ea4afa2a490dap0, 0x1.f50765b6e4540p0,
}

// exp2 cuts x into a whole number, some of the steps of 1/32, and a rest r of at most half a step, which is exact:
//
//	2^x = 2^n · 2^(k/32) · e^(r ln 2)
//
// Of the last factor, less 1, the series to the sixth power is right to 2^-57. Products are rounded before they are added, so that every CPU comes to the same. What it is right to is less than an f32 needs by far: math.Exp2 has a place more, and takes three times as long.
func exp2(x float64) float64 {
	const steps = 0x1.8p47 // behind its last place is 1/32
	switch {
	case x != x:
		return x
	case x > 200: // too much for an f32, and then too little
		return math.Inf(1)
	case x < -200:
		return 0
	}
	whole := x + steps
	r := (x - (whole - steps)) * math.Ln2
	n := int64(math.Float64bits(whole)) << 13 >> 13
	p := 1.0/120 + float64(r*(1.0/720))
	p = 1.0/24 + float64(r*p)
	p = 1.0/6 + float64(r*p)
	p = 1.0/2 + float64(r*p)
	p = r + float64(float64(r*r)*p)
	power := powers[n&31]
	v := power + float64(power*p)
	return math.Float64frombits(math.Float64bits(v) + uint64(n>>5)<<52)
}
