package mesa

import (
	"encoding/hex"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/syntax"
)

// Text is the instruction in Mesa's spelling, and what that does not say.
func Text(i g13.Inst) string {
	plain := asm.Text(i)
	text := spelled(plain)
	name, _, _ := strings.Cut(text, " ")
	if len(allRules().byMesa[name]) == 0 {
		return plain
	}
	j, err := read(text, "")
	doubtful := err != nil
	if doubtful {
		j, err = read(text, takenAsItIs)
	}
	if err != nil { // a spelling that cannot be read is none
		return plain
	}
	if j == i && !doubtful {
		return text
	}
	long := j
	if long.Fit(true); long == i && !doubtful {
		return text + " !long"
	}
	differ := j.Word.Xor(i.Word)
	var bits []byte
	for k := range int(i.Len) {
		if k < 8 {
			bits = append(bits, byte(differ.Lo>>(8*k)))
		} else {
			bits = append(bits, byte(differ.Hi>>(8*(k-8))))
		}
	}
	return text + " !bits=" + hex.EncodeToString(bits)
}

// takenAsItIs stands behind a text that is read although nobody means it.
const takenAsItIs = " !bits=00"

// spelled is one of our texts in Mesa's spelling, without what stands behind it; where no rule fits, it stays as it is.
func spelled(text string) string {
	text, _, _ = strings.Cut(text, " !")
	name, rest, _ := strings.Cut(text, " ")
	env := map[string]string{}
	if plain, ok := strings.CutSuffix(name, ".sat"); ok {
		name, env["P"] = plain, "sat"
	}
	var operands []string
	if rest != "" {
		operands = strings.Split(rest, ", ")
	}
	for _, r := range allRules().byOurs[name] {
		if said, ok := r.say(operands, env); ok {
			return said
		}
	}
	return text
}

// say is what a rule makes of our operands, if it fits.
func (r *rule) say(operands []string, given map[string]string) (text string, ok bool) {
	env := map[string]string{"P": given["P"]}
	n := 0
	for _, a := range r.ours.args {
		switch {
		case a.letter == "" && (n == len(operands) || operands[n] != a.word):
			return "", false
		case a.letter != "" && r.leaves(a.letter, operands[n:]):
			continue
		case n == len(operands):
			return "", false
		case a.letter != "":
			env[a.letter] = operands[n]
		}
		n++
	}
	if n < len(operands) || env["P"] != "" && !r.saturates() {
		return "", false
	}
	var words []string
	for _, a := range r.mesa.args {
		word := a.word
		if a.letter != "" {
			if word, ok = kinds[a.kind].say(env, a.letter); !ok {
				return "", false
			}
		}
		if word != "" {
			words = append(words, word)
		}
	}
	return strings.TrimRight(r.mesa.name+" "+strings.Join(words, ", "), " "), true
}

// leaves says that an operand is left out before some others.
func (r *rule) leaves(letter string, operands []string) bool {
	for _, a := range r.mesa.args {
		if a.letter == letter {
			here := kinds[a.kind].here
			return here != nil && (len(operands) == 0 || !here(operands[0]))
		}
	}
	return false
}

// saturates says that a rule has a place for sat.
func (r *rule) saturates() bool {
	for _, a := range r.mesa.args {
		if a.kind == "sat" {
			return true
		}
	}
	return false
}

// Parse reads one instruction in Mesa's spelling. The error is a *syntax.Error.
func Parse(text string) (g13.Inst, error) {
	main, suffix := text, ""
	if at := strings.IndexByte(text, '!'); at >= 0 {
		main, suffix = text[:at], strings.TrimSpace(text[at:])
	}
	if _, isRule, err := translated(main); !isRule && err == nil {
		return asm.Parse(text)
	}
	digits, isBits := strings.CutPrefix(suffix, "!bits=")
	meant := ""
	if isBits {
		meant = takenAsItIs
	}
	i, err := read(main, meant)
	if err != nil {
		return i, within(err, text)
	}
	at := len(main)
	switch {
	case suffix == "":
		return i, nil
	case suffix == "!long":
		before := i.Len
		if i.Fit(true); i.Len == before {
			return i, syntax.Errorf(text, at, len(text), "this instruction has one length only")
		}
		return i, nil
	case !isBits:
		return i, syntax.Errorf(text, at, len(text), "expected !long or !bits=HEX")
	}
	return flipped(i, text, at, digits)
}

// flipped is an instruction with bits turned over; how many there are says how long it is.
func flipped(i g13.Inst, text string, at int, digits string) (g13.Inst, error) {
	bits, err := hex.DecodeString(strings.TrimSpace(digits))
	if err != nil || len(bits) < 2 || len(bits) > 12 {
		return i, syntax.Errorf(text, at, len(text), "expected 2 to 12 bytes in hexadecimal digits behind !bits=")
	}
	w := i.Word
	for k, b := range bits {
		if k < 8 {
			w.Lo ^= uint64(b) << (8 * k)
		} else {
			w.Hi ^= uint64(b) << (8 * (k - 8))
		}
	}
	j, err := g13.Decode(g13.Inst{Word: w, Len: uint8(len(bits))}.AppendBytes(nil))
	if err != nil || int(j.Len) != len(bits) {
		return i, syntax.Errorf(text, at, len(text), "with these bits it is no instruction of %d bytes", len(bits))
	}
	return j, nil
}

// within is an error in the beginning of a text as one of the whole.
func within(err error, text string) error {
	if at, ok := err.(*syntax.Error); ok {
		return syntax.Errorf(text, at.Off, at.End, "%s", at.What)
	}
	return err
}

// read is the instruction that a spelling stands for, without what stands behind it; with takenAsItIs, also if nobody means such.
func read(text, meant string) (g13.Inst, error) {
	ours, _, err := translated(text)
	if err != nil {
		return g13.Inst{}, err
	}
	i, err := asm.Parse(ours.text + meant)
	if err != nil {
		err = ours.moved(err, text)
	}
	return i, err
}

// A translation is our text of an instruction, and from where in Mesa's its parts are.
type translation struct {
	text  string
	parts []part
}

// A part is an operand: where ours is, and where Mesa's.
type part struct{ from, to, mesaFrom, mesaTo int }

// moved is an error in our text as one in Mesa's.
func (t *translation) moved(err error, text string) error {
	at, ok := err.(*syntax.Error)
	if !ok {
		return err
	}
	for _, p := range t.parts {
		if at.Off >= p.from && at.Off < p.to {
			return syntax.Errorf(text, p.mesaFrom, p.mesaTo, "%s", at.What)
		}
	}
	trimmed := strings.TrimSpace(text)
	begin := strings.Index(text, trimmed)
	return syntax.Errorf(text, begin, begin+len(trimmed), "%s", at.What)
}

// Translate is a text in Mesa's spelling in that of package asm, for a target that is a label as well. isRule is false where the name is none of Mesa's, and the text stays.
func Translate(text string) (ours string, isRule bool, err error) {
	t, isRule, err := translated(text)
	return t.text, isRule, err
}

// translated tries each rule of a name. If none fits, the error says what they want.
func translated(text string) (t translation, isRule bool, err error) {
	start := len(text) - len(strings.TrimLeft(text, " \t"))
	end := start
	for end < len(text) && text[end] != ' ' && text[end] != '\t' {
		end++
	}
	all := allRules().byMesa[text[start:end]]
	if len(all) == 0 {
		return translation{text: text}, false, nil
	}
	operands := operandsOf(text, end)
	var first *translation
	for k := range all {
		ours, ok := all[k].read(text, operands)
		if !ok {
			continue
		}
		if _, err := asm.Parse(ours.text + takenAsItIs); err == nil {
			return ours, true, nil
		}
		if first == nil {
			first = &ours
		}
	}
	if first == nil {
		if _, err := asm.Parse(text + takenAsItIs); err == nil { // ours, which no rule has another spelling for
			return translation{text: text}, true, nil
		}
		return t, true, syntax.Errorf(text, min(end+1, len(text)), len(strings.TrimRight(text, " \t")), "expected %s", expected(all))
	}
	return *first, true, nil
}

// wanted are kinds of operands in words.
var wanted = map[string]string{
	"icc": "condition such as ult", "fcc": "condition such as flt", "slot": "a or b", "pair": "address such as du4", "format": "format", "components": "components such as xy", "offset": "offset", "name": "name of a special register",
	"uniform": "uniform", "texture": "ts0", "sampler": "ss0",
}

// expected are the forms that a name has, in words.
func expected(all []rule) string {
	var forms []string
	for _, r := range all {
		var words []string
		for _, a := range r.mesa.args {
			switch {
			case a.word != "":
				words = append(words, a.word)
			case kinds[a.kind].left != nil:
				words = append(words, "["+a.kind+"]")
			case wanted[a.kind] != "":
				words = append(words, wanted[a.kind])
			default:
				words = append(words, a.letter)
			}
		}
		forms = append(forms, strings.TrimRight(r.mesa.name+" "+strings.Join(words, ", "), " "))
	}
	return strings.Join(forms, "; or ")
}

// A piece is an operand in a text.
type piece struct {
	text     string
	from, to int
}

// operandsOf are the operands behind a name.
func operandsOf(text string, from int) (all []piece) {
	if strings.TrimSpace(text[from:]) == "" {
		return nil
	}
	for at := from; ; {
		end := strings.IndexByte(text[at:], ',')
		last := end < 0
		if last {
			end = len(text) - at
		}
		word := text[at : at+end]
		trimmed := strings.TrimSpace(word)
		begin := at + strings.Index(word, trimmed)
		all = append(all, piece{trimmed, begin, begin + len(trimmed)})
		if last {
			return all
		}
		at += end + 1
	}
}

// read is what a rule makes of Mesa's operands, if it fits.
func (r *rule) read(text string, operands []piece) (t translation, ok bool) {
	env := map[string]string{}
	from := map[string]piece{}
	n := 0
	for _, a := range r.mesa.args {
		k := kinds[a.kind]
		switch {
		case a.letter == "" && (n == len(operands) || operands[n].text != a.word):
			return t, false
		case a.letter == "":
		case k.left != nil && (n == len(operands) || k.left(operands[n].text)):
			k.read(env, a.letter, "")
			continue
		case n == len(operands) || operands[n].text == "" || !k.read(env, a.letter, operands[n].text):
			return t, false
		default:
			from[a.letter] = operands[n]
		}
		n++
	}
	if n < len(operands) {
		return t, false
	}
	t.text = r.ours.name
	if env["P"] == "sat" && r.saturates() {
		t.text += ".sat"
	}
	separator := " "
	for _, a := range r.ours.args {
		word := a.word
		if a.letter != "" {
			if word = env[a.letter]; word == "" {
				continue
			}
		}
		t.text += separator
		if p, ok := from[a.letter]; ok {
			t.parts = append(t.parts, part{len(t.text), len(t.text) + len(word), p.from, p.to})
		}
		t.text += word
		separator = ", "
	}
	return t, true
}
