package g13

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// The canonical instruction, which is made operand by operand in the order of the text, says of each operand what the instruction says, and has its name: also where one
// operand decides how another is read.
func TestCanonicalSaysTheSame(t *testing.T) {
	rng := chance.Random(t, 9)
	for n := range table {
		same := 0
		for range 600 {
			i := Inst{Form: Form(n), Word: randomWord(rng)}
			if rng.IntN(2) == 0 {
				i.Word = i.Word.and(randomWord(rng))
			}
			f := &forms()[n]
			i.Word = i.Word.Xor(i.Word.and(f.mask)).or(f.value)
			i.Fit(rng.IntN(2) == 0)
			c, differ := i.Canonical()
			if whole := i.Word.Xor(differ); f.length.width == 0 && whole != c.Word {
				t.Fatalf("%s: %x and %x differ by %x", f.name, i.Word, c.Word, differ)
			}
			for k, o := range f.operands {
				got, want := c.Arg(k), i.Arg(k)
				if o.Kind == List && got.Count == 0 && want.Count == 0 {
					continue // no text says where an empty list begins
				}
				got.Undefined, want.Undefined = false, false // a bit that is undefined is not said
				if got != want {
					t.Fatalf("%s, operand %s of %x: %+v, canonical %x: %+v", f.name, o.Name, i.Word, want, c.Word, got)
				}
			}
			name, _ := i.Name()
			if canonical, _ := c.Name(); canonical != name || c.Saturates() != i.Saturates() {
				t.Fatalf("%s: %x is %s, canonical %s", f.name, i.Word, name, canonical)
			}
			if differ.IsZero() {
				same++
			}
		}
	}
}

// An operand stands alone exactly if the bits of others have no part in it, tried one bit at a time; whose count another field says does not, whatever its own kind.
func TestAlone(t *testing.T) {
	rng := chance.Random(t, 22)
	hangs := map[Kind]bool{}
	all := map[Kind]bool{}
	for n := range table {
		f := &forms()[n]
		for k, o := range f.operands {
			all[o.Kind] = true
			var own Word
			for _, s := range append(slices.Clone(o.value), o.typ, o.mod) {
				if s.pos != zeroBits {
					own.set(s, s.mask())
				}
			}
			for range 30 {
				i := Inst{Form: Form(n), Word: randomWord(rng)}
				for bit := range uint8(96) {
					j := i
					if one := (span{bit, 1}); own.get(one) == 0 {
						j.Word.set(one, 1-j.Word.get(one))
					}
					if j.Arg(k) == i.Arg(k) {
						continue
					}
					if hangs[o.Kind] = true; o.Alone() {
						t.Fatalf("%s, operand %s of %x stands alone, and hangs on bit %d", f.name, o.Name, i.Word, bit)
					}
				}
			}
		}
	}
	for n := range table {
		for _, o := range table[n].operands {
			if want := !hangs[o.Kind] && o.Count == "" && o.Kind != Texture; o.Alone() != want { // a texture asks for its own type by name
				t.Errorf("%s, operand %s stands alone: %v, want %v", table[n].name, o.Name, o.Alone(), want)
			}
		}
	}
	if len(hangs) == 0 || len(hangs) == len(all) {
		t.Errorf("of %d kinds %d hang on others", len(all), len(hangs))
	}
}

// The forms in which one operand can undo what another has said: a dimension its coordinates, an interpolation its sample, a sign its number.
func TestEntangledForms(t *testing.T) {
	want := []string{"stack_adjust", "iter", "iterproj", "texture_sample", "texture_load", "image_write", "image_write_block"}
	for n := range NumForms {
		if is := slices.Contains(want, n.Name()); n.Entangled() != is {
			t.Errorf("%s is entangled: %v", n.Name(), n.Entangled())
		}
	}
}

// Coordinates fit a dimension in registers of 32 or of 16 bits, or in none, and then the instruction says so.
func TestFitCoords(t *testing.T) {
	fits := 0
	for n := range table {
		f := Form(n)
		k := operandOf(f, Coords)
		if k < 0 {
			continue
		}
		dim, _ := f.Field("dim")
		high, _ := f.Field("dimx")
		short, is16 := f.Field("C16")
		for d := range uint64(16) {
			i := New(f)
			i.Word.set(dim.s, d)
			i.Word.set(high.s, d>>3)
			axes, packed := 2, 0
			if d < uint64(len(plainDimensions)) {
				axes, packed = len(plainDimensions[d].axes), len(plainDimensions[d].packed)
			}
			for count := range 9 {
				for _, size := range []int{16, 32, 64} {
					words := size == 32 && packed == 0 && count == axes || size == 16 && packed > 0 && count == 2*axes+1
					halves := size == 16 && count == axes+packed
					j := i
					ok := j.FitCoords(k, Arg{Index: 4, Size: size, Count: count})
					if want := words || halves || !is16; ok != want {
						t.Errorf("%s: %d registers of %d bits fit dimension %d: %v", f.Name(), count, size, d, ok)
					}
					if ok && is16 {
						fits++
						if got := j.Arg(k); got.Count != count || got.Size != size || short.Of(j) != map[bool]uint64{true: 1}[!words] {
							t.Errorf("%s: %d registers of %d bits are %+v", f.Name(), count, size, got)
						}
					}
				}
			}
		}
	}
	if fits == 0 {
		t.Error("nothing fits")
	}
}

// operandOf is the form's operand of a kind, -1 for none.
func operandOf(f Form, kind Kind) int {
	for k, o := range f.Operands() {
		if o.Kind == kind {
			return k
		}
	}
	return -1
}

// A list stands in the text but where a mask in front of it is empty and says how many there are.
func TestWantsList(t *testing.T) {
	wanted, not := 0, 0
	for n := range table {
		f := Form(n)
		mask, list := max(operandOf(f, Mask), operandOf(f, Mask0)), operandOf(f, List)
		for _, v := range []int64{0, 1, 8, 15} {
			i := New(f)
			if mask >= 0 {
				if err := i.SetArg(mask, Arg{Class: Number, Value: v}); err != nil {
					t.Fatal(err)
				}
			}
			want := list >= 0 && (mask < 0 || mask > list || v > 0 || f.Operands()[list].Count != "mask")
			if got := i.WantsList(); got != want {
				t.Errorf("%s with the mask %d wants a list: %v", f.Name(), v, got)
			}
			if want {
				wanted++
			} else if list >= 0 {
				not++
			}
		}
	}
	if wanted == 0 || not == 0 {
		t.Errorf("lists are wanted %d times, and not %d times", wanted, not)
	}
}

// What is said of saturation is kept by forms that have it and refused by the others.
func TestSaturation(t *testing.T) {
	can := 0
	for n := range table {
		f := Form(n)
		s, _ := f.Field("S")
		has := table[n].flags&saturates != 0
		for _, on := range []bool{true, false, true} {
			i := New(f)
			i.Word.set(s.s, 1)
			before := i
			if ok := i.SetSaturates(on); ok != (has || !on) {
				t.Errorf("%s takes %v: %v", f.Name(), on, ok)
			}
			if has {
				can++
				if i.Saturates() != on || s.Of(i) != map[bool]uint64{true: 1}[on] {
					t.Errorf("%s is told %v and says %v", f.Name(), on, i.Saturates())
				}
			} else if i != before || i.Saturates() {
				t.Errorf("%s cannot saturate, and has changed", f.Name())
			}
		}
	}
	if can == 0 {
		t.Error("no form saturates")
	}
}

// Where operands hang on one another, what cannot be is refused too, and then nothing has changed.
func TestEntangledRefusals(t *testing.T) {
	half, whole := Arg{Index: 4, Size: 16}, Arg{Index: 4, Size: 32}
	pair, hint := Arg{Index: 4, Size: 64}, Arg{Index: 4, Size: 16, Hint: Cache}
	number, negative := Arg{Class: Number, Value: 1}, Arg{Class: Number, Value: -1}
	uniforms, odd := Arg{Class: Uniform, Index: 8, Size: 64}, Arg{Class: Uniform, Index: 10, Size: 64}
	refused := map[Kind][]Arg{
		Sample: {hint, negative, whole}, Moving: {half, hint, {Class: Number, Value: 1 << 16}, {Class: Number, Value: -1<<15 - 1}, {Class: Immediate}, uniforms},
		OptUBase: {odd, pair, {Class: Uniform, Index: 8, Size: 32}, number}, Texture: {hint, negative, {Class: Immediate, Value: 1}, uniforms}, Dim: {half, negative, {Class: Number, Value: 16}},
		Coords: {hint, pair, uniforms, number}, Lod: {hint, pair, uniforms, negative}, LodMode: {half, negative, {Class: Number, Value: 16}},
		Compare: {whole, hint, uniforms, {Class: Uniform, Index: 8, Size: 16}, number}, Interp: {half, negative, {Class: Number, Value: 4}}, List: {hint, pair, uniforms, number},
	}
	kept := map[Kind][]Arg{
		Sample: {half, number, {None: true}}, Moving: {whole, {Class: Number, Value: -1 << 15}, {Class: Number, Value: 1<<15 - 1}}, OptUBase: {uniforms, {None: true}},
		Texture: {half, whole, number, {Class: Immediate}}, Compare: {half, {None: true}}, Interp: {number}, Dim: {number}, LodMode: {number},
		List: {{Index: 4, Size: 16, Count: 4}, {Index: 4, Size: 32, Count: 4}},
	}
	done := 0
	for n := range table {
		for k, o := range table[n].operands {
			for _, a := range refused[o.Kind] {
				i := New(Form(n))
				before := i
				if err := i.SetArg(k, a); err == nil || i != before {
					t.Errorf("%s, operand %s takes %+v: %v, %+v", i.Form.Name(), o.Name, a, err, i.Arg(k))
				}
				done++
			}
			for _, a := range kept[o.Kind] {
				i := New(Form(n))
				if o.Count == "mask" {
					setMask(t, &i)
				}
				if o.Kind == List && a.Size == 32 && forms()[n].operands[k].typ.width == 0 {
					if err := i.SetArg(k, a); err == nil {
						t.Errorf("%s, operand %s has halves only, and takes %+v", i.Form.Name(), o.Name, a)
					}
					continue
				}
				if err := i.SetArg(k, a); err != nil || !saysTheSame(i.Arg(k), a) {
					t.Errorf("%s, operand %s is given %+v: %v, %+v", i.Form.Name(), o.Name, a, err, i.Arg(k))
				}
			}
		}
	}
	if done == 0 {
		t.Error("nothing was tried")
	}
}

func setMask(t *testing.T, i *Inst) {
	if k := max(operandOf(i.Form, Mask), operandOf(i.Form, Mask0)); k >= 0 {
		if err := i.SetArg(k, Arg{Class: Number, Value: 15}); err != nil {
			t.Fatal(err)
		}
	}
}

// That every operand has the bits that its text is given is seen without making the canonical instruction, for forms of kinds that know it: neither too often, which would be
// wrong, nor too seldom, which would be slow.
func TestPlainIsCanonical(t *testing.T) {
	rng := chance.Random(t, 10)
	plain, not := 0, 0
	for n := range table {
		f := &forms()[n]
		known := true
		for _, o := range f.operands {
			known = known && kinds[o.Kind].plain != nil && o.Kind != FloatSrc16 // which does not know 32-bit uniforms
		}
		for range 600 {
			i := Inst{Form: Form(n), Word: randomWord(rng)}
			i.Word = i.Word.Xor(i.Word.and(f.mask.or(f.silent))).or(f.value).or(f.start.and(f.silent))
			i.Word = i.Word.Xor(i.Word.from(f.row.width))
			_, differ := i.Canonical()
			switch got := f.plain(i.Word); {
			case got && !differ.IsZero():
				t.Fatalf("%s, %x, is plain, and differs by %x", f.name, i.Word, differ)
			case !got && known && differ.IsZero():
				t.Fatalf("%s, %x, is canonical, and not plain", f.name, i.Word)
			case got:
				plain++
			default:
				not++
			}
		}
	}
	if plain == 0 || not == 0 {
		t.Errorf("%d plain, %d not", plain, not)
	}
}
