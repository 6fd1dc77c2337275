package g13

import "sync"

// A Naming is a form under one of its names.
type Naming struct {
	Inst   Inst   // its other fields 0, or what they usually are, or what may be left out
	Hidden []bool // operands that are not in the text under this name
}

// Named is every form and alias with the given name, aliases before the form itself.
func Named(name string) []Naming { return namings().printed[name] }

// AlsoNamed is every form that is understood under a name that is never printed, or is the printed one of another form: the seed's fadd, and mov of a number that the
// printed mov has no room for.
func AlsoNamed(name string) []Naming { return namings().also[name] }

// Names is every name that is understood.
func Names() []string { return namings().names }

type allNamings struct {
	printed, also map[string][]Naming
	names         []string
}

var namings = sync.OnceValue(func() *allNamings {
	all := &allNamings{printed: map[string][]Naming{}, also: map[string][]Naming{}}
	for n := range forms() {
		f := &forms()[n]
		i := New(Form(n))
		for s, v := range f.tail {
			i.Word.set(s, v)
		}
		add := func(to map[string][]Naming, name string, naming Naming) {
			if all.printed[name] == nil && all.also[name] == nil {
				all.names = append(all.names, name)
			}
			to[name] = append(to[name], naming)
		}
		under := func(a alias) Naming {
			j := i
			j.Word = j.Word.Xor(j.Word.and(a.mask)).or(a.value)
			return Naming{j, a.hidden}
		}
		for _, a := range f.aliases {
			add(all.printed, a.name, under(a))
		}
		add(all.printed, f.name, Naming{Inst: i})
		for _, a := range f.also {
			add(all.also, a.name, under(a))
		}
	}
	return all
})

// MayLack says whether a text may end before operand n in some instructions of the form.
func (f Form) MayLack(n int) bool {
	k := f.Operands()[n].Kind
	return k == Sign || k == Round || New(f).MayLack(n)
}

// MayLack says whether a text may end before operand n, which then is what the instruction has already.
func (i Inst) MayLack(n int) bool {
	f := &forms()[i.Form]
	o := &f.operands[n]
	switch o.Kind {
	case Sign: // of a number in the instruction, which has a sign
		return i.Word.get(f.fields["Ot"]) != 0
	case Round:
		_, known := i.usualRounding()
		return known
	case Interp:
		return true
	}
	for _, s := range o.value {
		if _, ok := f.tail[s]; s.pos != zeroBits && !ok {
			return false
		}
	}
	return len(f.tail) > 0 && len(o.value) > 0
}

// SetLacking gives operand n, which the text lacks, what depends on those before it.
func (i *Inst) SetLacking(n int) {
	if o := &forms()[i.Form].operands[n]; o.Kind == Round {
		v, _ := i.usualRounding()
		i.Word.set(o.value[0], v)
	}
}

// usualRounding is how all known code rounds a conversion: one to an integer towards zero, one to a float to nearest.
func (i Inst) usualRounding() (v uint64, known bool) {
	mode := i.Word.get(forms()[i.Form].fields["mode"])
	if mode >= uint64(len(conversionWords)) || conversionWords[mode] == "" {
		return 0, false
	}
	if conversionWords[mode][0] == 'f' {
		return 0, true
	}
	return 1, true
}
