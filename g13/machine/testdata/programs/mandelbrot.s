; A picture of the Mandelbrot set, a byte a thread and a line a row.
;
;   u0, u1 the corner    u2, u3 from one point to the next    u4 iterations    u5 bytes of a line
;   u6_u7 a byte for each count from 0 to u4    u8_u9 the picture
;
; Lanes leave the loop when their point does, and the last one takes the SIMD-group with it.
        get_sr r2, sr80
        get_sr r3, sr81
        convert u32_to_f, r4, r2, rte
        convert u32_to_f, r5, r3, rte
        fmadd32 r4, r4, u2, u0
        fmadd32 r5, r5, u3, u1
        mov r6, 0
        mov r7, 0
        mov r8, 0
        if_icmp r0l, ueq, 0, 0, 1
loop:   fmul32 r9, r7, r7               ; z = z² + c
        fmadd32 r9, r6, r6, r9.neg
        fmul32 r10, r6, r7
        fmadd32 r7, r10, 2.0, r5
        fadd32 r6, r9, r4
        iadd r8, r8, 1
        fmul32 r9, r6, r6
        fmadd32 r9, r7, r7, r9
        while_fcmp r0l, lt, r9, 4.0, 1
        while_icmp r0l, ult, r8, u4, 1
        jmp_exec_any loop
        pop_exec r0l, 1
        device_load 0, i8, x, r8, u6_u7, r8, unsigned
        wait 0
        imadd r1, r3, u5, r2
        device_store 0, i8, x, r8, u8_u9, r1, unsigned, 0
        if_icmp r0l, ueq, r2, 0, 1      ; the first thread of a row ends its line
        imadd r1, r3, u5, u5
        mov r8, 10
        isub r1, r1, 1
        device_store 0, i8, x, r8, u8_u9, r1, unsigned, 0
        pop_exec r0l, 1
        stop
