package g13_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
)

// Files that are no code are named by how they begin; code never is, whatever instructions it begins with.
func TestContainer(t *testing.T) {
	for _, row := range []struct{ head, want string }{
		{"\xcf\xfa\xed\xfe\x0c\x00\x00\x01", "Mach-O"}, {"\xca\xfe\xba\xbe\x00\x00\x00\x02", "universal Mach-O"},
		{"\xcb\xfe\xba\xbe\x00\x00", "Metal fat file"}, {"\xbe\xba\xfe\xcb\x02\x00", "Metal fat file"}, {"MTLB\x01\x80", "Metal library"},
		{"\x7fELF\x02\x01", "ELF"}, {"\x1f\x8b\x08\x00", "gzip"}, {"PK\x03\x04\x14\x00", "zip"}, {"BC\xc0\xde5\x14", "bitcode"}, {"\x28\xb5\x2f\xfd\x04", "zstd"},
		{"0e05c222 18000000\n", "hexadecimal text"}, {"0x88, 0x00\n", "hexadecimal text"}, {"iadd r1, r1.discard, u1\n", "text"},
		{"", ""}, {"\x88\x00", ""}, {"88", ""}, {"stop\n", ""},
	} {
		if got := g13.Container([]byte(row.head)); !strings.Contains(got, row.want) || got != "" && row.want == "" {
			t.Errorf("%q is %q, want %q", row.head, got, row.want)
		}
	}
	for f := range g13.NumForms {
		code := g13.New(f).AppendBytes(nil)
		if got := g13.Container(append(code, code...)); got != "" {
			t.Errorf("code that begins with %x is %s", code, got)
		}
	}
}
