// Package visa is the dialect of Intel's virtual instruction set for GPUs: operands that name regions of registers.
//
//	mov (M1, 8) V32(0,0)<1> V33(0,0)<16;4,2>
//
//	V33   0 .  1 .  2 .  3 .     register 0, eight dwords: lane 0 reads element 0, lane 1 element 2, …
//	      . .  . .  . .  . .     register 1
//	      4 .  5 .  6 .  7 .     register 2: the rows of the region are 16 elements apart
//
//	<16;4,2>     a row has 4 elements, 2 apart; from one row to the next it is 16
//	<V;W,H>      lane k is element (k/W)·V + (k mod W)·H
//
// An Operand is one operand of any class and an Inst a whole instruction, each as bytes (Decode, Append) and as text (Parser, AppendText); Decls are the variables that they
// name. Check holds an instruction against the rules, one by one, and says which lanes and bytes break one and what would be legal; the dialect Intel says instead what the
// verifier of the document's release says. Access is the element list of a region, and CopyOf what copies do, as a lane.Map;
// visa/find goes back from a map to the fewest movs. SplitInst cuts what lies in too many registers, and Unpack and Pack are programs as kernels of a file, whose bytes are visa/object's. Compile prepares instructions, which a Machine then runs on
// variables that know what nobody has written, and says lane by lane what was touched or where behaviour is undefined.
package visa
