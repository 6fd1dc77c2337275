package amdgpu

import (
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/wave"
)

// A part is what sdwa selects of a register: so many bytes from one on.
type part struct {
	name     string
	at, size int
}

var parts = []part{{"BYTE_0", 0, 1}, {"BYTE_1", 1, 1}, {"BYTE_2", 2, 1}, {"BYTE_3", 3, 1}, {"WORD_0", 0, 2}, {"WORD_1", 2, 2}, {"DWORD", 0, 4}}

// selected is the part that a modifier names.
func selected(text string, m wave.Modifier) (part, error) {
	for _, p := range parts {
		if m.Value.Is(p.name) {
			return p, nil
		}
	}
	return part{}, wrong(text, m, "expected BYTE_0 to _3, WORD_0, WORD_1 or DWORD behind %s:", m.Name)
}

// sdwaMove is v_mov_b32 between parts of registers: the part read is widened with zeros, and the lowest bytes of that are the part written.
func sdwaMove(text string, mods []wave.Modifier) (lane.Map, error) {
	to, from := parts[len(parts)-1], parts[len(parts)-1]
	preserve := true
	for _, m := range mods {
		var err error
		switch m.Name {
		case "dst_sel":
			to, err = selected(text, m)
		case "src0_sel":
			from, err = selected(text, m)
		case "dst_unused":
			switch preserve = m.Value.Is("UNUSED_PRESERVE"); {
			case m.Value.Is("UNUSED_SEXT"):
				err = wrong(text, m, "UNUSED_SEXT copies a sign, which is no movement")
			case !preserve && !m.Value.Is("UNUSED_PAD"):
				err = wrong(text, m, "expected UNUSED_PAD or UNUSED_PRESERVE")
			}
		default:
			err = unexpected(text, m)
		}
		if err != nil {
			return lane.Map{}, err
		}
	}
	m := lane.Map{Bits: 8, Src: []int{4}, Lane: make([]lane.Lane, 4)}
	for k := range m.Lane {
		j := k - to.at
		switch {
		case j >= 0 && j < to.size && j < from.size:
			m.Lane[k] = lane.From(0, from.at+j)
		case j >= 0 && j < to.size || !preserve:
			m.Lane[k] = lane.Zero()
		default:
			m.Lane[k] = lane.FromOld(k)
		}
	}
	return m, nil
}

// isSDWA says whether modifiers are of sdwa.
func isSDWA(mods []wave.Modifier) bool {
	for _, m := range mods {
		if strings.HasSuffix(m.Name, "_sel") && m.Name != "op_sel" || m.Name == "dst_unused" {
			return true
		}
	}
	return false
}
