package shufflevector

import (
	"strconv"
	"strings"
)

// A pattern's phrase has places for operands and parameters, and parts that are said only where a value is greater than a number, or is the one that is named:
//
//	interleave the {half} halves of {a} and {b}[group>1|, {group} lanes at a time]
//	[group=2|swap adjacent {unit}lanes of {a}][group>2|reverse every {group} {unit}lanes of {a}]
//
// {a} and {b} are the pattern's operands in its order, and {all} those that are read. Besides the parameters there are
//
//	{unit}     "64-bit " where the pattern's lanes are wider than the mask's; a phrase without it says so behind
//	{bits}     the width of the pattern's lanes, and {wide} that times the factor
//	{last}     the last lane of a part that begins at the start
//	{parts}    "halves" and so on, of which there are as many as the factor, and {those} of one operand
//	{what}     "bytes" where the pattern's lanes are, "lanes" where not, {each}, the bits of a group of them, and {pairs}, whether lanes that are not have groups of two
//	{square}   "yes" where the one operand is a matrix with as many rows as columns, "turned" where it has fewer columns than rows: then the other way is meant, into
//	           or of as many parts as there are {others}
//	{one}      whether one lane alone is extended, {rest} whether several are and not from the first on, {again} whether lanes are taken twice
//	{nth}      "3rd", "4th", as the factor or the stride is
//	{parity}   "even" or "odd", as the offset is
//	{first} and {second}, the halves of which one of each operand is taken, {woven} whether they are halves of pairs of lanes, and {evens} and {odds}, which lanes of the operands these are
//	{from}     whether lanes far apart begin behind the first, {tail} whether what is inserted reaches the end, as what is shifted does

// Phrase is the match as people say it, such as "interleave the low halves of a and b". a and b are what the pattern's operands are called; b is empty where nothing reads it. bits is the
// width of the mask's own lanes.
func (m *Match) Phrase(bits int, a, b string) string {
	values := map[string]string{"a": a, "b": b, "all": a}
	if b != "" {
		values["all"] = a + " and " + b
	}
	for i := range m.Values() {
		value, name, _ := m.AppendValue(nil, i, bits)
		values[name] = string(value)
	}
	m.derive(values, bits*max(m.Group, 1))
	phrase := chosenParts(m.Pattern.Phrase, values)
	text := filled(phrase, values)
	if width, ok := values["width"]; ok && !strings.Contains(phrase, "{unit}") && !strings.Contains(phrase, "{bits}") {
		text += ", as " + width + "-bit lanes"
	}
	if m.Lanes > 1 && values["woven"] == "no" {
		text += ", in each " + strconv.Itoa(m.Shape.M*bits*max(m.Group, 1)) + "-bit block"
	}
	return text
}

// derive adds the values that follow from the parameters. bits is the width of the pattern's lanes.
func (m *Match) derive(values map[string]string, bits int) {
	number := func(name string) int {
		n, _ := strconv.Atoi(values[name])
		return n
	}
	if width, ok := values["width"]; ok {
		values["unit"] = width + "-bit "
	}
	yes := map[bool]string{true: "yes", false: "no"}
	factor := number("factor")
	values["bits"], values["wide"] = strconv.Itoa(bits), strconv.Itoa(bits*factor)
	values["nth"] = ordinal(max(factor, number("stride")))
	values["last"] = strconv.Itoa(number("start") + m.Shape.M - 1)
	values["parts"] = partsOf(factor)
	values["what"] = "lanes"
	if bits == 8 {
		values["what"] = "bytes"
	}
	values["each"] = strconv.Itoa(bits * number("group"))
	values["square"] = "no"
	if values["b"] == "" {
		values["those"] = "the " + values["parts"] + " of "
		switch others := m.Shape.M / max(factor, 1); {
		case others < factor:
			values["square"], values["others"] = "turned", partsOf(others)
		case factor > 2 && factor == others:
			values["square"] = "yes"
		}
	}
	values["pairs"] = yes[values["group"] == "2"]
	if bits == 8 {
		values["pairs"] = "of bytes"
	}
	values["parity"] = "even"
	if number("offset") == 1 {
		values["parity"] = "odd"
	}
	values["one"] = yes[m.Shape.M == factor && m.Shape.N > 1]
	values["rest"] = yes[values["one"] == "no" && number("start") > 0]
	values["again"] = yes[values["b"] == "" && number("offset")+number("stride")*(m.Shape.M-1) >= m.Shape.N]
	values["from"] = yes[number("stride") > 2 && number("offset") > 0]
	values["tail"] = yes[number("at") > 0 && number("at")+number("length") == m.Shape.N]
	values["first"], values["second"], _ = strings.Cut(values["of"], "-")
	values["woven"] = yes[m.Lanes > 1 && m.Shape.M == 2 && values["of"] != ""]
	inPair := map[string]string{"low": "even", "high": "odd"}
	values["evens"], values["odds"] = inPair[values["first"]], inPair[values["second"]]
}

// ordinal is what counts up to n: 3rd, 11th, 22nd.
func ordinal(n int) string {
	end := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}

// partsOf is what so many parts of a vector are called.
func partsOf(n int) string {
	if name, ok := map[int]string{2: "halves", 3: "thirds", 4: "quarters"}[n]; ok {
		return name
	}
	return strconv.Itoa(n) + " parts"
}

// chosenParts is a phrase without the parts that are not said.
func chosenParts(phrase string, values map[string]string) string {
	for {
		before, rest, ok := strings.Cut(phrase, "[")
		if !ok {
			return phrase
		}
		part, after, _ := strings.Cut(rest, "]")
		condition, part, _ := strings.Cut(part, "|")
		if !holds(condition, values) {
			part = ""
		}
		phrase = before + part + after
	}
}

// holds says whether a condition is true: that a value is another one, or is a number greater than another.
func holds(condition string, values map[string]string) bool {
	if name, want, ok := strings.Cut(condition, "="); ok {
		return values[name] == want
	}
	name, least, _ := strings.Cut(condition, ">")
	n, _ := strconv.Atoi(values[name])
	k, _ := strconv.Atoi(least)
	return n > k
}

// filled is a phrase with its values.
func filled(phrase string, values map[string]string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(phrase, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		var name string
		name, phrase, _ = strings.Cut(rest, "}")
		b.WriteString(values[name])
	}
}
