package listing

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Constants are what directives put behind labels: constants of vectors, which instructions read.
//
//	.LCPI0_0:
//		.long	3
//		.zero	4
//		.set	.LC1,.LC0+4
//	DATA mask<>+0(SB)/8, $3        in Go's assembly
//	mask: times 2 db 3, 4*16       in NASM's, where a label may go without its colon
//	const mask, db 3               in that of x86inc
func Constants(lines iter.Seq[string]) map[string][]byte {
	c := constants{all: map[string][]byte{}}
	for line := range lines {
		text := dialect.LineOf(line).Text
		if code, _, ok := strings.Cut(text, ";"); ok && !strings.Contains(code, `"`) {
			text = strings.TrimSpace(code)
		}
		if strings.HasPrefix(text, "DATA") {
			c.symbol(text)
			continue
		}
		name, rest, ok := cutLabel(text)
		if !ok {
			name, rest, ok = nasmLabel(text)
		}
		if ok {
			if c.label(name); rest == "" {
				continue
			}
			text = rest
		}
		c.line(text)
	}
	c.close()
	for _, s := range c.set {
		c.alias(s[0], s[1])
	}
	return c.all
}

// cutLabel takes a label from in front of what may stand behind it.
func cutLabel(text string) (name, rest string, ok bool) {
	if name, ok = strings.CutSuffix(text, ":"); ok && strings.HasSuffix(name, ")") { // a function of C++ with its parameters
		return name, "", true
	}
	name, rest, ok = strings.Cut(text, ":")
	if !ok || name == "" || strings.ContainsAny(name, "\t,()[]{}%$#\"") || strings.Contains(name, " ") && !strings.HasSuffix(name, ">") {
		return "", text, false
	}
	return name, strings.TrimSpace(rest), true
}

// nasmLabel takes a label without a colon from in front of a constant.
func nasmLabel(text string) (name, rest string, ok bool) {
	name, rest = nameAndOperands(text)
	if name == "const" {
		name, rest, _ = strings.Cut(rest, ",")
	}
	name, rest = strings.TrimSpace(name), strings.TrimSpace(rest)
	return name, rest, name != "" && nasmWidths[name] == 0 && name != "times" && isNASMData(rest)
}

// isNASMData says whether a text puts numbers into memory as NASM's does.
func isNASMData(text string) bool {
	name, rest := nameAndOperands(text)
	if name == "times" {
		_, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
		name, _ = nameAndOperands(strings.TrimSpace(rest))
	}
	return nasmWidths[strings.ToLower(name)] > 0
}

// nasmWidths are the bytes of a number of each directive of NASM and of Microsoft's assembler.
var nasmWidths = map[string]int{"db": 1, "dw": 2, "dd": 4, "dq": 8}

type constants struct {
	all     map[string][]byte
	several map[string]bool // labels that stand in front of different bytes
	run     []byte          // what stands one behind the other
	open    []dataLabel     // in it
	set     [][2]string     // names that stand for others
}

// A dataLabel is where a label stands in a run of bytes. What is behind the next label is behind it too:
//
//	iv:
//	iv_0:   .long 0x6A09E667
//	iv_1:   .long 0xBB67AE85
type dataLabel struct {
	name  string
	start int
}

// label begins what stands behind a label.
func (c *constants) label(name string) {
	if strings.HasPrefix(name, addressLabel) { // which stands where it says
		c.close()
	}
	c.open = append(c.open, dataLabel{name, len(c.run)})
}

// close ends a run: what is behind it in the text may stand elsewhere.
func (c *constants) close() {
	for _, l := range c.open {
		b := c.run[l.start:min(len(c.run), l.start+maxData)]
		switch was, known := c.all[l.name]; {
		case len(b) == 0 || c.several[l.name]:
		case known && !bytes.Equal(was, b):
			delete(c.all, l.name)
			if c.several == nil {
				c.several = map[string]bool{}
			}
			c.several[l.name] = true
		default:
			c.all[l.name] = slices.Clip(b)
		}
	}
	c.run, c.open = nil, c.open[:0]
}

// line is a directive, or what ends a constant.
func (c *constants) line(text string) {
	name, rest, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	if name == ".set" {
		if to, from, ok := strings.Cut(rest, ","); ok {
			c.set = append(c.set, [2]string{strings.TrimSpace(to), strings.TrimSpace(from)})
		}
		return
	}
	b, ok := directive(name, strings.TrimSpace(rest))
	if last := len(c.open) - 1; !ok || last < 0 || len(c.run) >= c.open[last].start+maxData {
		c.close()
		return
	}
	c.run = append(c.run, b...)
}

// alias is a name that stands for a place in a constant: .LC0+16.
func (c *constants) alias(name, value string) {
	label, number, counted := strings.Cut(value, "+")
	offset, err := strconv.Atoi(strings.TrimSpace(number))
	b, known := c.all[strings.TrimSpace(label)]
	if (err == nil || !counted) && known && offset >= 0 && offset < len(b) {
		c.all[name] = b[offset:]
	}
}

// symbol is DATA name<>+8(SB)/8, $0x0f0e, whose parts may stand in any order.
func (c *constants) symbol(text string) {
	place, value, ok := strings.Cut(strings.TrimSpace(strings.TrimPrefix(text, "DATA")), ",")
	name, rest, sized := strings.Cut(place, "(SB)/")
	size, err := strconv.Atoi(strings.TrimSpace(rest))
	at := 0
	if symbol, offset, cut := strings.Cut(name, "+"); cut && err == nil {
		at, err = strconv.Atoi(offset)
		name = symbol
	}
	if !ok || !sized || err != nil || size < 1 || size > maxData || at < 0 || at > maxData-size {
		return
	}
	value = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(value), "$"))
	var b []byte
	if quoted, err := strconv.Unquote(value); err == nil {
		b = []byte(quoted)
	} else if v, ok := dataNumber(value); ok {
		b = binary.LittleEndian.AppendUint64(nil, v)
	}
	if len(b) < size {
		return
	}
	for len(c.all[name]) < at+size {
		c.all[name] = append(c.all[name], 0)
	}
	copy(c.all[name][at:at+size], b)
}

// maxData is the longest constant: a few registers.
const maxData = 512

// dataWidths are the bytes of a number of each directive.
var dataWidths = map[string]int{
	".byte": 1, ".short": 2, ".value": 2, ".hword": 2, ".half": 2, ".2byte": 2, ".long": 4, ".int": 4, ".word": 4, ".4byte": 4, ".quad": 8, ".xword": 8, ".8byte": 8, ".dword": 8, ".octa": 16,
}

// dataWidth is how many bytes a number of a directive has; 0: it is none.
func dataWidth(name string) int {
	return cmp.Or(dataWidths[name], nasmWidths[strings.ToLower(name)])
}

// directive is what a line puts into memory.
func directive(name, rest string) (b []byte, ok bool) {
	switch name {
	case ".zero", ".skip", ".space":
		n, fill, _ := strings.Cut(rest, ",")
		count, err := strconv.Atoi(strings.TrimSpace(n))
		return make([]byte, max(0, min(count, maxData))), err == nil && count >= 0 && count <= maxData && fill == ""
	case ".ascii", ".string", ".asciz":
		if b, ok = escaped(rest); name != ".ascii" {
			b = append(b, 0)
		}
		return b, ok
	case ".float", ".single", ".double":
		return floats(name, rest)
	case "times":
		return repeatedData(rest)
	}
	width := dataWidth(name)
	if width == 0 || strings.Count(rest, ",") > maxData {
		return nil, false
	}
	for _, n := range strings.Split(rest, ",") {
		n = strings.TrimSpace(n)
		if width == 16 {
			hex, isHex := strings.CutPrefix(n, "0x")
			if !isHex || len(hex) > 32 {
				return nil, false
			}
			hex = strings.Repeat("0", 32-len(hex)) + hex
			high, err := strconv.ParseUint(hex[:16], 16, 64)
			low, errLow := strconv.ParseUint(hex[16:], 16, 64)
			if err != nil || errLow != nil {
				return nil, false
			}
			b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, low), high)
			continue
		}
		v, ok := dataNumber(n)
		if !ok {
			return nil, false
		}
		b = append(b, binary.LittleEndian.AppendUint64(nil, v)[:width]...)
	}
	return b, true
}

// repeatedData is times 4 db 0, 1.
func repeatedData(text string) (b []byte, ok bool) {
	number, rest, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	count, err := strconv.Atoi(number)
	name, rest := nameAndOperands(strings.TrimSpace(rest))
	if err != nil || count < 0 || nasmWidths[strings.ToLower(name)] == 0 {
		return nil, false
	}
	one, ok := directive(name, strings.TrimSpace(rest))
	if !ok || count > maxData/max(1, len(one)) {
		return nil, false
	}
	return bytes.Repeat(one, count), true
}

// dataNumber is a number of up to 64 bits, signed or not, or a product of some.
func dataNumber(n string) (uint64, bool) {
	v, err := strconv.ParseUint(n, 0, 64)
	if signed, errSigned := strconv.ParseInt(n, 0, 64); err != nil {
		v, err = uint64(signed), errSigned
	}
	if hex, ok := strings.CutSuffix(strings.ToLower(n), "h"); ok && err != nil { // as Microsoft's assembler writes it
		v, err = strconv.ParseUint(hex, 16, 64)
	}
	if first, second, is := strings.Cut(n, "*"); is && err != nil && len(n) <= longestProduct {
		x, okFirst := dataNumber(strings.TrimSpace(first))
		y, okSecond := dataNumber(strings.TrimSpace(second))
		return x * y, okFirst && okSecond
	}
	return v, err == nil
}

// longestProduct is how many letters a product of numbers has at most.
const longestProduct = 64

// escaped is a text between quotation marks, in which \003 is a byte.
func escaped(text string) (b []byte, ok bool) {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return nil, false
	}
	letters := map[byte]byte{'n': '\n', 't': '\t', 'b': '\b', 'f': '\f', 'r': '\r'}
	for k, end := 1, len(text)-1; k < end; k++ {
		if text[k] != '\\' || k+1 == end {
			b = append(b, text[k])
			continue
		}
		k++
		digits := 0
		for digits < 3 && k+digits < end && text[k+digits] >= '0' && text[k+digits] <= '7' {
			digits++
		}
		switch v, err := strconv.ParseUint(text[k:k+digits], 8, 16); {
		case err == nil:
			b = append(b, byte(v))
			k += digits - 1
		case letters[text[k]] != 0:
			b = append(b, letters[text[k]])
		default:
			b = append(b, text[k])
		}
	}
	return b, len(b) < maxData
}

func floats(name, rest string) (b []byte, ok bool) {
	for _, n := range strings.Split(rest, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(n), 64)
		if err != nil || len(b) > maxData-8 {
			return nil, false
		}
		if name == ".double" {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		} else {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
		}
	}
	return b, true
}
