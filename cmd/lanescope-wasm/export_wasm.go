package main

import (
	"unsafe"

	"github.com/lanescope/lanescope/internal/api"
)

// A question is put into memory that the library gives, and its answer is read there:
//
//	at = request(n)       n bytes from at: the endpoint's name, and the request behind it
//	n  = ask(name)        name: how many of them are the name
//	at = answer()         n bytes from at: the answer, until the next question
var in, out []byte

//go:wasmexport request
func request(n uint32) unsafe.Pointer {
	in = make([]byte, n+1) // one more, so that there is a first one
	return unsafe.Pointer(&in[0])
}

//go:wasmexport ask
func ask(name uint32) uint32 {
	b := in[:len(in)-1]
	name = min(name, uint32(len(b)))
	out = answered(string(b[:name]), string(b[name:]))
	in = nil
	return uint32(len(out))
}

//go:wasmexport describe
func describe() uint32 {
	out = api.AppendOpenAPI(nil, "")
	return uint32(len(out))
}

//go:wasmexport answer
func answer() unsafe.Pointer { return unsafe.Pointer(&out[0]) }
