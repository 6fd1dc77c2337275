; How many steps z ← z² + c takes to leave the circle of radius 2.
;
;   u0 steps at most    u4_u5 the real parts of c, and u6_u7 the imaginary ones    u8_u9 the counts
;
; Lanes leave the loop when their point does, and the last one takes the SIMD-group with it.
        get_sr r1, sr80
        device_load 0, i32, x, r2, u4_u5, r1, unsigned
        device_load 0, i32, x, r3, u6_u7, r1, unsigned
        mov r4, 0
        mov r5, 0
        mov r6, 0
        wait 0
        if_icmp r0l, ueq, 0, 0, 1
loop:   fmul32 r7, r5, r5
        fmadd32 r8, r4, r4, r7.neg
        fmul32 r9, r4, r5
        fmadd32 r5, r9, 2.0, r3
        fadd32 r4, r8, r2
        iadd r6, r6, 1
        fmul32 r7, r4, r4
        fmadd32 r7, r5, r5, r7
        while_fcmp r0l, lt, r7, 4.0, 1
        while_icmp r0l, ult, r6, u0, 1
        jmp_exec_any loop
        pop_exec r0l, 1
        device_store 0, i32, x, r6, u8_u9, r1, unsigned, 0
        stop
