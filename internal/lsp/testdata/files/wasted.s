	.text
swap:
	pshufd	$225, %xmm0, %xmm2              # xmm2 = xmm0[1,0,2,3]
	shufps	$80, %xmm1, %xmm2               # xmm2 = xmm2[0,0],xmm1[1,1]
	paddd	%xmm2, %xmm0
	retq
halves:
	vpshufd	$78, %xmm0, %xmm1
	vpshufd	$177, %xmm1, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	jmp	swap
wrong:
	vpshufd	$27, %xmm1, %xmm0               # xmm0 = xmm1[0,1,2,3]
	retq
