; A filter with 32 taps: each word of the output is the sum of 32 of the input, each with its weight.
;
;   u4_u5 the input, 32 words longer than the output    u6_u7 the weights    u8_u9 the output    threadgroups of 256
;
; A threadgroup reads what it needs once, and 32 words that the next one reads too.
        get_sr r1, sr80
        get_sr r2, sr51
        device_load 0, i32, x, r3, u4_u5, r1, unsigned
        iadd r4l, 0, r2l, lsl 2
        wait 0
        threadgroup_store i32, x, r3, r4l, 0
        if_icmp r0l, ult, r2, 32, 1
        mov r5, 256
        iadd r5, r1, r5
        device_load 0, i32, x, r3, u4_u5, r5, unsigned
        wait 0
        threadgroup_store i32, x, r3, r4l, 256
        pop_exec r0l, 1
        threadgroup_barrier
        mov r6, 0
        mov r7, 0
        if_icmp r0l, ueq, 0, 0, 1
tap:    device_load 0, i32, x, r8, u6_u7, r7, unsigned
        threadgroup_load i32, x, r9, r4l, 0
        iadd r7, r7, 1
        iadd r4l, r4l, 4
        wait 0
        fmadd32 r6, r8, r9, r6
        while_icmp r0l, ult, r7, 32, 1
        jmp_exec_any tap
        pop_exec r0l, 1
        device_store 0, i32, x, r6, u8_u9, r1, unsigned, 0
        stop
