package quick

// wordSlides are the rows that move all words by as many places, from 7 down to 7 up. By an even number pairs move, as chains move them.
//
//	a1 a2 a3 a4 a5 a6 a7 _        psrldq a, 2; a chain takes two rows for a1 a2 alone
type wordSlides [15]*effect

// wordSlides finds them.
func (w *width) wordSlides() {
	for by := -7; by <= 7; by += 2 {
		var words [8]int8
		for i := range words {
			if words[i] = unwanted; 0 <= i+by && i+by < len(words) {
				words[i] = int8(i + by)
			}
		}
		var v vector
		w.inBlocks(&words, &v)
		w.slides[7+by] = w.unary.find(w.grid, &v, 0, false)
	}
}

// of is the row that moves words as wanted, or nil.
func (s *wordSlides) of(wanted *[8]int8) *effect {
	by, some := 0, false
	for i, word := range wanted {
		if word == unwanted {
			continue
		}
		if some && by != int(word)-i {
			return nil
		}
		by, some = int(word)-i, true
	}
	return s[7+by]
}
