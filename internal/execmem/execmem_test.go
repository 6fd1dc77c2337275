package execmem_test

import (
	"testing"

	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/x86"
)

func TestRunSmoke(t *testing.T) {
	code, err := x86.MustParse("RMI: 66 0F 70 /r ib").Append(nil, x86.XMM(1), x86.XMM(2), x86.Imm(0x1b))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("% x %v", code, execmem.Features())
	var v [32][64]byte
	var m [8]uint64
	for i := range v {
		for j := range v[i] {
			v[i][j] = byte(i*64 + j)
		}
	}
	if err := execmem.Run(code, &v, &m); err != nil {
		t.Fatal(err)
	}
	t.Logf("% x", v[1])
}
