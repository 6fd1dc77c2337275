package g13

import (
	"slices"
	"strings"
	"testing"
)

// Every name that a form has leads to it: what is printed to instructions that print it, what is only understood to instructions of the form with the fields that it gives.
func TestNames(t *testing.T) {
	all := map[string]bool{}
	for n := range table {
		f := &forms()[n]
		all[f.name] = true
		if !leads(Named(f.name), Form(n), alias{hidden: nil}) {
			t.Errorf("%s does not lead to form %d", f.name, n)
		}
		for k, a := range f.aliases {
			all[a.name] = true
			if !leads(Named(a.name), Form(n), a) {
				t.Errorf("%s does not lead to form %d, alias %d", a.name, n, k)
			}
			i := New(Form(n))
			i.Word = i.Word.Xor(i.Word.and(a.mask)).or(a.value)
			name, hidden := i.Name()
			if first := i.Alias(); name != f.aliases[first].name || first > k || first == k && !slices.Equal(hidden, a.hidden) || !slices.Equal(Form(n).Hidden(first), hidden) {
				t.Errorf("%s, by its fields, is %s, alias %d", a.name, name, first)
			}
		}
		for _, a := range f.also {
			all[a.name] = true
			if !leads(AlsoNamed(a.name), Form(n), a) {
				t.Errorf("%s is not understood as form %d", a.name, n)
			}
		}
		if plain := New(Form(n)); plain.Alias() < 0 {
			if name, hidden := plain.Name(); name != f.name || hidden != nil {
				t.Errorf("form %d, with no alias, is %s without %v", n, name, hidden)
			}
		}
		if Form(n).Hidden(len(f.aliases)) != nil {
			t.Errorf("form %d hides operands under its own name", n)
		}
	}
	names := slices.Clone(Names())
	slices.Sort(names)
	if len(slices.Compact(names)) != len(Names()) || len(names) != len(all) {
		t.Errorf("%d names, want %d, each once", len(Names()), len(all))
	}
	if Named("nonesuch") != nil || AlsoNamed("nonesuch") != nil {
		t.Error("a name that there is not leads to something")
	}
}

// leads says whether one of the namings is the form with what a name gives it, and with what may be left out at the end.
func leads(all []Naming, f Form, a alias) bool {
	want := New(f)
	for s, v := range forms()[f].tail {
		want.Word.set(s, v)
	}
	want.Word = want.Word.Xor(want.Word.and(a.mask)).or(a.value)
	return slices.ContainsFunc(all, func(n Naming) bool {
		return n.Inst.Form == f && n.Inst.Word == want.Word && slices.Equal(n.Hidden, a.hidden)
	})
}

// Which operands a text may end before, form by form; all others have to be there.
func TestMayLack(t *testing.T) {
	for n := range table {
		f := Form(n)
		for k, o := range f.Operands() {
			want := o.Kind == Sign || o.Kind == Round || o.Kind == Interp || isTail(table[n].tail, o)
			if got := f.MayLack(k); got != want {
				t.Errorf("%s may lack %s: %v", f.Name(), o.Name, got)
			}
			if o.Kind != Sign && o.Kind != Round {
				if got := New(f).MayLack(k); got != want {
					t.Errorf("%s may lack %s: %v", f.Name(), o.Name, got)
				}
			}
		}
	}
}

// isTail says whether all fields of an operand may be left out at the end.
func isTail(tail string, o Operand) bool {
	names := strings.Fields(o.Fields)
	if len(names) == 0 {
		names = []string{o.Name}
	}
	for _, name := range names {
		if !strings.Contains(" "+tail, " "+name+"=") {
			return false
		}
	}
	return true
}

// A sign may be left out where an offset is a number; a rounding where the conversion is known, whose usual one it then is: to an integer towards zero, to a float to nearest.
func TestLacking(t *testing.T) {
	signs, roundings := 0, 0
	for n := range table {
		f := Form(n)
		for k, o := range f.Operands() {
			switch o.Kind {
			case Sign:
				number, ok := f.Field("Ot")
				if !ok && New(f).MayLack(k) {
					t.Errorf("%s may lack its sign", f.Name())
				}
				if !ok {
					continue
				}
				for v := range uint64(2) {
					i := New(f)
					i.Word.set(number.s, v)
					if i.MayLack(k) != (v == 1) {
						t.Errorf("%s with Ot=%d may lack its sign: %v", f.Name(), v, i.MayLack(k))
					}
					signs++
				}
			case Round:
				roundings++
				testRounding(t, f, k)
			}
		}
	}
	if signs == 0 || roundings != 1 {
		t.Errorf("%d signs, %d roundings", signs, roundings)
	}
}

func testRounding(t *testing.T, f Form, k int) {
	mode, _ := f.Field("mode")
	round, _ := f.Field("round")
	for v := range uint64(64) {
		i := New(f)
		i.Word.set(mode.s, v)
		i.Word.set(round.s, 3)
		word := ""
		if words := Convert.Words(); v < uint64(len(words)) {
			word = words[v]
		}
		want := uint64(3)
		if _, to, ok := strings.Cut(word, "_to_"); ok {
			want = map[bool]uint64{true: 1, false: 0}[to == "f"]
		}
		if i.MayLack(k) != (word != "") {
			t.Errorf("mode %d, %q, may lack its rounding: %v", v, word, i.MayLack(k))
		}
		if i.MayLack(k) {
			i.SetLacking(k)
		}
		if got := round.Of(i); got != want {
			t.Errorf("mode %d, %q, rounds by %d, want %d", v, word, got, want)
		}
	}
	before := New(f)
	after := before
	after.SetLacking(k - 1)
	if after != before {
		t.Error("an operand that lacks nothing is set")
	}
}

// The special registers, as the public descriptions have them: groups of three by axis, and single ones.
func TestSpecialRegisters(t *testing.T) {
	want := map[int]string{
		20: "core_index", 21: "vm_slot", 51: "thread_index_in_threadgroup", 52: "thread_index_in_simdgroup", 53: "simdgroup_index_in_threadgroup",
		56: "active_thread_index_in_quadgroup", 58: "active_thread_index_in_simdgroup", 60: "internal_coverage_mask", 62: "backfacing", 63: "is_active_thread",
		124: "input_sample_mask", 144: "opfifo_cmd", 146: "opfifo_data_l", 147: "opfifo_data_h",
	}
	for first, name := range map[int]string{
		0: "threadgroup_position_in_grid", 4: "threads_per_threadgroup", 8: "dispatch_threads_per_threadgroup", 48: "thread_position_in_threadgroup", 80: "thread_position_in_grid",
	} {
		for axis, letter := range []string{"x", "y", "z"} {
			want[first+axis] = name + "." + letter
		}
	}
	for n := -2; n < 300; n++ {
		name := SpecialRegisterName(n)
		if name != want[n] {
			t.Errorf("sr%d is %q, want %q", n, name, want[n])
		}
		if got, ok := SpecialRegister(name); name != "" && (!ok || got != n) {
			t.Errorf("%s is sr%d, %v, want sr%d", name, got, ok, n)
		}
		if all := SpecialRegisterNames(); n >= 0 && n < len(all) && all[n] != name || n >= len(all) && name != "" {
			t.Errorf("sr%d is %q, and another or none of a list of %d", n, name, len(all))
		}
	}
	for _, name := range []string{"", "nonesuch"} {
		if n, ok := SpecialRegister(name); ok {
			t.Errorf("%q is sr%d", name, n)
		}
	}
}
