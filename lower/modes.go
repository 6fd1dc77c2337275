package lower

import (
	"slices"
	"strings"

	"github.com/lanescope/lanescope/target"
)

// setModes puts what sets a mode before each instruction that the mode before does not do for. Each is set for as many of the following as one does for, so that none is set that need not be; the
// first stands before all else, as copies want any.
//
//	vsetivli zero, 4, e32, m1, ta, mu
//	vrgather.vi v10, v8, 3
//	vrgather.vv v10, v9, v11, v0.t        for which lanes that are off must stay
//	vsetivli zero, 3, e32, m1, tu, ma
//	vmv.v.v v10, v8
func (c *schedule) setModes(ops []Op) {
	var out []instruction
	set := 0 // where the mode is set that the next instruction finds, in out
	var mode target.Mode
	held := "" // the number in the general register that rows bring one along in
	for i := range c.code {
		in := c.code[i]
		if in.op >= 0 {
			if number := ops[in.op].number(); number != "" {
				if in.again = number == held; !in.again {
					c.sets++
				}
				held = number
				c.code[i].again = in.again
			}
			needs := ops[in.op].mode()
			both, ok := mode.With(needs)
			switch {
			case needs.Bits == 0:
			case out == nil:
				out = append(append(make([]instruction, 0, len(c.code)+4), instruction{op: -1, mode: needs}), c.code[:i]...)
				c.sets++
			case ok:
				out[set].mode = both
			default:
				set, both = len(out), needs
				out = append(out, instruction{op: -1, mode: needs})
				c.sets++
			}
			if needs.Bits > 0 {
				if mode = both; set == 0 {
					out[0].mode = both
				}
			}
		}
		if out != nil {
			out = append(out, in)
		}
	}
	if out != nil {
		c.code = out
	}
}

// number is the instruction that puts a number into a general register for the op; empty if there is none.
func (o *Op) number() string {
	if o.Row.Scalars() == 0 {
		return ""
	}
	for line := range strings.SplitSeq(o.Row.Text(o.Imm, func(byte) string { return "" }), "; ") {
		if strings.HasPrefix(line, "li ") {
			return line
		}
	}
	return ""
}

// lines are the instructions of a line of a listing, without the number that is there already.
func (in *instruction) lines(line string) []string {
	list := strings.Split(line, "; ")
	if in.again {
		list = slices.DeleteFunc(list, func(s string) bool { return strings.HasPrefix(s, "li ") })
	}
	return list
}

// mode is what the op needs.
func (o *Op) mode() target.Mode { return o.Row.ModeOf(o.Form != Plain) }

// more is how many modes are set beyond the first, which all sequences set that do anything, and how many numbers are: they count as copies do.
func (c *schedule) more() int { return max(c.sets-1, 0) }
