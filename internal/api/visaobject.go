package api

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	files "github.com/lanescope/lanescope/visa/object"
)

// VISADisSchema is the schema of a VISAObject.
const VISADisSchema = "lanescope.visa.dis/1"

// A VISAObject is a file of kernels as texts.
type VISAObject struct {
	Version visa.Format
	Kernels []VISAKernel
}

// A VISAKernel is one of its kernels.
type VISAKernel struct {
	Name         string
	Text         string
	Instructions int
	Lost         []string // what the text does not say
	Err          error    // where the code ends that can be read
}

// VISADisassemble reads a file of kernels.
func VISADisassemble(b []byte, grf int) (VISAObject, error) {
	o, err := files.Read(b)
	if err != nil {
		return VISAObject{}, err
	}
	x := VISAObject{Version: o.Version}
	for n := range o.Kernels {
		g, lost, err := visa.Unpack(o, n, grf)
		k := VISAKernel{Name: o.Kernels[n].Name, Text: string(g.AppendText(nil)), Instructions: len(g.Lines), Lost: lost}
		if err != nil {
			k.Err = fmt.Errorf("kernel %q: %w", k.Name, err)
		}
		x.Kernels = append(x.Kernels, k)
	}
	return x, nil
}

// AppendJSON appends the object as one JSON object.
func (x VISAObject) AppendJSON(b []byte) []byte {
	o := newObject(b, VISADisSchema)
	o.string("version", fmt.Sprintf("%d.%d", x.Version.Major, x.Version.Minor))
	objects(o, "kernels", x.Kernels, func(e *object, k VISAKernel) {
		e.string("name", k.Name)
		e.string("text", k.Text)
		e.int("instructions", k.Instructions)
		e.strings("lost", k.Lost)
		if k.Err != nil {
			e.string("error", k.Err.Error())
		}
	})
	return o.end()
}

// VISAAssemble adds the kernel of a text to an object.
func VISAAssemble(o *files.Object, text string, v *VISA) []error {
	d := visa.NewDecls(v.GRF, visa.D)
	d.Platform = v.Platform
	g, errs := visa.ParseProgram(text, d, v.Dialect)
	for n := range g.Lines {
		if lacks := d.Lacks(&g.Lines[n].Inst); lacks != "" {
			line, _, _ := strings.Cut(text[g.Lines[n].Off:], "\n")
			errs = append(errs, syntax.Errorf(text, g.Lines[n].Off, g.Lines[n].Off+len(line), "%s", lacks))
		}
	}
	if errs != nil {
		return errs
	}
	if err := g.Pack(o); err != nil {
		return []error{err}
	}
	return nil
}
