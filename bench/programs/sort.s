; Each threadgroup of 256 sorts its words: a bitonic sort.
;
;   u4_u5 the words
;
; In every step a thread looks at the word whose number differs in one bit, r6. The lower one of the two keeps the smaller word, or the larger one where the bit r5 of its number is set.
        get_sr r1, sr80
        get_sr r2, sr51
        device_load 0, i32, x, r3, u4_u5, r1, unsigned
        iadd r4l, 0, r2l, lsl 2
        mov r5, 2
        mov r6, 1
        mov r16, 512
        wait 0
        threadgroup_store i32, x, r3, r4l, 0
        threadgroup_barrier
        if_icmp r0l, ueq, 0, 0, 1
step:   xor r7, r2, r6
        iadd r8l, 0, r7l, lsl 2
        threadgroup_load i32, x, r9, r8l, 0
        and r10, r2, r6
        and r11, r2, r5
        icmpsel ult, r12, r3, r9, r3, r9        ; the smaller one
        icmpsel ult, r13, r3, r9, r9, r3        ; and the other
        icmpsel ueq, r14, r10, 0, r12, r13
        icmpsel ueq, r15, r10, 0, r13, r12
        icmpsel ueq, r3, r11, 0, r14, r15
        threadgroup_barrier
        threadgroup_store i32, x, r3, r4l, 0
        threadgroup_barrier
        bfeil r6, 0, r6, 1                      ; the next bit
        iadd r7, 0, r5, lsl 1
        icmpsel ueq, r7, r6, 0, r7, r5
        icmpsel ueq, r6, r6, 0, r5, r6
        mov r5, r7
        while_icmp r0l, ult, r5, r16, 1
        jmp_exec_any step
        pop_exec r0l, 1
        device_store 0, i32, x, r3, u4_u5, r1, unsigned, 0
        stop
