; y ← a·x + y.
;
;   u0 a    u4_u5 x    u6_u7 y
        get_sr r1, sr80
        device_load 0, i32, x, r2, u4_u5, r1, unsigned
        device_load 0, i32, x, r3, u6_u7, r1, unsigned
        wait 0
        fmadd32 r3, r2, u0, r3
        device_store 0, i32, x, r3, u6_u7, r1, unsigned, 0
        stop
