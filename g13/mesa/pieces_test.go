package mesa

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// refused holds that a reader takes none of these.
func refused(t *testing.T, what string, read func(string) bool, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if read(text) {
			t.Errorf("%q is read as %s", text, what)
		}
	}
}

// Every half from which on uniforms are stored to, and every count of them, is read as it is said: one half, as many by name, a whole one, or two.
func TestUniforms(t *testing.T) {
	for n := range 520 {
		for count := 1; count <= 4; count++ {
			env := map[string]string{"O": strconv.Itoa(n), "M": "xyzw"[:count]}
			text, ok := sayUniform(env, "O")
			var want string
			halves := make([]string, count)
			for k := range halves {
				halves[k] = fmt.Sprintf("u%d%s", (n+k)/2, []string{"l", "h"}[(n+k)%2])
			}
			switch even := n%2 == 0; {
			case count == 2 && even:
				want = fmt.Sprintf("u%d", n/2)
			case count == 4 && even:
				want = fmt.Sprintf("du%d", n/2)
			case count < 4:
				want = strings.Join(halves, "_")
			}
			if text != want || ok != (want != "") {
				t.Fatalf("%d from half %d are said as %q, %v; want %q", count, n, text, ok, want)
			}
			back := map[string]string{}
			if ok && (!readUniform(back, "O", text) || back["O"] != env["O"] || back["M"] != env["M"]) {
				t.Fatalf("%q is read as %v, want %v", text, back, env)
			}
		}
	}
	for _, env := range []map[string]string{{"O": "x", "M": "x"}, {"O": "-1", "M": "x"}, {"O": "", "M": "x"}, {"O": "1", "M": "y"}, {"O": "1", "M": "xz"}, {"O": "1", "M": "xyzwx"}, {"O": "1", "M": ""}} {
		if text, ok := sayUniform(env, "O"); ok {
			t.Errorf("%v is said as %q", env, text)
		}
	}
	refused(t, "a uniform", func(text string) bool { return readUniform(map[string]string{}, "O", text) },
		"", "u", "du", "u-1", "u01", "du01", "dux", "v3l", "3l", "r3", "r3l", "u3x", "u3h_u5l", "u3l_r3h", "r3l_r3h", "u1l_u1h_u2l_u2h", "u1l_", "_u1l", "u1_u2", "u01l", "u1l_u1h_u2h")
}

// Every mask of lowest bits is read as it is said; others are not said.
func TestMaskBits(t *testing.T) {
	for n := range 32 {
		env := map[string]string{}
		if !readMask(env, "m", strconv.Itoa(n)) || env["m"] == "" != (n == 0) {
			t.Fatalf("%d bits are read as %q", n, env["m"])
		}
		if text, ok := sayMask(env, "m"); !ok || text != strconv.Itoa(n) {
			t.Errorf("%d bits, %q, are said as %q, %v", n, env["m"], text, ok)
		}
	}
	for _, mask := range []string{"mask 0x5", "mask 0x6", "mask 0x", "mask 7", "0x7", "mask 0xg", "mask 0x10000000000000000"} {
		if text, ok := sayMask(map[string]string{"m": mask}, "m"); ok {
			t.Errorf("%q is said as %q", mask, text)
		}
	}
	refused(t, "a mask", func(text string) bool { return readMask(map[string]string{}, "m", text) }, "", "-1", "32", "x", "1.0", "0x1")
}

// A label is a word, no register and no number.
func TestIsLabel(t *testing.T) {
	for text, want := range map[string]bool{
		"loop": true, "L1": true, "_a": true, ".LBB0_1": true, "r": true, "rx": true, "r1x": true, "a1": true, "s7": true, "z": true, "Z": true, "ra1": true,
		"": false, "7": false, "r7": false, "rr7": false, "r-7": false, "1a": false, "-a": false, "a-b": false, "a b": false, "a#": false, "ä": false, "+4": false,
	} {
		if isLabel(text) != want {
			t.Errorf("%q may be a label: %v", text, !want)
		}
	}
}

// The words of iter are those that Mesa has, and no sample is one of them.
func TestIterWords(t *testing.T) {
	for _, word := range strings.Fields("forward fwd elide center sample centroid kill") {
		if !isIterWord(word) {
			t.Errorf("%s is none", word)
		}
	}
	refused(t, "a word of iter", isIterWord, "", "r0", "flide", "sampled", "Kill", "0")
}

// Registers with hints are said as Mesa has them, with a mark in front, and pairs, where an operand may be one, with a d; read again they are what they were.
func TestOperands(t *testing.T) {
	for ours, want := range map[string]string{
		"r1": "r1", "r1l": "r1l", "r1.cache": "$r1", "r1.cache.abs": "$r1.abs", "r1.discard": "^r1", "r2_r3.discard": "^dr2", "r2_r3": "dr2", "r2_r3.cache": "$dr2", "u2": "u2", "u2_u3": "du2", "r1.abs.neg": "r1.abs.neg", "r1.cache.neg": "$r1.neg", "u4.sx": "u4.sx",
	} {
		text, ok := mesaWide(ours)
		if !ok || text != want {
			t.Errorf("%s is said as %q, %v; want %q", ours, text, ok, want)
			continue
		}
		if back, ok := ourOperand(text); !ok || back != ours {
			t.Errorf("%s is read as %q, %v; want %s", text, back, ok, ours)
		}
	}
}

// A list is none that may be two registers: it stays as it is.
func TestListsStay(t *testing.T) {
	for _, text := range []string{"r2_r3", "r2_r3_r4", "r2_r4", "u2_u3", "r2_u3", "r3_r2", "r2_", "_r3"} {
		if got, ok := mesaOperand(text); !ok || got != text {
			t.Errorf("%s is said as %q, %v", text, got, ok)
		}
		pair, ok := mesaPair(text)
		if want := text == "r2_r3" || text == "u2_u3"; ok != want || ok && pair != "d"+text[:2] {
			t.Errorf("%s is the pair %q, %v", text, pair, ok)
		}
	}
	refused(t, "a pair", func(text string) bool { _, ok := ourPair(text); return ok }, "", "d", "dr", "r2", "ds2", "dr02", "dr-1", "drx")
}

// Halves one behind the other are a register, or two of them, where they are as many and begin with the lower one.
func TestHalves(t *testing.T) {
	for n := range 256 {
		for count := 1; count <= 4; count++ {
			ours := halfNames('r', n, count)
			text, ok := mesaHalves(ours)
			want := ours
			switch {
			case count%2 == 0 && n%2 != 0:
				want = ""
			case count == 2:
				want = fmt.Sprintf("r%d", n/2)
			case count == 4:
				want = fmt.Sprintf("dr%d", n/2)
			}
			if text != want || ok != (want != "") {
				t.Fatalf("%s is said as %q, %v; want %q", ours, text, ok, want)
			}
			if back, read := ourHalves(text); ok && (!read || back != ours) {
				t.Fatalf("%s is read as %q, %v; want %s", text, back, read, ours)
			}
		}
	}
	for _, text := range []string{"", "r", "dr", "r01", "dr-1", "rx", "u3", "7"} {
		if back, ok := ourHalves(text); ok {
			t.Errorf("%q is read as %s", text, back)
		}
	}
	for name, want := range map[string]int{"r0l": 0, "r0h": 1, "r7h": 15, "r10l": 20, "u1l": -1, "r1": -1, "r1x": -1, "r01l": -1, "rl": -1, "r-1l": -1, "": -1, "r+1l": -1} {
		if n, ok := halfNumber(name, 'r'); ok != (want >= 0) || ok && n != want {
			t.Errorf("%q is half %d, %v; want %d", name, n, ok, want)
		}
	}
}

// A jump's byte has no sign with Mesa: all 256 are read as they are said.
func TestBytes(t *testing.T) {
	for n := -128; n < 128; n++ {
		text, ok := mesaByte(fmt.Sprintf("pc%+d", n))
		back, read := ourByte(text)
		if !ok || !read || text != strconv.Itoa((n+256)%256) || back != fmt.Sprintf("pc%+d", n) {
			t.Errorf("%d is said as %q, and read as %q", n, text, back)
		}
	}
	refused(t, "a byte", func(text string) bool { _, ok := ourByte(text); return ok }, "", "256", "-1", "x")
}
