package api

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/visa"
	visamoves "github.com/lanescope/lanescope/visa/moves"
)

// undeclaredBytes is what an address of 16 bits reaches forwards: where nothing is declared, only what lies before the first byte is out of bounds.
const undeclaredBytes = 1 << 15

// indirect finds the elements of an indirect operand by the values that its address variable was given, as the executor would in a mov to or from nowhere.
func (v *VISA) indirect(d *visa.Decls, o *visa.Operand, as visa.Role, exec int) ([]visa.Element, error) {
	operand := 1
	mov, _ := visa.OpNamed("mov")
	i := visa.Inst{Op: mov, N: 2}
	i.Exec, _ = visa.ExecOf(exec, 0, true)
	if i.Operand[1] = *o; as == visa.Dest {
		operand = 0
		i.Operand[0], i.Operand[1] = *o, visa.Operand{Class: visa.Immediate, Type: visa.UD}
	} else {
		i.Operand[0] = visa.Operand{Class: visa.General, Region: visa.Destination(1)} // %null
	}
	options := visa.Options{Dialect: v.Dialect}
	values, err := v.values(d, v.Addresses, &options)
	if err != nil {
		return nil, err
	}
	for id := range options.Variables {
		if d.Variable(visa.GeneralKind, id).Elems == 0 {
			options.Variables[id] = undeclaredBytes
		}
	}
	code, err := visa.Compile([]visa.Inst{i}, d, options)
	if err != nil {
		return nil, why(err)
	}
	m := code.NewMachine()
	for _, value := range values {
		if value.kind != visa.AddressKind {
			return nil, fmt.Errorf("%s is no address variable", value.name)
		}
		if code.Has(visa.AddressKind, value.id) {
			if err := value.set(code, m, d, 0); err != nil {
				return nil, err
			}
		}
	}
	list, err := m.Follow(0, operand)
	return list, why(err)
}

// why is what a refusal or a fault says of the operand, without the instruction that was made up around it.
func why(err error) error {
	var refusal *visa.Refusal
	var fault *visa.Fault
	switch {
	case errors.As(err, &refusal):
		return errors.New(refusal.Why)
	case errors.As(err, &fault):
		return fmt.Errorf("undefined behaviour in lane %d: %s", fault.Lane, fault.What)
	}
	return err
}

// places fills in where the lanes' elements are.
func (a *VISAAccess) places(v *VISA, d *visa.Decls, o *visa.Operand, as visa.Role, exec int) {
	list, err := v.indirect(d, o, as, exec)
	if err != nil {
		a.Why = err.Error()
		return
	}
	a.Type, a.Access.Exec = o.Type, exec
	a.Behind = nil
	for lane, e := range list {
		a.Places = append(a.Places, visamoves.Place{Variable: d.Name(visa.GeneralKind, e.ID), Byte: e.Byte, Outside: e.Outside})
		if e.Behind {
			a.Behind = append(a.Behind, lane)
		}
	}
	a.operand, a.address = *o, d.Name(visa.AddressKind, o.ID)
}

// Title is what stands above the picture.
func (a VISAAccess) Title() string {
	return fmt.Sprintf("%s, %d lanes of %s", a.Text, a.Access.Exec, a.Type)
}

// Scene is the picture of the access on register rows.
func (a VISAAccess) Scene(title string) draw.Scene {
	if a.Places != nil {
		return visamoves.IndirectScene(title, &a.operand, a.address, a.Places, a.GRF)
	}
	return visamoves.RegionScene(title, a.Access, a.GRF, a.Size)
}

// placeFields are the list in JSON.
func (a VISAAccess) placeFields(o *object) {
	o.string("type", a.Type.String())
	o.int("exec", a.Access.Exec)
	var names []string
	var bytes []int
	for _, p := range a.Places {
		names, bytes = append(names, p.Variable), append(bytes, p.Byte)
	}
	o.strings("variables", names)
	o.ints("bytes", bytes)
	o.ints("undefined", a.Undefined())
	o.ints("behind", a.Behind)
}
