package shorthand

import "github.com/lanescope/lanescope/dialect"

// Dialects are those of the package: lists, immediates, slices of arrays, and names. None of them has a Sequence: a text of theirs names no result that another line could read.
func Dialects() []dialect.Dialect {
	return []dialect.Dialect{
		{
			Name: "list", Meaning: "a list of indices with nothing around it", Example: "[0, 4, 1, 5]",
			Looks: looksList, Read: readList, Say: sayList, Whole: true,
		}, {
			Name: "imm", Meaning: "an immediate alone, taken for pshufd's", Example: "0x4E",
			Looks: looksImmediate, Read: readImmediate,
		}, {
			Name: "array", Meaning: "lists and slices of arrays in numpy and MATLAB", Example: "a[[3, 2, 1, 0]]",
			Looks: looksSlice, Read: readSlice,
		}, {
			Name: "name", Meaning: "a pattern by its name", Example: "reverse 16 x i8",
			Looks: looksName, Read: readName,
		},
	}
}
