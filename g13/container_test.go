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
		{"\xce\xfa\xed\xfe", "Mach-O file of 32 bits"}, {"\xfe\xed\xfa\xcf", "Mach-O file of another byte order"}, {"\xfe\xed\xfa\xce", "32 bits and another byte order"},
		{"\xbe\xba\xfe\xca", "universal Mach-O"}, {"\xca\xfe\xba\xbf", "universal Mach-O file of 64 bits"}, {"MTLP", "pipeline"}, {"\xde\xc0\x17\x0b", "wrapped LLVM bitcode"},
		{"\x03\x02\x23\x07", "SPIR-V module"}, {"\x07\x23\x02\x03", "SPIR-V module of another byte order"}, {"!<arch>\n", "ar archive"}, {"BZh9", "bzip2"}, {"\xfd7zXZ\x00", "xz"},
		{"bplist00", "property list"}, {"CISA\x03", "vISA"}, {"MTL", ""}, {"\xcf\xfa\xed", ""}, {"a simple text \x7f", ""}, {"a short text", ""}, {"another text of 24 bytes", "text"},
		{"0123", "hexadecimal text"}, {"012", ""}, {"012\n", ""}, {"0 1 2", ""}, {"0 1 23", "hexadecimal text"}, {"AbCdEf", "hexadecimal text"}, {"01~45678", ""}, {"stop\nstop\nstop\n", ""}, {"stop\nstop\nstop\n\n", "text"}, {"z123456789012345", "text"},
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
