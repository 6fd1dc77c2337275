package oracle

import "testing"

// Each instruction that keeps what is above is followed by a copy of its own register, in the hand of a person, a listing and a compiler; all others stay as they are, those of SVE by the same name too.
func TestClearedForQemu(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"rev32 v0.8h, v1.8h\n", "rev32 v0.8h, v1.8h\nmov v0.16b, v0.16b\n"},
		{"\trev64\tv12.16b, v3.16b\n\tret\n", "\trev64\tv12.16b, v3.16b\nmov v12.16b, v12.16b\n\tret\n"},
		{"f:\n    ushll v31.8h, v1.8b, #0\n", "f:\n    ushll v31.8h, v1.8b, #0\nmov v31.16b, v31.16b\n"},
		{"ushll2 v7.2d, v7.4s, #0", "ushll2 v7.2d, v7.4s, #0\nmov v7.16b, v7.16b\n"},
		{"rev16 v0.16b, v1.16b\nzip1 v0.16b, v1.16b, v2.16b\n", "rev16 v0.16b, v1.16b\nzip1 v0.16b, v1.16b, v2.16b\n"},
		{"rev64 x0, x1\nrev32 x0, x1\nushll z0.s, z1.h\nrev32\n", "rev64 x0, x1\nrev32 x0, x1\nushll z0.s, z1.h\nrev32\n"},
		{"// rev32 v0.8h, v1.8h\n", "// rev32 v0.8h, v1.8h\n"},
	} {
		if got := ClearedForQemu(c.text); got != c.want {
			t.Errorf("%q is %q, want %q", c.text, got, c.want)
		}
	}
}
