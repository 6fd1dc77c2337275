package execmem_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/execmem"
)

// kernelNames are what Linux calls the features that it names differently.
var kernelNames = map[string]string{
	"sse3": "pni", "sse4.1": "sse4_1", "sse4.2": "sse4_2",
	"avx512vbmi2": "avx512_vbmi2", "avx512vnni": "avx512_vnni", "avx512bitalg": "avx512_bitalg", "avx512vpopcntdq": "avx512_vpopcntdq",
}

// TestFeatures compares with what the kernel found.
func TestFeatures(t *testing.T) {
	info, err := os.ReadFile("/proc/cpuinfo")
	flags := regexp.MustCompile(`(?m)^flags\s*:(.*)$`).FindSubmatch(info)
	if flags == nil {
		t.Skipf("no flags in /proc/cpuinfo: %v", err)
	}
	kernel := strings.Fields(string(flags[1]))
	for bit := execmem.Set(1); ; bit <<= 1 {
		name := bit.String()
		if name == "nothing" {
			break
		}
		if back, err := execmem.Named(name); back != bit || err != nil {
			t.Errorf("Named(%q) = %v, %v", name, back, err)
		}
		asked := name
		if other, ok := kernelNames[name]; ok {
			asked = other
		}
		if got, want := execmem.Features().Has(bit), slices.Contains(kernel, asked); got != want {
			t.Errorf("%s: %t, and %t by the kernel", name, got, want)
		}
	}
	t.Logf("this CPU: %v", execmem.Features())
}

func TestSet(t *testing.T) {
	s := execmem.AVX | execmem.AVX512VBMI
	if s.String() != "avx avx512vbmi" || !s.Has(execmem.AVX) || s.Has(execmem.AVX|execmem.GFNI) || !s.Has(0) {
		t.Errorf("%v", s)
	}
	if execmem.GFNI.String() != "gfni" || (execmem.GFNI<<1).String() != "nothing" {
		t.Error("the names and the bits are not in step")
	}
	for _, text := range []string{"avx avx512vbmi", "AVX,AVX512_VBMI", " avx512_vbmi\tAVX AVX"} {
		if got, err := execmem.Named(text); got != s || err != nil {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	if got, err := execmem.Named(""); got != 0 || err != nil {
		t.Errorf("no name is %v, %v", got, err)
	}
	if _, err := execmem.Named("avx avx1024"); err == nil || !strings.Contains(err.Error(), "ssse3") {
		t.Errorf("avx1024: %v does not say what there is", err)
	}
}
