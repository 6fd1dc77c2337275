// Package form is the one door for text: it recognises any dialect without being told which one it is, and says any map in any
// dialect.
//
//	"<4 x i32> 0 4 1 5"            ──┐
//	"%r = shufflevector …"         ──┼──▶  Form  ──▶  lane.Map   i32x4 i32x4 -> a0 b0 a1 b1
//	"i32x4 i32x4 -> a0 b0 a1 b1"   ──┘       │
//	                                         └─────▶  Say: the same in every other dialect
//
// A dialect is one entry of the slice that Dialects returns: how it is recognised, read and said. Reading gives a map over the sources as the text calls
// them; Parse then binds them, so that forms which call their operands a and b can be compared whatever their order.
package form
