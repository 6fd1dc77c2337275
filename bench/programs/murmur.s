; The last rounds of MurmurHash3, over and over.
;
;   u0 how often    u1, u2 the two factors    u4_u5 a word for each thread, mixed in place
;   u6_u7 the sums of all that it was    u8_u9 a word whose second byte gets its first one
        get_sr r1, sr80
        device_load 0, i32, x, r4, u4_u5, r1, unsigned
        device_load 0, i32, x, r5, u6_u7, r1, unsigned
        device_load 0, i32, x, r8, u8_u9, r1, unsigned
        mov r6, 0
        wait 0
        if_icmp r0l, ueq, 0, 0, 1
loop:   bfeil r7, 0, r4, 16
        xor r4, r4, r7
        imadd r4, r4, u1, 0
        bfeil r7, 0, r4, 13
        xor r4, r4, r7
        imadd r4, r4, u2, 0
        bfeil r7, 0, r4, 16
        xor r4, r4, r7
        bfi r8, r8, r4, 8, mask 0xff
        iadd r5, r5, r4
        iadd r6, r6, 1
        while_icmp r0l, ult, r6, u0, 1
        jmp_exec_any loop
        pop_exec r0l, 1
        device_store 0, i32, x, r4, u4_u5, r1, unsigned, 0
        device_store 0, i32, x, r5, u6_u7, r1, unsigned, 0
        device_store 0, i32, x, r8, u8_u9, r1, unsigned, 0
        stop
