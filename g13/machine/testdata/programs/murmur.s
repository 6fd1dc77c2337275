; MurmurHash3 (x86, 32 bits) of keys of whole words.
;
;   u0 the seed    u2_u3 where in the words each key begins, and where the last one ends    u4_u5 the words    u6_u7 the hashes
;
; A thread a key. Keys are not of one length, so lanes fall asleep as their keys end.
.equ c1, 0xcc9e2d51
.equ c2, 0x1b873593
.equ addend, 0xe6546b64
.equ mix1, 0x85ebca6b
.equ mix2, 0xc2b2ae35
        get_sr r1, sr80
        device_load 0, i32, xy, r2_r3, u2_u3, r1, unsigned
        mov r4, u0
        mov_imm r10, c1, 0b0
        mov_imm r11, c2, 0b0
        mov_imm r12, addend, 0b0
        wait 0
        isub r6, r3, r2
        if_icmp r0l, ult, r2, r3, 1     ; a key of no words
loop:   device_load 0, i32, x, r5, u4_u5, r2, unsigned
        wait 0
        imadd r5, r5, r10, 0
        extr r5, r5, r5, 17             ; to the left by 15
        imadd r5, r5, r11, 0
        xor r4, r4, r5
        extr r4, r4, r4, 19             ; to the left by 13
        imadd r4, r4, 5, r12
        iadd r2, r2, 1
        while_icmp r0l, ult, r2, r3, 1
        jmp_exec_any loop
        pop_exec r0l, 1
        iadd r6, 0, r6, lsl 2           ; the length in bytes
        xor r4, r4, r6
        mov_imm r10, mix1, 0b0
        mov_imm r11, mix2, 0b0
        bfeil r5, 0, r4, 16
        xor r4, r4, r5
        imadd r4, r4, r10, 0
        bfeil r5, 0, r4, 13
        xor r4, r4, r5
        imadd r4, r4, r11, 0
        bfeil r5, 0, r4, 16
        xor r4, r4, r5
        device_store 0, i32, x, r4, u6_u7, r1, unsigned, 0
        stop
