package api

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lanescope/lanescope/goexpr"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// switches write a table as a function over its immediate, by the name of the language.
var switches = map[string]func(t *Table, name string) (string, error){
	"c":    func(t *Table, name string) (string, error) { return t.switched(lower.SwitchC, name) },
	"rust": func(t *Table, name string) (string, error) { return t.switched(lower.SwitchRust, name) },
	"go":   (*Table).goSwitch,
}

// TableEmitters are what Emit may be in the request of a table.
func TableEmitters() []string { return slices.Sorted(maps.Keys(switches)) }

// switched is the table in a language that has intrinsics.
func (t *Table) switched(write func(x *target.Target, name string, cases []lower.Case) (string, error), name string) (string, error) {
	var cases []lower.Case
	x := t.Entries[0].target
	if x == nil {
		return "", fmt.Errorf("%s has no intrinsics", t.Target)
	}
	for _, c := range t.Cases() {
		cases = append(cases, lower.Case{Values: c.Values, Result: c.First.result})
	}
	return write(x, name, cases)
}

// goSwitch is the table as a file of Go.
func (t *Table) goSwitch(name string) (string, error) {
	if x := t.Entries[0].target; !onVectors(x) {
		return "", fmt.Errorf("%s has no vectors in simd/archsimd; a program of Go that makes machine code asks package lower itself", t.Target)
	}
	var cases []goexpr.Case
	for _, c := range t.Cases() {
		cases = append(cases, goexpr.Case{Values: c.Values, Map: c.First.Map})
	}
	f, err := goexpr.Switch(name, cases)
	if err != nil {
		return "", err
	}
	return goHead + f, nil
}
