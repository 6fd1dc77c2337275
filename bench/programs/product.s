; The product of two square matrices.
;
;   u0 their side    u4_u5 the left one    u6_u7 the right one    u8_u9 the product    a thread for each of its words
        get_sr r1, sr80
        get_sr r2, sr81
        imadd r3, r2, u0, 0
        iadd r4, r3, r1
        mov r5, r1
        mov r6, 0
        mov r7, 0
        if_icmp r0l, ueq, 0, 0, 1
next:   device_load 0, i32, x, r8, u4_u5, r3, unsigned
        device_load 0, i32, x, r9, u6_u7, r5, unsigned
        iadd r3, r3, 1
        iadd r5, r5, u0
        iadd r7, r7, 1
        wait 0
        fmadd32 r6, r8, r9, r6
        while_icmp r0l, ult, r7, u0, 1
        jmp_exec_any next
        pop_exec r0l, 1
        device_store 0, i32, x, r6, u8_u9, r4, unsigned, 0
        stop
