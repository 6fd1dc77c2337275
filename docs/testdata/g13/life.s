# One generation of Life on 32 columns and 16 rows whose edges meet. A row is 32 characters and the end of its line; # lives. u2_u3 is the old generation, u4_u5 the new one.
.equ lives, 35                         # '#'
.equ dead, 46                          # a dot
.macro neighbour dx, dy
  iadd r5, r1, \dx
  and r5, r5, 31
  iadd r6, r2, \dy
  and r6, r6, 15
  imadd r6, r6, 33, r5
  device_load 0, i8, x, r7, u2_u3, r6, unsigned
  wait 0
  icmpsel ueq, r7, r7, lives, 1, 0
  iadd r3, r3, r7
.endm
  get_sr r1, thread_position_in_grid.x
  get_sr r2, thread_position_in_grid.y
  mov r3, 0
  neighbour 31, 15
  neighbour 0, 15
  neighbour 1, 15
  neighbour 31, 0
  neighbour 1, 0
  neighbour 31, 1
  neighbour 0, 1
  neighbour 1, 1
  imadd r6, r2, 33, r1
  device_load 0, i8, x, r4, u2_u3, r6, unsigned
  wait 0
  icmpsel ueq, r7, r3, 3, lives, dead  # three neighbours: born, or lives on
  icmpsel ueq, r7, r3, 2, r4, r7       # two: stays as it was
  device_store 0, i8, x, r7, u4_u5, r6, unsigned, 0
  stop
