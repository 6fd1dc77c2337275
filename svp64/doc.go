// Package svp64 is the dialect of the Swizzle Moves of SVP64, the vector prefix that Libre-SOC proposed for the Power ISA: their words and text, and their execution.
//
//	mv.swiz r4,r8,W.Y.           sv.mv.swiz/vec3/w=16 *32,*64,ZYX      VL times
//
//	r8    X   Y   Z   W          *64   X Y Z   X Y Z   X Y Z …         SUBVL lanes each
//	          └───┐   │                 ╲│╱     ╲│╱     ╲│╱
//	      ┌───────│───┘                 ╱│╲     ╱│╲     ╱│╲
//	r4    W   0   Y   0          *32   Z Y X   Z Y X   Z Y X …         as many as the swizzle has selectors
//
// The swizzle is a 12-bit immediate with a selector of 3 bits for each of four destination lanes: a lane of the source, a constant, skip, or the end. Alone, the
// instruction is the pair form: it moves four 32-bit lanes, two 64-bit registers, as one step. Under a prefix it is the vector form: a loop over VL subvectors with widths, predicates,
// saturation and PACK or UNPACK, which reorder it.
//
// An Inst is such an instruction; Parse reads its text and String writes it, Decode and Encode do the same for words. A State holds registers, and Run, Step and SVStep execute on it. A Loop is one execution
// of the vector form with everything known that decides which element moves where: Generate runs it as the document's pseudocode does, Compile turns it into a Plan, which is fast, and Map into a lane.Map.
// FromMap and Sequence go back.
//
// No other program that executes these instructions is known. Where their document is wrong or silent, Errata says what is done here.
package svp64
