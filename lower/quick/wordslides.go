package quick

// wordSlides are the rows that move all words by as many places: those from 7 places down to 7 up, and those that bring what leaves at one end in at the other one. By an even number pairs move, as chains move them.
//
//	a1 a2 a3 a4 a5 a6 a7 _         psrldq a, 2; a chain takes two rows for a1 a2 alone
//	a7 a0 a1 a2 a3 a4 a5 a6        palignr a, a, 14
type wordSlides struct {
	moved  [15]*effect
	turned [8]*effect
}

// wordSlides finds them.
func (w *width) wordSlides() {
	for by := -7; by <= 7; by += 2 {
		var words, round [8]int8
		for i := range words {
			round[i] = int8((i + by) & 7)
			if words[i] = unwanted; 0 <= i+by && i+by < len(words) {
				words[i] = int8(i + by)
			}
		}
		var v vector
		w.inBlocks(&words, &v)
		w.slides.moved[7+by] = w.fixed(&v)
		w.inBlocks(&round, &v)
		w.slides.turned[by&7] = w.fixed(&v)
	}
}

// of is the row that moves words as wanted, or nil.
func (s *wordSlides) of(wanted *[8]int8) *effect {
	by, some, round := 0, false, false
	for i, word := range wanted {
		switch from := int(word) - i; {
		case word == unwanted:
		case some && (by-from)&7 != 0:
			return nil
		default:
			round = round || some && by != from
			by, some = from, true
		}
	}
	if round {
		return s.turned[by&7]
	}
	return s.moved[7+by]
}

// A wordShift is a row that moves words by one place within qwords or the register, and where each word is from; unwanted where it brings zeros.
type wordShift struct {
	e    *effect
	from [8]int8
}

// wordShifts finds the shifts of qwords by a word, and those of the register, or what brings the word that leaves it in at the other end.
func (w *width) wordShifts() {
	for _, by := range [...]int8{-1, 1} {
		within, whole := wordShift{}, wordShift{}
		turns := w.slides.turned[by&7] != nil
		for i := range int8(8) {
			from := i + by
			within.from[i], whole.from[i] = from, from&7
			if from/4 != i/4 || from < 0 {
				within.from[i] = unwanted
			}
			if from != from&7 && !turns {
				whole.from[i] = unwanted
			}
		}
		w.addShift(&within)
		w.addShift(&whole)
	}
}

// addShift adds a shift if a row does it.
func (w *width) addShift(x *wordShift) {
	want := allZero.cut(w.n)
	for i, from := range x.from {
		if from != unwanted {
			want[2*i], want[2*i+1] = w.at(0, int(2*from)), w.at(0, int(2*from)+1)
		}
	}
	if x.e = w.fixed(&want); x.e != nil {
		w.shiftsOfWords = append(w.shiftsOfWords, *x)
	}
}

// slidLast makes words by a chain and one shift, which moves all words by one place where a chain moves those of a half:
//
//	wanted   _ 4 _ _ | _ _ 3 6        pshufd   4 5 2 3 | 2 3 6 7        psllq 16   z 4 5 2 | z 2 3 6
func (s *state) slidLast(p *problem, words *[8]int8, v node, a *attempt) {
	w := p.w
	if s.below(a, 0) <= 2 {
		return
	}
	for k := range w.shiftsOfWords {
		x := &w.shiftsOfWords[k]
		before, ok := x.before(words)
		var c chain
		if !ok || !c.find(&s.known, &before, s.below(a, 1)) {
			continue
		}
		made, ok := s.chained(p, &c, v, a)
		if ok {
			a.x = anything
			for i, from := range x.from {
				if words[i] != unwanted {
					a.x[2*i], a.x[2*i+1] = w.at(0, int(2*from)), w.at(0, int(2*from)+1)
				}
			}
			made, ok = s.use(p, x.e, &a.x, 0, [2]node{made})
		}
		s.take(a, made, ok)
	}
}

// before is what has to be there before the shift, if it brings all words.
func (x *wordShift) before(words *[8]int8) (before [8]int8, ok bool) {
	before = noWords
	for i, word := range words {
		if word == unwanted {
			continue
		}
		if x.from[i] == unwanted {
			return before, false
		}
		before[x.from[i]] = word
	}
	return before, true
}
