package listing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/listing"
)

// A line on general registers names those that AArch64 has, wherever they stand: number 31 is sp or xzr, by the instruction, and has no name with a number. Behind adrp stands a label, whatever it is called.
func TestGeneralRegistersThatAreNot(t *testing.T) {
	const before, behind = "ldr q1, [x9]\n", "\nrev64 v0.4s, v1.4s"
	has := map[string]string{"x": "AArch64 has x0 to x30, xzr and sp", "w": "AArch64 has w0 to w30, wzr and wsp"}
	for _, line := range []string{
		"add ‹x›, x0, x1", "add x0, ‹x›, x1", "add x0, x1, ‹x›", "add x0, ‹x›, #16", "add ‹x›, ‹x›, #16", "sub ‹w›, w0, w1", "mov ‹x›, x0", "mov x0, ‹x›", "mov w0, ‹w›", "mov ‹w›, #5",
		"cmp ‹x›, #0", "cmp x0, ‹x›", "ccmp x0, ‹x›, #0, eq", "ldr ‹x›, [x0]", "ldr x0, [‹x›]", "ldr x0, [x1, ‹x›]", "ldp x0, ‹x›, [x1]", "lsl x0, ‹x›, #3", "madd x0, x1, x2, ‹x›",
		"adrp ‹x›, .LC0", "adr ‹x›, .LC0", "add ‹x›, x8, :lo12:.LC0", "add x8, ‹x›, :lo12:.LC0",
	} {
		at := strings.Index(line, "‹")
		prefix := line[at+len("‹"):][:1]
		for _, n := range []string{"0", "7", "30"} {
			text := before + strings.NewReplacer("‹", "", "›", n).Replace(line) + behind
			if r, err := listing.NEON().Read(text, dialect.Options{}); err != nil || r.Map.String() != "i32x4 -> a1 a0 a3 a2" {
				t.Errorf("%q: %s, %v", text, r.Map, err)
			}
		}
		for _, n := range []string{"31", "32", "99", "01", "4294967296"} {
			first := strings.Replace(line, "‹"+prefix+"›", "«"+prefix+n+"»", 1)
			first = strings.NewReplacer("«", "‹", "»", "›").Replace(strings.NewReplacer("‹", "", "›", n).Replace(first))
			dialecttest.Refused(t, listing.NEON(), [][2]string{{before + first + behind, fmt.Sprintf("%s%s is no register: %s", prefix, n, has[prefix])}})
		}
	}
	for _, line := range []string{"adrp x8, x31", "adrp x8, v32", "adr x8, w99", "add x8, x8, :lo12:x31", "adrp x8, x31@PAGE", "add sp, sp, #16", "sub sp, sp, #32", "mov x0, xzr", "mov w0, wzr", "add x0, sp, #8"} {
		if r, err := listing.NEON().Read(before+line+behind, dialect.Options{}); err != nil || r.Map.String() != "i32x4 -> a1 a0 a3 a2" {
			t.Errorf("%s: %s, %v", line, r.Map, err)
		}
	}
}

// What loads or stores vectors of AArch64 has a place in brackets, and one that has none is asked for it.
func TestAccessesWithoutPlace(t *testing.T) {
	lists := map[string]string{"ld1": "{v0.16b}", "st1": "{v0.16b}", "ld1r": "{v0.4s}", "ld2": "{v0.16b, v1.16b}", "st2": "{v0.16b, v1.16b}", "ld3": "{v0.16b-v2.16b}", "st3": "{v0.16b-v2.16b}", "ld4": "{v0.16b-v3.16b}", "st4": "{v0.16b-v3.16b}",
		"ldr": "q0", "ldur": "d0", "str": "s0", "stur": "h0", "ldp": "q0, q1", "ldnp": "q0, q1", "stp": "d0, d1", "stnp": "q0, q1"}
	for name, list := range lists {
		for _, place := range []string{"", ", x0", ", sp", ", 16", ", #16", ", .LC0", ", =5"} {
			for _, behind := range []string{"", "\nrev64 v1.4s, v0.4s"} {
				dialecttest.Refused(t, listing.NEON(), [][2]string{{"‹" + name + " " + list + place + "›" + behind, "expected registers and a place such as [x0]"}})
			}
		}
	}
}

// What a message has of a line stands there: without the blanks around it, however many there are.
func TestQuotedWithoutBlanks(t *testing.T) {
	for _, row := range [][3]string{
		{"ptrue p0.s,", "foo", "ptrue has no pattern %q"},
		{"ptrue p0.s,", "vl9", "ptrue has no pattern %q"},
		{"ptrues p0.b,", "vl300", "ptrues has no pattern %q"},
		{"mov p0.s,", "0x1ffff", "expected a number with a bit for each of 8 lanes, found %q"},
		{"mov p0.d,", "x", "expected a number with a bit for each of 2 lanes, found %q"},
	} {
		for _, blanks := range []string{"", " ", "  ", "\t", " \t "} {
			dialecttest.Refused(t, listing.SVE(), [][2]string{{"‹" + row[0] + blanks + row[1] + "›\nsel z0.s, p0, z1.s, z2.s", fmt.Sprintf(row[2], row[1])}})
		}
	}
}
