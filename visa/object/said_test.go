package object_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/golden"
	"github.com/lanescope/lanescope/visa/object"
)

var update = flag.Bool("update", false, "write what is said of spoilt files")

// What is said of a file that ends early, of one with a byte that is as large as it can be, and of one whose first kernel is said to end early, byte by byte, is what it was.
func TestSaid(t *testing.T) {
	var w strings.Builder
	for _, f := range []object.Format{{Major: 3, Minor: 3}, {Major: 4, Minor: 1}} {
		b := written(t, whole(f))
		fmt.Fprintf(&w, "format %d.%d, cut behind so many bytes\n", f.Major, f.Minor)
		said(&w, len(b), func(n int) []byte { return b[:n] })
		fmt.Fprintf(&w, "format %d.%d, with byte 0xff\n", f.Major, f.Minor)
		said(&w, len(b), func(n int) []byte {
			c := bytes.Clone(b)
			c[n] = 0xff
			return c
		})
		fmt.Fprintf(&w, "format %d.%d, whose kernel ends behind so many bytes\n", f.Major, f.Minor)
		size := kernelSize(t, b, f)
		said(&w, int(binary.LittleEndian.Uint32(b[size:])), func(n int) []byte {
			c := bytes.Clone(b)
			binary.LittleEndian.PutUint32(c[size:], uint32(n))
			return c
		})
	}
	golden.Held(t, "testdata/said.txt", w.String(), *update)
}

// said has a line for each file, or for as many in a row of which the same is said.
func said(w *strings.Builder, n int, file func(int) []byte) {
	last, from := "", 0
	for k := 0; k <= n; k++ {
		what := ""
		if k < n {
			what = "read"
			if _, err := object.Read(file(k)); err != nil {
				what = err.Error()
			}
		}
		if k > 0 && what != last {
			fmt.Fprintf(w, "%d to %d: %s\n", from, k-1, last)
			from = k
		}
		last = what
	}
}

// kernelSize is where the header has the size of the first kernel: behind its name and place.
func kernelSize(t *testing.T, b []byte, f object.Format) int {
	t.Helper()
	name := 1
	if !f.Before(4, 0) {
		name = 2
	}
	at := 4 + 2 + 2 + name + len("k") // the magic number, the version, how many there are, a length, a name
	o, err := object.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	size := at + 4
	if end := binary.LittleEndian.Uint32(b[at:]) + binary.LittleEndian.Uint32(b[size:]); int(end) != o.Kernels[0].CodeAt+len(o.Kernels[0].Code) {
		t.Fatalf("%v: the kernel ends at byte %d, and its code at %d", f, end, o.Kernels[0].CodeAt+len(o.Kernels[0].Code))
	}
	return size
}

// A list takes as many things as fit, which have as few bytes as they can.
func TestSmallThings(t *testing.T) {
	const many = 250
	for _, f := range formats {
		for name, fill := range map[string]func(k *object.Kernel){
			"strings":      func(k *object.Kernel) { k.Strings = make([]string, many) },
			"general":      func(k *object.Kernel) { k.General = make([]object.Variable, many) },
			"addresses":    func(k *object.Kernel) { k.Addresses = make([]object.Entry, many) },
			"predicates":   func(k *object.Kernel) { k.Predicates = make([]object.Entry, many) },
			"labels":       func(k *object.Kernel) { k.Labels = make([]object.Entry, many) },
			"samplers":     func(k *object.Kernel) { k.Samplers = make([]object.Entry, many) },
			"surfaces":     func(k *object.Kernel) { k.Surfaces = make([]object.Entry, many) },
			"inputs":       func(k *object.Kernel) { k.Inputs = make([]object.Input, many) },
			"attributes":   func(k *object.Kernel) { k.Attrs = make([]object.Attr, many) },
			"arguments":    func(k *object.Kernel) { k.Function, k.Arguments, k.Results = true, many, 7 },
			"its own":      func(k *object.Kernel) { k.Code = make([]byte, many) },
			"machine code": func(k *object.Kernel) { k.Binaries = make([]object.Binary, many) },
		} {
			o := &object.Object{Version: f, Kernels: make([]object.Kernel, 1)}
			fill(&o.Kernels[0])
			b := written(t, o)
			back, err := object.Read(b)
			if err != nil {
				t.Errorf("%v, %s: %v", f, name, err)
				continue
			}
			sameBut(t, back, o)
			if !strings.HasPrefix(string(b), object.Magic) {
				t.Errorf("%v begins with %q", f, b[:4])
			}
		}
	}
}
