package quick

// A strategy takes what is wanted apart. It puts whole ways of doing it into the attempt.
type strategy struct {
	name  string
	why   string
	least int // ops that it takes at least
	depth int // how deep the question must be: 1 for one that asks for single rows only, more for one whose questions may be taken apart again
	// compose gives depth to those whom it asks.
	compose func(s *state, p *problem, want *vector, depth int, a *attempt)
}

// The names of what is no strategy.
const (
	nothingName = "nothing to do"
	oneRowName  = "one row"

	wordsOfTwoName = "words of two"
)

// strategies are all strategies, the cheapest first.
func strategies() []strategy {
	return []strategy{
		{"four lanes", "all that two rows make of four lanes is known", 1, 0, byFour},
		{"four lanes, joined", "one more row joins two values of four lanes that are known", 2, 0, byFourJoined},
		{"by source, at once", "one row for each input, by constants, and what costs no less is not looked for behind", 3, 0, bySourceAtOnce},
		{"by words", "rows shuffle words within a half, and pairs of words", 2, 0, byWords},
		{wordsOfTwoName, "one row has all words of two inputs, or pairs of them for each half, and words of one input are cheap to move", 2, 1, byWordHalves},
		{"pairs of two", "one row has two pairs of words of each input, and another one puts them in order", 3, 0, byPairs},
		{"words blended", "a half that is shuffled last may have its words anywhere before", 3, 0, byWordBlend},
		{"blended twice", "a row blends words in all blocks alike, and another one dwords anywhere", 2, 0, twiceBlended},
		{"within, then across", "rows that stay in blocks are many, and one more moves what they make to its place", 2, 1, withinThenAcross},
		{"within each, then across", "one row does the same in all blocks of an input, and one more moves what is blended to its place", 3, 1, withinEachThenAcross},
		{"across, then within", "what a block wants fits into it, as units that one row moves", 2, 1, acrossThenWithin},
		{"by crossing", "what stays in its block, and what comes from another one", 3, 1, byCrossingFirst},
		{"by views", "two blocks are one register by one row, and each block of the result may want bytes of two", 2, 1, byViews},
		{"blend first", "bytes that stand in different places of their inputs fit into one register", 2, 1, blendFirst},
		{"blocks first", "blocks of all inputs come where they are wanted, and each byte stands in its place of a block", 2, 1, blocksFirst},
		{"gather among others", "words of two inputs come together by one row, and those of others are blended between them", 3, 1, gatherAmong},
		{"gather, then choose", "two rows, of which the first brings all bytes into one register", 2, 1, gatherThenChoose},
		{"join, then cross", "one row has all dwords, and what it makes is moved within blocks and across them", 3, 1, joinThenCross},
		{"qwords of two", "one row takes the halves of blocks from two values, in each of which they may stand in either half", 2, 1, byQwords},
		{"by zipping", "pairs of lanes that one row interleaves move together", 2, 1, byZipping},
		{"slid over", "what moves by two distances is moved by two rows, where the second leaves alone what the first one made", 2, 0, slidOver},
		{"join two", "a row that interleaves, packs or takes halves stands last", 2, 1, joinTwo},
		{"by source", "what comes from each input alone is one row's work", 2, 1, bySource},
		{"by crossing at last", "where one row moves dwords anywhere by a constant, others are cheaper mostly", 3, 1, byCrossingAtLast},
		{"by block", "rows that stay in blocks of 16 bytes are many, and those that cross few", 2, 1, byBlock},
		{"by crossing, with zeros", "constants order what stays in its block, and what comes from the other one, and bring zeros for an or", 4, 1, byCrossingWithZeros},
		{"across at last", "several turns across blocks take long, and are seldom the best of bytes", 2, 1, acrossAtLast},
		{"shift last", "a shift brings the zeros, and what it moves need not stand where it is wanted before", 2, 0, shiftLast},
		{"shift both", "shifts bring the zeros for an or, and what they move need not stand where it is wanted before", 3, 0, shiftBoth},
		{"clear last", "zeros come last, by one constant", 2, 1, clearLast},
		{"zeros too", "zeros are one more input", 2, 1, zerosToo},
		{"slide first", "bytes that are beside one another come into one register by shifts", 4, 1, slideFirst},
		{"turn last", "words move where bytes do not, and shifts turn the bytes of all of them", 4, 1, turnLast},
		{"by narrowing", "every second byte is packed at once", 3, 1, byNarrowing},
		{"by doubling", "words move where bytes do not, and a byte may stand twice", 2, 0, byDoubling},
		{"by widening", "words move where bytes do not", 4, 2, byWidening},
		{"by halves", "narrow registers have rows that wide ones lack", 2, 1, byHalves},
		{"blend for halves", "one narrow register has what both halves want, each byte where it stood", 4, 1, blendForHalves},
		{"gather for halves", "one narrow row has what both halves want", 4, 1, gatherForHalves},
		{"by distance", "whole registers are shifted everywhere, and without a constant", 2, 0, byDistance},
	}
}
