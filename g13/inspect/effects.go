package inspect

import "github.com/lanescope/lanescope/g13"

// Effects are what an instruction does with registers, whatever it computes.
//
//	device_load 0, i32, xy, r2_r3, r4_r5, r1, unsigned, lsl 1
//	                        Loads   Reads         Slot 0: they come later
type Effects struct {
	Reads    Halves
	Writes   Halves // those that it loads too
	Loads    Halves // those that come only when Slot has been waited for
	Slot     int
	Discards Halves // those whose value is lost behind it
}

// perPixel is how many registers a bit-packed format takes, whatever the mask is.
var perPixel = map[string]int{"rgb10a2": 4, "rg11b10f": 3, "rgb9e5": 3, "rg11b10f.rtz": 3, "rgb9e5.rtz": 3}

// Forms whose list of registers is a result, and those of them that have to be waited for. All other lists are read.
var (
	fillsList = [g13.NumForms]bool{
		g13.DEVICE_LOAD: true, g13.STACK_LOAD: true, g13.TEXTURE_SAMPLE: true, g13.TEXTURE_LOAD: true,
		g13.THREADGROUP_LOAD: true, g13.LD_TILE: true, g13.ITER: true, g13.ITERPROJ: true, g13.LDCF: true,
	}
	loadsLater = [g13.NumForms]string{g13.DEVICE_LOAD: "g", g13.STACK_LOAD: "g", g13.ATOMIC: "g", g13.TEXTURE_SAMPLE: "slot", g13.TEXTURE_LOAD: "slot"} // by which slot
	packsList  = [g13.NumForms]bool{g13.DEVICE_LOAD: true, g13.DEVICE_STORE: true, g13.STACK_LOAD: true, g13.STACK_STORE: true, g13.THREADGROUP_LOAD: true, g13.THREADGROUP_STORE: true}
)

// linkRegister is the one in which a call leaves the address behind it.
const linkRegister = 1

// EffectsOf is what an instruction does with registers, by its operands.
func EffectsOf(i g13.Inst) (e Effects) {
	for n := range i.Args() {
		a := i.Arg(n)
		if a.Class != g13.Register || a.None {
			continue
		}
		halves := span(a.Index, a.Size/16*max(a.Count, 1))
		if a.Hint == g13.Discard {
			e.Discards = e.Discards.union(halves)
		}
		switch i.Kind(n) {
		case g13.Dst, g13.Dst64, g13.DstOf16, g13.DstOf32, g13.Result:
			e.Writes = e.Writes.union(halves)
		case g13.R0L:
			e.Writes, e.Reads = e.Writes.union(halves), e.Reads.union(halves)
		case g13.List:
			halves = listed(i, a)
			if fillsList[i.Form] {
				e.Writes = e.Writes.union(halves)
			} else {
				e.Reads = e.Reads.union(halves)
			}
		default:
			if i.Form == g13.STACK_GET_PTR {
				e.Writes = e.Writes.union(halves)
			} else {
				e.Reads = e.Reads.union(halves)
			}
		}
	}
	if i.Form == g13.CALL || i.Form == g13.CALL_REG {
		e.Writes = e.Writes.union(span(2*linkRegister, 2))
	}
	if slot := loadsLater[i.Form]; slot != "" {
		v, _ := i.Field(slot)
		e.Loads, e.Slot = e.Writes, int(v)
	}
	return e
}

// listed are the registers of a list: as many as it names, but for a format that packs a pixel into one word, which takes as many as the pixel has parts, and for a texture that says too
// which of its memory is there.
func listed(i g13.Inst, a g13.Arg) Halves {
	n := a.Count
	if packsList[i.Form] {
		if pixel := perPixel[formatOf(i)]; pixel > 0 {
			n = pixel
		}
	}
	if v, ok := i.Field("b69"); ok && v&2 != 0 {
		n++
	}
	return span(a.Index, a.Size/16*n)
}

// formatOf is the name of the format of what an instruction moves, or nothing.
func formatOf(i g13.Inst) string {
	for n := range i.Args() {
		if i.Kind(n) == g13.Format {
			if v, words := i.Arg(n).Value, g13.Format.Words(); v >= 0 && int(v) < len(words) {
				return words[v]
			}
		}
	}
	return ""
}
