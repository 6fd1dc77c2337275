package quick

import "slices"

// A wordValue is what a chain of words may begin with: one of two inputs, one with its pairs in other halves, or what one row gathers of both.
// Words 0 to 7 are of the first input, 8 to 15 of the second.
//
//	a4 a5 a6 a7 | b0 b1 b2 b3        shufpd a, b        4 5 6 7 8 9 10 11
//	b0 b1 b4 b5 | b2 b3 b6 b7        pshufd b           8 9 12 13 10 11 14 15
type wordValue struct {
	from  *gather // nil for an input
	input int     // of which it is, or the first of two
	swap  int     // 1: the second of two is the first operand
	words [8]int8
	at    [16]int8 // where each word stands first, of those that it has
	has   uint16   // the same, a bit each
	ops   int
	twin  *wordValue // has the same pairs in the same halves, of operands that are swapped; nil if there is none
}

// itself is the first of two inputs.
var itself wordValue

// A wordJoin is a join of whole words.
type wordJoin struct {
	*join
	words [8]int8
}

// wordsOf are the words of inputs 0 and 1 that a row puts into their places, if they are whole.
func (w *width) wordsOf(v *vector) (words [8]int8, ok bool) {
	for i := range words {
		at := v[2*i]
		if !moves(at) || w.index(at)%2 != 0 || v[2*i+1] != at+1 {
			return words, false
		}
		words[i] = int8(8*w.input(at) + w.index(at)/2)
	}
	return words, true
}

// wordValues finds what chains may begin with, and the joins of words. Of gathers that differ in what a chain changes for nothing, one is enough:
// the order of two halves, and of the pairs of a half.
func (w *width) wordValues() {
	if w.pairs == nil || w.n != block {
		return
	}
	defer w.placeValues()
	w.wordSlides()
	w.wordShifts()
	w.values = []wordValue{
		{words: [8]int8{0, 1, 2, 3, 4, 5, 6, 7}, has: 0x00ff},
		{input: 1, words: [8]int8{8, 9, 10, 11, 12, 13, 14, 15}, has: 0xff00},
	}
	for i := range w.gathers[0].list {
		g := &w.gathers[0].list[i]
		if words, ok := w.wordsOf(&g.cells); ok && setOf(words[:]) == 0x00ff && inPairs(words) {
			w.addValue(wordValue{from: g, words: words, has: 0x00ff, ops: 1})
			for k := range words {
				words[k] += 8
			}
			w.addValue(wordValue{from: g, input: 1, words: words, has: 0xff00, ops: 1})
		}
	}
	w.gatheredWords(func(g *gather, words [8]int8) {
		w.addValue(wordValue{from: g, words: words, has: setOf(words[:]), ops: 1})
	})
	w.unsparing = len(w.values)
	w.gatheredWords(func(g *gather, words [8]int8) {
		for k := range words {
			words[k] ^= 8 // the other input's
		}
		w.addSwapped(wordValue{from: g, swap: 1, words: words, has: setOf(words[:]), ops: 1})
	})
	if !slices.ContainsFunc(w.values[w.unsparing:], func(v wordValue) bool { return v.from.row.Destroys }) {
		w.unsparing = len(w.values)
	}
	for i := range w.joins {
		if words, ok := w.wordsOf(&w.joins[i].cells); ok && w.joins[i].clear[0] == anything {
			w.wordJoins = append(w.wordJoins, wordJoin{&w.joins[i], words})
		}
	}
}

// placeValues notes where words stand in values.
func (w *width) placeValues() {
	for i := range w.values {
		for v := &w.values[i]; v != nil; v = v.twin {
			for at := 7; at >= 0; at-- {
				v.at[v.words[at]] = int8(at)
			}
		}
	}
}

// gatheredWords hands over the rows that gather words of two inputs, and the words.
func (w *width) gatheredWords(each func(g *gather, words [8]int8)) {
	for i := range w.gathers[1].list {
		g := &w.gathers[1].list[i]
		if words, ok := w.wordsOf(&g.cells); ok && (g.among <= mostJoins || inPairs(words)) {
			each(g, words)
		}
	}
}

// inPairs says whether words stay in pairs. Of rows with many choices others gather no more than chains have places for.
func inPairs(words [8]int8) bool {
	for j := 0; j < 8; j += 2 {
		if words[j]%2 != 0 || words[j+1] != words[j]+1 {
			return false
		}
	}
	return true
}

// addValue adds a value, unless there is one that has its pairs in the same halves, and takes away those of which that can be said then.
func (w *width) addValue(v wordValue) {
	if slices.ContainsFunc(w.values, func(o wordValue) bool { return o.covers(&v) }) {
		return
	}
	w.values = append(slices.DeleteFunc(w.values, func(o wordValue) bool { return o.from != nil && v.covers(&o) }), v)
}

// addSwapped adds a value whose row has its operands swapped: as the twin of one that overwrites another input, or behind all others.
func (w *width) addSwapped(v wordValue) {
	for k := range w.values {
		if o := &w.values[k]; o.covers(&v) {
			if o.twin == nil && v.covers(o) {
				o.twin = &v
			}
			return
		}
	}
	w.values = append(w.values, v)
}

// covers says whether a value has all pairs of another, those of a half in one half.
func (v *wordValue) covers(o *wordValue) bool {
	return v.hasPairs(o.words[:4], 0) && v.hasPairs(o.words[4:], 4) || v.hasPairs(o.words[:4], 4) && v.hasPairs(o.words[4:], 0)
}

func (v *wordValue) hasPairs(half []int8, at int) bool {
	for j := 0; j < 4; j += 2 {
		pair := [2]int8(half[j:])
		if pair != [2]int8(v.words[at:]) && pair != [2]int8(v.words[at+2:]) {
			return false
		}
	}
	return true
}

// setOf are words, a bit each.
func setOf(words []int8) (set uint16) {
	for _, k := range words {
		if k != unwanted {
			set |= 1 << k
		}
	}
	return set
}

// over are words as places of a value that has them.
func (v *wordValue) over(words *[8]int8) (places [8]int8) {
	for i, k := range words {
		if places[i] = unwanted; k != unwanted {
			places[i] = v.at[k&15]
		}
	}
	return places
}

// wordValue is a node with a value's words.
func (s *state) wordValue(v *wordValue, in [2]node) (node, bool) {
	if v.from == nil {
		return in[v.input], true
	}
	var operand [mostOperands]node
	for k, of := range v.from.use.of[:len(v.from.row.Src)] {
		operand[k] = in[v.input+int(of)^v.swap]
	}
	return s.plain(v.from.row, v.from.imm, operand, len(v.from.row.Src))
}
