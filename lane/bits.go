package lane

// copyBits copies n bits from bit srcOff of src to bit dstOff of dst. Bit i of a vector is bit i%8 of byte i/8.
func copyBits[S []byte | string](dst []byte, dstOff int, src S, srcOff, n int) {
	if (dstOff|srcOff|n)&7 == 0 {
		copy(dst[dstOff/8:(dstOff+n)/8], src[srcOff/8:(srcOff+n)/8])
		return
	}
	for i := range n {
		bit := src[(srcOff+i)/8] >> ((srcOff + i) % 8) & 1
		at := dstOff + i
		dst[at/8] = dst[at/8]&^(1<<(at%8)) | bit<<(at%8)
	}
}

func clearBits(dst []byte, off, n int) {
	for i := off; i < off+n; {
		if i%8 == 0 && off+n-i >= 8 {
			dst[i/8] = 0
			i += 8
			continue
		}
		dst[i/8] &^= 1 << (i % 8)
		i++
	}
}
