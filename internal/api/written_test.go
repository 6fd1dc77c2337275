package api_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// unread are targets whose functions are not all read, in such a language, and why.
var unread = map[string]string{
	"c vsx": "of Power both orders of bytes are written as they count, and read as a big-endian machine counts", "c vsx10": "as of vsx",
	"c sve2-256": "vectors of SVE are read as those of 128 bits", "c sve2-256+f64mm": "as of sve2-256",
	"rust wasm": "Rust's functions for WebAssembly are read by their names alone, and not its shifts and splats",
}

// Whatever function is written of a sequence is read as the map that it is of. What decides undefined lanes is no part of a function, so that there are none.
func TestWrittenIsRead(t *testing.T) {
	read := 0
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		for emit, spelled := range map[string]bool{"c": tg.Spelling.C != nil, "rust": tg.Spelling.Rust != nil} {
			if !spelled || unread[emit+" "+tg.Name] != "" {
				continue
			}
			read++
			t.Run(emit+"/"+tg.Name, func(t *testing.T) {
				t.Parallel()
				written(t, tg, emit)
			})
		}
	}
	if read < 20 {
		t.Errorf("only %d languages of targets are read", read)
	}
}

func written(t *testing.T, tg *target.Target, emit string) {
	rng := chance.Random(t, 62)
	var l api.Lowerer
	for i := range 24 {
		bits := 8 << (i % 4)
		n := slices.Max(tg.Bits) / bits
		m := lane.Map{Bits: bits, Src: []int{n, n}[:1+i/4%2], Lane: make([]lane.Lane, n)}
		for k := range m.Lane {
			if m.Lane[k] = lane.From(rng.IntN(len(m.Src)), rng.IntN(n)); rng.IntN(8) == 0 {
				m.Lane[k] = lane.Zero()
			}
		}
		w, err := l.Lower(t.Context(), api.LowerRequest{Form: m.String(), Target: tg.Name, Effort: "quick", Emit: emit})
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		if len(w.Lines) == 0 { // the operand, as it is
			continue
		}
		f, err := form.Parse(w.Code, form.Options{})
		if err != nil {
			t.Errorf("%s: %v, of\n%s", m, err, w.Code)
			continue
		}
		if v, err := form.Compare(f, form.Form{Map: m}); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s is read as %s of %q, %v:\n%s", m, f.Map, f.Names, err, w.Code)
		}
	}
}
