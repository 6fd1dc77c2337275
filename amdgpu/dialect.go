package amdgpu

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Dialect is AMD's code as one of the notations that are recognised, read and said.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "amdgpu", Meaning: "AMD's dpp, v_perm, ds_swizzle and v_permlane, as listings, clang and LLVM have them", Example: "v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",
		Looks: looks, Say: Say, Sequence: dialect.WithoutSearch(Sequence), Whole: true,
		Read: func(text string, opt dialect.Options) (dialect.Reading, error) { return Parse(text, opt.Exec) },
	}
}

// looks wants a word that begins like an instruction or a function of the table, or one of dpp's own modifiers.
func looks(text string) bool {
	c := syntax.Cursor{Text: text}
	for !c.Done() {
		word := c.Word()
		if word == "" {
			c.Off++
			continue
		}
		for _, f := range families {
			if strings.HasPrefix(word, f) {
				return true
			}
		}
		if strings.HasPrefix(word, "v_") && (strings.HasSuffix(word, "_dpp") || strings.HasSuffix(word, "_sdwa")) || c.Peek() == ':' && isOfDPP(word) {
			return true
		}
	}
	return false
}
