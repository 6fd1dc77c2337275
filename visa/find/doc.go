// Package find goes back from a map to instructions of vISA: to one region, to the fewest movs, or to addresses that are made at run time.
//
//	i32x8 -> a0 a2 a4 a6 a1 a3 a5 a7     V33(0,0)<1;4,2>                              Frame.Region: one operand reads it
//	i32x4 -> a0 z a1 z                   mov (M1, 2) V32(0,0)<2> V33(0,0)<1;1,0>      Frame.Find: movs, proved the fewest
//	                                     mov (M1, 2) V32(0,1)<2> 0x0:d
//
// Movs may write lanes wrongly that a later one writes over, so that the fewest are a cover of the lanes whose last choice is right wherever it writes. A Gather has an address for
// each lane or group of lanes, and is shorter where nothing of the map is a region.
package find
