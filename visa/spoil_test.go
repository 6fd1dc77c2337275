package visa

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/visa/object"
)

// Kernels with mistakes: a random kernel, as text or as an object, in which a few things are changed as people, tools and damaged disks change them.

// A spoiler writes random kernels and spoils them.
type spoiler struct{ *instWriter }

// kernel is a kernel with instructions of all kinds, a line each. Those of one kernel in three may break rules, or are not executed.
func (s *spoiler) kernel() []string {
	g, _ := ParseProgram(containerHead, NewDecls(32, D), Intel)
	fine := s.IntN(3) > 0
	straight := func() string {
		for s.IntN(2) > 0 {
			line := s.inst(s.op())
			if i, err := (&Parser{Decls: g.Decls, Dialect: Intel}).ParseInst(line); err == nil && (!fine || s.runs(&i, g.Decls)) {
				return line
			}
		}
		return "add (M1, 8) V_d(0,0)<1> V_d(1,0)<8;8,1> 0x5:d"
	}
	body := (&kernelWriter{instWriter: s.instWriter}).kernel(straight)
	return append(s.head(strings.Join(body, "\n")), body...)
}

// head declares what a body names, and now and then something else.
func (s *spoiler) head(body string) (lines []string) {
	for line := range strings.Lines(containerHead) {
		word := strings.Fields(line)
		if word[0] != ".decl" || word[1] == "V_d" || strings.Contains(body, word[1]) || s.IntN(16) == 0 {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// runs says whether an instruction breaks no rule and is executed.
func (s *spoiler) runs(i *Inst, d *Decls) bool {
	if !(&Checker{Decls: d}).legal(i) {
		return false
	}
	_, err := Compile([]Inst{*i}, d, Options{})
	return err == nil
}

// few is how many things are spoilt.
func (s *spoiler) few() int { return 1 + s.IntN(1+s.IntN(4)) }

// text spoils the lines of a kernel.
func (s *spoiler) text(lines []string) string {
	lines = slices.Clone(lines)
	for range s.few() {
		from := len(lines) - min(len(lines), 1+s.IntN(len(lines))) // most mistakes are in instructions, which stand last
		at := from + s.IntN(len(lines)-from)
		if s.IntN(5) == 0 {
			lines = s.line(lines, at)
		} else {
			lines[at] = s.words(lines[at])
		}
		if len(lines) == 0 {
			return ""
		}
	}
	return strings.Join(lines, pick(s.instWriter, "\n", "\n", "\n", "\r\n", "\n\n")) + pick(s.instWriter, "\n", "\n", "")
}

// line spoils a line as a whole.
func (s *spoiler) line(lines []string, at int) []string {
	switch other := s.IntN(len(lines)); s.IntN(5) {
	case 0:
		return slices.Delete(lines, at, at+1)
	case 1:
		return slices.Insert(lines, other, lines[at])
	case 2:
		lines[at], lines[other] = lines[other], lines[at]
	case 3:
		lines[at] += " " + lines[other]
	default:
		lines[at] = lines[at][:s.IntN(len(lines[at])+1)]
	}
	return lines
}

// wordsOf are the words, numbers and signs of a line, and the blanks between them.
func wordsOf(line string) (words []string) {
	for from := 0; from < len(line); {
		end := from + 1
		for isNameByte(line[from]) && end < len(line) && isNameByte(line[end]) {
			end++
		}
		words, from = append(words, line[from:end]), end
	}
	return words
}

// strangeWords are what stands in one place of a kernel and is a mistake in another, and numbers at the ends of what they may be.
var strangeWords = strings.Fields(`. .. , ; : ( ) < > [ ] { } + - * / // /* */ ~ ! & % = " ' @ # $ \ ^ _ | ? é` + " \x00 \xff \xed\xa0\x80 " + `
0 1 -1 2 3 7 8 15 16 31 32 33 63 64 127 128 255 256 511 512 1023 4095 4096 32767 32768 65535 65536 -32768 2147483647 2147483648 4294967295 4294967296 9223372036854775807 18446744073709551615 18446744073709551616 99999999999999999999999
0x 0x0 0xffffffffffffffff 0x10000000000000000 1.5 1e999 1e-999 -0.0 .5 5. inf nan
ud d uw w ub b df f v uv vf bool uq q hf bf d8 d16 d32 d64 d32x64t d8c32 a16 a32 a64 M1 M9 M1_NM NoMask any all sat mod
V0 V31 V32 V_d V_uq A0 A1 A99 P0 P1 P99 S0 T0 T6 T99 %null %r0 %arg %slm %bss %a0 r V_d(0,0)<1> V_d(1,0)<8;8,1> <0;1,0> <32;32,4> <1,0> r[A0(0),0]<1>:d (9+9) flat bti ss
.decl .input .version .kernel .function .kernel_attr .label .code v_type=G v_type=Z type= num_elts=0 num_elts=4294967296 align=GRF alias=<V_d,0> attrs={a=1,b} offset= size= SLMSize= Target="cm" SimdSize=0`)

// words spoils a word of a line, or a few of them.
func (s *spoiler) words(line string) string {
	words := wordsOf(line)
	if len(words) == 0 {
		words = []string{" "}
	}
	at, other := s.IntN(len(words)), s.IntN(len(words))
	switch s.IntN(12) {
	case 0:
		words = slices.Delete(words, at, at+1)
	case 1:
		words = slices.Insert(words, other, words[at])
	case 2:
		words[at], words[other] = words[other], words[at]
	case 3:
		words[at] = pick(s.instWriter, strangeWords...)
	case 4:
		words = slices.Insert(words, at, pick(s.instWriter, strangeWords...))
	case 5:
		words[at] = opcodes[s.IntN(int(numOps))].name
	case 6:
		words[at] = strings.Repeat(words[at], 1<<s.IntN(9))
	case 7, 8, 9, 10:
		words[at] = s.alike(words[at])
	default:
		b := []byte(words[at])
		b[s.IntN(len(b))] ^= 1 << s.IntN(8)
		words[at] = string(b)
	}
	return strings.Join(words, "")
}

// alike is a word that often can stand where another one does.
func (s *spoiler) alike(word string) string {
	switch {
	case word[0] >= '0' && word[0] <= '9':
		return strconv.Itoa(pick(s.instWriter, 0, 1, 2, 4, 8, 16, s.IntN(64), s.IntN(1<<s.IntN(32))))
	case strings.HasPrefix(word, "V_"):
		return s.variable()
	case isNameByte(word[0]):
		return pick(s.instWriter, s.typeName(), s.typeName(), fmt.Sprintf("M%d", 1+s.IntN(8)), s.variable(), fmt.Sprintf("P%d", s.IntN(4)), fmt.Sprintf("block%d", s.IntN(4)))
	}
	return pick(s.instWriter, strings.Split("( ) < > [ ] , ; : . - + ~ ! =", " ")...)
}

// ends are numbers at the ends of what fields of a byte, two and four can hold.
var ends = []uint32{0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff}

// bytes spoils bytes in place, or changes how many there are.
func (s *spoiler) bytes(b []byte) []byte {
	if len(b) == 0 {
		return []byte{byte(s.Uint32() >> 24)}
	}
	at := s.IntN(len(b))
	some := b[at:min(len(b), at+1+s.IntN(8))]
	switch s.IntN(8) {
	case 0, 1:
		b[at] ^= 1 << s.IntN(8)
	case 2:
		b[at] = byte(s.Uint32() >> 24)
	case 3:
		var field [4]byte
		binary.LittleEndian.PutUint32(field[:], pick(s.instWriter, ends...))
		copy(b[at:], field[:1<<s.IntN(3)])
	case 4:
		return slices.Delete(b, at, at+len(some))
	case 5:
		return slices.Insert(b, s.IntN(len(b)+1), slices.Clone(some)...)
	case 6:
		copy(b[s.IntN(len(b)):], slices.Clone(some))
	default:
		return b[:at]
	}
	return b
}

// fields spoils what an object holds, which stays an object.
func (s *spoiler) fields(k *object.Kernel) {
	n := pick(s.instWriter, ends...)
	switch v, e := s.IntN(len(k.General)), s.entries(k); s.IntN(12) {
	case 0:
		k.General[v].TypeAlign = uint8(n)
	case 1:
		k.General[v].Elems = uint16(n)
	case 2:
		k.General[v].Alias, k.General[v].AliasOff = pick(s.instWriter, n, 32+s.Uint32N(20)), uint16(pick(s.instWriter, ends...))
	case 3:
		k.General[v].Name = s.Uint32N(uint32(len(k.Strings)))
	case 4:
		e.Elems = uint16(n)
	case 5:
		e.Name = pick(s.instWriter, n, s.Uint32N(uint32(len(k.Strings))))
	case 6:
		e.Kind ^= 1
	case 7:
		k.Inputs[0] = object.Input{Kind: uint8(s.IntN(4)), ID: pick(s.instWriter, n, 32), Offset: int16(pick(s.instWriter, ends...)), Size: uint16(n)}
	case 8:
		a := &k.Attrs[s.IntN(len(k.Attrs))]
		a.Value = s.bytes(slices.Clone(a.Value))
	case 9:
		k.Strings[s.IntN(len(k.Strings))] = pick(s.instWriter, strangeWords[:40]...)
	case 10:
		k.Strings = append(k.Strings, k.Strings[s.IntN(len(k.Strings))])
	default:
		if len(k.General) > 1 {
			k.General = slices.Delete(k.General, v, v+1)
		}
	}
}

// entries is a variable that is not general, or a label.
func (s *spoiler) entries(k *object.Kernel) *object.Entry {
	all := slices.Concat(addresses(k.Addresses), addresses(k.Predicates), addresses(k.Samplers), addresses(k.Surfaces), addresses(k.Labels))
	if len(all) == 0 {
		return new(object.Entry)
	}
	return all[s.IntN(len(all))]
}

func addresses(list []object.Entry) (all []*object.Entry) {
	for n := range list {
		all = append(all, &list[n])
	}
	return all
}

// object spoils the object of a kernel: what it holds, the code, or the file. An error says that no file holds it.
func (s *spoiler) object(k *object.Kernel, f Format) ([]byte, error) {
	spoilt := *k
	spoilt.General, spoilt.Strings, spoilt.Inputs, spoilt.Attrs = slices.Clone(k.General), slices.Clone(k.Strings), slices.Clone(k.Inputs), slices.Clone(k.Attrs)
	for _, list := range []*[]object.Entry{&spoilt.Addresses, &spoilt.Predicates, &spoilt.Samplers, &spoilt.Surfaces, &spoilt.Labels} {
		*list = slices.Clone(*list)
	}
	spoilt.Code = slices.Clone(k.Code)
	where := s.IntN(4)
	for range s.few() {
		switch where {
		case 0, 1:
			spoilt.Code = s.bytes(spoilt.Code)
		case 2:
			s.fields(&spoilt)
		}
	}
	o := object.Object{Version: f, Kernels: []object.Kernel{spoilt}}
	b, err := o.Append(nil)
	if err == nil && where == 3 {
		for range s.few() {
			b = s.bytes(b)
		}
	}
	return b, err
}

// Choices are a source of chance that a fuzzer can steer: the bytes that it gives come first, one for each choice.
type choices struct {
	given []byte
	rest  rand.Source
}

func (c *choices) Uint64() uint64 {
	if len(c.given) == 0 {
		return c.rest.Uint64()
	}
	b := uint64(c.given[0])
	c.given = c.given[1:]
	return b * 0x0101010101010101
}
