package visa

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// A variable of an inner scope whose name another one has is called by it with the first number that makes another name of it, counted up by name.
func TestNamesInScopes(t *testing.T) {
	r := chance.Random(t, 92)
	for range 500 {
		var text strings.Builder
		var want []string
		numbers, taken := map[string]int{}, map[string]bool{}
		here := []map[string]bool{{}}
		for range 2 + r.IntN(16) {
			switch name := []string{"a", "b", "a_1", "a_2", "a_1_1"}[r.IntN(5)]; {
			case r.IntN(3) == 0:
				text.WriteString("{\n")
				here = append(here, map[string]bool{})
			case r.IntN(5) == 0 && len(here) > 1:
				text.WriteString("}\n")
				here = here[:len(here)-1]
			case !here[len(here)-1][name] && (len(here) > 1 || !taken[name]): // outside of scopes a name is one for all
				called := name
				for taken[called] {
					numbers[name]++
					called = fmt.Sprintf("%s_%d", name, numbers[name])
				}
				taken[called], here[len(here)-1][name], here[len(here)-1][called] = true, true, true
				want = append(want, called)
				fmt.Fprintf(&text, ".decl %s v_type=G type=d num_elts=8\nmov (M1, 1) %[1]s(0,0)<1> 3:d\n", name)
			}
		}
		text.WriteString(strings.Repeat("}\n", len(here)-1))
		g, errs := ParseProgram(text.String(), NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatalf("%s%v", text.String(), errs)
		}
		var got []string
		for k := range g.Lines {
			got = append(got, g.Decls.Name(GeneralKind, g.Lines[k].Inst.Operand[0].ID))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s are %v, want %v", text.String(), got, want)
		}
	}
}

// A guard by itself is what it is in front of an instruction, and its text comes back.
func TestGuardsAlone(t *testing.T) {
	d, err := ParseDecls(".decl P1 v_type=P num_elts=16\n.decl P2 v_type=P num_elts=16\n.decl mask v_type=P num_elts=8\n.decl V40 v_type=G type=d num_elts=8\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	p := Parser{Decls: d}
	for id := range 3 {
		for _, not := range []string{"", "!"} {
			for combine, how := range []string{"", ".any", ".all"} {
				text := "(" + not + []string{"P1", "P2", "mask"}[id] + how + ")"
				c, err := p.ParseGuard(text)
				i, wrong := p.ParseInst(text + " mov (M1, 8) V40(0,0)<1> 3:d")
				if err != nil || wrong != nil || c != i.Guard || c.ID() != id+1 || c.Inverse() != (not != "") || c.Combine() != Combine(combine) || c.Check() != nil || c.Text(d) != text {
					t.Errorf("%s: %v, %v; %s in front of an instruction, %v", text, c.Text(d), err, i.Guard.Text(d), wrong)
				}
				if c, err := p.ParseGuard("  ( " + strings.Trim(text, "()") + " )  "); err != nil || c != i.Guard {
					t.Errorf("%s with blanks: %v", text, err)
				}
			}
		}
	}
	for text, says := range map[string]string{
		"": "expected a guard, such as (P1) or (!P1.any), found the end", "P1": `expected a guard, such as (P1) or (!P1.any), found "P1"`, "(P1": `expected ".any", ".all" or ")", found the end`, "(P1) mov": `expected the end of the guard, found "mov"`, "(P1.some)": "",
		"(V40)": `"V40" is a general variable: expected a predicate`, "(!!P1)": "", "()": "", "(Q)": "",
	} {
		if c, err := p.ParseGuard(text); err == nil || c != 0 || !strings.Contains(err.Error(), says) {
			t.Errorf("%q is %s, %v, want %s", text, c.Text(d), err, says)
		}
	}
	anyName := Parser{Decls: NewDecls(32, D)}
	if c, err := anyName.ParseGuard("(!P0.any)"); err == nil || !strings.Contains(err.Error(), "P0 is reserved: its control word means that there is no guard") {
		t.Errorf("P0 is %s, %v", c.Text(d), err)
	}
	if (Control(0)).Text(d) != "" {
		t.Error("no guard has a text")
	}
	for id := -2; id < 5000; id++ {
		if _, err := ControlOf(id, Any, true); (err == nil) != (id >= 0 && id < 4096) {
			t.Errorf("the predicate %d: %v", id, err)
		}
	}
}

// Code names its variables kind by kind, general ones in the order of instructions, as often as it is asked and as far; and each has its size.
func TestVariablesOfCode(t *testing.T) {
	const text = ".decl X v_type=G type=d num_elts=24\n.decl Y v_type=G type=d num_elts=8\n.decl A0 v_type=A num_elts=3\n.decl P2 v_type=P num_elts=16\n.decl P1 v_type=P num_elts=8\n.decl S0 v_type=S num_elts=2\n.decl T1 v_type=T num_elts=5\n" +
		"(P1) mov (M1, 8) Y(0,0)<1> X(0,0)<8;8,1>\naddr_add (M1, 1) A0(0)<1> &X 4:uw\ncmp.eq (M1, 8) P2 Y(0,0)<8;8,1> 3:d\nmovs (M1, 1) T1(2) 0x3:ud\n"
	g, errs := ParseProgram(text, NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	var insts []Inst
	for k := range g.Lines {
		insts = append(insts, g.Lines[k].Inst)
	}
	c, err := Compile(insts, g.Decls, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Y 32", "X 96", "A0 3", "P1 8", "P2 16", "T1 5"}
	for most := range len(want) + 1 {
		var got []string
		c.Variables()(func(k Kind, id uint32) bool {
			if !c.Has(k, id) {
				t.Errorf("%s is named, and not there", g.Decls.Name(k, id))
			}
			got = append(got, fmt.Sprintf("%s %d", g.Decls.Name(k, id), c.Size(k, id)))
			return len(got) < most
		})
		if most == 0 {
			most = 1
		}
		if !slices.Equal(got, want[:most]) {
			t.Errorf("%v, want %v", got, want[:most])
		}
	}
	for _, k := range []Kind{GeneralKind, AddressKind, PredicateKind, SurfaceKind, SamplerKind} {
		if c.Size(k, 4000) != 0 || c.Has(k, 4000) {
			t.Errorf("there is a %s 4000", k)
		}
	}
	b, m := c.NewMachine(), c.NewMachine()
	for slot := -1; slot < 7; slot++ {
		id := uint32(0)
		for k, n := range c.Variables() {
			if k == SurfaceKind {
				id = n
			}
		}
		m.SetHandle(SurfaceKind, id, slot, uint32(7+slot))
		if index, ok := m.Handle(SurfaceKind, id, slot); ok != (slot >= 0 && slot < 5) || ok && index != uint32(7+slot) {
			t.Errorf("element %d of T1 is %d, %v", slot, index, ok)
		}
		if _, ok := b.Handle(SurfaceKind, id, slot); ok {
			t.Errorf("element %d of T1 was written by nobody", slot)
		}
	}
}

// The rules of an instruction are all those of whole instructions, and of operands those that look at a class that one of its operands has: what one breaks is always among them.
func TestRulesOfInstructions(t *testing.T) {
	d, err := ParseDecls(ruleDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	p, c := Parser{Decls: d}, Checker{Decls: d}
	all := map[string]bool{}
	for _, r := range Rules() {
		all[r.Name] = true
	}
	names := func(text string) (i Inst, got map[string]bool) {
		i, err := p.ParseInst(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got = map[string]bool{}
		for _, r := range RulesOf(&i) {
			if got[r.Name] || !all[r.Name] {
				t.Errorf("%s: the rule %s twice, or it is none", text, r.Name)
			}
			got[r.Name] = true
		}
		return i, got
	}
	_, bare := names("ret (M1, 1)")
	for _, text := range []string{"mov (M1, 8) V(0,0)<1> V(0,0)<8;8,1>", "mov (M1, 8) V(0,0)<1> 3:d", "mov (M1, 8) V(0,0)<1> r[A0(0),0]<8;8,1>:d", "addr_add (M1, 4) A0(0)<4> &V W(0,0)<4;4,1>", "cmp.eq (M1, 8) P1 V(0,0)<8;8,1> 3:d", "add (M1, 8) V(0,0)<1> V(0,0)<3;8,1> V(0,9)<8;8,1>", "mov (M1, 8) V(9,0)<1> V(0,0)<8;8,2>", "not (M1, 8) P1 P1", "add (M1, 8) V(0,0)<1> V(0,0)<8;8,1> 3:q"} {
		i, got := names(text)
		for name := range bare {
			if !got[name] {
				t.Errorf("%s: not asked for %s, which looks at any instruction", text, name)
			}
		}
		for _, f := range c.Check(&i) {
			if !got[f.Rule] {
				t.Errorf("%s breaks %s, which is none of its rules", text, f.Rule)
			}
		}
	}
	if _, got := names("mov (M1, 8) V(0,0)<1> 3:d"); len(got) <= len(bare) || len(bare) == 0 || len(got) == len(all) {
		t.Errorf("%d rules look at a mov of a number, %d at one without operands, of %d", len(got), len(bare), len(all))
	}
}

// What is beyond all words of a kind has a word too.
func TestWordsBeyondAll(t *testing.T) {
	for word, got := range map[string]string{
		"class?": Class(numClasses).String(), "kind?": Kind(numKinds).String(), "align?": Align(len(alignNames)).String(), "type?": Type(numTypes).String(), "(modifier?)": Modifier(numModifiers).String(), "op?": Op(numOps).String(), "dst": Dest.String(), "src": Source.String(),
	} {
		if word != got {
			t.Errorf("%s is %s", word, got)
		}
	}
	if Type(numTypes).Size() != 1 {
		t.Error("what is no type has a size")
	}
	for _, o := range append(Ops(), numOps) {
		code, ok := o.Code()
		if o == numOps && ok || ok && (code == 0 || code != opcodes[o].code) || !ok && code != 0 {
			t.Errorf("%s: %#x, %v", o, code, ok)
		}
	}
}

// The predefined variables are those of the document, in its order: its types and numbers of elements, of which the first element can be written, and none a part of another.
func TestPredefinedVariables(t *testing.T) {
	const table = "%null ud 1 w, %thread_x uw 1, %thread_y uw 1, %group_id_x ud 1, %group_id_y ud 1, %group_id_z ud 1, %tsc ud 5, %r0 ud 8, %arg ud 256 w, %retval ud 96 w, %sp uq 1 w, %fp uq 1 w, %hw_id ud 1, %sr0 ud 4, %cr0 ud 1 w, %ce0 ud 1, %dbg0 ud 2 w, %color uw 1, %impl_arg_buf_ptr uq 1 w, %local_id_buf_ptr uq 1 w, %msg0 ud 3"
	d := NewDecls(32, D)
	p, c := Parser{Decls: d}, Checker{Decls: d}
	for id, row := range strings.Split(table, ", ") {
		words := strings.Fields(row)
		v := d.Variable(GeneralKind, uint32(id))
		if got := fmt.Sprintf("%s %s %d", v.Name, v.Type, v.Elems); got != strings.Join(words[:3], " ") || v.Alias != -1 || v.AliasOff != 0 || v.Kind != GeneralKind || v.Size() != v.Elems*v.Type.Size() || strings.Contains(d.Text(GeneralKind, uint32(id)), "alias") {
			t.Errorf("%d is %s, %+v, want %s", id, got, v, row)
		}
		if k, found, ok := d.Lookup(words[0]); !ok || k != GeneralKind || found != uint32(id) {
			t.Errorf("%s is %s %d, %v", words[0], k, found, ok)
		}
		if words[0] == "%null" {
			continue
		}
		i, err := p.ParseInst(fmt.Sprintf("mov (M1, 1) %s(0,0)<1> V40(0,0)<0;1,0>", words[0]))
		if err != nil {
			t.Errorf("%s: %v", words[0], err)
			continue
		}
		refused := slices.ContainsFunc(c.Check(&i), func(f Finding) bool { return f.Rule == "read-only" })
		if writes := len(words) > 3; refused == writes {
			t.Errorf("%s is written: %v", words[0], writes)
		}
	}
	if v := d.Variable(GeneralKind, 21); v.Name != "" && strings.HasPrefix(v.Name, "%") {
		t.Errorf("there is %s", v.Name)
	}
}
