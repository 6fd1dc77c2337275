# Sorts 32 bytes, one a thread. u2_u3 is where they are.
#
# Two threads that differ in bit j of their number compare what they have, and one takes the lower, the other the higher value.
# Which one depends on bit k, so that runs of 2, 4, 8 … go up and down in turn, until there is one run.
.macro step j, bitj, bitk
  simd_shuffle_xor r3, r2, \j          # the other one's
  icmpsel ult, r4, r2, r3, r2, r3      # the lower of both
  icmpsel ult, r5, r2, r3, r3, r2      # the higher
  bfeil r6, 0, r1, \bitj
  bfeil r7, 0, r1, \bitk
  xor r6, r6, r7
  and r6, r6, 1
  icmpsel ueq, r2, r6, 0, r4, r5
.endm
  get_sr r1, thread_index_in_simdgroup
  device_load 0, i8, x, r2, u2_u3, r1, unsigned
  wait 0
  step 1, 0, 1
  step 2, 1, 2
  step 1, 0, 2
  step 4, 2, 3
  step 2, 1, 3
  step 1, 0, 3
  step 8, 3, 4
  step 4, 2, 4
  step 2, 1, 4
  step 1, 0, 4
  step 16, 4, 5
  step 8, 3, 5
  step 4, 2, 5
  step 2, 1, 5
  step 1, 0, 5
  device_store 0, i8, x, r2, u2_u3, r1, unsigned, 0
  stop
