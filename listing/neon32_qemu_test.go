package listing

import (
	"bytes"

	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A trial32 is a text of 32-bit Arm that runs with registers and memory by chance.
type trial32 struct {
	lines    []string
	table    []byte // at .LC
	vectors  []byte // d0 to d31
	general  []byte // r2 to r5
	memory   []byte // at r0, which is in its middle
	kind     kind32
	to       string            // what the first row writes
	results  map[string]string // stores, by the registers that they are of
	store    string            // another one
	stored   int               // of so many bytes
	executed []byte
}

// memory32 is how much memory a trial has, and saved32 what it leaves: the vectors, and what is stored.
const (
	memory32 = 512
	saved32  = 256 + 64
)

// A writer32 writes lines by chance.
type writer32 struct {
	*rand.Rand
	trial *trial32
}

func (w writer32) register(bits int) string {
	return map[int]string{128: "q", 64: "d", 32: "s"}[bits] + strconv.Itoa(w.IntN(map[int]int{128: 16, 64: 32, 32: 32}[bits]))
}

// apart are so many different registers.
func (w writer32) apart(bits, n int) (all []string) {
	for len(all) < n {
		if r := w.register(bits); !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// constant is a line that loads bytes of the table into a register of 64 bits, or two for one of 128.
func (w writer32) constant(register string, make func() byte) {
	n, _ := strconv.Atoi(register[1:])
	registers := []int{n}
	if register[0] == 'q' {
		registers = []int{2 * n, 2*n + 1}
	}
	for _, d := range registers {
		w.trial.lines = append(w.trial.lines, fmt.Sprintf("vldr d%d, .LC+%d", d, len(w.trial.table)))
		for range 8 {
			w.trial.table = append(w.trial.table, make())
		}
	}
}

// row is a line of a row, with what it needs before it. It gives the registers that it writes.
func (w writer32) row(name string, row *neon32Row, elem int, letter string, bits int) []string {
	kind := ""
	if elem > 0 {
		kind = "." + letter + strconv.Itoa(elem)
	}
	to := w.register(bits)
	if row.second != nil {
		both := w.apart(bits, 2)
		w.trial.lines = append(w.trial.lines, fmt.Sprintf("%s%s %s, %s", name, kind, both[0], both[1]))
		return both
	}
	words := []string{to}
	for _, o := range []byte(row.operands[1:]) {
		switch o {
		case 'i':
			low, high := row.least(elem, (letter + " ")[0]), row.most(elem, bits)
			if name == "vshll" && letter != "i" { // 0 is called vmovl, and what is whole has no sign
				low, high = 1, elem-1
			}
			words = append(words, fmt.Sprintf("#%d", low+w.IntN(high-low+1)))
		case 'x':
			words = append(words, fmt.Sprintf("d%d[%d]", w.IntN(map[int]int{8: 32, 16: 32, 32: 32}[elem]), w.IntN(64/elem)))
		case 'l':
			n := 1 + w.IntN(4)
			first := w.IntN(32 - n + 1)
			words = append(words, fmt.Sprintf("{d%d-d%d}", first, first+n-1))
		default:
			words = append(words, w.register(row.length(o, bits)))
		}
	}
	if row.makes != nil { // a number is known: the last source's, or of what is written what chooses
		known := words[len(words)-1]
		for name == "vbsl" && (words[1] == to || words[2] == to) || name != "vbsl" && slices.ContainsFunc(words[:len(words)-1], func(other string) bool { return overlap32(known, other) }) {
			words[1], words[len(words)-1] = w.other(words[1], to, row), w.register(row.length('m', bits))
			known = words[len(words)-1]
		}
		if name == "vbsl" {
			known = to
		}
		w.constant(known, func() byte {
			if strings.HasPrefix(name, "vtb") {
				return byte(w.IntN(40))
			}
			if name == "veor" { // what any other number makes is no movement
				return 0
			}
			return []byte{0, 255, byte(w.Uint32())}[w.IntN(3)]
		})
	}
	w.trial.lines = append(w.trial.lines, fmt.Sprintf("%s%s %s", name, kind, strings.Join(words, ", ")))
	return []string{to}
}

// other is a word that is not the register that is written, where that is loaded before.
func (w writer32) other(word, to string, row *neon32Row) string {
	if row.operands[1] == 'l' {
		return word
	}
	for word == to {
		word = w.register(neon32Sizes[to[0]])
	}
	return word
}

// overlap32 says whether an operand has registers in it that share bits with a register.
func overlap32(register, operand string) bool {
	r, _ := neon32Named(register)
	return slices.ContainsFunc(neon32Listed(operand), func(o neon32Register) bool {
		return o.key == r.key && o.at < r.at+r.bits && r.at < o.at+o.bits
	})
}

// access is a line that loads from memory, and gives the registers that it writes.
func (w writer32) access() []string {
	if slices.ContainsFunc(w.trial.lines, func(line string) bool { return strings.HasSuffix(line, "r6") }) { // where r0 points then, the text does not say
		return w.number()
	}
	if w.IntN(6) == 0 {
		first, n := w.IntN(14), 1+w.IntN(3)
		w.trial.lines = append(w.trial.lines, fmt.Sprintf("vldmia r0%s, {d%d-d%d}", []string{"", "!"}[w.IntN(2)], first, first+n-1))
		var all []string
		for k := range n {
			all = append(all, "d"+strconv.Itoa(first+k))
		}
		return all
	}
	line, all, _ := w.elements("ld", "r0")
	w.trial.lines = append(w.trial.lines, line)
	return all
}

// elements is a line that loads or stores elements, the registers in it, and how many bytes it moves.
func (w writer32) elements(how, pointer string) (line string, all []string, bytes int) {
	elem := []int{8, 16, 32}[w.IntN(3)]
	together := 1 + w.IntN(4)
	behind := []string{"", "!", ", r6", ":64]", ":64]!"}[w.IntN(5)]
	plain := "[" + pointer + "]"
	place := plain + behind
	if strings.HasPrefix(behind, ":") {
		place = "[" + pointer + behind
	}
	step, registers, index := 1, together, ""
	choice := w.IntN(4)
	if how == "st" {
		choice = max(0, choice-1) * 2 // nothing is stored from all lanes
	}
	switch choice {
	case 0:
		index = fmt.Sprintf("[%d]", w.IntN(64/elem))
		if place = plain; elem > 8 && together > 1 {
			step = 1 + w.IntN(2)
		}
	case 1:
		if index, place = "[]", plain; together == 1 {
			registers = 1 + w.IntN(2)
		} else {
			step = 1 + w.IntN(2)
		}
	default:
		switch {
		case together == 1:
			registers = 1 + w.IntN(4)
		case together == 2 && w.IntN(2) == 0:
			registers = 4
		case together > 1:
			step = 1 + w.IntN(2)
		}
		if registers == 3 { // which may be aligned to 64 bits
			place = strings.ReplaceAll(place, ":64", "")
		}
	}
	first := w.IntN(32 - step*(registers-1))
	var items []string
	for k := range registers {
		all = append(all, "d"+strconv.Itoa(first+step*k))
		items = append(items, all[k]+index)
	}
	if bytes = 8 * registers; index != "" {
		bytes = together * elem / 8
	}
	return fmt.Sprintf("v%s%d.%d {%s}, %s", how, together, elem, strings.Join(items, ", "), place), all, bytes
}

// crossing is a line between general registers and vectors.
func (w writer32) crossing() []string {
	general := func() string { return "r" + strconv.Itoa(2+w.IntN(4)) }
	d := "d" + strconv.Itoa(w.IntN(32))
	line, to := "", []string{d}
	switch w.IntN(8) {
	case 0:
		line = fmt.Sprintf("vmov %s, %s, %s", d, general(), general())
	case 1:
		elem := []int{8, 16, 32}[w.IntN(3)]
		line = fmt.Sprintf("vmov.%d %s[%d], %s", elem, d, w.IntN(64/elem), general())
	case 2:
		to = []string{w.register(32)}
		line = fmt.Sprintf("vmov %s, %s", to[0], general())
	case 3:
		to = []string{w.register(32)}
		line = fmt.Sprintf("vmov.f32 %s, %s", to[0], w.register(32))
	case 4:
		to = []string{w.register(64 << w.IntN(2))}
		line = fmt.Sprintf("vdup.%d %s, %s", []int{8, 16, 32}[w.IntN(3)], to[0], general())
	case 5:
		line, to = fmt.Sprintf("vmov r2, r3, %s", d), nil
	case 6:
		elem := []int{8, 16}[w.IntN(2)]
		line, to = fmt.Sprintf("vmov.%s%d %s, %s[%d]", []string{"u", "s"}[w.IntN(2)], elem, general(), d, w.IntN(64/elem)), nil
	default:
		line, to = fmt.Sprintf("vmov %s, %s", general(), w.register(32)), nil
	}
	w.trial.lines = append(w.trial.lines, line)
	return to
}

// number is a line that fills a register with a number.
func (w writer32) number() []string {
	to := w.register(64 << w.IntN(2))
	b := w.IntN(256)
	var bytes uint64
	for k := range 8 {
		bytes |= uint64(w.IntN(2)*255) << (8 * k)
	}
	numbers := []string{
		fmt.Sprintf("vmov.i8 %s, #%d", to, b),
		fmt.Sprintf("%s.i16 %s, #%#x", []string{"vmov", "vmvn", "vorr", "vbic"}[w.IntN(4)], to, b<<(8*w.IntN(2))),
		fmt.Sprintf("%s.i32 %s, #%#x", []string{"vmov", "vmvn", "vorr", "vbic"}[w.IntN(4)], to, b<<(8*w.IntN(4))),
		fmt.Sprintf("%s.i32 %s, #%#x", []string{"vmov", "vmvn"}[w.IntN(2)], to, b<<8|0xff),
		fmt.Sprintf("%s.i32 %s, #%#x", []string{"vmov", "vmvn"}[w.IntN(2)], to, b<<16|0xffff),
		fmt.Sprintf("vmov.i64 %s, #%#x", to, bytes),
		fmt.Sprintf("vmov.f32 %s, #%.6f", to, []float64{1, -1, 0.5, 2, 31, -0.125, 1.9375}[w.IntN(7)]),
	}
	w.trial.lines = append(w.trial.lines, numbers[w.IntN(len(numbers))])
	return []string{to}
}

// A kind32 is a row with one of its types and lengths.
type kind32 struct {
	name   string
	elem   int
	letter string
	bits   int
}

// kinds32 are all of the table.
func kinds32() (all []kind32) {
	for _, name := range slices.Sorted(maps.Keys(neon32Rows)) {
		row := neon32Rows[name]
		elems, letters := row.elems, strings.Split(row.types, "")
		if len(elems) == 0 {
			elems = []int{0}
		}
		if row.types == "" {
			letters = []string{""}
		}
		for _, elem := range elems {
			for _, letter := range letters {
				for _, bits := range []int{64, 128} {
					r, _ := neon32Named(map[int]string{64: "d0", 128: "q0"}[bits])
					if elem == 64 && name == "vext" && bits == 64 || elem == 32 && bits == 64 && strings.HasPrefix(name, "vz") || !row.holds(r, name) {
						continue // which is a copy; and another name for vtrn.32
					}
					all = append(all, kind32{name, elem, letter, bits})
				}
			}
		}
	}
	return all
}

// trials32 are all kinds of lines, several times, with others behind them.
func trials32(rng *rand.Rand) (all []*trial32) {
	kinds := kinds32()
	byChance := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return b
	}
	for range 12 {
		for _, k := range kinds {
			t := &trial32{vectors: byChance(256), general: byChance(16), memory: byChance(memory32)}
			w := writer32{rng, t}
			written := map[string]bool{}
			note := func(registers []string) {
				for _, r := range registers {
					written[r] = true
				}
			}
			first := w.row(k.name, neon32Rows[k.name], k.elem, k.letter, k.bits)
			note(first)
			t.kind, t.to = k, first[0]
			for range rng.IntN(5) {
				switch rng.IntN(6) {
				case 0:
					note(w.access())
				case 1:
					note(w.crossing())
				case 2:
					note(w.number())
				default:
					k := kinds[rng.IntN(len(kinds))]
					note(w.row(k.name, neon32Rows[k.name], k.elem, k.letter, k.bits))
				}
			}
			t.results = map[string]string{}
			for r := range written {
				t.results[r] = store32(r)
			}
			t.store, _, t.stored = w.elements("st", "r1")
			all = append(all, t)
		}
	}
	return all
}

// store32 stores a register to r1.
func store32(register string) string {
	if register[0] == 's' {
		return "vstr " + register + ", [r1]"
	}
	return "vst1.8 {" + register + "}, [r1]"
}

// run32 runs the trials and keeps what their registers hold then.
func run32(t *testing.T, all []*trial32) {
	t.Helper()
	mc, ld, qemu := oracle.Need(t, "llvm-mc"), oracle.Need(t, "ld.lld"), oracle.Need(t, "qemu-arm")
	var text, data bytes.Buffer
	text.WriteString(".syntax unified\n.arm\n.globl _start\n_start:\nldr r9, =data\nldr r10, =results\n")
	for n, trial := range all {
		fmt.Fprintf(&text, "add r8, r9, #256\nvldmia r9, {d0-d15}\nadd r7, r9, #128\nvldmia r7, {d16-d31}\nldmia r8, {r2-r5}\nadd r0, r9, #512\nmov r6, #24\n")
		for _, line := range trial.lines {
			fmt.Fprintln(&text, strings.ReplaceAll(line, ".LC", fmt.Sprintf(".LC%d_", n)))
		}
		fmt.Fprintf(&text, "vstmia r10!, {d0-d15}\nvstmia r10!, {d16-d31}\nmov r1, r10\n%s\nadd r10, r10, #64\nldr r7, =%d\nadd r9, r9, r7\nb .Lend%d\n.ltorg\n.balign 8\n.LC%d_:\n", trial.store, 512+memory32, n, n)
		for _, b := range trial.table {
			fmt.Fprintf(&text, ".byte %d\n", b)
		}
		fmt.Fprintf(&text, ".balign 4\n.Lend%d:\n", n)
		data.Write(trial.vectors)
		data.Write(trial.general)
		data.Write(make([]byte, 240))
		data.Write(trial.memory)
	}
	total := saved32 * len(all)
	fmt.Fprintf(&text, "mov r0, #1\nldr r1, =results\nldr r2, =%d\nmov r7, #4\nsvc #0\nmov r0, #0\nmov r7, #1\nsvc #0\n.ltorg\n.data\n.balign 16\ndata: .incbin \"data.bin\"\n.bss\n.balign 16\nresults: .skip %d\n", total, total)
	dir := t.TempDir()
	for name, content := range map[string][]byte{"program.s": text.Bytes(), "data.bin": data.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out []byte
	for _, command := range [][]string{{mc, "-triple=armv7-linux-gnueabihf", "-mattr=+neon", "-filetype=obj", "program.s", "-o", "program.o"}, {ld, "program.o", "-o", "program"}, {qemu, "./program"}} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = dir
		var err error
		if out, err = oracle.Usual.CombinedOutput(cmd); err != nil {
			t.Fatalf("%v: %v: %.2000s", command, err, out)
		}
	}
	if len(out) != total {
		t.Fatalf("the program printed %d bytes, want %d", len(out), total)
	}
	for n, trial := range all {
		trial.executed = out[saved32*n : saved32*(n+1)]
	}
}

// holds is what a source of a trial's text holds.
func (trial *trial32) holds(t *testing.T, name string, size int) []byte {
	t.Helper()
	if r, ok := neon32Named(name); ok {
		return register32(trial.vectors, r)[:size]
	}
	if n := strings.Index("r2 r3 r4 r5", name); n >= 0 && len(name) == 2 {
		return trial.general[n/3*4:][:size]
	}
	inner := strings.Trim(name, "[]")
	base, offset, _ := strings.Cut(inner, "+")
	number, _ := strconv.Atoi(offset)
	if base != "r0" {
		t.Fatalf("%q: there is no source %s", trial.lines, name)
	}
	return trial.memory[number:][:size]
}

// register32 are the bytes of a register among d0 to d31.
func register32(all []byte, r neon32Register) []byte {
	n, _ := strconv.Atoi(r.key[1:])
	return all[16*n+r.at/8:][:r.bits/8]
}

// compare compares what was stored with what the text with that store is read as.
func (trial *trial32) compare(t *testing.T, store string, want []byte) (compared bool) {
	t.Helper()
	text := strings.Join(trial.lines, "\n") + "\n" + store + "\nbx lr\n.LC:\n"
	for _, b := range trial.table {
		text += fmt.Sprintf(".byte %d\n", b)
	}
	r, err := NEON32().Read(text, dialect.Options{})
	if err != nil {
		if !strings.Contains(err.Error(), "both live") && !strings.Contains(err.Error(), contentsUnknown) && !strings.Contains(err.Error(), "a part of it") {
			t.Errorf("%s: %v", text, err)
		}
		return false
	}
	sources := make([][]byte, len(r.Names))
	for k, name := range r.Names {
		sources[k] = trial.holds(t, name, r.Map.Bits*r.Map.Src[k]/8)
	}
	got := make([]byte, len(want))
	if err := r.Map.Apply(got, nil, sources...); err != nil {
		t.Errorf("%s: %v", text, err)
		return false
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is %v of %q, which makes %x, and it stores %x", text, r.Map, r.Names, got, want)
	}
	return true
}

// TestNEON32UnderQemu runs every row of the table with every type and length, and what is behind it by chance, and compares all that is written with what the text is read as.
func TestNEON32UnderQemu(t *testing.T) {
	all := trials32(chance.Random(t, 321))
	run32(t, all)
	compared, stores, kinds := 0, 0, map[kind32]bool{}
	for _, trial := range all {
		for _, register := range slices.Sorted(maps.Keys(trial.results)) {
			r, _ := neon32Named(register)
			if trial.compare(t, trial.results[register], register32(trial.executed, r)) {
				compared++
				kinds[trial.kind] = kinds[trial.kind] || register == trial.to
			}
		}
		if trial.compare(t, trial.store, trial.executed[256:][:trial.stored]) {
			stores++
		}
	}
	t.Logf("%d registers and %d stores of %d texts compared", compared, stores, len(all))
	for _, k := range kinds32() {
		if !kinds[k] {
			t.Errorf("no line of %v was compared", k)
		}
	}
	if stores < len(all)*9/10 {
		t.Errorf("only %d stores of %d were compared", stores, len(all))
	}
}
