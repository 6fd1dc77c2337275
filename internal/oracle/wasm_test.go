package oracle

import "testing"

// The module is what the binary format says: magic, version, and the sections in their order.
func TestWasmModule(t *testing.T) {
	want := "\x00asm\x01\x00\x00\x00" +
		"\x01\x04\x01\x60\x00\x00" + // one type: no parameters, no results
		"\x03\x02\x01\x00" + // one function of it
		"\x05\x03\x01\x00\x01" + // one memory of a page
		"\x07\x0a\x02\x01m\x02\x00\x02f0\x00\x00" + // exports m and f0
		"\x0a\x04\x01\x02\x00\x0b" // its body: no locals, end
	if got := string(WasmModule([][]byte{{0, 0x0b}})); got != want {
		t.Errorf("%x, want %x", got, want)
	}
}
