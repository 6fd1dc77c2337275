package visa

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// An instruction's variables are declared if each operand's is, in the table of its class, and so is the guard's: of every class, at every place, with each number.
func TestDeclaredByClass(t *testing.T) {
	d, err := ParseDecls(".decl V40 v_type=G type=d num_elts=8\n.decl V41 v_type=G type=d num_elts=8\n.decl A9 v_type=A num_elts=1\n.decl P9 v_type=P num_elts=8\n.decl P8 v_type=P num_elts=8\n.decl P7 v_type=P num_elts=8\n.decl S9 v_type=S num_elts=1\n.decl T9 v_type=T num_elts=1\n.decl T8 v_type=T num_elts=1\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	there := func(k Kind, id uint32) bool {
		count := map[Kind]uint32{GeneralKind: 2, AddressKind: 1, PredicateKind: 3, SamplerKind: 1, SurfaceKind: 2}[k]
		first := map[Kind]uint32{GeneralKind: 32, PredicateKind: 1, SurfaceKind: 6}[k]
		before := map[Kind]uint32{GeneralKind: uint32(len(predefined)), SurfaceKind: 6}[k]
		return id < before || id >= first && id < first+count
	}
	for class, kind := range map[Class]Kind{General: GeneralKind, Raw: GeneralKind, Address: AddressKind, Indirect: AddressKind, Predicate: PredicateKind, State: SurfaceKind, AddressOf: SamplerKind, Immediate: GeneralKind} {
		for id := range uint32(60) {
			for place := range 3 {
				i := Inst{Op: opMad, N: 3}
				for k := range 3 {
					i.Set(k, Operand{Class: General, ID: 32})
				}
				i.Set(place, Operand{Class: class, Kind: kind, ID: id})
				err := d.declares(&i)
				want := class == Immediate || there(kind, id)
				if (err == nil) != want || err != nil && !strings.HasPrefix(err.Error(), fmt.Sprintf("operand %d is %s variable ", place, kind)) {
					t.Errorf("%s %d as operand %d: %v, want %v", class, id, place, err, want)
				}
			}
		}
	}
	for id := range 8 {
		i := Inst{Op: opMov, N: 2}
		i.Set(0, Operand{Class: General, ID: 32})
		i.Set(1, Operand{Class: Immediate, Type: D})
		i.Guard, _ = ControlOf(id, Any, true)
		if err := d.declares(&i); (err == nil) != (there(PredicateKind, uint32(id)) || i.Guard == 0) {
			t.Errorf("the guard P%d: %v", id, err)
		}
	}
}

// The tool forgets the sample index of a render target, and with it its operand, the first of those behind the surface and the result: what is left is the instruction without it.
func TestToolForgetsSampleIndices(t *testing.T) {
	d, err := ParseDecls(shapedDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	tool, seed := Parser{Decls: d, Dialect: Intel}, Parser{Decls: d}
	words := []string{"RTI", "A", "Z", "LRTW", "PS", "CM"}
	for set := range 1 << len(words) {
		var modes []string
		for k, word := range words {
			if set>>k&1 == 1 {
				modes = append(modes, "<"+word+">")
			}
		}
		text := func(modes []string, further string) string {
			dot := ""
			if len(modes) > 0 {
				dot = "."
			}
			return "rt_write_3d" + dot + strings.Join(modes, "") + " (M1, 8) T6 V.0 " + further
		}
		var operands []string
		bare := Inst{Op: opRtWrite}
		for k, word := range targetModes {
			if slices.Contains(modes, "<"+word+">") {
				bare.Number |= 1 << k
			}
		}
		for k := range bare.targetOperands() {
			if bare.furtherClasses(k+2, Intel) == rawSet {
				operands = append(operands, fmt.Sprintf("F.%d", 32*k))
			} else {
				operands = append(operands, fmt.Sprintf("%#x:ud", k+3))
			}
		}
		without := text(modes, strings.Join(operands, " "))
		want, err := tool.ParseInst(without)
		if err != nil {
			t.Fatalf("%s: %v", without, err)
		}
		for at := range len(modes) + 1 {
			with := text(slices.Insert(slices.Clone(modes), at, "<SI>"), "0x63:ud "+strings.Join(operands, " "))
			got, err := tool.ParseInst(with)
			if err != nil || !got.Equal(&want) || got.At(int(got.N)).Class != (Operand{}).Class || *got.At(int(got.N)) != (Operand{}) {
				t.Errorf("%s is %s, %v, want %s", with, got.Text(d), err, want.Text(d))
			}
			kept, err := seed.ParseInst(with)
			if err != nil || kept.N != want.N+1 || kept.Number != want.Number|targetSample {
				t.Errorf("%s without the tool: %s, %v", with, kept.Text(d), err)
			}
		}
	}
}
