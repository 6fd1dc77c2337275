package visa

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// verified is what the verifier of the seed's release says of an instruction, by our words of it.
func verified(t *testing.T, platform Platform, text string) (all []string) {
	t.Helper()
	d, err := ParseDecls(shapedDecls, platform.GRF())
	if err != nil {
		t.Fatal(err)
	}
	d.Platform = platform
	p, c := Parser{Decls: d, Dialect: Intel}, Checker{Decls: d, Dialect: Intel}
	i, err := p.ParseInst(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for _, f := range c.Check(&i) {
		all = append(all, f.Message)
	}
	return all
}

// holdVerified compares that with what numbers say: the sentences of those that are true.
func holdVerified(t *testing.T, text string, want map[string]bool) {
	t.Helper()
	got := verified(t, TGL, text)
	for says, is := range want {
		if slices.Contains(got, says) != is {
			t.Errorf("%s: %q, want %q to be said: %v", text, got, says, is)
		}
	}
}

// A raw message has as many registers as its numbers say, and those are no fewer than its descriptor has.
func TestVerifierOnRawMessages(t *testing.T) {
	for source := range 18 {
		for result := range 19 {
			for _, lengths := range [][2]int{{0, 0}, {1, 1}, {source & 15, result}, {(source + 1) & 15, result}, {source & 15, result + 1}, {15, 16}} {
				text := fmt.Sprintf("raw_send (M1, 16) 0xa %d %d %#x:ud V.0 F.0", source, result, lengths[0]<<25|lengths[1]<<20|0x80001)
				holdVerified(t, text, map[string]bool{
					"Number of message source GRFs must be between 1 and 15":                                                                      source < 1 || source > 15,
					"Number of message destination GRFs must be between 0 and 16":                                                                 result > 16,
					fmt.Sprintf("message length mismatch for raw send: msgLength (%d) must be not greater than numSrc (%d)", lengths[0], source):  lengths[0] > source,
					fmt.Sprintf("response length mismatch for raw send: rspLength (%d) must be not greater than numDst (%d)", lengths[1], result): lengths[1] > result,
				})
			}
		}
	}
	for _, said := range verified(t, TGL, "raw_send (M1, 16) 0xa 2 1 V(0,0)<0;1,0> V.0 F.0") {
		if strings.Contains(said, "mismatch") {
			t.Errorf("of a descriptor that is not in the text: %s", said)
		}
	}
	for n := range 40 {
		holdVerified(t, fmt.Sprintf("raw_sends.10.%d.3.1 (M1, 16) 0x0:ud 0x4100001:ud V.0 W.0 F.0", n), map[string]bool{"Number of source0 GRFs must be between 1 and 32": n < 1 || n > 32, "Number of source1 GRFs must be between 1 and 32": false, "Number of message destination GRFs must be between 0 and 32": false})
		holdVerified(t, fmt.Sprintf("raw_sends.10.3.%d.1 (M1, 16) 0x0:ud 0x4100001:ud V.0 W.0 F.0", n), map[string]bool{"Number of source0 GRFs must be between 1 and 32": false, "Number of source1 GRFs must be between 1 and 32": n > 32, "Number of message destination GRFs must be between 0 and 32": false})
		holdVerified(t, fmt.Sprintf("raw_sends.10.3.1.%d (M1, 16) 0x0:ud 0x4100001:ud V.0 W.0 F.0", n), map[string]bool{"Number of source0 GRFs must be between 1 and 32": false, "Number of source1 GRFs must be between 1 and 32": false, "Number of message destination GRFs must be between 0 and 32": n > 32})
	}
}

// Messages to units have numbers of theirs, a surface that somebody declared, and as many lanes as the unit takes.
func TestVerifierOnUnits(t *testing.T) {
	for n := range 12 {
		holdVerified(t, fmt.Sprintf("vme_ime (%d,3) T6 V.0 V.32 V.64 V.96 V.128 W.0", n), map[string]bool{"CISA ISA_VME_IME instruction uses illegal stream mode.": n > 3, "CISA ISA_VME_IME instruction uses illegal search ctrl.": false})
		holdVerified(t, fmt.Sprintf("vme_ime (1,%d) T6 V.0 V.32 V.64 V.96 V.128 W.0", n), map[string]bool{"CISA ISA_VME_IME instruction uses illegal stream mode.": false, "CISA ISA_VME_IME instruction uses illegal search ctrl.": !slices.Contains([]int{0, 1, 3, 7}, n)})
		for _, offset := range []int{0, 1, 2047, 2048, 4000} {
			for size := 1; size <= 16; size *= 2 {
				holdVerified(t, fmt.Sprintf("urb_write_3d (M1, %d) %d %d %%null.0 V.0 V.32 F.0", size, n, offset), map[string]bool{
					"Valid range for num_out parameter of URB write is [1,8]": n < 1 || n > 8, "Valid range for global_offset parameter of URB write is [0,2047]": offset > 2047, "Only execution size of 1 or 8 is supported for URB write": size != 1 && size != 8,
				})
			}
		}
	}
	for surface, of := range map[string][2]bool{"T6": {}, "%slm": {true, true}, "T1": {false, true}, "T2": {false, true}, "%bss": {false, true}} {
		for name, text := range map[string]string{"ISA_SAMPLE/ISA_LOAD": "sample.G (8) S0 %s F.0 F.32 F.64 V.0", " ISA_SAMPLE/ISA_LOAD": "load.A (16) %s F.0 F.32 F.64 V.0", "ISA_SAMPLE_UNORM": "sample_unorm.RGBA.8-full S1 %s 0x0:f 0x1:f 0x2:f 0x3:f W.0"} {
			name = strings.TrimSpace(name)
			holdVerified(t, fmt.Sprintf(text, surface), map[string]bool{"Surface T0 (the SLM surface) is not allowed for the SAMPLER instruction " + name + ".": of[0], "CISA SAMPLER instruction " + name + " uses undefined surface.": of[1]})
		}
		holdVerified(t, "avs.RG "+surface+" S1 0x0:f 0x1:f 0x2:f 0x3:f 0x4:f 0x5:f 0x6:f AVS_8_FULL 0x7:f AVS_16x8 0x8:ud W.0", map[string]bool{"Surface T0 (the SLM surface) is not allowed for the SAMPLER AVS instruction.": of[0]})
	}
	for _, op := range []string{"sample_3d", "sample_b", "sample_l", "sample_c", "sample_b_c", "sample_d", "sample_l_c", "sample_d_c", "sample_lz", "sample_c_lz", "load_3d", "load_lz", "load_mcs"} {
		for _, cps := range []string{"", ".cps"} {
			for size := 1; size <= 16; size *= 2 {
				text := fmt.Sprintf("%s%s.R (M1, %d) 0x0:ud S1 T6 F.0 V.0", op, cps, size)
				if strings.HasPrefix(op, "load") {
					text = fmt.Sprintf("%s%s.R (M1, %d) 0x0:uw T6 F.0 V.0", op, cps, size)
				}
				takes := slices.Contains([]string{"sample_3d", "sample_b", "sample_c", "sample_b_c"}, op)
				if cps != "" && strings.HasPrefix(op, "load") {
					continue // which has no such word
				}
				holdVerified(t, text, map[string]bool{
					"CPS LOD Compensation Enable must be disabled unless SIMD mode is simd8* or simd16*":               cps != "" && size != 8 && size != 16,
					"CPS LOD Compensation Enable is only supported for sample, sample_b, sample_b_c, sample_c and LOD": cps != "" && !takes,
				})
			}
		}
	}
}

// Conversions to and from the types of less have one other side each; srnd is for all lanes, of two sources of one type, and changes nothing else.
func TestVerifierOnConversions(t *testing.T) {
	const mismatch, same = "Src and Dst types mismatch. Only (dst=ub, src=hf) or (dst=hf, src=f) supported.", "Src0 and src1 should have the same type for this instruction"
	decls := map[string]string{"ub": "B", "hf": "H", "f": "F", "ud": "U", "w": "W"}
	var text strings.Builder
	for typ, name := range decls {
		fmt.Fprintf(&text, ".decl %s v_type=G type=%s num_elts=128 align=GRF\n", name, typ)
	}
	d, err := ParseDecls(text.String(), 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, platform := range []Platform{TGL, PVC} {
		d.Platform = platform
		p, c := Parser{Decls: d, Dialect: Intel}, Checker{Decls: d, Dialect: Intel}
		hold := func(text string, want map[string]bool) {
			t.Helper()
			i, err := p.ParseInst(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			found := c.Check(&i)
			for says, is := range want {
				if slices.ContainsFunc(found, func(f Finding) bool { return f.Message == says }) != is {
					t.Errorf("%s on %s: %v, want %q to be said: %v", text, platform, found, says, is)
				}
			}
		}
		for to, a := range decls {
			for from, b := range decls {
				for other, o := range decls {
					for _, all := range []string{"M1", "M1_NM"} {
						for k, mod := range []string{"", "(-)", "(abs)"} {
							sat := []string{"", ".sat"}[k%2]
							hold(fmt.Sprintf("srnd%s (%s, 8) %s(0,0)<1> %s%s(0,0)<8;8,1> %s(0,0)<8;8,1>", sat, all, a, mod, b, o), map[string]bool{
								"srnd must use noMask": all == "M1", "Destination modifier for this CISA instruction is not allowed.": sat != "", "Source modifiers for this instruction are not allowed": mod != "",
								same: other != from, mismatch: !(to == "ub" && from == "hf") && !(to == "hf" && from == "f"),
							})
						}
						hold(fmt.Sprintf("fcvt (%s, 8) %s(0,0)<1> %s(0,0)<8;8,1>", all, a, b), map[string]bool{
							"F_CVT with UB(actually BF8) dst must have HF src": to == "ub" && from != "hf", "F_CVT with UB(actually BF8) src must have HF dst": to != "ub" && from == "ub" && to != "hf",
							"F_CVT with UD(actually TF32) dst must have F src": to == "ud" && from != "f" && from != "ub", "F_CVT with UD(actually TF32) src0 must have F dst": from == "ud" && to != "f" && to != "ub" && to != "ud",
							"F_CVT must have either UB(actually BF8) dst or src": to != "ub" && from != "ub" && to != "ud" && from != "ud", "F_CVT must use noMask for HF to FP8 conversion": to == "ub" && all == "M1",
						})
					}
				}
			}
		}
	}
}
