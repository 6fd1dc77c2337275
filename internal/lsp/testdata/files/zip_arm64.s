	.globl	zip
zip:
	zip1	v0.4s, v0.4s, v1.4s
	ext	v0.16b, v0.16b, v0.16b, #8
	b	.Lend
.Lend:
	ret
