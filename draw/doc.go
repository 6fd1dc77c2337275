// Package draw makes pictures of lanes that move: for print and pages as SVG, for a terminal as text.
//
//	     ┌─────┬─────╥─────┬─────┐
//	a    │  0  │  1  ║ ·2  │ ·3  │     a source; the dot marks a lane that nobody reads
//	     └─┬───┴─┬───╨─────┴─────┘
//	       │     └┄┄┄┄┄┄┄┐             dashed: the wire crosses the boundary ║
//	     ┌─▼───┬─────╥───▽─┬─────┐
//	out  │ a0  │ [z] ║ a1  │░░?░░│     the result: a lane, a constant, a lane, undefined
//	     └─────┴─────╨─────┴─────┘
//
// A Scene is what there is to see: rows of cells, and wires between cells. It knows nothing of pixels and columns, so
// that one scene is drawn twice, by SVG and by Text, and both say the same. Wires makes the scene of a lane.Map; the
// dialects make scenes of their own.
//
// No sign is made by colour alone. Every style has a border or a hatch of its own in print; in the terminal it has a mark, unless
// the cell's text says it already, as the full stop of a lane kept does. Pictures end with a legend of the signs that they used. The same scene always gives the same bytes.
package draw
