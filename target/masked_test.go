package target_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/target"
)

// withoutMask are the names of instructions of AVX-512's targets whose rows have no form with a mask, as patterns with the reason.
var withoutMask = map[string]string{
	"vandnps vandps vblendpd vblendps vblendvpd vblendvps vextractf128 vextracti128 vinsertf128 vinserti128 vmovdqa vorps vpand vpandn vpblendd vpblendvb vpblendw vpcmpeqd vperm2f128 vperm2i128 vpor vpxor": "VEX alone, or all bits alike",
	"vinsertps vmovhlps vmovlhps vmovq vmovsd vmovss vpslldq vpsrldq": "EVEX without a mask, or a scalar",
	"vblendmpd vblendmps vpblendmb vpblendmd vpblendmq vpblendmw vcompresspd vcompressps vexpandpd vexpandps vpcompressb vpcompressd vpcompressq vpcompressw vpexpandb vpexpandd vpexpandq vpexpandw": "the mask is what they do",
	"vmovdqu8 vmovdqu16 vmovdqu32 vmovdqu64":                  "the mask is what they do",
	"vpermi2b vpermi2d vpermi2pd vpermi2ps vpermi2q vpermi2w": "what is kept is the constant",
	"vpackssdw vpacksswb vpackusdw vpackuswb":                 "of two constants of zeros",
	"vpandnq vpandq vporq vpxord":                             "all bits alike",
}

// widths are the bits of lanes by the letters that names have for them.
var widths = map[string]int{"b": 8, "w": 16, "d": 32, "q": 64, "ps": 32, "ss": 32, "pd": 64, "sd": 64, "dup": 32, "ddup": 64, "bw": 8, "wd": 16, "dq": 32, "qdq": 64}

// maskWidth is how many bits a bit of the mask is for, as the name says it.
func maskWidth(name string) int {
	switch {
	case name == "vpalignr":
		return 8
	case strings.Contains(name, "unpck"): // of what is read
		for _, letters := range []string{"qdq", "bw", "wd", "dq"} {
			if strings.HasSuffix(name, letters) {
				return widths[letters]
			}
		}
	}
	if before, count, ok := cutLast(name, "x"); ok && len(count) == 1 && count >= "2" && count <= "8" { // vshufi32x4
		n, _ := strconv.Atoi(before[len(before)-2:])
		return n
	}
	for _, letters := range []string{"ddup", "dup", "ps", "ss", "pd", "sd", "b", "w", "d", "q"} {
		if strings.HasSuffix(name, letters) {
			return widths[letters]
		}
	}
	return 0
}

// cutLast cuts a text at the last of another.
func cutLast(text, at string) (before, after string, ok bool) {
	k := strings.LastIndex(text, at)
	if k < 0 {
		return text, "", false
	}
	return text[:k], text[k+len(at):], true
}

// Each row of AVX-512 has a form with a mask, unless a reason is known, and the mask has a bit for each lane, as wide as the name says; of what makes lanes narrower or wider, for each lane that it makes.
func TestMaskedForms(t *testing.T) {
	why := map[string]string{}
	for names, reason := range withoutMask {
		for _, name := range strings.Fields(names) {
			why[name] = reason
		}
	}
	masked, bare := 0, map[string]bool{}
	for _, tg := range target.Targets() {
		if tg.Has&target.AVX512F == 0 {
			continue
		}
		for _, r := range tg.RowsIn(target.Vectors) {
			if r.Mask == nil {
				if bare[r.Name] = true; why[r.Name] == "" && r.Name != "vpternlogd" { // which has it in one of its rows
					t.Errorf("%s: %s of %d bits has no form with a mask", tg.Name, r.Name, r.Bits)
				}
				continue
			}
			masked++
			if why[r.Name] != "" {
				t.Errorf("%s: %s has a form with a mask: %s", tg.Name, r.Name, why[r.Name])
			}
			bits, width := r.Bits, maskWidth(r.Name)
			made := width
			if from, ok := strings.CutPrefix(r.Name, "vpmov"); ok { // as many as lanes of the wider width are
				from = strings.TrimPrefix(from, "zx")
				width, made = max(widths[from[:1]], widths[from[1:]]), widths[from[1:]]
				bits = max(slices.Max(r.Src), width*r.Bits/widths[from[1:]])
				if !strings.Contains(r.Name, "zx") {
					bits = r.Src[0]
				}
			}
			if width == 0 || r.Mask.Lanes != bits/width || r.Mask.Elem != made {
				t.Errorf("%s: the mask of %s of %d bits has %d bits for lanes of %d, want %d for lanes of %d", tg.Name, r.Name, r.Bits, r.Mask.Lanes, r.Mask.Elem, bits/max(width, 1), made)
			}
		}
	}
	for name, reason := range why {
		if !bare[name] {
			t.Errorf("no row is called %s: %s", name, reason)
		}
	}
	if masked < 1000 {
		t.Errorf("only %d rows have masks", masked)
	}
}
