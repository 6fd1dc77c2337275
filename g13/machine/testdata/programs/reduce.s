; The sum of all numbers, and how many are above a bound.
;
;   u0 the bound    u1 how many numbers    u2_u3 the numbers    u4_u5 the sum and the count    whole SIMD-groups
;
; Each shuffle folds the SIMD-group once; then all lanes have the sum, and the first one adds it to memory. A shuffle reads lanes whether they are active or not, so
; those that have no number must have a 0.
        get_sr r1, sr80
        get_sr r5, sr52
        mov r2, 0
        if_icmp r0l, ult, r1, u1, 1
        device_load 0, i32, x, r2, u2_u3, r1, unsigned
        wait 0
        pop_exec r0l, 1
        icmp_ballot r4, ugt, r2, u0
        popcount r4, r4
        simd_shuffle_xor r3, r2, 1
        iadd r2, r2, r3
        simd_shuffle_xor r3, r2, 2
        iadd r2, r2, r3
        simd_shuffle_xor r3, r2, 4
        iadd r2, r2, r3
        simd_shuffle_xor r3, r2, 8
        iadd r2, r2, r3
        simd_shuffle_xor r3, r2, 16
        iadd r2, r2, r3
        if_icmp r0l, ueq, r5, 0, 1
        atomic add, 0, None, u4_u5, 0, signed, r2, 1, 0, 1, 4, 2
        atomic add, 0, None, u4_u5, 1, signed, r4, 1, 0, 1, 4, 2
        pop_exec r0l, 1
        stop
