package jit_test

import "math"

func floatBits(f float32) uint32 { return math.Float32bits(f) }
