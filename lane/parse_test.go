package lane_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// A row is an input in which «…» marks the fault, or ‸ its place, and the message.
func TestParseErrors(t *testing.T) {
	a1024 := strings.Repeat("i1x1 ", lane.MaxSrc)
	for _, c := range []struct{ in, want string }{
		// Sources.
		{`‸`, `1:1: expected a source such as i32x4, or "->", found the end`},
		{"  \n ‸", `2:2: expected a source such as i32x4, or "->", found the end`},
		{`i32x4‸`, `1:6: expected a source such as i32x4, or "->", found the end`},
		{`«x32»`, `1:1: expected a source such as i32x4, or "->", found "x32"`},
		{`i32x4 «a0» a1`, `1:7: expected a source such as i32x4, or "->", found "a0"`},
		{`i32x4 «-» a1`, `1:7: expected a source such as i32x4, or "->", found "-"`},
		{`i32x4 «é»x`, `1:7: expected a source such as i32x4, or "->", found "é"`},
		{"i32x4 «\xff» ->", `1:7: expected a source such as i32x4, or "->", found byte 0xFF`},
		{"i32x4 «\u00a0»->", `1:7: expected a source such as i32x4, or "->", found U+00A0`},
		{`«i32» -> a0`, `1:1: expected a source such as i32x4, or "->", found "i32"`},
		{`«i32x» -> a0`, `1:1: expected a source such as i32x4, or "->", found "i32x"`},
		{`«i» -> a0`, `1:1: expected a source such as i32x4, or "->", found "i"`},
		{`«ix4» -> a0`, `1:1: expected a source such as i32x4, or "->", found "ix4"`},
		{`«i32x4i32x4» -> a0`, `1:1: expected a source such as i32x4, or "->", found "i32x4i32x4"`},
		{`«i32x4x» -> a0`, `1:1: expected a source such as i32x4, or "->", found "i32x4x"`},
		{`i32x4«:» -> a0`, `1:6: expected a source such as i32x4, or "->", found ":"`},
		{`«i0x4» -> a0`, `1:1: a lane has 1 to 1048576 bits`},
		{`«i1048577x1» -> a0`, `1:1: a lane has 1 to 1048576 bits`},
		{`i8x1 «i99999999999999999999999x1» -> a0`, `1:6: a lane has 1 to 1048576 bits`},
		{`«i8x0» -> a0`, `1:1: a vector has 1 to 65536 lanes`},
		{`«i8x65537» -> a0`, `1:1: a vector has 1 to 65536 lanes`},
		{`«i17x65536» -> a0`, `1:1: 65536 lanes of 17 bits: a vector has at most 1048576 bits`},
		{a1024 + `«i1x1» -> a0`, `1:5121: more than 1024 sources`},
		{`i8x2 «i8x3» -> i16x1: a0`, `1:6: source b of 24 bits does not divide into lanes of 16 bits, the destination's width`},
		{`«i8x1»-> i16x1: a0`, `1:1: source a of 8 bits does not divide into lanes of 16 bits, the destination's width`},
		{`i8x2 «i16x65536» -> a0`, `1:6: source b has 131072 lanes of 8 bits, the destination's width: a vector has at most 65536`},
		// Type.
		{`-> ‸`, `1:4: expected the destination's type, such as "i32x4:", because there are no sources to take it from, found the end`},
		{`-> «z»`, `1:4: expected the destination's type, such as "i32x4:", because there are no sources to take it from, found "z"`},
		{`-> i8x2 «z» z`, `1:9: expected ":" after the destination's type, found "z"`},
		{`i8x2 -> i16x1 «a0»`, `1:15: expected ":" after the destination's type, found "a0"`},
		{`i8x2 -> i16x1‸`, `1:14: expected ":" after the destination's type, found the end`},
		{`i8x2 -> «i16x»: a0`, `1:9: expected the destination's type, such as i32x4, found "i16x"`},
		{`i8x2 -> «f32x4»: a0`, `1:9: expected the destination's type, such as i32x4, found "f32x4"`},
		{`i8x2 -> «i8x0»: a0`, `1:9: a vector has 1 to 65536 lanes`},
		// Lanes.
		{`i8x2 -> ‸`, `1:9: expected lanes such as a0, z or _, found the end`},
		{`i8x2 -> i8x2: a0‸`, `1:17: expected lane 1, such as a0, z or _, for the type has 2 lanes, found the end`},
		{`i8x2 -> i8x2: a0 a1 «a0»`, `1:21: expected the end, for the type has 2 lanes, found "a0"`},
		{`i524288x2 -> a0 a1 «z»`, `1:20: expected the end, for a vector has at most 2 lanes of 524288 bits, found "z"`},
		{`i8x2 -> «c0»`, `1:9: "c0" reads source c, but only a is declared`},
		{`i8x2 i8x2 -> «c0»`, `1:14: "c0" reads source c, but only a to b are declared`},
		{`-> i8x1: «a0»`, `1:10: "a0" reads source a, but no source is declared`},
		{`i8x2 -> a0 «a2»`, `1:12: "a2" reads past source a, whose lanes of 8 bits are a0 to a1`},
		{`i8x2 i32x1 -> «b4»`, `1:15: "b4" reads past source b, whose lanes of 8 bits are b0 to b3`},
		{`i8x2 -> «a99999999999999999999»`, `1:9: "a99999999999999999999" reads past source a, whose lanes of 8 bits are a0 to a1`},
		{`i1x65536 -> a65535 «a65536»`, `1:20: "a65536" reads past source a, whose lanes of 1 bits are a0 to a65535`},
		{`i1x65536 -> «a100000»`, `1:13: "a100000" reads past source a, whose lanes of 1 bits are a0 to a65535`},
		{`i8x2 -> «ix3»`, `1:9: "ix3" reads source ix, but only a is declared`},
		{`i8x2 -> z «d2»`, `1:11: "d2" reads past the old destination, whose lanes are those of the map, d0 to d1`},
		{"i8x2 ->\tz  .\n «d5»  a1 d4 ", `2:2: "d5" reads past the old destination, whose lanes are those of the map, d0 to d4`},
		{`i8x2 -> i8x1: «d99999999»`, `1:15: "d99999999" reads past the old destination, whose lanes are those of the map, d0 to d0`},
		{`i8x2 -> «a»`, `1:9: "a" is not a lane: expected a3 (lane 3 of source a), z, 1, m, #hex, . or _`},
		{`i8x2 -> «3»`, `1:9: "3" is not a lane: expected a3 (lane 3 of source a), z, 1, m, #hex, . or _`},
		{`i8x2 -> «a01»`, `1:9: "a01" is not a lane: expected a3 (lane 3 of source a), z, 1, m, #hex, . or _`},
		{`i8x2 -> «a1x»`, `1:9: "a1x" is not a lane: expected a3 (lane 3 of source a), z, 1, m, #hex, . or _`},
		{`i8x2 -> «a0,a1»`, `1:9: "a0,a1" is not a lane: expected a3 (lane 3 of source a), z, 1, m, #hex, . or _`},
		{`i8x2 -> «m0» z`, `1:9: "m0" is not a lane: expected a3 (lane 3 of source a), z, 1, m, #hex, . or _`},
		{`i8x2 -> «A0»`, `1:9: "A0" is not a lane: expected a3 (lane 3 of source a), z, 1, m, #hex, . or _`},
		{`i8x2 -> «…» z`, `1:9: "…" is not a lane: expected a3 (lane 3 of source a), z, 1, m, #hex, . or _`},
		{`i8x2 -> «0»`, `1:9: "0" is not a lane: a lane of zeros is z`},
		{`i8x2 -> «-1»`, `1:9: "-1" is not a lane: an undefined lane is _`},
		{`i8x2 -> «u»`, `1:9: "u" is not a lane: an undefined lane is _`},
		{`i8x2 -> «undef»`, `1:9: "undef" is not a lane: an undefined lane is _`},
		{`i8x2 -> «poison»`, `1:9: "poison" is not a lane: an undefined lane is _`},
		{`i8x2 -> «d»`, `1:9: "d" is not a lane: the old destination's lane at this place is a full stop, its lane 3 is d3`},
		// Constants.
		{`i8x2 -> «#»`, `1:9: a constant is # and hexadecimal digits, such as #ff`},
		{`i8x2 -> #f«g»0`, `1:11: "g" is not a hexadecimal digit`},
		{`i8x2 -> #f«é»0`, `1:11: "é" is not a hexadecimal digit`},
		{"i8x2 -> #«\xff» z", `1:10: byte 0xFF is not a hexadecimal digit`},
		{`i8x2 -> «#100»`, `1:9: the constant needs 9 bits, a lane has 8`},
		{`-> i1x1: «#2»`, `1:10: the constant needs 2 bits, a lane has 1`},
	} {
		start := strings.Index(strings.ReplaceAll(c.in, "‸", "«"), "«")
		text := strings.NewReplacer("«", "", "»", "", "‸", "").Replace(c.in)
		end := start
		if i := strings.Index(c.in, "»"); i >= 0 {
			end = i - len("«")
		}
		m, err := lane.Parse(text)
		var at *syntax.Error
		if !errors.As(err, &at) {
			t.Errorf("%q: %v, %v", text, m, err)
			continue
		}
		if err.Error() != c.want {
			t.Errorf("%q:\n%s, want\n%s", text, err, c.want)
		}
		if at.Off != start || at.End != end || at.Text != text {
			t.Errorf("%q: the fault is at [%d,%d), want [%d,%d)", text, at.Off, at.End, start, end)
		}
	}
}

func TestParseOfTooManyLanes(t *testing.T) {
	most := "i1x1 -> " + strings.Repeat("z ", lane.MaxLanes)
	if m, err := lane.Parse(most); err != nil || len(m.Lane) != lane.MaxLanes {
		t.Errorf("%d lanes, %v", len(m.Lane), err)
	}
	_, err := lane.Parse(most + "z")
	if got, want := fmt.Sprint(err), `1:131081: expected the end, for a vector has at most 65536 lanes of 1 bits, found "z"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
