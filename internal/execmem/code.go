package execmem

import (
	"errors"
	"fmt"
	"unsafe"
)

// ErrUnsupported is the error of Map and Load where machine code cannot be run.
var ErrUnsupported = errors.New("execmem: machine code runs on amd64 under Linux and macOS only")

// Code is machine code in executable memory. Any number of goroutines may call it at once.
type Code struct {
	pages pages
	entry uintptr // of the first byte; 0 if closed
	avx   bool    // what Go expects of the upper halves must be restored
}

// Map puts a copy of code, which must not be empty, into executable pages of its own. Close gives it back.
func Map(code []byte) (*Code, error) {
	if len(code) == 0 {
		return nil, errors.New("execmem: no code to map")
	}
	pages, err := arenaOfAll.mapCode(code)
	if err != nil {
		return nil, fmt.Errorf("execmem: mapping %d bytes: %w", len(code), err)
	}
	return &Code{pages, pages.entry(), Features().Has(AVX)}, nil
}

// Call calls the code from its first byte with arg in rdi, and returns its rax. What the code may change is in the package's comment. arg does
// not escape, so it may point to a variable on the stack. It does not allocate.
func (c *Code) Call(arg unsafe.Pointer) uint64 {
	if c.entry == 0 {
		panic("execmem: call of code that was closed")
	}
	if c.avx {
		return callAVX(c.entry, arg)
	}
	return callSSE(c.entry, arg)
}

// Bytes is the code as it is mapped, and perhaps something behind it; nothing if it was closed. It can only be read, and not behind Close.
func (c *Code) Bytes() []byte {
	if c.entry == 0 {
		return nil
	}
	return c.pages.bytes
}

// Close gives the memory back. No call may be running or follow. To close twice is no error.
func (c *Code) Close() error {
	if c.entry == 0 {
		return nil
	}
	c.entry = 0
	return arenaOfAll.give(c.pages)
}
