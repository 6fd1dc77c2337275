package object_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/visa/object"
)

// formats are a version of each layout: lengths, numbers and inputs are of other widths.
var formats = []object.Format{{Major: 3, Minor: 0}, {Major: 3, Minor: 3}, {Major: 3, Minor: 4}, {Major: 3, Minor: 5}, {Major: 4, Minor: 1}}

// whole has something in each table.
func whole(f object.Format) *object.Object {
	attrs := []object.Attr{{Name: 2, Value: []byte{1}}, {Name: 1, Value: nil}}
	return &object.Object{Version: f, Kernels: []object.Kernel{
		{
			Name: "k", NameString: 1,
			Binaries:   []object.Binary{{Platform: 12, Code: []byte("machine code")}, {Platform: 3, Code: []byte{7}}},
			Strings:    []string{"", "k", "Output", "V32"},
			General:    []object.Variable{{Name: 3, TypeAlign: 0x51, Elems: 40, Attrs: attrs}, {Name: 3, TypeAlign: 1, Elems: 2, Alias: 32, AliasOff: 8, AliasScope: 1}},
			Addresses:  []object.Entry{{Name: 1, Elems: 8}},
			Predicates: []object.Entry{{Name: 2, Elems: 16, Attrs: attrs[:1]}},
			Labels:     []object.Entry{{Name: 3, Kind: 1}},
			Samplers:   []object.Entry{{Name: 1, Elems: 1}},
			Surfaces:   []object.Entry{{Name: 1, Elems: 2}, {Name: 2, Elems: 3}},
			Inputs:     []object.Input{{Kind: 0, ID: 32, Offset: -32, Size: 4}},
			Attrs:      attrs,
			Code:       []byte{0x34, 0, 0, 0},
		},
		{Name: "empty", Strings: []string{"empty"}},
	}}
}

func written(t testing.TB, o *object.Object) []byte {
	b, err := o.Append([]byte("before"))
	if err != nil {
		t.Fatal(err)
	}
	return b[len("before"):]
}

// sameBut holds an object that was read against what was written: where the code begins is known of the first alone.
func sameBut(t *testing.T, got, want *object.Object) {
	t.Helper()
	for k := range min(len(got.Kernels), len(want.Kernels)) {
		want.Kernels[k].CodeAt = got.Kernels[k].CodeAt
	}
	if a, b := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); a != b {
		t.Errorf("read\n%s\nand written\n%s", a, b)
	}
}

// What is written reads as the same in every format, and the code is where it is said to be; every beginning of a file is refused, and every file with a byte changed is read or refused.
func TestReadsWhatIsWritten(t *testing.T) {
	for _, f := range formats {
		b := written(t, whole(f))
		o, err := object.Read(b)
		if err != nil {
			t.Fatalf("%v: %v", f, err)
		}
		sameBut(t, o, whole(f))
		if at := o.Kernels[0].CodeAt; !bytes.HasPrefix(b[at:], o.Kernels[0].Code) {
			t.Errorf("%v: the code is not at byte %d", f, at)
		}
		for n := range b {
			if _, err := object.Read(b[:n]); err == nil {
				t.Fatalf("%v: %d of %d bytes are a file", f, n, len(b))
			}
			for _, x := range []byte{1, 0x80, 0xff} {
				c := bytes.Clone(b)
				c[n] ^= x
				if o, err := object.Read(c); err == nil {
					_, _ = o.Append(nil)
				}
			}
		}
	}
}

// What is no file says where, and what does not fit in one is refused.
func TestRefusals(t *testing.T) {
	b := written(t, whole(object.Format{Major: 3, Minor: 6}))
	put := func(at int, v ...byte) []byte {
		c := bytes.Clone(b)
		copy(c[at:], v)
		return c
	}
	for _, row := range []struct {
		b    []byte
		want string
	}{
		{[]byte("CISB"), `byte 4: the file does not begin with "CISA"`},
		{b[:7], "byte 6: the end, 1 bytes of a field missing"},
		{put(4, 5), "byte 6: format 5.6 is not known: 3.0 to 4.9 are"},
		{put(6, 0xff, 0xff), "byte 6: 65535 things of 18 bytes or more are announced"},
		{put(10, 0xff), `kernel "k": byte `},
		{put(14, 0xff, 0xff), "kernels and machine code have 65"},
		{put(18, 1), "the inputs are here, and the header says byte"},
		{put(22, 1), "byte 22: there are relocations"},
		{put(24, 1), "byte 24: there are relocations"},
	} {
		if _, err := object.Read(row.b); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v, want %s", err, row.want)
		}
	}
	for want, change := range map[string]func(o *object.Object){
		"byte 20: 70000 does not fit in the 2 bytes that numbers have in format 3.3": func(o *object.Object) { o.Kernels[0].General[0].Name = 70000 },
		`byte 2: the string "a\x00b" has a byte 0, which ends it`:                    func(o *object.Object) { o.Kernels[0].Strings[0] = "a\x00b" },
		`kernel "k": byte 33: 256 things, where a field of 1 bytes counts them`:      func(o *object.Object) { o.Kernels[0].Attrs[0].Value = make([]byte, 256) },
		"byte 8: 300 things, where a field of 1 bytes counts them":                   func(o *object.Object) { o.Kernels[0].Name = strings.Repeat("k", 300) },
		`function "k": a function has neither inputs nor machine code`:               func(o *object.Object) { o.Kernels[0].Function, o.Kernels[0].Inputs = true, nil },
		`function "empty": a function has neither inputs nor`:                        func(o *object.Object) { o.Kernels[1].Function, o.Kernels[1].Inputs = true, make([]object.Input, 1) },
		"byte 6: format 2.3 is not known":                                            func(o *object.Object) { o.Version.Major = 2 },
	} {
		o := whole(object.Format{Major: 3, Minor: 3})
		change(o)
		if b, err := o.Append([]byte("before")); err == nil || !strings.Contains(err.Error(), want) || string(b) != "before" {
			t.Errorf("%q, %v, want %s", b, err, want)
		}
	}
}

// Formats are older or not, and their numbers have two bytes or four.
func TestFormats(t *testing.T) {
	for f, want := range map[object.Format]int{{Major: 2, Minor: 9}: 2, {Major: 3, Minor: 3}: 2, {Major: 3, Minor: 4}: 4, {Major: 4, Minor: 0}: 4} {
		if f.IDBytes() != want || f.Before(3, 4) != (want == 2) {
			t.Errorf("%v: %d bytes", f, f.IDBytes())
		}
	}
}

// FuzzRead: any bytes are a file or are refused with a place, and what is read is written as a file that reads as the same.
func FuzzRead(f *testing.F) {
	for _, format := range formats {
		f.Add(written(f, whole(format)))
	}
	chance.Fuzz(f, func(t *testing.T, b []byte) {
		o, err := object.Read(b)
		if err != nil {
			return
		}
		again, err := o.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := object.Read(again)
		if err != nil {
			t.Fatalf("%x is written as %x: %v", b, again, err)
		}
		for k := range back.Kernels {
			back.Kernels[k].CodeAt = o.Kernels[k].CodeAt
		}
		if !reflect.DeepEqual(o, back) {
			t.Fatalf("%x is written as %x, which reads as %+v, not %+v", b, again, back, o)
		}
	})
}

func Example() {
	o := &object.Object{Version: object.Format{Major: 3, Minor: 6}, Kernels: []object.Kernel{{Name: "saxpy", Strings: []string{"saxpy"}, Code: []byte{0x34, 0, 0, 0}}}}
	b, _ := o.Append(nil)
	back, _ := object.Read(b)
	fmt.Println(len(b), back.Kernels[0].Name, back.Kernels[0].CodeAt)
	// Output: 80 saxpy 76
}
