package mesa

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13"
)

// A kind is how an operand is spelled, both ways. There are more than one operand of ours in an offset.
type kind struct {
	say  func(env map[string]string, letter string) (text string, ok bool) // in Mesa's way, nothing if it is left out
	read func(env map[string]string, letter, text string) bool             // what Mesa's text is in ours
	left func(text string) bool                                            // says that Mesa's text is none of this kind, which is left out then; nil if it cannot be
	here func(text string) bool                                            // says that ours is one of this kind, and not left out; nil if it cannot be left out
}

// kinds are those of the table, by their names; without one it is a register, a uniform or a number.
var kinds = map[string]kind{
	"":       {say: simply(mesaOperand), read: simplyRead(ourOperand)},
	"pair":   {say: simply(mesaPair), read: simplyRead(ourPair)},
	"wide":   {say: simply(mesaWide), read: simplyRead(ourOperand)},
	"lsl":    {say: optional, read: simplyRead(same), left: isNot("lsl "), here: is("lsl ")},
	"sat":    {say: optional, read: simplyRead(exactly("sat")), left: func(text string) bool { return text != "sat" }},
	"cache":  {say: sayCache, read: readCache, left: func(text string) bool { return text != "cache" }},
	"mask":   {say: sayMask, read: readMask, here: is("mask ")},
	"icc":    {say: simply(mesaCondition(integers)), read: simplyRead(ourCondition(integers))},
	"fcc":    {say: simply(mesaCondition(floats)), read: simplyRead(ourCondition(floats))},
	"pc":     {say: simply(mesaTarget), read: simplyRead(ourTarget)},
	"slot":   {say: simply(mapped(map[string]string{"0": "a", "1": "b"})), read: simplyRead(mapped(map[string]string{"a": "0", "b": "1"}))},
	"none":   {say: simply(mesaResult), read: simplyRead(ourResult)},
	"offset": {say: sayOffset, read: readOffset},
	"name":   {say: simply(mesaSpecial), read: simplyRead(ourSpecial)},
	"target": {say: simply(mapped(map[string]string{"target0": "0", "target1": "1"})), read: simplyRead(mapped(map[string]string{"0": "target0", "1": "target1"}))},
	"format": {say: simply(replaced(".rtz", "_rtz")), read: simplyRead(replaced("_rtz", ".rtz"))},

	"byte":    {say: simply(mesaByte), read: simplyRead(ourByte)},
	"halves":  {say: simply(mesaHalves), read: simplyRead(ourHalves)},
	"uniform": {say: sayUniform, read: readUniform},
	"texture": {say: optional, read: simplyRead(startsWith("ts"))},
	"sampler": {say: optional, read: simplyRead(startsWith("ss"))},
	"fwd":     {say: word("forward", "fwd"), read: simplyRead(mapped(map[string]string{"fwd": "forward"})), left: isNot("fwd"), here: is("forward")},
	"elide":   {say: optional, read: simplyRead(same), left: isNot("elide"), here: is("elide")},
	"kill":    {say: word("0b1", "kill"), read: readOr("kill", "0b1", "0b0"), left: isNot("kill")},
	"interp":  {say: sayInterp, read: readInterp, left: func(text string) bool { return text != "sample" && text != "centroid" }},
	"sample":  {say: optional, read: simplyRead(ourOperand), left: isIterWord, here: func(text string) bool { return !isIterWord(text) }},

	"components": {say: simply(components), read: simplyRead(components)},
}

func simply(f func(string) (string, bool)) func(map[string]string, string) (string, bool) {
	return func(env map[string]string, letter string) (string, bool) { return f(env[letter]) }
}

func simplyRead(f func(string) (string, bool)) func(map[string]string, string, string) bool {
	return func(env map[string]string, letter, text string) bool {
		v, ok := f(text)
		env[letter] = v
		return ok
	}
}

// is says that a text begins so.
func is(start string) func(string) bool {
	return func(text string) bool { return strings.HasPrefix(text, start) }
}

func isNot(start string) func(string) bool {
	return func(text string) bool { return !strings.HasPrefix(text, start) }
}

func startsWith(start string) func(string) (string, bool) {
	return func(text string) (string, bool) { return text, strings.HasPrefix(text, start) }
}

// word is Mesa's word where ours is a given one, else nothing.
func word(ours, mesa string) func(map[string]string, string) (string, bool) {
	return func(env map[string]string, letter string) (string, bool) {
		if env[letter] == ours {
			return mesa, true
		}
		return "", true
	}
}

// readOr is ours for Mesa's word, and another one where that is left out.
func readOr(mesa, ours, without string) func(map[string]string, string, string) bool {
	return func(env map[string]string, letter, text string) bool {
		if env[letter] = without; text == mesa {
			env[letter] = ours
		}
		return text == mesa || text == ""
	}
}

// isIterWord says that an operand of iter is a word, and no sample.
func isIterWord(text string) bool {
	switch text {
	case "forward", "fwd", "elide", "center", "sample", "centroid", "kill":
		return true
	}
	return false
}

func sayInterp(env map[string]string, letter string) (string, bool) {
	if env[letter] == "center" {
		return "", true
	}
	return env[letter], true
}

func readInterp(env map[string]string, letter, text string) bool {
	if env[letter] = text; text == "" {
		env[letter] = "center"
	}
	return true
}

func optional(env map[string]string, letter string) (string, bool) { return env[letter], true }

func same(text string) (string, bool) { return text, true }

func exactly(word string) func(string) (string, bool) {
	return func(text string) (string, bool) { return text, text == word }
}

func mapped(names map[string]string) func(string) (string, bool) {
	return func(text string) (string, bool) {
		name, ok := names[text]
		return name, ok
	}
}

func replaced(from, to string) func(string) (string, bool) {
	return func(text string) (string, bool) { return strings.Replace(text, from, to, 1), true }
}

func components(text string) (string, bool) {
	return text, text != "" && strings.Trim(text, "xyzw") == ""
}

// mesaOperand is r1.cache.abs as $r1.abs, and r1.discard as ^r1. Lists stay as they are.
func mesaOperand(text string) (string, bool) {
	register, rest := text, ""
	if at := strings.IndexByte(text, '.'); at >= 0 && len(text) > 0 && (text[0] == 'r' || text[0] == 'u' || text[0] == 'd') {
		register, rest = text[:at], text[at:]
	}
	hint := ""
	if after, ok := strings.CutPrefix(rest, ".cache"); ok {
		hint, rest = "$", after
	} else if after, ok := strings.CutPrefix(rest, ".discard"); ok {
		hint, rest = "^", after
	}
	return hint + register + rest, true
}

// ourOperand is mesaOperand the other way.
func ourOperand(text string) (string, bool) {
	hint := ""
	if after, ok := strings.CutPrefix(text, "$"); ok {
		text, hint = after, ".cache"
	} else if after, ok := strings.CutPrefix(text, "^"); ok {
		text, hint = after, ".discard"
	}
	register, rest := text, ""
	if at := strings.IndexByte(text, '.'); at >= 0 && hint != "" {
		register, rest = text[:at], text[at:]
	}
	if strings.HasPrefix(register, "d") {
		at := strings.IndexByte(register+".", '.')
		pair, ok := ourPair(register[:at])
		if !ok {
			return "", false
		}
		register = pair + register[at:]
	}
	return register + hint + rest, register != ""
}

// mesaPair is r4_r5 as dr4.
func mesaPair(text string) (string, bool) {
	first, second, ok := strings.Cut(text, "_")
	if !ok || len(first) < 2 || len(second) < 2 {
		return "", false
	}
	a, err := strconv.Atoi(first[1:])
	b, err2 := strconv.Atoi(second[1:])
	return "d" + first, err == nil && err2 == nil && first[0] == second[0] && b == a+1
}

// ourPair is mesaPair the other way.
func ourPair(text string) (string, bool) {
	first, ok := strings.CutPrefix(text, "d")
	if !ok || len(first) < 2 || first[0] != 'r' && first[0] != 'u' {
		return "", false
	}
	n, err := strconv.Atoi(first[1:])
	return fmt.Sprintf("%s_%c%d", first, first[0], n+1), err == nil && n >= 0 && strconv.Itoa(n) == first[1:]
}

// Masks: mask 0xFF is 8, and nothing is 0.

func sayMask(env map[string]string, letter string) (string, bool) {
	if env[letter] == "" {
		return "0", true
	}
	digits, ok := strings.CutPrefix(env[letter], "mask 0x")
	v, err := strconv.ParseUint(digits, 16, 64)
	return strconv.Itoa(bits.Len64(v)), ok && err == nil && v&(v+1) == 0
}

func readMask(env map[string]string, letter, text string) bool {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 31 {
		return false
	}
	if env[letter] = ""; n > 0 {
		env[letter] = fmt.Sprintf("mask 0x%X", uint32(1)<<n-1)
	}
	return true
}

// The mask's stack: r0l.cache is cache, and r0l is nothing.

func sayCache(env map[string]string, letter string) (string, bool) {
	switch env[letter] {
	case "r0l":
		return "", true
	case "r0l.cache":
		return "cache", true
	}
	return "", false
}

func readCache(env map[string]string, letter, text string) bool {
	if env[letter] = "r0l"; text != "" {
		env[letter] = "r0l.cache"
	}
	return text == "" || text == "cache"
}

// Conditions: the two that have other names, and those of floats with an f.
var integers = map[string]string{"ueq": "ieq", "nueq": "ine"}

var floats = map[string]string{
	"eq": "feq", "lt": "flt", "gt": "fgt", "ltn": "fltn", "gte": "fgte", "lte": "flte", "gtn": "fgtn",
	"neq": "fneq", "nlt": "fnlt", "ngt": "fngt", "nltn": "fnltn", "ngte": "fngte", "nlte": "fnlte", "ngtn": "fngtn", "4": "funk4", "n4": "fnunk4",
}

func mesaCondition(names map[string]string) func(string) (string, bool) {
	return func(text string) (string, bool) {
		if name, ok := names[text]; ok {
			return name, true
		}
		return text, len(names) == len(integers)
	}
}

func ourCondition(names map[string]string) func(string) (string, bool) {
	return func(text string) (string, bool) {
		for ours, name := range names {
			if name == text {
				return ours, true
			}
		}
		_, float := names["eq"]
		return text, !float && !strings.HasPrefix(text, "f")
	}
}

func mesaTarget(text string) (string, bool) {
	digits, ok := strings.CutPrefix(text, "pc")
	return strings.TrimPrefix(digits, "+"), ok
}

func ourTarget(text string) (string, bool) {
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return fmt.Sprintf("pc%+d", n), true
	}
	return text, isLabel(text)
}

// isLabel says whether a word may be a label: no register is one.
func isLabel(text string) bool {
	for k, c := range text {
		letter := c == '_' || c == '.' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (k == 0 || c < '0' || c > '9') {
			return false
		}
	}
	_, err := strconv.Atoi(strings.TrimLeft(text, "r"))
	return text != "" && err != nil
}

func mesaResult(text string) (string, bool) {
	if text == "None" {
		return "_", true
	}
	return mesaOperand(text)
}

func ourResult(text string) (string, bool) {
	if text == "_" {
		return "None", true
	}
	return ourOperand(text)
}

// Offsets: a register with a sign is r4.sx, and one without is r4. Numbers have a sign.

func sayOffset(env map[string]string, letter string) (string, bool) {
	o, isSigned := env[letter], env["S"] == "signed"
	switch isRegister := strings.HasPrefix(o, "r"); {
	case isRegister && isSigned:
		return o + ".sx", true
	case isRegister, isSigned:
		return o, true
	}
	return "", false
}

func readOffset(env map[string]string, letter, text string) bool {
	o, signed := strings.CutSuffix(text, ".sx")
	env[letter], env["S"] = o, "signed"
	if strings.HasPrefix(o, "r") && !signed {
		env["S"] = "unsigned"
	}
	return !signed || strings.HasPrefix(o, "r")
}

// specials are names of special registers that are not ours with _ in the place of the point.
var specials = map[string]string{
	"threadgroup_position_in_grid": "threadgroup_in_grid", "thread_position_in_threadgroup": "thread_in_threadgroup", "thread_position_in_grid": "thread_in_grid",
	"opfifo_cmd": "helper_op", "opfifo_data_l": "helper_arg_l", "opfifo_data_h": "helper_arg_h",
}

// mesaSpecial is sr80 (thread_position_in_grid.x) as thread_in_grid_x; one without a name as sr12.
func mesaSpecial(text string) (string, bool) {
	number, name, named := strings.Cut(text, " (")
	if !named {
		return number, strings.HasPrefix(number, "sr")
	}
	name, direction, _ := strings.Cut(strings.TrimSuffix(name, ")"), ".")
	if other, ok := specials[name]; ok {
		name = other
	}
	if direction != "" {
		name += "_" + direction
	}
	return name, true
}

func ourSpecial(text string) (string, bool) {
	for n := range 256 {
		ours := fmt.Sprintf("sr%d", n)
		if name := g13.SpecialRegisterName(n); name != "" {
			ours += " (" + name + ")"
		}
		if name, ok := mesaSpecial(ours); ok && name == text {
			return fmt.Sprintf("sr%d", n), true
		}
	}
	return "", false
}

// mesaWide is an operand that may be two registers: r2_r3.cache as $dr2.
func mesaWide(text string) (string, bool) {
	register, rest := text, ""
	if at := strings.IndexByte(text, '.'); at >= 0 && strings.Contains(text, "_") {
		register, rest = text[:at], text[at:]
	}
	if pair, ok := mesaPair(register); ok {
		register = pair
	}
	return mesaOperand(register + rest)
}

// mesaByte is the distance of a jump of 8 bits, which has no sign with Mesa.
func mesaByte(text string) (string, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(text, "pc"), "+"))
	return strconv.Itoa(n & 255), err == nil
}

func ourByte(text string) (string, bool) {
	n, err := strconv.Atoi(text)
	return fmt.Sprintf("pc%+d", int8(n)), err == nil && n >= 0 && n < 256
}

// halfNumber is which half a name such as r1h is.
func halfNumber(name string, file byte) (n int, ok bool) {
	if len(name) < 3 || name[0] != file {
		return 0, false
	}
	n, err := strconv.Atoi(name[1 : len(name)-1])
	if err != nil || n < 0 || strconv.Itoa(n) != name[1:len(name)-1] {
		return 0, false
	}
	switch name[len(name)-1] {
	case 'l':
		return 2 * n, true
	case 'h':
		return 2*n + 1, true
	}
	return 0, false
}

func halfName(file byte, n int) string { return fmt.Sprintf("%c%d%c", file, n/2, "lh"[n&1]) }

// mesaHalves is one, two or four halves that are a half, a register or two of them.
func mesaHalves(text string) (string, bool) {
	all := strings.Split(text, "_")
	first, ok := halfNumber(all[0], 'r')
	switch {
	case !ok:
		return "", false
	case len(all) == 1, len(all) == 3:
		return text, true
	case first&1 != 0 || len(all) != 2 && len(all) != 4:
		return "", false
	case len(all) == 2:
		return fmt.Sprintf("r%d", first/2), true
	}
	return fmt.Sprintf("dr%d", first/2), true
}

func ourHalves(text string) (string, bool) {
	if first, _, _ := strings.Cut(text, "_"); strings.HasSuffix(first, "l") || strings.HasSuffix(first, "h") {
		return text, true
	}
	digits, count := strings.TrimPrefix(text, "r"), 2
	if wide, ok := strings.CutPrefix(text, "dr"); ok {
		digits, count = wide, 4
	} else if digits == text {
		return "", false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || strconv.Itoa(n) != digits {
		return "", false
	}
	return halfNames('r', 2*n, count), true
}

// halfNames are halves one behind the other.
func halfNames(file byte, n, count int) string {
	var all []string
	for k := range count {
		all = append(all, halfName(file, n+k))
	}
	return strings.Join(all, "_")
}

// Uniforms that are stored to: the half that is O, and as many as M has components.

func sayUniform(env map[string]string, letter string) (string, bool) {
	n, err := strconv.Atoi(env[letter])
	if err != nil || n < 0 || !strings.HasPrefix("xyzw", env["M"]) {
		return "", false
	}
	switch count := len(env["M"]); {
	case count == 1:
		return halfName('u', n), true
	case count == 2 && n&1 == 0:
		return fmt.Sprintf("u%d", n/2), true
	case count == 2, count == 3:
		return halfNames('u', n, count), true
	case count == 4 && n&1 == 0:
		return fmt.Sprintf("du%d", n/2), true
	}
	return "", false
}

func readUniform(env map[string]string, letter, text string) bool {
	if count := strings.Count(text, "_") + 1; count > 1 {
		first, _, _ := strings.Cut(text, "_")
		n, ok := halfNumber(first, 'u')
		if !ok || count > 3 {
			return false
		}
		env[letter], env["M"] = strconv.Itoa(n), "xyzw"[:count]
		return text == halfNames('u', n, count)
	}
	if n, ok := halfNumber(text, 'u'); ok {
		env[letter], env["M"] = strconv.Itoa(n), "x"
		return true
	}
	digits, wide := strings.CutPrefix(text, "du")
	if !wide {
		digits = strings.TrimPrefix(text, "u")
	}
	n, err := strconv.Atoi(digits)
	if err != nil || digits == text || n < 0 || strconv.Itoa(n) != digits {
		return false
	}
	if env[letter], env["M"] = strconv.Itoa(2*n), "xy"; wide {
		env["M"] = "xyzw"
	}
	return true
}
