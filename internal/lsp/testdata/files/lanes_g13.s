# Each thread gets what the fifth one has, until none is left.
    mov_imm r1, 3
loop:
    simd_shuffle r0, r1, 5
    iadd r1, r1, 1
    icmpsel ugt, r2, r1, 7, 1, 0
    if_icmp r0l, seq, r2, 0, 1
    jmp_exec_any loop
    pop_exec r0l, 1
    stop
