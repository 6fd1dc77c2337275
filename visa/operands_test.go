package visa

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"github.com/lanescope/lanescope/internal/chance"
)

// A line of a program takes half a kilobyte: programs of 10,000 lines are read whole.
func TestLinesAreSmall(t *testing.T) {
	if size := unsafe.Sizeof(Line{}); size > 550 {
		t.Errorf("a line takes %d bytes", size)
	}
}

// Operands that lie apart are those of one instruction only, also where it was copied.
func TestOperandsOfCopies(t *testing.T) {
	var a Inst
	for k := range MaxOperands {
		a.Set(k, Operand{ID: uint32(k)})
		a.N++
	}
	for k := range MaxOperands {
		b := a
		if !b.Equal(&a) {
			t.Fatalf("a copy is another instruction:\n%+v\n%+v", a, b)
		}
		b.Set(k, Operand{ID: 100})
		if a.At(k).ID != uint32(k) || b.At(k).ID != 100 {
			t.Errorf("operand %d of the copy is %d, and that of the instruction %d", k, b.At(k).ID, a.At(k).ID)
		}
		if b.Equal(&a) {
			t.Errorf("another operand %d, and the instructions are equal", k)
		}
	}
}

// Equal looks at every field.
func TestEqualInsts(t *testing.T) {
	r := chance.Random(t, 24)
	kind := reflect.TypeFor[Inst]()
	for k := range kind.NumField() {
		field := kind.Field(k)
		if !field.IsExported() {
			continue // TestOperandsOfCopies
		}
		a := Inst{N: 4}
		b := a
		other(t, reflect.ValueOf(&b).Elem().Field(k), r)
		if a.Equal(&b) || b.Equal(&a) {
			t.Errorf("another %s, and the instructions are equal", field.Name)
		}
	}
}

// other makes a value another one, in one place.
func other(t *testing.T, v reflect.Value, r *rand.Rand) {
	t.Helper()
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Struct:
		other(t, v.Field(r.IntN(v.NumField())), r)
	case reflect.Array:
		other(t, v.Index(r.IntN(min(v.Len(), 4))), r)
	case reflect.Int16, reflect.Int32:
		v.SetInt(v.Int() + 1)
	default:
		v.SetUint(v.Uint() + 1)
	}
}
