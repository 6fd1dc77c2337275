package target

import "strings"

// scalarPairs are the instructions of x86 that together put a lane of one vector in the place of one of another, through a general register.
//
//	pextrw r, b, i
//	pinsrw d, a, r, j
var scalarPairs = [...]struct{ extract, insert string }{{"pextrb", "pinsrb"}, {"pextrw", "pinsrw"}, {"pextrd", "pinsrd"}, {"pextrq", "pinsrq"}}

// pairsOf are the pairs of which both are among the rows.
func pairsOf(rows []*Row) (pairs []*Row) {
	byName := map[string]*Row{}
	for _, r := range rows {
		byName[strings.TrimPrefix(r.Name, "v")] = r
	}
	for _, p := range scalarPairs {
		pairs = append(pairs, pair(byName[p.extract], byName[p.insert]))
	}
	return pairs
}

// pair is two rows as one.
func pair(extract, insert *Row) *Row {
	r := &Row{
		Name:     extract.Name + "+" + insert.Name,
		Asm:      "r, b, i; " + strings.NewReplacer("b", "r", "i", "j").Replace(insert.Asm),
		Encoding: extract.Encoding + "; " + insert.Encoding,
		Bits:     insert.Bits, Src: []int{insert.Bits, insert.Bits},
		Destroys: insert.Destroys, Clears: insert.Clears,
		Needs: extract.Needs | insert.Needs,
	}
	insertion{insert.Elem}.fill(r)
	r.encode()
	return r
}
