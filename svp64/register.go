package svp64

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A RegisterSetting is the value of any register: of one of both files, or of a field of the condition register.
type RegisterSetting struct {
	Setting
	Float bool // of a floating-point register
}

// ParseSettings reads values of registers: r64=HEX, f64=HEX or cr32=eq. Values with commas between go into registers one after the other.
func ParseSettings(text string) ([]RegisterSetting, error) {
	name, values, ok := strings.Cut(text, "=")
	kind := strings.TrimRight(name, "0123456789")
	n, err := strconv.Atoi(name[len(kind):])
	if !ok || err != nil || kind != "r" && kind != "f" && kind != "cr" {
		return nil, errors.New("expected r64=HEX, f64=HEX or cr32=eq")
	}
	var list []RegisterSetting
	for k, value := range strings.Split(values, ",") {
		if n+k >= NumRegs {
			return nil, ErrRegister
		}
		s := RegisterSetting{Setting{CR: kind == "cr", No: n + k}, kind == "f"}
		if kind == "cr" {
			field, err := conditionField(value)
			if err != nil {
				return nil, err
			}
			s.Value = uint64(field)
		} else if s.Value, err = strconv.ParseUint(strings.TrimPrefix(strings.ReplaceAll(value, "_", ""), "0x"), 16, 64); err != nil {
			return nil, fmt.Errorf("%q is not a number of up to 16 hexadecimal digits", value)
		}
		list = append(list, s)
	}
	return list, nil
}

// Put writes the value.
func (r RegisterSetting) Put(s *State) {
	switch {
	case r.CR:
		s.CR[r.No&(NumRegs-1)] = CRField(r.Value)
	case r.Float:
		s.FPR[r.No&(NumRegs-1)] = r.Value
	default:
		s.GPR[r.No&(NumRegs-1)] = r.Value
	}
}

// conditionField reads "eq", "lt+so", or nothing for no bit.
func conditionField(value string) (CRField, error) {
	var field CRField
	for _, name := range strings.FieldsFunc(value, func(r rune) bool { return r == '+' }) {
		bit, ok := map[string]CRField{"lt": LT, "gt": GT, "eq": EQ, "so": SO}[name]
		if !ok {
			return 0, fmt.Errorf("%q is no bit of a field: there are lt, gt, eq and so, with + between", name)
		}
		field |= bit
	}
	return field, nil
}
