package shader

// The format of a half, both ways.
func HalfPattern(x float64) uint64 { return format{16, 10}.pattern(x) }

func HalfNumber(p uint64) float64 { return format{16, 10}.number(p) }
