// Package moves is vISA as a dialect: movs of regions as maps, the regions or moves that make a map, and pictures of regions on the rows of registers.
//
//	mov (M1, 8) V32(0,0)<1> V33(0,0)<8;4,2>        ┌─┬─┬─┬─┬─┬─┬─┬─┐
//	<8;4,2>  a region by itself                    │0│ │1│ │2│ │3│ │  a row is a register
//	                                               └─┴─┴─┴─┴─┴─┴─┴─┘
package moves
