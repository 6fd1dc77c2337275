; The sum of a SIMD-group in all its lanes, and how many lanes were beyond their count, over and over.
;
;   u0 how often    u4_u5 a word for each thread, summed in place    u6_u7 the counts    u8_u9 what makes the lanes differ again
        get_sr r1, sr80
        device_load 0, i32, x, r4, u4_u5, r1, unsigned
        device_load 0, i32, x, r5, u6_u7, r1, unsigned
        device_load 0, i32, x, r2, u8_u9, r1, unsigned
        mov r6, 0
        wait 0
        if_icmp r0l, ueq, 0, 0, 1
loop:   simd_shuffle_xor r7, r4, 1
        iadd r4, r4, r7
        simd_shuffle_xor r7, r4, 2
        iadd r4, r4, r7
        simd_shuffle_xor r7, r4, 4
        iadd r4, r4, r7
        simd_shuffle_xor r7, r4, 8
        iadd r4, r4, r7
        simd_shuffle_xor r7, r4, 16
        iadd r4, r4, r7
        xor r4, r4, r2
        icmp_ballot r7, ugt, r4, r5
        popcount r7, r7
        iadd r5, r5, r7
        iadd r6, r6, 1
        while_icmp r0l, ult, r6, u0, 1
        jmp_exec_any loop
        pop_exec r0l, 1
        device_store 0, i32, x, r4, u4_u5, r1, unsigned, 0
        device_store 0, i32, x, r5, u6_u7, r1, unsigned, 0
        stop
