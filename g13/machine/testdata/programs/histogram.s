; How often each byte occurs.
;
;   u2_u3 the bytes    u4_u5 256 counts    threadgroups of 256
;
; A thread takes four bytes. The threadgroup counts in its own memory, where its threads meet each other only, and adds what it has to the counts of all.
        get_sr r1, sr80
        get_sr r2, sr51
        device_load 0, i8, xyzw, r5l_r5h_r6l_r6h, u2_u3, r1, unsigned, lsl 2
        mov r3, 0
        iadd r4l, 0, r2l, lsl 2
        threadgroup_store i32, x, r3, r4l, 0
        mov r7, 1
        wait 0
        threadgroup_barrier             ; all counts are 0
        threadgroup_atomic add, None, 0, r5l, r7, 0, 2, 128, 0
        threadgroup_atomic add, None, 0, r5h, r7, 0, 2, 128, 0
        threadgroup_atomic add, None, 0, r6l, r7, 0, 2, 128, 0
        threadgroup_atomic add, None, 0, r6h, r7, 0, 2, 128, 0
        threadgroup_barrier             ; all bytes are counted
        threadgroup_load i32, x, r8, r4l, 0
        atomic add, 0, None, u4_u5, r2, unsigned, r8, 1, 0, 1, 4, 2
        stop
