package svp64_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax"
)

// All immediates of both instructions over registers: words come back, and odd pairs are refused with the rule's name.
func TestPairWords(t *testing.T) {
	e := svp64.DefaultEncoding
	for s := range svp64.Swizzle(svp64.NumSwizzles) {
		for _, float := range []bool{false, true} {
			for k := range uint8(16) {
				i := svp64.Inst{Float: float, RT: svp64.Reg{No: 2 * k}, RA: svp64.Reg{No: 2 * (uint8(s) & 15)}, Swizzle: s}
				words, err := e.Encode(i)
				if err != nil || words.N != 1 {
					t.Fatalf("%v: %v", i, err)
				}
				back, n, _, err := e.Decode(words.Word[:1])
				if err != nil || n != 1 || back != i {
					t.Fatalf("%v comes back as %v: %v", i, back, err)
				}
			}
		}
	}
	for rt := range uint8(32) {
		for ra := range uint8(32) {
			i := svp64.Inst{RT: svp64.Reg{No: rt}, RA: svp64.Reg{No: ra}, Swizzle: 0x977}
			_, err := e.Encode(i)
			odd := rt%2 != 0 || ra%2 != 0
			if errors.Is(err, svp64.ErrOddPair) != odd || (err == nil) == odd {
				t.Errorf("registers %d and %d: %v", rt, ra, err)
			}
			word := uint32(22)<<26 | uint32(rt)<<21 | uint32(ra)<<16 | 0x977<<4 | 3
			if _, _, _, err = e.Decode([]uint32{word}); errors.Is(err, svp64.ErrOddPair) != odd || (err == nil) == odd {
				t.Errorf("word %08x: %v", word, err)
			}
		}
	}
}

// Every primary opcode does, if it is the one that is asked for.
func TestPrimaryOpcode(t *testing.T) {
	for po := range uint8(64) {
		if po == 1 || po == 9 {
			continue // those are prefixes
		}
		i := svp64.Inst{RT: svp64.Reg{No: 4}, RA: svp64.Reg{No: 8}, Swizzle: 0x977}
		words, err := svp64.Encoding{PO: po}.Encode(i)
		if err != nil || words.Word[0]>>26 != uint32(po) {
			t.Fatalf("%d: %v: %v", po, words, err)
		}
		if back, _, _, err := (svp64.Encoding{PO: po}).Decode(words.Word[:1]); err != nil || back != i {
			t.Errorf("%d: %v: %v", po, back, err)
		}
		if _, _, _, err := (svp64.Encoding{PO: po ^ 32}).Decode(words.Word[:1]); err == nil {
			t.Errorf("%d is taken for %d", po, po^32)
		}
	}
}

// Every prefix in both encodings: either an instruction that comes back to the bit, through words and through text, or an error with a name and bits.
func TestEveryPrefix(t *testing.T) {
	step := uint32(613) // a prime, so that every value of every field comes up
	if !testing.Short() {
		step = 61
	}
	if *full {
		step = 1
	}
	named := []error{svp64.ErrReservedMode, svp64.ErrReservedWidth, svp64.ErrEmptySingle, svp64.ErrOddPair, svp64.ErrNotVector}
	good := 0
	for rm := uint32(0); rm < 1<<24; rm += step {
		for k, prefix := range []uint32{0x27000000 | rm, 0x26000000 | rm, 0x05400000 | rm>>23<<25 | rm>>22&1<<23 | rm&(1<<22-1)} {
			suffix := uint32(0x59049773) ^ uint32(rm&1)<<3 ^ rm>>5&31<<16 // with the other instruction, other registers
			i, n, got, err := svp64.DefaultEncoding.Decode([]uint32{prefix, suffix})
			var at *svp64.WordError
			if err != nil {
				if !errors.As(err, &at) {
					t.Fatalf("%08x %08x: %v", prefix, suffix, err)
				}
				ok := false
				for _, name := range named {
					ok = ok || errors.Is(err, name)
				}
				if !ok {
					t.Fatalf("%08x %08x: %v is no named error", prefix, suffix, err)
				}
				continue
			}
			good++
			if k == 2 && got != svp64.PO1 || k < 2 && got != svp64.PO9 || n != 2 || (i.Form == svp64.Single) != (k == 1) {
				t.Fatalf("%08x is %v in encoding %d", prefix, i, got)
			}
			words, err := svp64.Encoding{PO: 22, Prefix: got}.Encode(i)
			if err != nil || words.Word != [2]uint32{prefix, suffix} {
				t.Fatalf("%08x %08x is %v, which is %v: %v", prefix, suffix, i, words, err)
			}
			if rm%3 == 0 {
				if back, err := svp64.Parse(i.String()); err != nil || back != i {
					t.Fatalf("%v (%+v) reads back as %+v: %v", i, i, back, err)
				}
			}
		}
	}
	if good < 1000 {
		t.Errorf("only %d prefixes are good", good)
	}
}

func TestWordErrors(t *testing.T) {
	for _, row := range []struct {
		words []uint32
		want  string
		is    error
	}{
		{nil, "a prefix needs", svp64.ErrTruncated},
		{[]uint32{0x05400000}, "word 05400000, bits 0 to 5", svp64.ErrTruncated},
		{[]uint32{0x04000000, 0x59049773}, "word 04000000, bits 6 to 9: not an SVP64 prefix", svp64.ErrNotPrefix},
		{[]uint32{0x24000000, 0x59049773}, "word 24000000, bit 6: not an SVP64 prefix", svp64.ErrNotPrefix},
		{[]uint32{0x26000000, 0x59049773}, "word 26000000, bits 8 to 31", svp64.ErrEmptySingle},
		{[]uint32{0x58889770}, "word 58889770, bits 28 to 31: not mv.swiz or fmv.swiz: the extended opcode is 0000", svp64.ErrNotSwizzle},
		{[]uint32{0x60000000}, "word 60000000, bits 0 to 5: not mv.swiz or fmv.swiz: the primary opcode is 24, and theirs here is 22", svp64.ErrNotSwizzle},
		{[]uint32{0x4c889773}, "word 4c889773, bits 0 to 5: not mv.swiz or fmv.swiz: the primary opcode is 19, and theirs here is 22 (19 was theirs", svp64.ErrNotSwizzle},
		{[]uint32{0x05400004, 0x59049773}, "word 05400004, bits 27 to 31: mode 00100", svp64.ErrReservedMode},
		{[]uint32{0x05400008, 0x59049773}, "word 05400008, bits 27 to 31: mode 01000", svp64.ErrReservedMode},
		{[]uint32{0x05400018, 0x59049773}, "word 05400018, bits 27 to 31: mode 11000", svp64.ErrReservedMode},
		{[]uint32{0x054c2400, 0x5910977b}, "word 054c2400, bits 12 to 15", svp64.ErrReservedWidth},
		{[]uint32{0x27000000, 0x05400000}, "word 05400000, bits 0 to 5", svp64.ErrNotSwizzle},
	} {
		i, _, _, err := svp64.DefaultEncoding.Decode(row.words)
		if !errors.Is(err, row.is) || !strings.HasPrefix(err.Error(), row.want) || i != (svp64.Inst{}) {
			t.Errorf("%08x: %v, want %s; nothing of an instruction is left: %+v", row.words, err, row.want, i)
		}
	}
}

// Both spellings are one instruction, and the newer one is printed.
func TestSpellings(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"mv.swiz 4,8,W.Y.", "mv.swiz r4,r8,W.Y."},
		{" MV.SWIZ  R4 , r8 , bgr1 ", "mv.swiz r4,r8,ZYX1"},
		{"fmv.swiz f4,8,1", "fmv.swiz f4,f8,1"},
		{"mv.swiz r4,r8,0x200", "mv.swiz r4,r8,0x200"},
		{"mv.swiz r4,r8,0x977", "mv.swiz r4,r8,XYZW"},
		{"mv.swiz r4,r8,0x1", "mv.swiz r4,r8,0X1"},
		{"sv.mv.swiz/sats/vec2/ew=8 32.v, r64.v, Y1", "sv.mv.swiz/sats/vec2/w=8 *32,*64,Y1"},
		{"sv.mv.swiz/sew=16 *r32,r64.s,XXXX", "sv.mv.swiz/sw=16 *32,64,XXXX"},
		{"sv.mv.swiz/sz/dz *32,*64,X", "sv.mv.swiz/zz *32,*64,X"},
		{"sv.mv.swiz/w=64/vec1 *32,*64,X", "sv.mv.swiz *32,*64,X"},
		{"sv.mv.swiz/sm=r3/dm=r3 *32,*64,X", "sv.mv.swiz/m=r3 *32,*64,X"},
		{"sv.mv.swiz/sm=nl/dm=un *32,*64,X", "sv.mv.swiz/dm=so/sm=ge *32,*64,X"},
		{"sv.fmv.swiz/zz/w=16/vec3/satu/m=~r10 *4,*8,XYZ", "sv.fmv.swiz/m=~r10/satu/vec3/w=16/zz *4,*8,XYZ"},
		{"svs.mv.swiz/m=eq/dz r4,r8,YXWZ", "svs.mv.swiz/dz/m=eq 4,8,YXWZ"},
	} {
		i, err := svp64.Parse(row.text)
		if err != nil || i.String() != row.want {
			t.Errorf("%s: %v, want %s: %v", row.text, i, row.want, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", "1:1: expected mv.swiz or fmv.swiz"},
		{"mv.swizzle 4,8,X", `1:1: "mv.swizzle" is not mv.swiz or fmv.swiz`},
		{"mv.swiz 5,8,X", "1:9: RT is 5: a pair begins at an even register"},
		{"mv.swiz r4, r9,X", "1:13: RA is 9: a pair begins at an even register"},
		{"sv.mv.swiz 4,9,X", "1:14: RA is 9: a pair begins at an even register"},
		{"mv.swiz 40,8,X", "1:9: RT is 40: registers above 31 need a prefix"},
		{"mv.swiz *4,8,X", "1:9: RT is 4: only the sv. form has vector operands"},
		{"mv.swiz 128,8,X", "1:9: there are registers 0 to 127"},
		{"mv.swiz 99999999999999999999,8,X", "1:9: there are registers 0 to 127"},
		{"mv.swiz f4,8,X", "1:9: expected an integer register"},
		{"mv.swiz ,8,X", "1:9: expected the register RT"},
		{"mv.swiz r,8,X", "1:9: expected the register RT"},
		{"sv.mv.swiz *x,8,X", "1:12: expected the register RT"},
		{"fmv.swiz 4,*f,X", "1:12: expected the register RA"},
		{"mv.swiz 4 8,X", `1:11: expected "," behind the register RT`},
		{"mv.swiz 4,8,", "1:13: expected a swizzle"},
		{"mv.swiz 4,8,XG", `1:14: "G" is of RGBA`},
		{"mv.swiz 4,8,X Y", "1:15: expected the end of the instruction"},
		{"mv.swiz/vec2 4,8,X", "1:9: a specifier needs a prefix: sv.mv.swiz"},
		{"sv.mv.swiz/vec5 *4,*8,X", `1:12: "vec5" is no specifier`},
		{"sv.mv.swiz/w=24 *4,*8,X", "1:14: a width is 8, 16, 32 or 64"},
		{"sv.mv.swiz/m=r4 *4,*8,X", "1:14: a predicate is r3"},
		{"sv.mv.swiz/sz=1 *4,*8,X", "1:15: this specifier takes no value"},
		{"sv.mv.swiz/w=8/dw=16 *4,*8,X", `1:16: "dw=16" says again`},
		{"sv.mv.swiz/sats/satu *4,*8,X", `1:17: "satu" says again`},
		{"sv.mv.swiz/dm=eq *4,*8,X", "1:1: a condition register predicate stands on both sides"},
		{"sv.mv.swiz/dm=eq/sm=r3 *4,*8,X", "1:1: dm= and sm= are both"},
		{"sv.mv.swiz *4.s,*8,X", "1:12: a register is marked as a vector by *"},
		{"sv.fmv.swiz/w=8 *4,*8,X", "1:1: the width code 11 is reserved"},
		{"svs.mv.swiz *4,8,X", "1:13: RT is 4: only the sv. form"},
		{"svs.mv.swiz 4,8,X", "1:1: an SVP64Single prefix without a single bit set is reserved"},
	} {
		_, err := svp64.Parse(row.text)
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.text, err, row.want)
		}
	}
}

// The bits of a prefix one by one, as the table of the specification numbers them: each specifier sets its bits of RM and no other. Nothing outside is needed for this.
//
//	0 MASKMODE  1:3 MASK  4:5 ELWIDTH  6:7 ELWIDTH_SRC  8:9 SUBVL  10:12 RT  13:15 RA  16:18 MASK_SRC  19:23 MODE
func TestPrefixBits(t *testing.T) {
	at := func(bits ...int) (rm uint32) {
		for _, b := range bits {
			rm |= 1 << (23 - b)
		}
		return rm
	}
	vectors := at(10, 13)
	for spec, want := range map[string]uint32{
		"":               0,
		"/dz":            at(22),
		"/sz":            at(23),
		"/zz":            at(22, 23),
		"/sats":          at(19, 21),
		"/satu":          at(19),
		"/satu/sz":       at(19, 23),
		"/sats/dz":       at(19, 21, 22),
		"/dw=32":         at(5),
		"/dw=16":         at(4),
		"/sw=32":         at(7),
		"/sw=16":         at(6),
		"/w=8":           at(4, 5, 6, 7),
		"/vec2":          at(9),
		"/vec3":          at(8),
		"/vec4":          at(8, 9),
		"/dm=1<<r3":      at(3),
		"/dm=r3":         at(2),
		"/dm=r10":        at(1),
		"/sm=1<<r3":      at(18),
		"/sm=r3":         at(17),
		"/sm=r10":        at(16),
		"/dm=eq/sm=lt":   at(0, 1),
		"/dm=lt/sm=ns":   at(0, 16, 17, 18),
		"/dm=r30/sm=~r3": at(1, 2, 17, 18),
	} {
		i, err := svp64.Parse("sv.mv.swiz" + spec + " *32,*64,X")
		if err != nil {
			t.Fatal(err)
		}
		words, err := svp64.Encoding{PO: 22, Prefix: svp64.PO9}.Encode(i)
		if got := words.Word[0]; err != nil || got != 0x27000000|vectors|want {
			t.Errorf("%s: %08x, want %08x: %v", spec, got, 0x27000000|vectors|want, err)
		}
		if back, _, _, err := svp64.DefaultEncoding.Decode(words.Word[:2]); err != nil || back != i {
			t.Errorf("%s comes back as %v: %v", spec, back, err)
		}
	}
}

// SVP64Single exists in one of the two prefix encodings.
func TestSingleNeedsTheLaterPrefix(t *testing.T) {
	i, err := svp64.Parse("svs.mv.swiz/m=eq 4,8,YXWZ")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := svp64.DefaultEncoding.Encode(i); err == nil {
		t.Error("there is a PO1 form")
	}
	words, err := svp64.Encoding{PO: 22, Prefix: svp64.PO9}.Encode(i)
	if err != nil || words.Word[0]>>24 != 0x26 {
		t.Errorf("%v: %v", words, err)
	}
	roundTrip(t, words, i)
}

// What a decoder and an assembler do to 64 bits, without allocating.
func BenchmarkDecodeEncode(b *testing.B) {
	pair := []uint32{0x58889773}
	long := []uint32{0x054fee10, 0x59109773}
	for _, row := range []struct {
		name string
		in   []uint32
	}{{"pair", pair}, {"prefixed", long}} {
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			e := svp64.DefaultEncoding
			for b.Loop() {
				i, _, _, err := e.Decode(row.in)
				if err != nil {
					b.Fatal(err)
				}
				if w, err := e.Encode(i); err != nil || w.Word[0] != row.in[0] {
					b.Fatal(w, err)
				}
			}
			b.ReportMetric(float64(b.N)*float64(len(row.in))/b.Elapsed().Seconds()/1e6, "Mwords/s")
		})
	}
}

// The fields of a word stand side by side and fill it.
func TestFieldsFillTheirWords(t *testing.T) {
	for word, row := range svp64.Rows() {
		next := 0
		for _, f := range row {
			if f.First != next || f.Last < f.First {
				t.Errorf("%s: %s begins at bit %d, the one before it ends at %d", word, f.Name, f.First, next-1)
			}
			next = f.Last + 1
		}
		if of := row[0].Of; next != of {
			t.Errorf("%s has %d bits, its fields %d", word, of, next)
		}
	}
}

// The quick answer is never yes where the slow one has a complaint.
func TestCheck(t *testing.T) {
	rng := chance.Random(t, 0)
	plain := 0
	for range times(200_000) {
		i := svp64.Inst{
			Float: rng.IntN(2) == 0, Form: svp64.Form(rng.IntN(5)) % 4, Swizzle: svp64.Swizzle(rng.IntN(svp64.NumSwizzles + 2)),
			RT: svp64.Reg{No: uint8(rng.IntN(132)), Vector: rng.IntN(2) == 0}, RA: svp64.Reg{No: uint8(rng.IntN(40)), Vector: rng.IntN(3) == 0},
		}
		if rng.IntN(2) == 0 {
			i.SubVL, i.DstWidth, i.SrcWidth = uint8(rng.IntN(6)), svp64.Width(rng.IntN(5)), svp64.Width(rng.IntN(4))
			i.Sat, i.CR, i.DstMask, i.SrcMask = svp64.Sat(rng.IntN(4)), rng.IntN(2) == 0, svp64.Predicate(rng.IntN(9)), svp64.Predicate(rng.IntN(8))
			i.SZ, i.DZ = rng.IntN(2) == 0, rng.IntN(2) == 0
		}
		if i.Plain() {
			plain++
			if err := i.Complaint(); err != nil {
				t.Fatalf("%+v: plain, and %v", i, err)
			}
		}
	}
	if plain < times(1000) {
		t.Errorf("only %d plain", plain)
	}
}

// Of two specifiers that say the same one is refused, in either order, and others stand together.
func TestExclusiveSpecifiers(t *testing.T) {
	all := map[string][]string{"w=8": {"w"}, "dw=16": {"w"}, "sw=32": {"w"}, "m=r3": {"m"}, "dm=r10": {"m"}, "sm=~r3": {"m"}, "zz": {"z"}, "dz": {"z"}, "sz": {"z"}, "sats": {"sat"}, "satu": {"sat"}, "vec2": {"vec"}, "vec3": {"vec"}}
	sides := map[string]bool{"dw=16": true, "sw=32": true, "dm=r10": true, "sm=~r3": true, "dz": true, "sz": true}
	for a, of := range all {
		for b, and := range all {
			_, err := svp64.Parse("sv.mv.swiz/" + a + "/" + b + " *32,*64,X")
			again := slices.Equal(of, and) && (a == b || !sides[a] || !sides[b])
			if again != (err != nil) || again && !strings.Contains(err.Error(), syntax.Quote(b)+" says again") {
				t.Errorf("%s and %s: %v", a, b, err)
			}
		}
	}
}

// Specifiers of another package's instruction are read from their slash on, with words of its own between them, and hold together.
func TestReadSpecifiers(t *testing.T) {
	for _, row := range []struct{ text, want, rest string }{
		{" *3,*4", "", " *3,*4"},
		{"/vec2/els/w=8/m=r3 *3", "/m=r3/vec2/w=8", " *3"},
		{"/els/zz", "/zz", ""},
		{"/els/vec2/els *3", "1:10: expected each specifier once", ""},
		{"/dm=r3/sm=eq *3", "1:1: dm= and sm= are both", ""},
		{"/dm=eq *3", "1:1: a condition register predicate stands on both sides", ""},
		{"/elsewhere *3", `1:2: "elsewhere" is no specifier`, ""},
	} {
		i := svp64.Inst{Form: svp64.Vector}
		c := syntax.Cursor{Text: row.text}
		err := i.ReadSpecifiers(&c, func(word string) bool { return word == "els" })
		if err != nil {
			if !strings.HasPrefix(err.Error(), row.want) || row.want == "" {
				t.Errorf("%s: %v", row.text, err)
			}
		} else if got := i.Specifiers(); got != row.want || row.text[c.Off:] != row.rest {
			t.Errorf("%s is %s, behind which stands %q", row.text, got, row.text[c.Off:])
		}
	}
}
