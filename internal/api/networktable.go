package api

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// TransposeTable is a table of all square transposes of 2 to 16 rows whose rows fit registers, on targets: how many ops each takes, and how few any program takes.
func TransposeTable(targets ...string) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "| | %s |\n|--%s|\n", strings.Join(targets, " | "), strings.Repeat("|--", len(targets)))
	tables := new(Lowerer)
	for _, n := range []int{2, 4, 8, 16} {
		for _, bits := range []int{8, 16, 32, 64} {
			row, any := fmt.Sprintf("| %d×%d of i%d", n, n, bits), false
			for _, t := range targets {
				cell, err := tables.transposeCell(n, bits, t)
				if err != nil {
					return "", err
				}
				any = any || cell != ""
				row += " | " + cell
			}
			if any {
				b.WriteString(row + " |\n")
			}
		}
	}
	return b.String(), nil
}

// transposeCell is what a transpose takes: "24 minimal", or with a bound that it does not meet "20 (13)". It is empty where a row has no register.
func (l *Lowerer) transposeCell(n, bits int, name string) (string, error) {
	if t, ok := target.Find(name); ok && n*bits > slices.Max(t.Bits) {
		return "", nil
	}
	found, err := l.Network(context.Background(), NetworkRequest{Kind: "transpose", Size: fmt.Sprintf("%dx%d", n, n), Type: fmt.Sprintf("i%d", bits), Target: name, MaxConstants: lower.AtMost(0), Cost: lower.Instructions.String(), Effort: lower.Quick.String()})
	if err != nil {
		return "", err
	}
	cell := fmt.Sprint(found.Ops)
	if found.Constants > 0 {
		cell += fmt.Sprintf(" + %dc", found.Constants)
	}
	if found.Proof == lower.BestKnown {
		return fmt.Sprintf("%s (%d)", cell, found.LowerBound), nil
	}
	return cell + " " + found.Proof.String(), nil
}
