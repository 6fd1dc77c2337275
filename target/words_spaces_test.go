package target

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
)

// A field of a constant is what was put there, wherever it is and however long, and nothing else is written; what is beyond the bytes is zero.
func TestFieldsOfConstants(t *testing.T) {
	for at := range 24 {
		for n := 1; n <= 16; n++ {
			for _, v := range []int{0, 1, 1<<n - 1, 0x5aa5 & (1<<n - 1), 1 << (n - 1)} {
				le := make([]byte, 5)
				putBits(le, at, n, v)
				want := make([]byte, 5)
				for i := range n {
					want[(at+i)/8] |= byte(v>>i&1) << ((at + i) % 8)
				}
				if !bytes.Equal(le, want) || bitsAt(le, at, n) != v {
					t.Errorf("%d in %d bits from %d on: %x, %d", v, n, at, le, bitsAt(le, at, n))
				}
				if cut := bitsAt(le[:1], at, n); cut != v&(1<<max(0, 8-at)-1) {
					t.Errorf("%d in %d bits from %d on, of one byte: %d", v, n, at, cut)
				}
			}
		}
	}
	for n := 41; n <= 64; n++ { // no index is as large
		for bit := 40; bit < n; bit++ {
			le := make([]byte, 8)
			le[bit/8] = 1 << (bit % 8)
			if v := bitsAt(le, 0, n); v < 1<<40 {
				t.Errorf("bit %d of %d is %d", bit, n, v)
			}
		}
	}
	for k := range 512 {
		c := lane.ConstBytes(append(make([]byte, k/8), 1<<(k%8)))
		le := littleEndian(c)
		if len(le) <= k/8 || le[k/8] != 1<<(k%8) || bytes.Count(le, []byte{0}) != len(le)-1 {
			t.Errorf("bit %d: %x", k, le)
		}
	}
}

// The greatest common divisor is the largest number that divides both.
func TestGreatestDivisor(t *testing.T) {
	for a := 1; a <= 64; a++ {
		for b := range 70 {
			want := 0
			for d := 1; d <= a; d++ {
				if a%d == 0 && b%d == 0 {
					want = d
				}
			}
			if got := greatestDivisor(a, b); got != want {
				t.Errorf("of %d and %d: %d, want %d", a, b, got, want)
			}
		}
	}
}

// A letter is an operand if it stands alone, and behind no dot and no slash; all others are what they were.
func TestLettersAreReplaced(t *testing.T) {
	operand := func(letter byte) string {
		if letter == 'k' {
			return "" // which says nothing: the letter stays
		}
		return "<" + string(letter) + ">"
	}
	for letter := byte(0); letter < 0x80; letter++ {
		is := strings.IndexByte("abcdefghijmrABCDIK", letter) >= 0
		word := letter == '_' || letter >= '0' && letter <= '9' || letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z'
		for _, before := range []string{"", " ", "(", "[", ",", "-", ".", "/", " .", "x.", "x", "_", "9", "Z", "é"} {
			for _, after := range []string{"", " ", ")", "]", ".", "/", "x", "_", "0", "A", "z", "Z", "9"} {
				text := before + string(rune(letter)) + after
				want := text
				joined := strings.HasSuffix(before, "x") || strings.HasSuffix(before, "_") || before == "9" || before == "Z" || after != "" && strings.Contains("x_0AzZ9", after)
				part := before != "" && strings.Contains("./", before[len(before)-1:])
				if is && !joined && !part {
					want = before + "<" + string(rune(letter)) + ">" + after
				}
				if !word && after != "" && strings.Contains("Az", after) {
					continue // A may be one itself
				}
				if got := replaceLetters(text, operand); got != want && word {
					t.Errorf("%q is %q, want %q", text, got, want)
				}
			}
		}
	}
}

// What brings vectors from and to memory names the bytes that there are; of a vector that is longer the others are zero, so that nothing of it is undefined.
func TestVectorsOfMemory(t *testing.T) {
	copied := Language{Type: typeX86}
	said := Language{Type: typeX86, Load: "{type} {name} = load({from}, {bytes})", Store: "store({to}, {name}, {bytes})"}
	for _, bits := range []int{128, 256, 512} {
		for size := 1; size <= bits/8; size++ {
			zeroed := ""
			if size < bits/8 {
				zeroed = " = {0}"
			}
			want := []string{fmt.Sprintf("__m%di x%s;", bits, zeroed), fmt.Sprintf("memcpy(&x, p + 3, %d);", size)}
			if got := copied.LoadOf(Vectors, "x", "p + 3", bits, size); !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
			if got, want := copied.StoreOf("x", "q", size), fmt.Sprintf("memcpy(q, &x, %d);", size); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			if got, want := said.LoadOf(Vectors, "x", "p", bits, size), fmt.Sprintf("__m%di x = load(p, %d)", bits, size); len(got) != 1 || got[0] != want {
				t.Errorf("%q, want %q", got, want)
			}
			if got, want := said.StoreOf("x", "q", size), fmt.Sprintf("store(q, x, %d)", size); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}

// An expression with other bits is a cast, or zeros above it if an instruction wrote it and more are wanted.
func TestExpressionsWithOtherBits(t *testing.T) {
	sizes := []int{128, 256, 512}
	for _, have := range sizes {
		for _, want := range sizes {
			for _, written := range []bool{false, true} {
				longest := strings.TrimSuffix(fmt.Sprintf("_mm%d", max(have, want)), "128")
				text := fmt.Sprintf("%s_castsi%d_si%d(x)", longest, have, want)
				switch {
				case have == want:
					text = "x"
				case written && want > have:
					text = fmt.Sprintf("%s_zextsi%d_si%d(x)", longest, have, want)
				}
				if got := resizeX86("x", have, want, written); got != text {
					t.Errorf("%d of %d, written %v: %s, want %s", want, have, written, got, text)
				}
				if got := same("x", have, want, written); got != "x" {
					t.Errorf("%s", got)
				}
			}
		}
	}
	if typeX86(General, 64) != "unsigned long long" || typeX86(Vectors, 256) != "__m256i" {
		t.Error(typeX86(General, 64), typeX86(Vectors, 256))
	}
}

// Several registers are one value by the first text where their types are one, and by the second where one is another; a single one is itself.
func TestRegistersTogether(t *testing.T) {
	texts := Together{Type: [2]string{"{type}*{n}", "({list})"}, Value: [2]string{"[{list}]", "({list})"}, Part: [2]string{"{name}[{k}]", "{name}.{k}"}}
	for n := 1; n <= 4; n++ {
		for other := -1; other < n; other++ { // the register that has another type
			types, values := slices.Repeat([]string{"u"}, n), strings.Split("abcd", "")[:n]
			if other >= 0 {
				types[other] = "w"
			}
			list := strings.Join(values, ", ")
			ofType, value, part := fmt.Sprintf("u*%d", n), "["+list+"]", "v[%d]"
			if other >= 0 {
				ofType, value, part = "("+strings.Join(types, ", ")+")", "("+list+")", "v.%d"
			}
			if n == 1 {
				ofType, value, part = types[0], "a", "v"
			}
			if got := texts.TypeOf(types); got != ofType {
				t.Errorf("%v: %s, want %s", types, got, ofType)
			}
			if got := texts.ValueOf(types, values); got != value {
				t.Errorf("%v: %s, want %s", types, got, value)
			}
			for k := range n {
				want := part
				if n > 1 {
					want = fmt.Sprintf(part, k)
				}
				if got := texts.PartOf(types, "v", k); got != want {
					t.Errorf("%v: %s, want %s", types, got, want)
				}
			}
		}
	}
}

// The bytes of a constant stand in their order, as many as the vector has, whatever language they are for.
func TestBytesOfConstants(t *testing.T) {
	for _, bits := range []int{8, 64, 128, 256, 512} {
		value := make([]byte, bits/8)
		var words []string
		for i := range value {
			value[i] = byte(37*i + 3)
			words = append(words, fmt.Sprint(value[i]))
		}
		c, list := lane.ConstBytes(value), strings.Join(words, ", ")
		if got := byteList(c, bits); got != list {
			t.Errorf("%d bits: %s, want %s", bits, got, list)
		}
		if got := intrinsicsX86.Inline(Vectors, c, bits); got != list {
			t.Errorf("%d bits: %s, want %s", bits, got, list)
		}
		if bits == 64 {
			if got, want := intrinsicsX86.Inline(General, c, bits), "0x"+c.Hex()+"ull"; got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}
