; The sums of all numbers up to each one, within each threadgroup.
;
;   u0 how many numbers    u2_u3 the numbers    u4_u5 the sums    u6_u7 the last sum of each threadgroup    whole SIMD-groups, whole threadgroups
;
; A SIMD-group scans its 32 numbers, and leaves its last sum in threadgroup memory. Behind the barrier every SIMD-group scans these, and adds the one before its own.
        get_sr r1, sr80
        get_sr r5, sr53                 ; the SIMD-group
        get_sr r6, sr52                 ; the lane
        get_sr r8, sr4                  ; threads in the threadgroup
        mov r2, 0
        if_icmp r0l, ult, r1, u0, 1
        device_load 0, i32, x, r2, u2_u3, r1, unsigned
        wait 0
        pop_exec r0l, 1
        simd_prefix_iadd r3, r2         ; of the lanes before
        iadd r4, r3, r2
        if_icmp r0l, ueq, r6, 31, 1
        threadgroup_store i32, x, r4, 0, r5l
        pop_exec r0l, 1
        threadgroup_barrier
        bfeil r9, 0, r8, 5              ; SIMD-groups
        mov r7, 0
        if_icmp r0l, ult, r6, r9, 1
        threadgroup_load i32, x, r7, 0, r6l
        pop_exec r0l, 1
        simd_prefix_iadd r7, r7
        simd_shuffle r7, r7, r5l
        iadd r4, r4, r7
        if_icmp r0l, ult, r1, u0, 1
        device_store 0, i32, x, r4, u4_u5, r1, unsigned, 0
        pop_exec r0l, 1
        get_sr r9, sr51
        iadd r9, r9, 1
        get_sr r10, sr0
        if_icmp r0l, ueq, r9, r8, 1     ; the last thread
        device_store 0, i32, x, r4, u6_u7, r10, unsigned, 0
        pop_exec r0l, 1
        stop
