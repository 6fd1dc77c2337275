package esimd

import (
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Dialects are ESIMD, C for Metal, and the intrinsics under both.
func Dialects() []dialect.Dialect {
	return []dialect.Dialect{
		{
			Name: "esimd", Meaning: "SYCL's ESIMD: select, replicate_vs_w_hs, bit_cast_view and merge of simd", Example: "simd<int, 16> a; simd<int, 8> r = a.select<8, 2>(1);",
			Looks: looksESIMD, Read: func(text string, opt dialect.Options) (dialect.Reading, error) { return read(text, false, opt) },
			Say: sycl.say, Sequence: dialect.WithoutSearch(sycl.sequence), Whole: true,
		}, {
			Name: "cm", Meaning: "C for Metal: select, replicate, format and merge of vector and matrix", Example: "matrix<int, 4, 8> m; vector<int, 4> r = m.select<2, 2, 2, 4>(1, 2);",
			Looks: looksMetal, Read: func(text string, opt dialect.Options) (dialect.Reading, error) { return read(text, true, opt) },
			Say: metal.say, Sequence: dialect.WithoutSearch(metal.sequence), Whole: true,
		}, {
			Name: "genx", Meaning: "LLVM's intrinsics rdregion and wrregion of Intel's vector compiler",
			Example: "%r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> %a, i32 8, i32 4, i32 1, i16 0, i32 undef)",
			Looks:   looksGenX, Read: dialect.WithoutOptions(readGenX), Say: sayGenX, Sequence: dialect.WithoutSearch(sequenceGenX), Whole: true, InLine: genxLine,
		},
	}
}

// Words that only one of the languages has, behind which < begins parameters; of members, behind a full stop. A vector and a matrix of at most four is HLSL's too.
var (
	esimdTypes   = []string{"simd", "simd_view", "simd_mask", "__esimd_rdregion", "__esimd_wrregion"}
	esimdMembers = []string{"select", "replicate_w", "replicate_vs_w", "replicate_vs_w_hs", "bit_cast_view"}
	metalTypes   = []string{"vector_ref", "matrix_ref"}
	metalMembers = []string{"replicate", "format"}
)

// metalWord is in front of functions of C for Metal.
const metalWord = "_GENX_"

func looksMetal(text string) bool {
	return strings.Contains(text, "matrix<") && (strings.Contains(text, ".row(") || strings.Contains(text, ".column(")) || looks(text, func(g generics) bool {
		return strings.HasPrefix(g.head, metalWord) || slices.Contains(metalTypes, g.head) || slices.Contains(metalMembers, g.member) && isCount(g.first) || g.member == "format" ||
			(g.head == "vector" || g.head == "matrix") && g.last != g.first && isCount(g.last) && (len(g.last) > 1 || g.last > "4")
	})
}

func looksESIMD(text string) bool {
	return !looksMetal(text) && looks(text, func(g generics) bool {
		return slices.Contains(esimdTypes, g.head) && (isCount(g.last) || g.head == "simd_view") || slices.Contains(esimdMembers, g.member) && (isCount(g.first) || g.member == "bit_cast_view")
	})
}

// generics are a word with parameters behind it: the head of a type, or a member.
type generics struct{ head, member, first, last string }

// looks asks of each word with parameters, and of the words of C for Metal alone.
func looks(text string, known func(g generics) bool) bool {
	c := syntax.Cursor{Text: text}
	for !c.Done() {
		at := c.Off
		word := c.Word()
		if word == "" {
			c.Off++
			continue
		}
		g := generics{head: word}
		if dot := strings.LastIndexByte(word, '.'); dot >= 0 {
			g.head, g.member = "", word[dot+1:]
		} else if at > 0 && text[at-1] == '>' {
			g.member = word
		}
		if c.Accept("<") {
			parameters, _, closed := strings.Cut(c.Rest(), ">")
			if !closed {
				return false
			}
			first, _, _ := strings.Cut(parameters, ",")
			g.first, g.last = strings.TrimSpace(first), strings.TrimSpace(parameters[strings.LastIndexByte(parameters, ',')+1:])
		} else if !strings.HasPrefix(word, metalWord) {
			continue
		}
		if known(g) {
			return true
		}
	}
	return false
}

// isCount says whether a parameter is a number, or a constant with a name in capitals.
func isCount(text string) bool {
	return text != "" && strings.Trim(text, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_*+ ") == ""
}
