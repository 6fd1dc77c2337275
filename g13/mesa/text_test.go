package mesa_test

import (
	"bufio"
	"encoding/hex"
	"errors"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/mesa"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

var full = flag.Bool("full", false, "a hundred times as many random instructions")

// TestRoundTrip: random instructions of every form come back from their text, to the bit.
func TestRoundTrip(t *testing.T) {
	r := chance.Random(t, 1)
	n := 150
	if *full {
		n *= 100
	}
	mesas := 0
	for f := range g13.NumForms {
		tried := 0
		for range 50 * n {
			if tried == n {
				break
			}
			i := g13.New(f)
			mask, value := f.WordFormat()
			for range 3 * r.IntN(3) {
				i.Word.Lo ^= 1 << r.IntN(64)
				i.Word.Hi ^= 1 << r.IntN(32)
			}
			if r.IntN(4) == 0 {
				i.Word.Lo, i.Word.Hi = r.Uint64(), r.Uint64()&0xffffffff
			}
			i.Word.Lo = i.Word.Lo&^mask.Lo | value.Lo
			i.Word.Hi = i.Word.Hi&^mask.Hi | value.Hi
			b := g13.Inst{Word: i.Word, Len: 12}.AppendBytes(nil)
			i, err := g13.Decode(b)
			if err != nil || i.Form != f {
				continue
			}
			tried++
			text := mesa.Text(i)
			j, err := mesa.Parse(text)
			if err != nil || j != i {
				t.Fatalf("%x: %s: %v is %x, and %s", i.AppendBytes(nil), text, j, j.AppendBytes(nil), err)
			}
			if plain := asm.Text(i); plain != text {
				mesas++
			}
		}
		if tried == 0 {
			t.Errorf("no instruction of form %d, %s", f, f.Name())
		}
	}
	t.Logf("%d have another text than package asm's", mesas)
	if mesas < 1000 {
		t.Error("hardly any text is Mesa's")
	}
}

// corpus are the shared texts of Mesa, by their encodings.
func corpus(t *testing.T) (all [][2]string) {
	t.Helper()
	for _, file := range []struct {
		name string
		text int
	}{{"cases.tsv", 2}, {"cases_mesa_only.tsv", 1}, {"synth.tsv", 1}, {"mutants.tsv", 1}} {
		f, err := os.Open("../../../shared/corpus/g13/" + file.name)
		if err != nil {
			t.Skip("the shared cases are not here: ", err)
		}
		for s := bufio.NewScanner(f); s.Scan(); {
			if columns := strings.Split(s.Text(), "\t"); !strings.HasPrefix(s.Text(), "#") && len(columns) > file.text {
				all = append(all, [2]string{columns[0], columns[file.text]})
			}
		}
		f.Close()
	}
	return all
}

// single is a text with one blank where there are more.
func single(text string) string { return strings.Join(strings.Fields(text), " ") }

var (
	signedNumber = regexp.MustCompile(`(^|[ ,])[0-9]+\.sx`)
	textures     = []string{"smpf", "smpi", "imgw", "imgwblk", "uniform_store_unk"}
)

// excepted is why a text of Mesa's is not ours, or nothing.
func excepted(mesas, ours string) string {
	name, _, _ := strings.Cut(mesas, " ")
	switch {
	case slices.Contains(textures, name):
		return "textures, and uniform stores with unusual bits, are spelled as package asm does"
	case name == "asr" || name == "asrh":
		return "Mesa prints two operands that have no effect"
	case strings.Contains(mesas, ", none"):
		return "a register that an empty mask does not use"
	case signedNumber.MatchString(mesas):
		return "a number has no sign that is extended"
	case strings.Contains(ours, "unsigned") || name == "stack_store":
		return "an immediate without a sign"
	case name == "ballot" && strings.Contains(mesas, "quad, i"):
		return "Mesa has the conditions of integers in a ballot of floats"
	case strings.HasPrefix(mesas, "quad ") && strings.Contains(mesas, "prefix"):
		return "applegpu has no name for it"
	case name == "mov" && strings.Contains(ours, "uniform_store"):
		return "behind the last uniform"
	}
	return ""
}

// TestCorpus compares texts with Mesa's own, both ways. Those that differ are of a few kinds.
func TestCorpus(t *testing.T) {
	same, others := 0, map[string]int{}
	for _, c := range corpus(t) {
		b, err := hex.DecodeString(c[0])
		if err != nil {
			t.Fatal(err)
		}
		i, err := g13.Decode(b)
		if err != nil {
			continue
		}
		want, ours := single(c[1]), mesa.Text(i)
		text, behind, _ := strings.Cut(ours, " !")
		j, err := mesa.Parse(want)
		doubtful := strings.HasPrefix(behind, "bits=00") && err != nil
		if text == want && (err == nil && mesaOf(j) == want || doubtful) {
			same++
			continue
		}
		if why := excepted(want, ours); why != "" {
			others[why]++
			continue
		}
		t.Errorf("%s is %s; ours is %s (%v)", c[0], want, ours, err)
	}
	t.Logf("%d are Mesa's; %d are not:", same, total(others))
	for why, n := range others {
		t.Logf("%5d %s", n, why)
	}
	if same < 1500 {
		t.Error("too few are")
	}
}

func mesaOf(i g13.Inst) string {
	text, _, _ := strings.Cut(mesa.Text(i), " !")
	return text
}

func total(all map[string]int) (n int) {
	for _, k := range all {
		n += k
	}
	return n
}

// TestSpellings has each kind of operand once, with its bytes.
func TestSpellings(t *testing.T) {
	for text, ours := range map[string]string{
		"iadd r1, ^r1, u1": "iadd r1, r1.discard, u1", "iadd $dr0, dr2, r4l.sx, lsl 2, sat": "iadd.sat r0_r1.cache, r2_r3, r4l.sx, lsl 2", "imul r1, r2l, 5": "imadd r1, r2l, 5, 0",
		"ffma r1, r2.abs.neg, $r3, 0.5, sat": "fmadd32.sat r1, r2.abs.neg, r3.cache, 0.5", "csel r1, r2, r3, r4, r5, fltn": "fcmpsel ltn, r1, r2, r3, r4, r5",
		"csel r1, r2, r3, r4, r5, ieq": "icmpsel ueq, r1, r2, r3, r4, r5", "if r2l, 12, 2, cache, ugt": "if_icmp r0l.cache, ugt, r2l, 12, 2", "if 0.0, 0.0, 2, feq": "push_exec r0l, 2", "pop_exec 1": "pop_exec r0l, 1",
		"jmp_any -8": "jmp_exec_any pc-8", "wait b": "wait 1", "shl r1, r2, 3": "bfi r1, 0, r2, 3", "bfi r1, r2, 3, r4, 8": "bfi r1, r2, 3, r4, mask 0xFF", "mov r1, thread_in_grid_y": "get_sr r1, sr81", "mov r1, r2": "mov r1, r2",
		"mov u72, r0": "uniform_store 2, i16, xy, 0, r0l_r0h, 144", "load r0_r1, du4, r2, lsl 1, i32, xy, a": "device_load 0, i32, xy, r0_r1, u4_u5, r2, unsigned, lsl 1", "load r1, dr4, r2.sx, i32, x, coherent2, b": "device_load 1, i32, x, r1, r4_r5, r2, signed, 1, 0, 6, 0",
		"store r1, du4, 8, i32, x, a": "device_store 0, i32, x, r1, u4_u5, 8, signed, 0", "atomic _, r2, du4, 0, add, coherent1, a": "atomic add, 0, None, u4_u5, 0, signed, r2, 1, 0, 1, 4, 2", "simd r1, r2, prefix, smin": "simd_prefix_min.s r1, r2",
		"shuffle r1, r2, 3, quad, xor": "quad_shuffle_xor r1, r2, 3", "ldimm r1, 7": "mov_imm r1, 7, 0b0", "iter r0_r1, cf1, cf0, 0, sample": "iterproj r0_r1, cf1, cf0, 0, sample, 0b0, 0, 0, 0, 0, 0", "memory_barrier_2": "memory_barrier 2, 2, 9", "ballot r6": "icmp_ballot r6, nueq, 1, 0",
		"stop": "stop", "texture_load r0": "error", "tex_state_store ts0, u0_u1, r1": "tex_state_store ts0, u0_u1, r1",
	} {
		i, err := mesa.Parse(text)
		got := "error"
		if err == nil {
			got = asm.Text(i)
		}
		want := ours
		if j, err := asm.Parse(ours); err == nil {
			want = asm.Text(j)
		}
		if got != want {
			t.Errorf("%s is %s, want %s (%v)", text, got, want, err)
		}
	}
}

// TestErrors: what is wrong has a place in Mesa's text.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"ffma r1, r2":                "1:6: expected ffma D, A, B, C, [sat]",
		"ffma r1, r2, r3, 0.3":       "1:18: there is no immediate for 0.3; the nearest are 0.296875 and 0.3125",
		"  fadd r1, r999, r2":        "1:12: ",
		"csel r1, r2, r3, r4, r5, x": "1:26: ",
		"wait c":                     "1:6: expected wait a or b",
		"dance r1":                   `1:1: there is no instruction "dance"`,
		"stop !long":                 "this instruction has one length only",
		"iadd r1, r2, 3 !bits=zz":    "1:16: expected 2 to 12 bytes in hexadecimal digits behind !bits=",
		"iadd r1, r2, 3 !odd":        "1:16: expected !long or !bits=HEX",
		"iadd r1, r2, 3 !bits=ffff":  "1:16: with these bits it is no instruction of 2 bytes",
	} {
		_, err := mesa.Parse(text)
		var at *syntax.Error
		if !errors.As(err, &at) || !strings.Contains(err.Error(), want) || at.Text != text {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzParse: what is read is written so that it is read again, and what is not has a place.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"ffma r1, $r2.abs, ^r3, 0.5, sat", "load r0_r1, du4, r2, lsl 1, i32, xy, a", "if r2l, 12, 2, cache, ugt", "iadd r1, r2, 3 !bits=0000000040000000"} {
		f.Add(text)
	}
	chance.Fuzz(f, func(t *testing.T, text string) {
		if len(text) > 500 {
			return
		}
		i, err := mesa.Parse(text)
		if err != nil {
			var at *syntax.Error
			if !errors.As(err, &at) {
				t.Fatalf("%q: %v has no place", text, err)
			}
			return
		}
		j, err := mesa.Parse(mesa.Text(i))
		if err != nil || i != j {
			t.Fatalf("%q is %v, whose text is %q: %v %v", text, i, mesa.Text(i), j, err)
		}
	})
}
