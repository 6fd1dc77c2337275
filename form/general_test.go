package form_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// generalRows are the rows that have operands in general registers.
func generalRows() (rows []*target.Row) {
	for _, t := range target.Targets() {
		for _, r := range t.Rows {
			if r.General != "" && !slices.Contains(rows, r) {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// operandOf is a register for a letter of a row.
func operandOf(r *target.Row, letter byte, bits int) string {
	n := strings.IndexByte("dabk", letter)
	if letter == 'a' && r.Destroys {
		n = 0
	}
	if r.FileOf(letter) == target.General {
		return target.GeneralRegister(n, bits)
	}
	return map[int]string{128: "xmm", 256: "ymm"}[bits] + fmt.Sprint(n)
}

// A saidRow is a row with all operands, as texts in several notations, and what it does.
type saidRow struct {
	texts []string
	m     lane.Map
}

// sayRow is the row for the value of an immediate, or for a constant. One that moves only what is known has these bits of its first source, and the others of its second.
func sayRow(r *target.Row, value int, k lane.Const) saidRow {
	s := saidRow{m: meaning(r, value, k)}
	number := "0x" + k.Hex()
	if v, _ := k.Uint64(); r.Index != nil && r.Index.Inline && r.Bits == 64 && int64(v) < 0 {
		number = fmt.Sprintf("-0x%x", -v)
	}
	intel := func(k string) string {
		return r.Text(value, func(letter byte) string {
			at := strings.IndexByte(target.SourceLetters, letter)
			switch {
			case letter == 'k' && k != "":
				return k
			case at >= 0 && at < len(r.Src):
				return operandOf(r, letter, r.Src[at])
			}
			return operandOf(r, letter, r.Bits)
		})
	}
	load := "mov " + operandOf(r, 'k', 64) + ", " + number
	switch {
	case r.Union != nil:
		rest, _ := k.Uint64()
		s.texts = append(s.texts, fmt.Sprintf("and %s, %s; and %s, %#x; %s", operandOf(r, 'a', r.Bits), number, operandOf(r, 'b', r.Bits), ^rest<<(64-r.Bits)>>(64-r.Bits), intel("")))
	case r.Index == nil || r.Index.Inline:
		s.texts = append(s.texts, intel(number))
	default:
		s.texts = append(s.texts, intel(number), load+"; "+intel(""), strings.Replace(load, "mov", "movabs", 1)+"\n"+strings.ToUpper(intel("")))
	}
	for _, text := range slices.Clone(s.texts) {
		s.texts = append(s.texts, atAndT(text, false), atAndT(text, true))
	}
	s.texts = append(s.texts, inC(r, value, "0x"+k.Hex()+"ull")...)
	return s
}

// meaning is what the table says of a row.
func meaning(r *target.Row, value int, k lane.Const) lane.Map {
	switch {
	case r.Imm != nil:
		return r.Imm.Map(value)
	case r.Index != nil:
		return r.Index.Apply(k)
	}
	args := make([]lane.Map, 2)
	for n := range args {
		args[n] = lane.Map{Bits: 1, Src: []int{r.Bits, r.Bits}, Lane: make([]lane.Lane, r.Bits)}
		for i := range args[n].Lane {
			bit, _ := k.Slice(i, 1).Uint64()
			if args[n].Lane[i] = lane.Zero(); int(bit) != n {
				args[n].Lane[i] = lane.From(n, i)
			}
		}
	}
	return r.Union.Of(args...)
}

// inC is a row as an expression of C, and as statements.
func inC(r *target.Row, value int, k string) (all []string) {
	if len(r.Src) == 0 { // a number of C is no form
		return nil
	}
	operands := map[byte]string{'k': k}
	before := ""
	if r.Union != nil {
		operands = map[byte]string{'a': "x", 'b': "y"}
		before = "unsigned long long x = a & " + k + "; unsigned long long y = b & ~" + k + "; "
	}
	c := r.Call(r.C, value, func(letter byte) string { return operands[letter] })
	if all = append(all, before+c); r.FileOf('d') == target.General {
		all = append(all, before+"uint64_t t = "+c+"; return t;")
	}
	return all
}

// atAndT is lines in the other order of operands, with or without the size behind names of instructions on general registers.
func atAndT(text string, sized bool) string {
	lines := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ';' || r == '\n' })
	for k, line := range lines {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		operands := strings.Split(rest, ", ")
		size := map[byte]string{'r': "q", 'e': "l"}[operands[0][0]]
		if sized && !strings.Contains(rest, "mm") && name != "movzx" {
			name += size
		}
		if sized && name == "movzx" {
			name = "movz" + map[bool]string{true: "b", false: "w"}[strings.HasSuffix(operands[1], "l") || strings.HasSuffix(operands[1], "b")] + size
		}
		for i, o := range operands {
			if operands[i] = "%" + o; o[0] == '-' || o[0] >= '0' && o[0] <= '9' {
				operands[i] = "$" + o
			}
		}
		slices.Reverse(operands)
		lines[k] = name + "\t" + strings.Join(operands, ",")
	}
	return strings.Join(lines, "\n")
}

// Every row of general registers, and every one that crosses between them and vectors, is read in both orders of operands and in C as what the table says that it does.
func TestEveryGeneralRow(t *testing.T) {
	rng := chance.Random(t, 17)
	count := 0
	x86, _ := form.ByName("x86")
	for _, r := range generalRows() {
		values := 1
		if r.Imm != nil {
			values = min(r.Imm.Values, 6)
		}
		for i := range max(values, 4) {
			k := lane.ConstOf(rng.Uint64()&rng.Uint64()).Slice(0, r.Bits)
			value := 0
			if r.Imm != nil {
				value = []int{0, r.Imm.Values - 1, rng.IntN(r.Imm.Values)}[min(i, 2)]
			}
			if r.Index != nil && r.Index.Inline {
				k = lane.ConstOf(uint64(int64(int32(rng.Uint32())))).Slice(0, r.Bits)
			}
			s := sayRow(r, value, k)
			if r.Within(target.General) && r.Union == nil {
				text, err := x86.Form(s.m)
				if err != nil || strings.ContainsAny(text, ";\n") {
					t.Errorf("%s %s is said as %q: %v", r.Name, s.m, text, err)
				}
				s.texts = append(s.texts, text)
			}
			for _, text := range s.texts {
				count++
				f, err := form.Parse(text, form.Options{From: "x86"})
				if err != nil {
					t.Errorf("%s: %v", text, err)
					continue
				}
				if v, err := lane.Compare(fitted(f.Map, s.m), fitted(s.m, f.Map)); err != nil || v.Relation != lane.Equal {
					t.Errorf("%s is %s, and the table says %s: %v", text, f.Map, s.m, err)
				}
			}
		}
	}
	t.Logf("%d rows in %d texts", len(generalRows()), count)
	if count < 1000 {
		t.Errorf("only %d texts", count)
	}
}

// fitted is a map with at least as many bits as another: above those that an instruction makes are zeros, and what it reads of a register may be the lowest bits.
func fitted(m, other lane.Map) lane.Map {
	m = m.Clone()
	for m.Bits > other.Bits {
		m, _ = m.Regroup(m.Bits / 2)
	}
	per := other.Bits / m.Bits
	for len(m.Lane) < len(other.Lane)*per {
		m.Lane = append(m.Lane, lane.Zero())
	}
	m.Src = slices.Clone(m.Src)
	for k := range m.Src {
		if k < len(other.Src) {
			m.Src[k] = max(m.Src[k], other.Src[k]*per)
		}
	}
	return m
}

// A machine is four registers and what is written into them, without the table.
type machine [4]uint64

var machineNames = [4][2]string{{"rax", "eax"}, {"rcx", "ecx"}, {"rdx", "edx"}, {"rbx", "ebx"}}

// An act is a line, and what it does.
type act struct {
	text string
	does func(m *machine)
}

// extracted is pext, and deposited pdep, bit by bit.
func extracted(v, mask uint64) (r uint64) {
	for i, n := 0, 0; i < 64; i++ {
		if mask>>i&1 == 1 {
			r |= v >> i & 1 << n
			n++
		}
	}
	return r
}

func deposited(v, mask uint64) (r uint64) {
	for i, n := 0, 0; i < 64; i++ {
		if mask>>i&1 == 1 {
			r |= v >> n & 1 << i
			n++
		}
	}
	return r
}

// someAct is a line of random registers.
func someAct(rng *rand.Rand) act {
	d, a, narrow := rng.IntN(4), rng.IntN(4), rng.IntN(3) == 0
	size, keep := 64, ^uint64(0)
	name := func(n int) string { return machineNames[n][0] }
	if narrow {
		size, keep = 32, 1<<32-1
		name = func(n int) string { return machineNames[n][1] }
	}
	i := rng.IntN(size)
	if rng.IntN(2) == 0 {
		i &^= 7
	}
	k := []uint64{rng.Uint64(), rng.Uint64() & rng.Uint64() & rng.Uint64(), 0x00ff00ff00ff00ff << (8 * rng.IntN(2)), 1<<rng.IntN(64) - 1}[rng.IntN(4)] & keep
	rotate := func(v uint64, n int) uint64 {
		if narrow {
			return uint64(bits.RotateLeft32(uint32(v), n))
		}
		return bits.RotateLeft64(v, n)
	}
	set := func(f func(m *machine) uint64) func(m *machine) {
		return func(m *machine) { m[d] = f(m) & keep }
	}
	of := func(m *machine) uint64 { return m[a] & keep }
	switch rng.IntN(15) {
	case 0:
		return act{fmt.Sprintf("shl %s, %d", name(d), i), set(func(m *machine) uint64 { return m[d] & keep << i })}
	case 1:
		return act{fmt.Sprintf("shr %s, %d", name(d), i), set(func(m *machine) uint64 { return m[d] & keep >> i })}
	case 2:
		return act{fmt.Sprintf("rol %s, %d", name(d), i), set(func(m *machine) uint64 { return rotate(m[d], i) })}
	case 3:
		return act{fmt.Sprintf("ror %s, %d", name(d), i), set(func(m *machine) uint64 { return rotate(m[d], -i) })}
	case 4:
		return act{fmt.Sprintf("rorx %s, %s, %d", name(d), name(a), i), set(func(m *machine) uint64 { return rotate(m[a], -i) })}
	case 5:
		return act{fmt.Sprintf("shld %s, %s, %d", name(d), name(a), i), set(func(m *machine) uint64 { return m[d]&keep<<i | of(m)>>(size-i) })}
	case 6:
		return act{"bswap " + name(d), set(func(m *machine) uint64 { return bits.ReverseBytes64(m[d] << (64 - size)) })}
	case 7:
		return act{"mov " + name(d) + ", " + name(a), set(of)}
	case 8:
		return act{fmt.Sprintf("movzx %s, %sl", machineNames[d][1], machineNames[a][0][1:2]), func(m *machine) { m[d] = m[a] & 0xff }}
	case 9:
		return act{fmt.Sprintf("pext %s, %s, %#x", name(d), name(a), k), set(func(m *machine) uint64 { return extracted(m[a], k) })}
	case 10:
		return act{fmt.Sprintf("pdep %s, %s, %#x", name(d), name(a), k), set(func(m *machine) uint64 { return deposited(m[a], k) })}
	case 11:
		return act{fmt.Sprintf("and %s, %#x", name(d), k), set(func(m *machine) uint64 { return m[d] & k })}
	case 12:
		return act{fmt.Sprintf("or %s, %s", name(d), name(a)), set(func(m *machine) uint64 { return m[d] | m[a] })}
	case 13:
		return act{fmt.Sprintf("mov %s, %#x", name(d), k), set(func(*machine) uint64 { return k })}
	}
	return act{fmt.Sprintf("mov %sl, %sl", machineNames[d][0][1:2], machineNames[a][0][1:2]), func(m *machine) { m[d] = m[d]&^0xff | m[a]&0xff }}
}

// Programs of general registers do what a machine of four numbers does.
func TestGeneralPrograms(t *testing.T) {
	rng := chance.Random(t, 18)
	lines := 0
	for range 250 {
		var acts []act
		var f form.Form
		text := ""
		for tries := 0; len(acts) < 8 && tries < 40; tries++ {
			one := someAct(rng)
			longer := text + one.text + "\n"
			read, err := form.Parse(longer, form.Options{})
			if err != nil { // it computes
				continue
			}
			f, text, acts = read, longer, append(acts, one)
		}
		lines += len(acts)
		for range 8 {
			m := machine{rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64()}
			got := evaluated(t, f, m)
			for _, a := range acts {
				a.does(&m)
			}
			last := strings.Fields(acts[len(acts)-1].text)[1]
			want := m[slices.IndexFunc(machineNames[:], func(n [2]string) bool { return n[0][1:2] == strings.Trim(last, "re,")[:1] })]
			if n := f.Map.Bits * len(f.Map.Lane); n < 64 {
				want &= 1<<n - 1
			}
			if got != want {
				t.Fatalf("%s%s makes %#x, want %#x", text, f.Map, got, want)
			}
		}
	}
	t.Logf("%d lines", lines)
}

// evaluated is what a form makes of the registers of a machine.
func evaluated(t *testing.T, f form.Form, m machine) uint64 {
	t.Helper()
	var src [][]byte
	for k, name := range f.Names {
		b := make([]byte, 8)
		binary.LittleEndian.PutUint64(b, m[slices.IndexFunc(machineNames[:], func(n [2]string) bool { return n[0][1:2] == strings.Trim(name, "re")[:1] })])
		src = append(src, b[:f.Map.Src[k]*f.Map.Bits/8])
	}
	out := make([]byte, f.Map.Bits*len(f.Map.Lane)/8)
	if err := f.Map.Apply(out, nil, src...); err != nil {
		t.Fatal(err)
	}
	return binary.LittleEndian.Uint64(append(out, make([]byte, 8)...))
}

// A cValue is an integer of C, with the text that makes it and what that is of a and b.
type cValue struct {
	name string
	bits int
	of   func(a, b uint64) uint64
}

// someStatement declares a variable made of others; what it does is written as C has it, with Go's integers.
func someStatement(rng *rand.Rand, have []cValue, to string) (string, cValue) {
	x, y := have[rng.IntN(len(have))], have[rng.IntN(len(have))]
	n, k := rng.IntN(x.bits), rng.Uint64()&rng.Uint64()
	keep := func(bits int, f func(a, b uint64) uint64) func(a, b uint64) uint64 {
		return func(a, b uint64) uint64 { return f(a, b) << (64 - bits) >> (64 - bits) }
	}
	expression, size, does := "", x.bits, func(a, b uint64) uint64 { return 0 }
	switch rng.IntN(9) {
	case 0:
		expression, does = fmt.Sprintf("%s << %d", x.name, n), func(a, b uint64) uint64 { return x.of(a, b) << n }
	case 1:
		expression, does = fmt.Sprintf("%s >> %d", x.name, n), func(a, b uint64) uint64 { return x.of(a, b) >> n }
	case 2:
		expression, does = fmt.Sprintf("%s & %#xu", x.name, k>>32), func(a, b uint64) uint64 { return x.of(a, b) & (k >> 32) }
	case 3:
		expression, does = fmt.Sprintf("~%#xu & %s", k>>32, x.name), func(a, b uint64) uint64 { return x.of(a, b) & uint64(^uint32(k>>32)) }
	case 4:
		expression, size, does = fmt.Sprintf("_pext_u64(%s, %#x)", x.name, k), 64, func(a, b uint64) uint64 { return extracted(x.of(a, b), k) }
	case 5:
		expression, size, does = fmt.Sprintf("_pdep_u32(%s, %#x)", x.name, k>>32), 32, func(a, b uint64) uint64 { return deposited(x.of(a, b), k>>32) }
	case 6:
		expression, size, does = fmt.Sprintf("(uint32_t)_bswap(%s)", x.name), 32, func(a, b uint64) uint64 { return uint64(bits.ReverseBytes32(uint32(x.of(a, b)))) }
	case 7:
		expression, size = fmt.Sprintf("%s | %s", x.name, y.name), max(x.bits, y.bits)
		does = func(a, b uint64) uint64 { return x.of(a, b) | y.of(a, b) }
	case 8:
		expression, size = fmt.Sprintf("(uint8_t)%s | (unsigned long long)%s << 32", x.name, y.name), 64
		does = func(a, b uint64) uint64 { return x.of(a, b)&0xff | y.of(a, b)<<32 }
	}
	v := cValue{to, 32 << rng.IntN(2), nil}
	v.of = keep(v.bits, keep(size, does))
	return fmt.Sprintf("%s %s = %s;\n", map[int]string{32: "uint32_t", 64: "uint64_t"}[v.bits], to, expression), v
}

// Statements of C do what integers do.
func TestIntegerStatements(t *testing.T) {
	rng := chance.Random(t, 21)
	statements := 0
	for range 300 {
		have := []cValue{{"a", 64, func(a, _ uint64) uint64 { return a }}, {"b", 64, func(_, b uint64) uint64 { return b }}}
		var f form.Form
		text := []string{"", "uint64_t a, b;\n"}[rng.IntN(2)]
		narrower := func(said string) bool { return strings.Contains(said, "it is taken for a uint32_t") }
		for tries := 0; len(have) < 8 && tries < 40; tries++ {
			line, v := someStatement(rng, have, "t"+fmt.Sprint(len(have)))
			read, err := form.Parse(text+line, form.Options{From: "x86"})
			if err != nil || slices.ContainsFunc(read.Warnings, narrower) { // with 64 bits it is no movement
				continue
			}
			f, text, have = read, text+line, append(have, v)
			statements++
		}
		last := have[len(have)-1]
		for range 6 {
			values := map[string]uint64{"a": rng.Uint64(), "b": rng.Uint64()}
			var src [][]byte
			for k, n := range f.Map.Src {
				name := lane.SourceName(k)
				src = append(src, binary.LittleEndian.AppendUint64(nil, values[name])[:n*f.Map.Bits/8])
			}
			out := make([]byte, f.Map.Bits*len(f.Map.Lane)/8)
			if err := f.Map.Apply(out, nil, src...); err != nil {
				t.Fatal(err)
			}
			if got, want := binary.LittleEndian.Uint64(append(out, make([]byte, 8)...)), last.of(values["a"], values["b"]); got != want || len(out)*8 != last.bits {
				t.Fatalf("%s%s makes %#x, want %#x", text, f.Map, got, want)
			}
		}
	}
	t.Logf("%d statements", statements)
}
