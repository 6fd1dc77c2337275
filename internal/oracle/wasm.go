package oracle

import (
	"bytes"
	"encoding/binary"
	"strconv"
)

// WasmModule is a module of WebAssembly with a memory m of one page and the functions f0, f1, … without parameters and results, of which the bodies are given, for an
// engine to run.
func WasmModule(bodies [][]byte) []byte {
	vector := func(items [][]byte) []byte {
		return append(binary.AppendUvarint(nil, uint64(len(items))), bytes.Join(items, nil)...)
	}
	sized := func(b []byte) []byte { return append(binary.AppendUvarint(nil, uint64(len(b))), b...) }
	exports := [][]byte{append(sized([]byte("m")), 2, 0)}
	var types, code [][]byte
	for i, body := range bodies {
		types = append(types, []byte{0})
		code = append(code, sized(body))
		exports = append(exports, binary.AppendUvarint(append(sized([]byte("f"+strconv.Itoa(i))), 0), uint64(i)))
	}
	module := []byte("\x00asm\x01\x00\x00\x00")
	for _, section := range []struct {
		id    byte
		items [][]byte
	}{{1, [][]byte{{0x60, 0, 0}}}, {3, types}, {5, [][]byte{{0, 1}}}, {7, exports}, {10, code}} {
		module = append(append(module, section.id), sized(vector(section.items))...)
	}
	return module
}
