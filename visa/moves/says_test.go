package moves_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/moves"
)

// What can be nothing else than an instruction of vISA: a mnemonic, with what follows a full stop, and a parenthesis of a mask or a number, behind a guard or none.
func TestLooks(t *testing.T) {
	looks := moves.Dialect().Looks
	for name, known := range map[string]bool{"mov": true, "addr_add": true, "sel": true, "move": false, "v": false, "": false, "mov x": false} {
		for modifier, fine := range map[string]bool{"": true, ".sat": true, " ": true, ".sat ": true} {
			for mask, good := range map[string]bool{"(M1, 8)": true, "( M5_NM, 4)": true, "(NoMask, 8)": true, "(8)": true, "(16 )": true, "( )": false, "(x, 8)": false, "(8x)": false, "(M1, 8": false, "M1, 8)": false, "<8;8,1>": false, "(NoM)": false} {
				for guard, closed := range map[string]bool{"": true, "(P1) ": true, "(!P1.any)": true, "(P1 ": false} {
					text := guard + name + modifier + mask + " V32<1> V33<8;8,1>"
					if strings.HasPrefix(text, "<") {
						continue
					}
					if want := known && fine && good && closed; looks(text) != want {
						t.Errorf("%s looks so: %v", text, !want)
					}
				}
			}
		}
	}
	for text, want := range map[string]bool{
		".decl V33 v_type=G": true, "(P1) .decl V33": true, ".declV33": false, "decl V33": false, "mov": false, "(": false, "()": false, "(P1)": false,
		"<8;4,1>": true, "<8": true, "< 8 ": true, "<": false, "<8>": false, "<8 x i32>": false, "<8,4>": false, "8;4,1>": false, "<;": true, "<x;": false, "": false,
	} {
		if looks(text) != want {
			t.Errorf("%s looks so: %v", text, !want)
		}
		if strings.HasPrefix(text, "<") && moves.IsRegion(text) != want {
			t.Errorf("%s is a region: %v", text, !want)
		}
	}
}

// Where a kernel begins: its name, or a variable with its type.
func TestBeginsKernel(t *testing.T) {
	for line, want := range map[string]bool{
		`.kernel "k"`: true, ` 	.kernel "k"`: true, ".kernel k": false, `kernel "k"`: false, `x .kernel "k"`: false, ".decl V33 v_type=G type=d": true, "  .decl V33 v_type=P num_elts=8": true,
		".decl V33": false, ".decl V33 type=d": false, ".decl v_type=G": false, ".declare V33 v_type=G": false, "decl V33 v_type=G": false, "V33 v_type=G": false, "": false,
	} {
		if moves.BeginsKernel(line) != want {
			t.Errorf("%q begins a kernel: %v", line, !want)
		}
	}
}

// holdRead reads texts in which what is wrong stands between marks, and holds what is said of it; a text without marks is wrong as a whole.
func holdRead(t *testing.T, text string, opt dialect.Options, what string) {
	t.Helper()
	bare := strings.NewReplacer("«", "", "»", "").Replace(text)
	off, end := 0, len(bare)
	if at := strings.Index(text, "«"); at >= 0 {
		off, end = at, strings.Index(text, "»")-len("«")
	}
	_, err := moves.Dialect().Read(bare, opt)
	var e *syntax.Error
	if !errors.As(err, &e) {
		t.Errorf("%s: %v, want %s", text, err, what)
		return
	}
	if spaced := e.Off <= off && end <= e.End && strings.TrimSpace(bare[e.Off:e.End]) == strings.TrimSpace(bare[off:end]); !spaced || !strings.HasPrefix(e.What, what) {
		t.Errorf("%s: %d to %d: %s, want %d to %d: %s", text, e.Off, e.End, e.What, off, end, what)
	}
}

// What is refused, and where: the line that it is about, alone or between others, with line ends or semicolons between.
func TestRefused(t *testing.T) {
	good := "mov (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1>"
	for bad, what := range map[string]string{
		"«mov (M1, 4) V32(0,0)<1> V33(0,0)<8;8,1>»": "<8;8,1>: width 8 is greater than the execution size 4",
		"«ret (M1, 1)»": "ret is control flow, and moves no lanes",
		"mov (M1, 4) V32(0,0)<1> «V33(0,0)<4;4,3>»": "",
		"mov (M1, 4) V32(0,0)<1> V33(0,0)<4;«»":     "",
		"«what» is this":                            "",
	} {
		for _, between := range []string{"\n", "; ", " ;", "\n\n"} {
			for _, text := range []string{bad, bad + between + good, good + between + bad, good + between + bad + between + good} {
				if what != "" {
					holdRead(t, text, dialect.Options{}, what)
					continue
				}
				if _, err := moves.Dialect().Read(strings.NewReplacer("«", "", "»", "").Replace(text), dialect.Options{}); err == nil {
					t.Errorf("%s is read", text)
				}
			}
		}
	}
	holdRead(t, ".decl V33 v_type=G type=d num_elts=8 align=GRF", dialect.Options{}, "expected an instruction, found declarations only")
	holdRead(t, "add (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1> V33(0,0)<4;4,1>", dialect.Options{}, "add (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1> V33(0,0)<4;4,1>: add is no movement of lanes")
	for _, space := range []string{"", "  "} {
		holdRead(t, space+"«<8;3,1>»"+space, dialect.Options{Exec: 8}, "<8;3,1>: width 3 is not 1, 2, 4, 8 or 16")
		for _, exec := range []int{3, 5, 64, -1} {
			holdRead(t, space+"«<8;8,1>»"+space, dialect.Options{Exec: exec}, fmt.Sprintf("%d is no execution size: expected 1, 2, 4, 8, 16 or 32", exec))
		}
		holdRead(t, space+"<8;8«>»", dialect.Options{}, `expected "," and the horizontal stride`)
	}
	known := map[string]bool{"ud": true, "d": true, "uw": true, "w": true, "ub": true, "b": true, "uq": true, "q": true, "f": true, "df": true, "hf": true, "bf": true}
	for _, name := range []string{"ud", "d", "uw", "w", "ub", "b", "uq", "q", "f", "df", "hf", "bf", "vf", "uv", "v", "bool", "x", "D1"} {
		for _, text := range []string{"<0;1,0>", "mov (M1, 1) V32(0,0)<1> V33(0,0)<0;1,0>"} {
			if !known[name] {
				holdRead(t, text, dialect.Options{Type: name, Exec: 1}, fmt.Sprintf("--type %q is no type of elements: expected ud, d, uw, w, ub, b, uq, q, f, df, hf or bf", name))
			} else if r, err := moves.Dialect().Read(text, dialect.Options{Type: name, Exec: 1}); err != nil || len(r.Warnings) != 0 {
				t.Errorf("%s of %s: %q, %v", text, name, r.Warnings, err)
			} else if typ, _ := visa.TypeNamed(name); r.Map.Bits != 8*typ.Size() {
				t.Errorf("%s of %s is %v", text, name, r.Map)
			}
		}
	}
}

// What a text leaves open is said.
func TestWarnings(t *testing.T) {
	alone, types, noType := "a region alone has no execution size: %d lanes are taken", "the text declares no types: variables are taken for d", "a region alone has no type: d is taken"
	for _, row := range []struct {
		text  string
		opt   dialect.Options
		names string
		want  []string
	}{
		{"<8;8,1>", dialect.Options{}, "a>V32", []string{fmt.Sprintf(alone, 8), noType}},
		{"<4;4,1>", dialect.Options{Type: "d"}, "a>V32", []string{fmt.Sprintf(alone, 8)}},
		{"<16;16,1>", dialect.Options{Type: "uw"}, "a>V32", []string{fmt.Sprintf(alone, 16)}},
		{"<8;8,1>", dialect.Options{Exec: 8}, "a>V32", []string{noType}},
		{"<8;8,1>", dialect.Options{Exec: 8, Type: "f"}, "a>V32", nil},
		{"mov (M1, 8) V40(0,0)<1> V33(0,0)<8;8,1>", dialect.Options{}, "V33>V40", []string{types}},
		{"mov (M1, 8) V40(0,0)<1> V33(0,0)<8;8,1>", dialect.Options{Type: "d"}, "V33>V40", nil},
		{".decl o v_type=G type=d num_elts=8 align=GRF\n.decl m v_type=G type=d num_elts=8 align=GRF\nmov (M1, 8) o(0,0)<1> m(0,0)<8;8,1>", dialect.Options{}, "m>o", nil},
	} {
		r, err := moves.Dialect().Read(row.text, row.opt)
		if err != nil || !slices.Equal(r.Warnings, row.want) || strings.Join(r.Names, " ")+">"+r.To != row.names {
			t.Errorf("%s %+v: %q of %q to %q: %v", row.text, row.opt, r.Warnings, r.Names, r.To, err)
		}
	}
	r, err := moves.Dialect().Read("mov (M1, 16) V32(0,0)<1> V33(0,0)<16;8,2>", dialect.Options{Type: "d"})
	if err != nil || len(r.Warnings) != 1 || len(r.Map.Lane) != 16 {
		t.Errorf("what lies in more than two registers is %v with %q: %v", r.Map, r.Warnings, err)
	}
}

// What no mov of dwords alone says is refused with the reason.
func TestSaysNot(t *testing.T) {
	letters := len(dialect.SourceLetters)
	many := lane.Map{Bits: 32}
	for k := range letters + 1 {
		many.Src, many.Lane = append(many.Src, 2), append(many.Lane, lane.From(k, 0))
	}
	for _, row := range []struct {
		m             lane.Map
		one, sequence string
	}{
		{parsed(t, "i8x4 -> a1 a0"), "its lanes are no dwords, and other types need declarations: ", ""},
		{parsed(t, "i4x4 -> a1 a0 a2"), "its lanes are no dwords, and other types need declarations: ", "elements have 8, 16, 32 or 64 bits: "},
		{parsed(t, "i32x4 -> a0 _ a2"), "lane 1 is undefined, and a variable's element is not", "lane 1 is undefined, and a variable's element is not"},
		{parsed(t, "i32x4 -> a0 a1 ."), "lane 2, the last, is not written, and a result ends with its last element written", "lane 2, the last, is not written, and a result ends with its last element written"},
		{parsed(t, "i32x8 -> a7 a1 a4 a2"), "no one region does it", ""},
		{parsed(t, "i32x9 -> a0 a1"), "the sources' sizes need declarations", ""},
		{many, fmt.Sprintf("more than %d sources have no letters", letters), fmt.Sprintf("more than %d sources have no letters", letters)},
	} {
		text, err := moves.Dialect().Say(row.m)
		if err == nil || text != "" || !strings.HasPrefix(err.Error(), row.one) {
			t.Errorf("%s is said as %q: %v, want %s", row.m, text, err, row.one)
		}
		lines, err := moves.Dialect().Sequence(t.Context(), row.m)
		if row.sequence == "" && (err != nil || len(lines) == 0) || row.sequence != "" && (err == nil || !strings.HasPrefix(err.Error(), row.sequence)) {
			t.Errorf("%s in several lines is %q: %v, want %s", row.m, lines, err, row.sequence)
		}
	}
	many.Src, many.Lane = many.Src[:letters], many.Lane[:letters]
	if lines, err := moves.Dialect().Sequence(t.Context(), many); err != nil || len(lines) < letters {
		t.Errorf("%s is %q: %v", many, lines, err)
	}
}

func parsed(t *testing.T, text string) lane.Map {
	t.Helper()
	m, err := lane.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Several lines, read back, are the map, in the widest elements of which its lanes are made, dwords before all; and what needs no declarations has none.
func TestSequences(t *testing.T) {
	r := chance.Random(t, 62)
	plain := 0
	for range 150 {
		bits := 8 << r.IntN(4)
		m := lane.Map{Bits: bits, Src: []int{1 + r.IntN(9), 4, 8}[:1+r.IntN(3)], Lane: make([]lane.Lane, 1+r.IntN(9))}
		for i := range m.Lane {
			s := r.IntN(len(m.Src))
			m.Lane[i] = lane.From(s, r.IntN(m.Src[s]))
			if i+1 < len(m.Lane) && r.IntN(9) == 0 {
				m.Lane[i] = lane.FromOld(i)
			}
		}
		lines, err := moves.Dialect().Sequence(t.Context(), m)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		text := strings.Join(lines, "\n")
		back, err := moves.Dialect().Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %s: %v", m, text, err)
		}
		best := 0 // the bits of the elements
		for _, wide := range []int{32, 64, 16, 8} {
			if _, err := m.Regroup(wide); err == nil {
				best = wide
				break
			}
		}
		declared := strings.Count(text, ".decl ")
		if back.Map.Bits != best || declared != 0 && declared != 1+len(m.Src) || best != 32 && declared == 0 {
			t.Errorf("%s is of elements of %d bits, %d declared: %s", m, back.Map.Bits, declared, text)
		}
		if declared == 0 {
			plain++
		}
		wide, err := m.Regroup(best)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range wide.Lane {
			have := back.Map.Lane[i]
			if l.Kind == lane.Source {
				if k := slices.Index(back.Names, lane.SourceName(l.Src)); have.Kind != lane.Source || have.Src != k || have.Index != l.Index || back.Map.Src[k] != wide.Src[l.Src] {
					t.Fatalf("%s: lane %d of %s of %q is %v", m, i, text, back.Names, have)
				}
			} else if have != l {
				t.Fatalf("%s: lane %d of %s is %v", m, i, text, have)
			}
		}
		if len(back.Map.Lane) != len(wide.Lane) || back.To != "V32" {
			t.Errorf("%s: %s is %s to %s", m, text, back.Map, back.To)
		}
	}
	if plain == 0 || plain == 150 {
		t.Errorf("%d of 150 have no declarations", plain)
	}
}

// What is found of a map: in the types that are asked for, by one region where one is enough, and what its declarations are.
func TestFound(t *testing.T) {
	for _, row := range []struct {
		m     string
		types []visa.Type
		want  string
	}{
		{"i32x8 -> a0 a2 a4 a6", nil, "d a(0,0)<2;1,0>: .decl V32 v_type=G type=d num_elts=4 align=GRF; .decl a v_type=G type=d num_elts=8 align=GRF: mov (M1, 4) V32(0,0)<1> a(0,0)<2;1,0>"},
		{"i32x8 -> a0 a2 a4 a6", []visa.Type{visa.UW}, "uw"},
		{"i16x8 -> a0 a1 a4 a5", nil, "d a(0,0)<2;1,0>"},
		{"i16x8 -> a0 a1 a4 a5", []visa.Type{visa.UW}, "uw a(0,0)<4;2,1>"},
		{"i16x8 -> a1 a0", nil, "uw"},
		{"i16x8 -> a1 a0", []visa.Type{visa.D}, "!its lanes are no elements of d: "},
		{"i16x8 -> a1 a0", []visa.Type{visa.D, visa.UQ}, "!its lanes are no elements of uq: "},
		{"i4x8 -> a1 a0", nil, "!its lanes are no elements of ub: "},
		{"i32x4 -> d1 a0", nil, "!lane 0 moves inside the old destination"},
		{"i64x4 -> a3 a2", nil, "d"},
		{"i32x4 -> a0 #7", []visa.Type{visa.F}, "f"},
	} {
		v, err := moves.Find(t.Context(), parsed(t, row.m), 32, 1000, row.types...)
		got := v.Type.String()
		if v.Region != "" {
			got += " " + v.Region
		}
		if got += ": " + strings.Join(v.Decls, "; ") + ": " + strings.Join(v.Moves, "; "); err != nil {
			got = "!" + err.Error()
		}
		if !strings.HasPrefix(got, row.want) {
			t.Errorf("%s in %v is %s, want %s", row.m, row.types, got, row.want)
		}
		if err == nil && v.IsMinimal() != (v.Lower >= len(v.Moves)) {
			t.Errorf("%s: %d moves, at least %d", row.m, len(v.Moves), v.Lower)
		}
	}
	if !(moves.Found{Moves: []string{"x"}, Lower: 1}).IsMinimal() || (moves.Found{Moves: []string{"x", "y"}, Lower: 1}).IsMinimal() {
		t.Error("what is shortest")
	}
}

// Behind the declarations of a map stand those of all else that its addresses are made with, and no others.
func TestNeeds(t *testing.T) {
	r := chance.Random(t, 63)
	high := 0
	for range 60 {
		m := lane.Map{Bits: 8 << r.IntN(3), Src: []int{64, 32}[:1+r.IntN(2)], Lane: make([]lane.Lane, 8<<r.IntN(2))}
		for i := range m.Lane {
			s := r.IntN(len(m.Src))
			m.Lane[i] = lane.From(s, r.IntN(m.Src[s]))
		}
		v, err := moves.Find(t.Context(), m, 32, 50)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		var want []string
		text := strings.Join(v.Gather, "\n")
		for name, line := range map[string]string{"A0": "v_type=A num_elts=16", "O": "v_type=G type=uw num_elts=16 align=GRF", "H": "v_type=G type=uw num_elts=16 align=GRF"} {
			if strings.Contains(text, " "+name+"(0,0)") || strings.Contains(text, "["+name+"(") {
				want = append(want, ".decl "+name+" "+line)
			}
		}
		slices.Sort(want)
		if have := slices.Sorted(slices.Values(v.Needs)); !slices.Equal(have, want) {
			t.Fatalf("%s: %s needs %q, want %q", m, text, have, want)
		}
		if len(want) == 3 {
			high++
		}
		if len(want) > 0 {
			gather(t, m, v)
		}
	}
	if high == 0 {
		t.Error("no map needs numbers of two digits")
	}
}

// Lanes that are no elements are refused with the reason of each type, in the order in which types are tried.
func TestNoElements(t *testing.T) {
	for _, text := range []string{"i4x4 -> a1 a0 a2", "i1x64 -> a1 a0", "i4x16 -> a1 a2 a3 a4"} {
		m := parsed(t, text)
		var why []string
		for _, bits := range []int{32, 64, 16, 8} {
			_, err := m.Regroup(bits)
			if err == nil {
				t.Fatalf("%s has lanes of %d bits", text, bits)
			}
			why = append(why, err.Error())
		}
		if _, err := moves.Dialect().Sequence(t.Context(), m); err == nil || err.Error() != "elements have 8, 16, 32 or 64 bits: "+strings.Join(why, "\n") {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
}
