package archive_test

import (
	"encoding/binary"
	"fmt"

	"github.com/lanescope/lanescope/g13/archive"
)

// An archive of a compute shader, beside the bitcode that it was compiled from.
func Example() {
	shader := archive.MakeShader([]byte{0x88, 0}, []byte{0x0e, 0x05, 0xc2, 0x22, 0x18, 0, 0, 0, 0x88, 0})
	stages := archive.MakeMachO(binary.LittleEndian, []archive.Section{{Name: "__compute", Bytes: shader}}, nil)
	file := archive.MakeFat(binary.LittleEndian, archive.Image{CPU: 0x1000017, Bytes: archive.MakeLibrary("add")}, archive.Image{CPU: archive.AppleGPU, Bytes: stages})

	a, err := archive.Read(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range a.Programs {
		fmt.Printf("%s: %x\n", p.Name(), p.Code)
	}
	for _, o := range a.Others {
		fmt.Println(o.Is)
	}
	// Output:
	// compute/_agc.main.constant_program: 8800
	// compute/_agc.main: 0e05c222180000008800
	// a Metal library, which is AIR bitcode and no code until a driver has compiled it (functions add)
}
