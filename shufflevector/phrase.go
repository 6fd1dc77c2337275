package shufflevector

import "strings"

// A pattern's phrase has places for operands and parameters, and parts that are said only where a parameter is greater than a number:
//
//	interleave the {half} halves of {a} and {b}[group>1|, {group} lanes at a time]
//
// {a} and {b} are the pattern's operands in its order, and {all} those that are read.

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
	text := filled(chosenParts(m.Pattern.Phrase, values), values)
	if width, ok := values["width"]; ok {
		text += ", as lanes of " + width + " bits"
	}
	if lanes, ok := values["lanes"]; ok {
		text += ", in each of " + lanes + " parts"
	}
	return text
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
		name, least, _ := strings.Cut(condition, ">")
		if v := values[name]; v == least || v == "0" { // greater than 0, or than 1
			part = ""
		}
		phrase = before + part + after
	}
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
