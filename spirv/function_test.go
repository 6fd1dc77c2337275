package spirv_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/spirv"
)

// A functionWriter makes up a function, and does beside each line what the line does: a value is its lanes, each a source's, a number or nothing.
type functionWriter struct {
	*rand.Rand
	lines  []string
	names  []string
	lanes  map[string][]string   // of vectors and scalars
	pairs  map[string][][]string // of structures of two vectors
	memory map[string][]string   // of variables
	fresh  int
}

func (w *functionWriter) line(format string, values ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, values...))
}

// value names what a line makes.
func (w *functionWriter) value(lanes []string) string {
	w.fresh++
	name := fmt.Sprintf("%%%d", w.fresh)
	w.names, w.lanes[name] = append(w.names, name), lanes
	return name
}

// typ is the type of so many lanes.
func typ(n int) string {
	if n == 1 {
		return "%float"
	}
	return fmt.Sprintf("%%v%dfloat", n)
}

// pick is a value of least to most lanes.
func (w *functionWriter) pick(least, most int) string {
	for {
		if name := w.names[w.IntN(len(w.names))]; len(w.lanes[name]) >= least && len(w.lanes[name]) <= most {
			return name
		}
	}
}

// key is one of a map's, in the order of their numbers.
func key[V any](w *functionWriter, of map[string]V) string {
	var all []string
	for k := range of {
		all = append(all, k)
	}
	least := all[0]
	for _, k := range all {
		least = min(least, k)
	}
	if w.IntN(2) == 0 {
		return least
	}
	most := all[0]
	for _, k := range all {
		most = max(most, k)
	}
	return most
}

// step adds a line or two.
func (w *functionWriter) step() {
	switch w.IntN(9) {
	case 0:
		a, b := w.pick(2, 4), w.pick(2, 4)
		both := append(append([]string{}, w.lanes[a]...), w.lanes[b]...)
		var sel string
		var lanes []string
		for range 2 + w.IntN(3) {
			if k := w.IntN(len(both) + 1); k == len(both) {
				sel, lanes = sel+" 0xFFFFFFFF", append(lanes, "_")
			} else {
				sel, lanes = sel+fmt.Sprint(" ", k), append(lanes, both[k])
			}
		}
		w.line("%s = OpVectorShuffle %s %s %s%s", w.value(lanes), typ(len(lanes)), a, b, sel)
	case 1:
		a := w.pick(2, 4)
		k := w.IntN(len(w.lanes[a]))
		w.line("%s = OpCompositeExtract %%float %s %d", w.value([]string{w.lanes[a][k]}), a, k)
	case 2:
		a, x := w.pick(2, 4), w.pick(1, 1)
		k := w.IntN(len(w.lanes[a]))
		lanes := append([]string{}, w.lanes[a]...)
		lanes[k] = w.lanes[x][0]
		w.line("%s = OpCompositeInsert %s %s %s %d", w.value(lanes), typ(len(lanes)), x, a, k)
	case 3:
		a, b := w.pick(1, 2), w.pick(1, 2)
		lanes := append(append([]string{}, w.lanes[a]...), w.lanes[b]...)
		w.line("%s = OpCompositeConstruct %s %s %s", w.value(lanes), typ(len(lanes)), a, b)
	case 4:
		v, x := key(w, w.memory), w.pick(4, 4)
		w.memory[v] = w.lanes[x]
		w.line("OpStore %s %s", v, x)
	case 5:
		v := key(w, w.memory)
		w.line("%s = OpLoad %%v4float %s", w.value(w.memory[v]), v)
	case 6:
		v, k := key(w, w.memory), w.IntN(4)
		w.fresh++
		w.line("%%p%d = OpAccessChain %%_ptr_Function_float %s %%k%d", w.fresh, v, k)
		if pointer := fmt.Sprintf("%%p%d", w.fresh); w.IntN(2) == 0 {
			w.line("%s = OpLoad %%float %s", w.value([]string{w.memory[v][k]}), pointer)
		} else {
			x := w.pick(1, 1)
			w.memory[v] = append([]string{}, w.memory[v]...)
			w.memory[v][k] = w.lanes[x][0]
			w.line("OpStore %s %s", pointer, x)
		}
	case 7:
		a, x := key(w, w.pairs), w.pick(2, 2)
		k := w.IntN(2)
		w.fresh++
		name := fmt.Sprintf("%%s%d", w.fresh)
		w.pairs[name] = [][]string{w.pairs[a][0], w.pairs[a][1]}
		w.pairs[name][k] = w.lanes[x]
		w.line("%s = OpCompositeInsert %%pair %s %s %d", name, x, a, k)
	default:
		a, k := key(w, w.pairs), w.IntN(2)
		if i := w.IntN(3); i < 2 {
			w.line("%s = OpCompositeExtract %%float %s %d %d", w.value([]string{w.pairs[a][k][i]}), a, k, i)
		} else {
			w.line("%s = OpCompositeExtract %%v2float %s %d", w.value(w.pairs[a][k]), a, k)
		}
	}
}

// Functions by chance are read as what their lines do one after the other.
func TestFunctionsByChance(t *testing.T) {
	rng := chance.Random(t, 73)
	source := func(name string, n int) (all []string) {
		for i := range n {
			all = append(all, fmt.Sprintf("%s.%d", name, i))
		}
		return all
	}
	read := 0
	for range 2000 {
		w := &functionWriter{Rand: rng, lanes: map[string][]string{}, pairs: map[string][][]string{}, memory: map[string][]string{}}
		for k := range 4 {
			w.line("%%k%d = OpConstant %%int %d", k, k)
		}
		w.line("%%pair = OpTypeStruct %%v2float %%v2float\n%%seven = OpConstant %%float 7\n%%f = OpFunction %%v4float None %%t\n%%a = OpFunctionParameter %%v4float\n%%x = OpFunctionParameter %%float\n%%y = OpFunctionParameter %%v2float\n%%s = OpLoad %%pair %%elsewhere\n%%m = OpVariable %%_ptr_Function_v4float Function\n%%n = OpVariable %%_ptr_Function_v4float Function %%a")
		w.names = []string{"%a", "%x", "%y", "%seven"}
		w.lanes["%a"], w.lanes["%x"], w.lanes["%y"], w.lanes["%seven"] = source("%a", 4), source("%x", 1), source("%y", 2), []string{"7"}
		w.memory["%m"], w.memory["%n"] = []string{"_", "_", "_", "_"}, w.lanes["%a"]
		w.pairs["%s"] = [][]string{source("%s[0]", 2), source("%s[1]", 2)}
		for range 3 + rng.IntN(12) {
			w.step()
		}
		last := w.names[len(w.names)-1]
		w.line("OpReturnValue %s\nOpFunctionEnd", last)
		text, want := strings.Join(w.lines, "\n"), strings.Join(w.lanes[last], " ")
		r, err := spirv.Dialect().Read(text, dialect.Options{})
		if err != nil {
			if last == "%seven" { // a constant by itself is what no line made
				continue
			}
			t.Fatalf("%s\n%v, want %s", text, err, want)
		}
		var got []string
		for _, l := range r.Map.Lane {
			switch l.Kind {
			case lane.Source:
				got = append(got, fmt.Sprintf("%s.%d", r.Names[l.Src], l.Index))
			case lane.Undefined:
				got = append(got, "_")
			case lane.Constant:
				got = append(got, "7")
			}
		}
		if strings.Join(got, " ") != want {
			t.Fatalf("%s\nis read as %v, want %s", text, got, want)
		}
		read++
	}
	t.Logf("%d functions", read)
	if read < 1900 {
		t.Errorf("%d of 2000 functions are read", read)
	}
}
