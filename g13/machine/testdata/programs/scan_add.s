; What the threadgroups before have summed up is added to the sums within each: the second half of scan.s.
;
;   u0 how many numbers    u4_u5 the sums    u6_u7 the sums of whole threadgroups, scanned
        get_sr r1, sr80
        get_sr r2, sr0
        if_icmp r0l, ult, r1, u0, 1
        if_icmp r0l, ugt, r2, 0, 1
        isub r2, r2, 1
        device_load 0, i32, x, r3, u6_u7, r2, unsigned
        device_load 0, i32, x, r4, u4_u5, r1, unsigned
        wait 0
        iadd r4, r4, r3
        device_store 0, i32, x, r4, u4_u5, r1, unsigned, 0
        pop_exec r0l, 2
        stop
