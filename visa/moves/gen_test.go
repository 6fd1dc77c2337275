package moves_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/moves"
)

// What can be nothing else than an instruction of the machine, or an operand of one, behind labels and comments too; and what vISA and others write alike.
func TestLooksGen(t *testing.T) {
	looks := moves.Gen().Looks
	for text, want := range map[string]bool{
		"mov (16|M0) r10.0<1>:w r12.0<16;8,2>:w": true, "(W) mov (8|M0) what": true, "add (8|M16) r1": true, "send.dc1 (16|M16) null r18 r58": true, "(f0.0) sel (8|M0) r1": true,
		"mov (8) r10.0<1>:ud r12.0<8;8,1>:ud": true, "mov (8) r10 r12": false, "mov(8) g10<1>UD g12<8,8,1>UD": true, "add(8) g10<1>UD { align1 1Q };": true, "cmp.z.f0.0(16) null<1>D g1<8,8,1>D 0D { align16 1H };": true,
		"(+f0.0) mov(8) g1<1>F g2<4>.xyxyF": true, "mov(8) g1<1>UD g2<8,8,1>ud": false, "mov (8) r10(0,0)<1> r12(0,0)<8;8,1>": false, "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>": false, "mov (4) out<1> b(0,0)<4;4,1>": false,
		"r12.0<16;8,2>:w": true, "g12.1<16,8,2>UW": true, "-r12.0<16;8,2>:w": false, "r12<16;8,2>": false, "r12": false, "<8;8,1>": false, "r1.0<8;8,1>:w r2": false, "g[a0]<VxH,1,0>UD": false, "x12.0<16;8,2>:w": false,
		"L0:\n  // B1\n\nmov (8|M0) r1:d r2:d": true, "L0:": false, "": false, "// mov (8|M0) r1:d r2:d": false, "add (8) r1.0<1>:d r2.0<8;8,1>:d r3.0:d": false, "f(8|M)": true, "f(x|M)": false, "{ align1": false,
	} {
		if looks(text) != want {
			t.Errorf("%q looks so: %v", text, !want)
		}
	}
}

// What texts mean, and what is said of them beside.
func TestGenMeanings(t *testing.T) {
	long := "; registers are taken for 32 bytes; behind a line //.platform PVC they have 64, and this moves other lanes"
	dialecttest.Meanings(t, moves.Gen(), [][2]string{
		{"mov (16|M0) r10.0<1>:w r12.0<16;8,2>:w", "r10 of r12: i16x32 -> " + every(0, 2, 16)},
		{"mov(16) g10<1>W g12<16,8,2>W { align1 1H };", "g10 of g12: i16x32 -> " + every(0, 2, 16)},
		{"r12.0<0;4,1>:d", " of r12: i32x8 -> a0 a1 a2 a3 a0 a1 a2 a3; an operand alone has no execution size: 8 lanes are taken"},
		// halves of sixteen lanes are one result; what is read behind it was on the way; two results are not one
		{"mov (8|M0) r10.0<1>:d r12.0<8;4,2>:d\nmov (8|M8) r11.0<1>:d r13.0<1;1,0>:d", "r10 of r12: i32x16 -> a0 a2 a4 a6 a8 a10 a12 a14 a8 a9 a10 a11 a12 a13 a14 a15" + long},
		{"mov (8|M0) r10.0<1>:d r12.0<1;1,0>:d\nmov (4|M0) r11.0<1>:d r10.4<1;1,0>:d", "r11 of r12: i32x8 -> a4 a5 a6 a7"},
		{"mov (8|M0) r20.0<1>:d r12.0<1;1,0>:d\nmov (8|M0) r10.0<1>:d r12.0<1;1,0>:d", "r10 of r12: i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7; r20 are written too, and are not shown"},
		// sources are apart where no operand reads of both
		{"mov (8|M0) r1.0<2>:w r8.0<8;8,1>:w\nmov (8|M0) r1.1<2>:w r9.0<8;8,1>:w", "r1 of r8 r9: i16x8 i16x8 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7"},
		{"mov (16|M0) r1.0<1>:w r8.0<0;1,0>:w\nmov (16|M0) r2.0<1>:w r9.0<0;1,0>:w", "r1 of r8 r9: i16x16 i16x16 -> " + strings.TrimSpace(strings.Repeat("a0 ", 16)+strings.Repeat("b0 ", 16)) + long},
		{"mov (16|M0) r1.0<1>:d r8.0<0;1,0>:d\nmov (16|M0) r3.0<1>:d r9.0<0;1,0>:d", "r1 of r8 r9: i32x16 i32x16 -> " + strings.TrimSpace(strings.Repeat("a0 ", 16)+strings.Repeat("b0 ", 16)) + long},
		{"mov (8|M0) r1.0<1>:d r1.0<0;1,0>:d", "r1 of : -> i32x8: . d0 d0 d0 d0 d0 d0 d0"},
		{"mov (4|M0) r1.0<1>:ud r2.0<4;4,1>:uw", "r1 of r2: i16x4 -> a0 z a1 z a2 z a3 z"},
		{"mov (4|M0) r1.0<1>:uw r2.0<4;4,1>:ud", "r1 of r2: i16x8 -> a0 a2 a4 a6; r1.0<1>:uw: a destination that is narrower than what is computed has a stride that makes up for it, or more, and is aligned to it (1.2)"},
		// numbers, of which some are several
		{"mov (8|M0) r1.0<1>:w 0x76543210:v", "r1 of : -> i16x8: z 1 #2 #3 #4 #5 #6 #7"},
		{"mov(8) g1<1>F [0F, 1F, 0F, -2F]VF { align16 1Q };", "g1 of : -> i32x8: z #3f800000 z #c0000000 z #3f800000 z #c0000000"},
		{"mov (2|M0) r1.0<1>:d -1:w", "r1 of : -> i32x2: m m"},
		{"mov(1) g1<1>F 1.5F", "g1 of : -> i32x1: #3fc00000"},
		{"mov(1) g1<1>HF 0x3c00HF", "g1 of : -> i16x1: #3c00"},
		{"mov(1) g1<1>UD 0x0000001fUD", "g1 of : -> i32x1: #1f"},
		// what the machine does not take, by the name of the platform and without
		{"mov (4|M0) r1.0<1>:d r2.0<8;8,1>:d", "r1 of r2: i32x4 -> a0 a1 a2 a3; r2.0<8;8,1>:d: the execution size is at least the width (2.1)"},
		{"//.platform tgl\nmov (2|M0) r1.0<1>:q r2.0<1;1,0>:q", "r1 of r2: i64x2 -> a0 a1; r1.0<1>:q: the platform has no numbers of 64 bits (platform); r2.0<1;1,0>:q: the platform has no numbers of 64 bits (platform)"},
		{"mov (2|M0) r1.0<1>:q r2.0<1;1,0>:q", "r1 of r2: i64x2 -> a0 a1"},
		// an element that is in no register of 32 bytes
		{"mov (4|M0) r11.0<2>:uw r39.48<1;1,0>:ub", "r11 of r39: i8x64 -> a48 z . . a49 z . . a50 z . . a51 z; registers are taken for 64 bytes, as r39.48<1;1,0>:ub is in none of 32"},
		{"r39.8<0;1,0>:ud", " of r39: i32x16 -> a8 a8 a8 a8 a8 a8 a8 a8; an operand alone has no execution size: 8 lanes are taken; registers are taken for 64 bytes, as r39.8<0;1,0>:ud is in none of 32"},
	})
	dialecttest.Refused(t, moves.Gen(), [][2]string{
		{"mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d\n‹add (8|M0) r1.0<1>:d r1.0<8;8,1>:d 1:d›\nmov (8|M0) r1.0<1>:d r2.0<8;8,1>:d", "add (8|M0) r1.0<1>:d r1.0<8;8,1>:d 1:d: add is no movement of lanes: only mov is"},
		{"‹mov (8|M0) r1.0<3>:d r2.0<8;8,1>:d›", "mov (8|M0) r1.0<3>:d r2.0<8;8,1>:d: r1.0<3>:d: V is 0 or a power of two to 32, W one to 16, H 0, 1, 2 or 4 (fields)"},
		{"‹r255.0<16;8,2>:d›", "r255.0<16;8,2>:d: it reads behind the last register"},
		{"//.platform tgl\n‹mov (4|M0) r11.0<2>:uw r39.48<1;1,0>:ub›", "mov (4|M0) r11.0<2>:uw r39.48<1;1,0>:ub: r39.48<1;1,0>:ub: an element lies in its register (fields)"},
		{"‹r12.0<16;3,2>:uw›", "r12.0<16;3,2>:uw: V is 0 or a power of two to 32, W one to 16, H 0, 1, 2 or 4 (fields)"},
	})
}

// every is lanes from one on, at a distance.
func every(from, step, n int) string {
	words := make([]string, n)
	for k := range words {
		words[k] = fmt.Sprintf("a%d", from+k*step)
	}
	return strings.Join(words, " ")
}

// An operand alone says its type and takes an execution size; an instruction says both.
func TestGenOptions(t *testing.T) {
	for _, row := range []struct {
		text string
		opt  dialect.Options
		want string
	}{
		{"r12.0<4;4,1>:uw", dialect.Options{Exec: 4}, "i16x4 -> a0 a1 a2 a3"},
		{" g12<4,4,1>UW", dialect.Options{Exec: 16}, "i16x16 -> " + every(0, 1, 16)},
		{"r12.0<4;4,1>:uw", dialect.Options{Exec: 5}, "5 is no execution size: expected 1, 2, 4, 8, 16 or 32"},
		{"mov (8|M0) r1:d r2:d", dialect.Options{Exec: 8}, "an instruction says its types and its execution size: --type and --exec are for what does not"},
		{"mov (8|M0) r1:d r2:d", dialect.Options{Type: "d"}, "an instruction says its types and its execution size: --type and --exec are for what does not"},
	} {
		r, err := moves.Gen().Read(row.text, row.opt)
		if got := r.Map.String(); err == nil && got != row.want || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %s, %v, want %s", row.text, got, err, row.want)
		}
	}
}

// The predicate of a mov guards the lanes that it writes.
func TestGenGuard(t *testing.T) {
	r, err := moves.Gen().Read("(~f0.1) mov (4|M8) r1.0<2>:d r2.0<4;4,1>:d", dialect.Options{})
	if err != nil || r.Guard == nil || r.Guard.By != "~f0.1" || r.Guard.Else != lane.ElseKeep || fmt.Sprint(r.Guard.Bit) != fmt.Sprint([]int{8, lane.Always, 9, lane.Always, 10, lane.Always, 11}) {
		t.Errorf("%+v, %v", r.Guard, err)
	}
}

// A region that vISA reads is what a mov of the machine with that region reads, on registers that nobody shares: every legal region of every size of elements.
func TestGenIsVISA(t *testing.T) {
	compared := 0
	for _, typ := range []string{"ud", "uw", "ub"} {
		for _, exec := range []int{1, 2, 4, 8, 16, 32} {
			for region := range visa.LegalRegions(exec) {
				of, err := moves.Dialect().Read(region.String(), dialect.Options{Exec: exec, Type: typ})
				if err != nil {
					t.Fatal(err)
				}
				machine, err := moves.Gen().Read(fmt.Sprintf("r12.0%s:%s", region, typ), dialect.Options{Exec: exec})
				if err != nil {
					t.Fatal(err)
				}
				if compared++; of.Map.String() != machine.Map.String() {
					t.Errorf("%s of %s, %d lanes: %s, and of the machine %s", region, typ, exec, of.Map, machine.Map)
				}
			}
		}
	}
	t.Logf("%d regions", compared)
}

// What the machine executes for a map is read as the map again; what it cannot do is said.
func TestGenSays(t *testing.T) {
	random, d := chance.Random(t, 77), moves.Gen()
	said := 0
	for range 300 {
		bits := 8 << random.IntN(4)
		n := 128 << random.IntN(2) / bits
		m := lane.Map{Bits: bits, Src: []int{n, n}[:1+random.IntN(2)], Lane: make([]lane.Lane, n)}
		for k := range m.Lane {
			m.Lane[k] = lane.From(random.IntN(len(m.Src)), random.IntN(n))
		}
		lines, err := d.Translate(t.Context(), m)
		if err != nil {
			if !strings.Contains(err.Error(), "do not say how long the sources are") {
				t.Errorf("%s: %v", m, err)
			}
			continue
		}
		said++
		r, err := d.Read(strings.Join(lines, "\n"), dialect.Options{})
		if err != nil || len(r.Warnings) > 0 || !strings.HasPrefix(lines[len(lines)-1], "mov (") {
			t.Errorf("%s is said as %q, which is %s, %q, %v", m, lines, r.Map, r.Warnings, err)
		}
	}
	if said < 100 {
		t.Errorf("%d are said", said)
	}
	for text, want := range map[string]string{
		"i32x2 -> a0 z":       "its operands are not two direct regions",
		"i4x4 -> a1 a0 a3 a2": "elements have 8, 16, 32 or 64 bits",
		"i32x2 -> a0 _":       "lane 1 is undefined",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if lines, err := d.Translate(t.Context(), m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is said as %q, %v, want %s", text, lines, err, want)
		}
	}
}

// FuzzGen: any text is read as the machine's or refused with a place.
func FuzzGen(f *testing.F) {
	dialecttest.Fuzz(f, moves.Gen(), "(W) mov (8|M8) r1.4<2>:w r3.0<8;4,1>:w {@1}", "mov(8) g116<1>.xyF g2<4>.xyyyF { align16 1Q };", "g12.1<16,8,2>UW")
}

// What people paste of the machine is read as what they mean, or refused for the reason.
func TestGenPastes(t *testing.T) {
	dialecttest.Pastes(t, "../../form/testdata/pastes/gen.txt", 16, moves.Gen())
}
