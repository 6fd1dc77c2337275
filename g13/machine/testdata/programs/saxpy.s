; y[i] = a x[i] + y[i], for i < n
;
;   u0 a    u1 n    u2_u3 x    u4_u5 y
;
; A thread an element. What is behind n sleeps.
        get_sr r1, sr80
        if_icmp r0l, ult, r1, u1, 1
        device_load 0, i32, x, r2, u2_u3, r1, unsigned
        device_load 1, i32, x, r3, u4_u5, r1, unsigned
        wait 0
        wait 1
        fmadd32 r3, r2, u0, r3
        device_store 0, i32, x, r3, u4_u5, r1, unsigned, 0
        pop_exec r0l, 1
        stop
