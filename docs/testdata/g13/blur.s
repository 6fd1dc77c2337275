# Each byte becomes a quarter of both its neighbours and half of itself. u2_u3 is where they are, u4_u5 where the results go, u6 how many there are.
#
#   threadgroup memory    left │ 0 1 2 … 31 │ right       words; the two at the ends belong to other threadgroups
  get_sr r1, thread_position_in_grid.x
  get_sr r2, thread_index_in_threadgroup
  device_load 0, i8, x, r3, u2_u3, r1, unsigned
  bfi r4, 0, r2, 2                     # bytes from the beginning
  wait 0
  threadgroup_store i32, x, r3, r4l, 1

  if_icmp r0l, ueq, r2, 0, 1           # the first one fetches what is left of all
    mov r5, r3                         # or its own, at the beginning
    isub r6, r1, 1
    if_icmp r0l, sgte, r6, 0, 1
      device_load 0, i8, x, r5, u2_u3, r6, signed
      wait 0
    pop_exec r0l, 1
    threadgroup_store i32, x, r5, 0, 0
  pop_exec r0l, 1

  get_sr r8, threads_per_threadgroup.x
  isub r8, r8, 1
  if_icmp r0l, ueq, r2, r8, 1          # and the last one what is right
    mov r5, r3
    iadd r6, r1, 1
    if_icmp r0l, ult, r6, u6, 1
      device_load 0, i8, x, r5, u2_u3, r6, unsigned
      wait 0
    pop_exec r0l, 1
    threadgroup_store i32, x, r5, r4l, 2
  pop_exec r0l, 1

  threadgroup_barrier
  threadgroup_load i32, xyz, r7..r9, r4l, 0
  iadd r7, r7, r9
  iadd r7, r7, r8, lsl 1
  bfeil r7, 0, r7, 2
  device_store 0, i8, x, r7, u4_u5, r1, unsigned, 0
  stop
