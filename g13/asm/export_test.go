package asm

import (
	"strings"

	"github.com/lanescope/lanescope/g13"
)

// OperandText is operand n alone.
func OperandText(i g13.Inst, n int) string {
	b, _ := appendNext(nil, i, n, true)
	return strings.TrimSpace(string(b))
}

// Elsewhere is the hints on names that other instruction sets have.
func Elsewhere() map[string]string { return elsewhere }
