; A generation of Conway's Life, on a torus with a byte for each cell.
;
;   u0 its width less 1, and u1 its height less 1: all ones in binary    u2 the width    u4_u5 this generation    u6_u7 the next one
        get_sr r1, sr80
        get_sr r2, sr81
        isub r3, r1, 1
        and r3, r3, u0                  ; the column before
        iadd r4, r1, 1
        and r4, r4, u0                  ; and behind
        isub r5, r2, 1
        and r5, r5, u1                  ; the row above
        iadd r6, r2, 1
        and r6, r6, u1                  ; and below
        imadd r7, r5, u2, r3
        imadd r8, r5, u2, r1
        imadd r9, r5, u2, r4
        imadd r10, r2, u2, r3
        imadd r11, r2, u2, r1
        imadd r12, r2, u2, r4
        imadd r13, r6, u2, r3
        imadd r14, r6, u2, r1
        imadd r15, r6, u2, r4
        device_load 0, i8, x, r7, u4_u5, r7, unsigned
        device_load 0, i8, x, r8, u4_u5, r8, unsigned
        device_load 0, i8, x, r9, u4_u5, r9, unsigned
        device_load 0, i8, x, r10, u4_u5, r10, unsigned
        device_load 0, i8, x, r16, u4_u5, r11, unsigned
        device_load 0, i8, x, r12, u4_u5, r12, unsigned
        device_load 0, i8, x, r13, u4_u5, r13, unsigned
        device_load 0, i8, x, r14, u4_u5, r14, unsigned
        device_load 0, i8, x, r15, u4_u5, r15, unsigned
        wait 0
        iadd r7, r7, r8
        iadd r9, r9, r10
        iadd r12, r12, r13
        iadd r14, r14, r15
        iadd r7, r7, r9
        iadd r12, r12, r14
        iadd r7, r7, r12                ; neighbours
        or r7, r7, r16                  ; 3 of them, or 2 and the cell
        icmpsel ueq, r7, r7, 3, 1, 0
        device_store 0, i8, x, r7, u6_u7, r11, unsigned, 0
        stop
