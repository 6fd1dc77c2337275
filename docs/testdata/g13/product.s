# The product of two matrices of u8 rows and columns, of words. u2_u3 and u4_u5 are the factors, u6_u7 is where the product goes.
  get_sr r1, thread_position_in_grid.x # the column
  get_sr r2, thread_position_in_grid.y # the row
  mov r3, 0                            # the sum
  mov r4, 0                            # k
  imadd r5, r2, u8, 0                  # of the row, element k
  iadd r6, r1, 0                       # of the column
  push_exec r0l, 1
next:
  device_load 0, i32, x, r7, u2_u3, r5, unsigned
  device_load 1, i32, x, r8, u4_u5, r6, unsigned
  iadd r4, r4, 1
  iadd r5, r5, 1
  iadd r6, r6, u8
  wait 0
  wait 1
  imadd r3, r7, r8, r3
  while_icmp r0l, ult, r4, u8, 1
  jmp_exec_any next
  pop_exec r0l, 1
  imadd r5, r2, u8, r1
  device_store 0, i32, x, r3, u6_u7, r5, unsigned, 0
  stop
