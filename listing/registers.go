package listing

// SameRegister says whether two names are those of one register of x86: of eax and rax, of xmm0 and ymm0.
func SameRegister(a, b string) bool {
	g, general := generalRegister(a)
	h, _ := generalRegister(b)
	return general && g.register == h.register || registerBits(a) > 64 && registerBits(b) > 64 && a[1:] == b[1:]
}
