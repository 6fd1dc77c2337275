package listing_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/listing"
)

// An armWalk is a program of AArch64 that walks over memory with x0 and stores one vector, and what it stores: each line is made together with what it does to bytes.
type armWalk struct {
	rng    *rand.Rand
	memory []byte    // x0 points into it
	start  int       // where at first
	x0     int       // where now
	v      [8][]byte // the vectors
	first  [8][]byte // as they were
	lines  []string
	kinds  map[string]bool // of lines
}

func newArmWalk(rng *rand.Rand) *armWalk {
	w := &armWalk{rng: rng, memory: make([]byte, 2048), start: 1024, x0: 1024, kinds: map[string]bool{}}
	for i := range w.memory {
		w.memory[i] = byte(rng.Uint32())
	}
	for k := range w.v {
		w.v[k] = make([]byte, 16)
		for i := range w.v[k] {
			w.v[k][i] = byte(rng.Uint32())
		}
		w.first[k] = bytes.Clone(w.v[k])
	}
	for range 2 + rng.IntN(5) {
		w.load()
		w.move()
	}
	return w
}

// place is where a line reads so many bytes: with a number before or behind, or with none. Sizes is what the number is a multiple of; of elements it is behind, and their size.
func (w *armWalk) place(size int, elements bool) (text string, at int) {
	by := 8 * (w.rng.IntN(9) - 4)
	if size%16 == 0 {
		by *= 2
	}
	kind := w.rng.IntN(4)
	if elements {
		by, kind = size, []int{0, 2}[w.rng.IntN(2)]
	}
	hash := []string{"#", ""}[w.rng.IntN(2)]
	at = w.x0
	switch w.kinds[fmt.Sprint("place ", kind)] = true; kind {
	case 0:
		return "[x0]", at
	case 1:
		w.x0 += by
		return fmt.Sprintf("[x0, %s%d]!", hash, by), w.x0
	case 2:
		w.x0 += by
		return fmt.Sprintf("[x0], %s%d", hash, by), at
	}
	return fmt.Sprintf("[x0, %s%d]", hash, by), at + by
}

// load is one line that reads memory.
func (w *armWalk) load() {
	k := w.rng.IntN(4)
	switch kind := w.rng.IntN(7); kind {
	case 0, 1:
		text, at := w.place(16, false)
		w.say("ldr q%d, %s", k, text)
		copy(w.v[k], w.memory[at:])
	case 2:
		text, at := w.place(8, false)
		w.say("ldr d%d, %s", k, text)
		clear(w.v[k])
		copy(w.v[k][:8], w.memory[at:])
	case 3:
		text, at := w.place(32, false)
		w.say("ldp q%d, q%d, %s", k, k+1, text)
		copy(w.v[k], w.memory[at:])
		copy(w.v[k+1], w.memory[at+16:])
	case 4: // one register behind the other
		n := 1 + w.rng.IntN(4)
		text, at := w.place(16*n, true)
		w.say("ld1 {%s}, %s", w.list(k, n, "16b"), text)
		for i := range n {
			copy(w.v[k+i], w.memory[at+16*i:])
		}
	case 5: // elements in turn
		n, e := 2+w.rng.IntN(3), w.rng.IntN(4)
		text, at := w.place(16*n, true)
		w.say("ld%d {%s}, %s", n, w.list(k, n, []string{"16b", "8h", "4s", "2d"}[e]), text)
		for i := range 16 * n {
			element := i >> e
			w.v[k+element%n][element/n<<e+i%(1<<e)] = w.memory[at+i]
		}
	case 6: // one lane
		e := w.rng.IntN(4)
		lane := w.rng.IntN(16 >> e)
		text, at := w.place(1<<e, true)
		w.say("ld1 {v%d.%c}[%d], %s", k, "bhsd"[e], lane, text)
		copy(w.v[k][lane<<e:][:1<<e], w.memory[at:])
	}
}

// list is so many registers, one by one or as a range.
func (w *armWalk) list(first, n int, shape string) string {
	if n > 1 && w.rng.IntN(2) == 0 {
		return fmt.Sprintf("v%d.%s-v%d.%s", first, shape, first+n-1, shape)
	}
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("v%d.%s", first+i, shape))
	}
	return strings.Join(all, ", ")
}

func (w *armWalk) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	name, _, _ := strings.Cut(line, " ")
	w.kinds[name] = true
	w.lines = append(w.lines, line)
}

// move is one line between registers, so that what was loaded first is not all lost.
func (w *armWalk) move() {
	d, a, b, n := w.rng.IntN(8), w.rng.IntN(8), w.rng.IntN(8), w.rng.IntN(16)
	if w.rng.IntN(4) == 0 {
		w.say("mov v%d.8b, v%d.8b", d, a)
		copy(w.v[d], w.v[a][:8])
		clear(w.v[d][8:])
		return
	}
	w.say("ext v%d.16b, v%d.16b, v%d.16b, #%d", d, a, b, n)
	copy(w.v[d], bytes.Clone(append(bytes.Clone(w.v[a]), w.v[b]...)[n:][:16]))
}

// source is what a name stands for at first: a vector, or a place in memory from x0 on.
func (w *armWalk) source(t *testing.T, name string, size int) []byte {
	if n, err := strconv.Atoi(strings.TrimLeft(name, "vq")); err == nil && n < len(w.first) {
		return w.first[n][:size]
	}
	offset, err := 0, error(nil)
	if inner := strings.TrimSuffix(strings.TrimPrefix(name, "[x0"), "]"); inner != "" {
		offset, err = strconv.Atoi(inner)
	}
	if err != nil || !strings.HasPrefix(name, "[x0") {
		t.Fatalf("%s: a source is called %q", strings.Join(w.lines, "; "), name)
	}
	return w.memory[w.start+offset:][:size]
}

// read is what Lanescope says that the program stores, of the same bytes.
func (w *armWalk) read(t *testing.T) []byte {
	text := strings.Join(w.lines, "\n")
	r, err := listing.NEON().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	var src [][]byte
	for k, name := range r.Names {
		src = append(src, w.source(t, name, r.Map.Src[k]*r.Map.Bits/8))
	}
	got := make([]byte, r.Map.Bits*len(r.Map.Lane)/8)
	if err := r.Map.Apply(got, nil, src...); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return got
}

// Programs that count x0 on in all ways store what a machine of a few lines stores.
func TestPlacesThatCount(t *testing.T) {
	rng := chance.Random(t, 0)
	kinds := map[string]bool{}
	for range 2000 {
		w := newArmWalk(rng)
		k := rng.IntN(8)
		w.say("str q%d, [x1], #16", k)
		if got := w.read(t); !bytes.Equal(got, w.v[k]) {
			t.Fatalf("%s\nstores %x, and is read as %x", strings.Join(w.lines, "\n"), w.v[k], got)
		}
		for kind := range w.kinds {
			kinds[kind] = true
		}
	}
	for _, want := range strings.Fields("ldr ldp ld1 ld2 ld3 ld4 str ext mov") {
		if !kinds[want] {
			t.Errorf("no program has %s", want)
		}
	}
	for kind := range 4 {
		if !kinds[fmt.Sprint("place ", kind)] {
			t.Errorf("no program has a place of kind %d", kind)
		}
	}
}

// The same programs store the same under qemu.
func TestPlacesThatCountUnderQemu(t *testing.T) {
	rng := chance.Random(t, 1)
	var all []*armWalk
	var program strings.Builder
	var data []byte
	program.WriteString("adrp x1, results\nadd x1, x1, :lo12:results\nadrp x2, data\nadd x2, x2, :lo12:data\n")
	for range 200 {
		w := newArmWalk(rng)
		all = append(all, w)
		for k, v := range w.first {
			data = append(data, v...)
			fmt.Fprintf(&program, "ldr q%d, [x2], #16\n", k)
		}
		data = append(data, w.memory...)
		fmt.Fprintf(&program, "add x0, x2, #%d\nadd x2, x2, #%d\n", w.start, len(w.memory))
		w.lines = append(w.lines, "str q3, [x1], #16")
		program.WriteString(strings.Join(w.lines, "\n") + "\n")
	}
	out := oracle.OnAArch64(t, program.String(), data, "", 16*len(all))
	for n, w := range all {
		if want := out[16*n:][:16]; !bytes.Equal(w.v[3], want) || !bytes.Equal(w.read(t), want) {
			t.Errorf("%s\nstores %x, is read as %x, and the machine here says %x", strings.Join(w.lines, "\n"), want, w.read(t), w.v[3])
		}
	}
	t.Logf("%d programs", len(all))
}

// What no assembler takes is refused with what would be right.
func TestPlacesRefused(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"ld1 {v0.16b}, [x1], #8", "expected #16"},
		{"ld1r {v0.4s}, [x1], #16", "expected #4"},
		{"ld1 {v0.4s}, [x1, #16]!", "[x0], #16"},
		{"ld1 {v0.s}[4], [x1]", "no lane 4"},
		{"ldr q0, [x1], x2", "no such place"},
		{"ldr q0, [x1]!", "[x0, #16]!"},
		{"ldr q0, [x1, #16], #16", "[x0], #16"},
		{"ldr q0, [x1], q", "number of bytes"},
		{"ldr q0, [x1], #99999999", "number of bytes"},
		{"str q1, [x0]\nldr q0, [x0, #8]", "was written"},
		{"stlr w8, [x1]\nldr q0, [x0]", "stores a general register"},
	} {
		_, err := listing.NEON().Read(row.line+"\nrev64 v0.4s, v0.4s", dialect.Options{})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.line, err, row.want)
		}
	}
}

// A pointer that general registers move is another pointer, and one that they count on is the same.
func TestGeneralRegistersPoint(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"add x0, x0, #16", "[x0+16]"}, {"sub x0, x0, #16", "[x0-16]"}, {"ldr x5, [x0], #8", "[x0+8]"}, {"ldp x5, x6, [x0, #-16]!", "[x0-16]"},
		{"mov x0, x5", "[x0'1]"}, {"ldr x0, [x5]", "[x0'1]"}, {"ldp x5, x0, [x6]", "[x0'2]"}, {"add x0, x0, x5", "[x0'1]"}, {"cmp x0, x5", "[x0]"}, {"ld1 {v9.16b}, [x0], x5", "[x0'1]"},
		{"stp x0, x5, [sp, #-16]!", "[x0]"}, {"ldr x5, [x0]", "[x0]"},
	} {
		r, err := listing.NEON().Read("movi v1.2d, #0\n"+row.line+"\nldr q0, [x0]\nzip1 v0.4s, v0.4s, v1.4s", dialect.Options{})
		if err != nil || r.Names[len(r.Names)-1] != row.want {
			t.Errorf("%s: %v, %v, want %s", row.line, r.Names, err, row.want)
		}
	}
}
