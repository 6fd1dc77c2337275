; What a compiler makes of two interleaved channels.
define <8 x i16> @zip(<8 x i16> %left, <8 x i16> %right) {
entry:
  %low = shufflevector <8 x i16> %left, <8 x i16> %right, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  br label %done

done:
  %swapped = shufflevector <8 x i16> %low, <8 x i16> poison,
     <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
  ret <8 x i16> %swapped
}
