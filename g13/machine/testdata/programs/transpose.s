; The transpose of a square matrix, by tiles of 32 times 32.
;
;   u0 its side, a multiple of 32    u2_u3 the matrix    u4_u5 the transpose    threadgroups of 32, 8, 1
;
; A threadgroup reads a tile by its rows, a thread four of them 8 apart, and writes it by its columns. In threadgroup memory a row has 33 words, so that a column has its words in different banks.
        get_sr r1, sr0                  ; which tile
        get_sr r2, sr1
        get_sr r3, sr48                 ; where in it
        get_sr r4, sr49
        imadd r7, u0, 8, 0              ; 8 rows
        imadd r5, r1, 32, r3
        imadd r6, r2, 32, r4
        imadd r5, r6, u0, r5
        device_load 0, i32, x, r8, u2_u3, r5, unsigned
        iadd r5, r5, r7
        device_load 0, i32, x, r9, u2_u3, r5, unsigned
        iadd r5, r5, r7
        device_load 0, i32, x, r10, u2_u3, r5, unsigned
        iadd r5, r5, r7
        device_load 0, i32, x, r11, u2_u3, r5, unsigned
        wait 0
        imadd r12l, r4l, 33, r3l
        iadd r12l, 0, r12l, lsl 2
        threadgroup_store i32, x, r8, r12l, 0
        threadgroup_store i32, x, r9, r12l, 264
        threadgroup_store i32, x, r10, r12l, 528
        threadgroup_store i32, x, r11, r12l, 792
        threadgroup_barrier
        imadd r12l, r3l, 33, r4l
        iadd r12l, 0, r12l, lsl 2
        threadgroup_load i32, x, r8, r12l, 0
        threadgroup_load i32, x, r9, r12l, 8
        threadgroup_load i32, x, r10, r12l, 16
        threadgroup_load i32, x, r11, r12l, 24
        imadd r5, r2, 32, r3            ; the tile's other place
        imadd r6, r1, 32, r4
        imadd r5, r6, u0, r5
        device_store 0, i32, x, r8, u4_u5, r5, unsigned, 0
        iadd r5, r5, r7
        device_store 0, i32, x, r9, u4_u5, r5, unsigned, 0
        iadd r5, r5, r7
        device_store 0, i32, x, r10, u4_u5, r5, unsigned, 0
        iadd r5, r5, r7
        device_store 0, i32, x, r11, u4_u5, r5, unsigned, 0
        stop
