package disassembly

import (
	"fmt"
	"io"
	"strings"

	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/object"
)

// An object of vISA holds kernels, of which each is shown as the text that visa dis prints of it: k of the object a.isa is called a.isa(k).

// mostKernels bounds an object of vISA, each byte of which takes a hundred.
const mostKernels = 4 << 20

// kernelGRF is how many bytes a register has: an object does not say it.
const kernelGRF = 32

// kernels shows an object of vISA. Of code that cannot be read what stands before is shown.
func (v *Visitor) kernels(name string, in io.Reader) {
	b, err := io.ReadAll(io.LimitReader(in, mostKernels+1))
	if err == nil && len(b) > mostKernels {
		err = fmt.Errorf("this is an object of vISA of more than %d bytes", mostKernels)
	}
	if err != nil {
		v.Skip(name, err)
		return
	}
	o, err := object.Read(b)
	if err != nil {
		v.Skip(name, err)
		return
	}
	for n := range o.Kernels {
		kernel := name + "(" + o.Kernels[n].Name + ")"
		g, _, err := visa.Unpack(o, n, kernelGRF)
		if err != nil {
			v.Skip(kernel, err)
		}
		if g != nil {
			v.Text(kernel, strings.NewReader(string(g.AppendText(nil))))
		}
	}
}
