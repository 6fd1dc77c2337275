package moves

import (
	"fmt"
	"sync"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Code of the G13 as a form, as text or as bytes behind "g13:". All 32 lanes are active. One instruction is its own map; several are what the last one's
// destination holds behind them, over what the registers held before.

const g13Hex = "g13:"

func looksG13(text string) bool {
	if strings.HasPrefix(text, g13Hex) {
		return true
	}
	c := syntax.Cursor{Text: text}
	name := strings.TrimSuffix(c.Word(), ".sat")
	return name != "" && !c.Done() && c.Peek() != '(' && len(g13.Named(name)) > 0 // vISA has a mov too, and its size in brackets
}

func readG13(text string) (dialect.Reading, error) {
	insts, err := g13Instructions(text)
	if err != nil {
		return dialect.Reading{}, err
	}
	p := state{registers: map[registerBit]lane.Lane{}}
	var r dialect.Reading
	for k, i := range insts {
		m, to, from, err := machine.Movement(i.Inst)
		if err != nil {
			return dialect.Reading{}, syntax.Errorf(text, i.start, i.end, "%v", err)
		}
		if r = (dialect.Reading{Map: m, Names: registerNames(from)}); len(insts) > 1 {
			r, err = p.execute(m, to, from)
		}
		if err != nil {
			return dialect.Reading{}, syntax.Errorf(text, i.start, i.end, "%v", err)
		}
		r.To = registerName(to)
		if k == len(insts)-1 {
			r.Warnings = g13Warnings(i.Inst)
		}
	}
	return r, nil
}

// g13Warnings says what is easily forgotten of a shuffle.
func g13Warnings(i g13.Inst) []string {
	if name, _ := i.Name(); strings.Contains(name, "shuffle") {
		return []string{"a lane whose source is inactive gets something else: the map is that of 32 active lanes"}
	}
	return nil
}

// instruction is one of a form, with its place.
type instruction struct {
	g13.Inst
	start, end int
}

// maxInstructions bounds the time that a form takes.
const maxInstructions = 256

func g13Instructions(text string) (all []instruction, err error) {
	if at := strings.Index(text, g13Hex); at >= 0 && strings.TrimSpace(text[:at]) == "" {
		return g13Bytes(text, at+len(g13Hex))
	}
	for _, at := range strings.Statements(text) {
		line := text[at[0]:at[1]]
		start := at[0] + len(line) - len(strings.TrimLeft(line, " \t\r"))
		line = strings.TrimSpace(line)
		inst, err := asm.Parse(line)
		if err != nil {
			return nil, syntax.Moved(err, text, start)
		}
		if all = append(all, instruction{inst, start, start + len(line)}); len(all) > maxInstructions {
			return nil, syntax.Errorf(text, start, start+len(line), "more than %d instructions", maxInstructions)
		}
	}
	if len(all) == 0 {
		return nil, syntax.Errorf(text, 0, len(text), "expected an instruction such as simd_shuffle r0, r1, 5")
	}
	return all, nil
}

func g13Bytes(text string, from int) (all []instruction, err error) {
	var code []byte
	digits := 0
	syntax.Look(len(text) - from)
	for at := from; at < len(text); at++ {
		b := text[at]
		switch d := strings.IndexByte("0123456789abcdef", b|0x20); {
		case strings.IndexByte(" ,_\t\n", b) >= 0:
		case b == '0' && digits%2 == 0 && at+1 < len(text) && text[at+1]|0x20 == 'x':
			at++
		case d < 0:
			return nil, syntax.Errorf(text, at, at+1, "expected hexadecimal digits")
		case digits%2 == 0:
			code, digits = append(code, byte(d)<<4), digits+1
		default:
			code[len(code)-1] |= byte(d)
			digits++
		}
	}
	if digits%2 != 0 {
		return nil, syntax.Errorf(text, from, len(text), "expected two hexadecimal digits a byte, found %d", digits)
	}
	for at := 0; at < len(code); {
		i, err := g13.Decode(code[at:])
		if err != nil {
			return nil, syntax.Errorf(text, from, len(text), "byte %d: %v", at, err)
		}
		if all = append(all, instruction{i, from, len(text)}); len(all) > maxInstructions {
			return nil, syntax.Errorf(text, from, len(text), "more than %d instructions", maxInstructions)
		}
		at += int(i.Len)
	}
	if len(all) == 0 {
		return nil, syntax.Errorf(text, from, len(text), "expected the bytes of an instruction")
	}
	return all, nil
}

func registerNames(args []g13.Arg) []string {
	names := make([]string, len(args))
	for k, a := range args {
		names[k] = registerName(a)
	}
	return names
}

func registerName(a g13.Arg) string {
	name := fmt.Sprintf("%c%d", "ru"[a.Class], a.Index/2)
	if a.Size == 16 {
		name += string("lh"[a.Index%2])
	}
	return name
}

// A state is registers as far as instructions have written them, bit for bit, over sources that are whole registers as they were before.
type state struct {
	registers map[registerBit]lane.Lane
	sources   []g13.Arg // of 32 bits
}

// registerBit is a bit of a register in one of the lanes. A uniform has lane 0 only.
type registerBit struct {
	file         g13.Class
	register     int
	thread, bit_ uint8
}

// execute does a movement, and gives what its destination then is.
func (p *state) execute(m lane.Map, to g13.Arg, from []g13.Arg) (dialect.Reading, error) {
	bits, err := m.Regroup(1)
	if err != nil {
		return dialect.Reading{}, err
	}
	result := make([]lane.Lane, len(bits.Lane))
	for k, l := range bits.Lane {
		switch l.Kind {
		case lane.Source:
			result[k] = p.read(from[l.Src], l.Index)
		case lane.Old:
			result[k] = p.read(to, l.Index)
		default:
			result[k] = l
		}
	}
	for k, l := range result {
		p.registers[bitOf(to, k)] = l
	}
	r := dialect.Reading{Map: lane.Map{Bits: 1, Lane: result}}
	for _, a := range p.sources {
		lanes := machine.Lanes
		if a.Class == g13.Uniform {
			lanes = 1
		}
		r.Map.Src, r.Names = append(r.Map.Src, lanes*32), append(r.Names, registerName(a))
	}
	for width := to.Size; width > 1; width /= 2 {
		if wide, err := r.Map.Regroup(width); err == nil {
			r.Map = wide
			break
		}
	}
	return r, nil
}

// bitOf is bit k of an argument, counted through all lanes.
func bitOf(a g13.Arg, k int) registerBit {
	bit := k%a.Size + a.Index%2*16
	return registerBit{a.Class, a.Index / 2, uint8(k / a.Size), uint8(bit)}
}

// read is bit k of an argument: what was written there, or the source.
func (p *state) read(a g13.Arg, k int) lane.Lane {
	at := bitOf(a, k)
	if l, ok := p.registers[at]; ok {
		return l
	}
	whole := g13.Arg{Class: a.Class, Index: a.Index &^ 1, Size: 32}
	s := 0
	for s < len(p.sources) && p.sources[s] != whole {
		s++
	}
	if s == len(p.sources) {
		p.sources = append(p.sources, whole)
	}
	return lane.From(s, int(at.thread)*32+int(at.bit_))
}

// sayG13 is the map as one instruction, if there is one.
func sayG13(m lane.Map) (string, error) {
	if err := sizeG13(m); err != nil {
		return "", err
	}
	kept, _ := m.DropUnused()
	if text, ok := g13Sayings()[sayingKey(kept)]; ok && len(kept.Src) == len(m.Src) {
		return text, nil
	}
	return "", fmt.Errorf("no single instruction of the G13 does this")
}

// sayingKey is a map's notation at the widest lanes it has.
func sayingKey(m lane.Map) string {
	for width := 32; width > m.Bits; width /= 2 {
		if wide, err := m.Regroup(width); err == nil {
			return wide.String()
		}
	}
	return m.String()
}

// g13Sayings is every movement that one instruction makes, by its map, and the first instruction that makes it. Of numbers that are combined with a register, which have 256 values for each function, there are masks alone; what quad_shuffle_xor makes, simd_shuffle_xor does.
var g13Sayings = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	add := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		i, err := asm.Parse(text)
		if err != nil {
			return // the form has no such operand
		}
		m, _, _, err := machine.Movement(i)
		if err != nil {
			return
		}
		if key := sayingKey(m); all[key] == "" {
			all[key] = text
		}
	}
	for _, r := range [][]any{{"r0", "r1"}, {"r0l", "r1l"}} {
		add("mov %s, %s", r...)
		for _, name := range []string{"simd_shuffle", "simd_shuffle_xor", "simd_shuffle_up", "simd_shuffle_down", "simd_shuffle_rotate_up", "quad_shuffle", "quad_shuffle_up", "quad_shuffle_down", "quad_shuffle_rotate_up"} {
			for n := range machine.Lanes {
				add(name+" %s, %s, %d", r[0], r[1], n)
			}
		}
	}
	for _, text := range []string{"mov r0, r1l", "mov r0l, r1", "mov r0, r1h", "mov r0l, r1h", "mov r0, u1", "mov r0l, u1l", "bitrev r0, r1", "bitrev r0, r1l", "bitrev r0, r1h", "bitrev r0l, r1", "bitrev r0, u1", "intl r0, r1, r2", "mov_imm r0, 0, 0b0", "mov_imm r0l, 0"} {
		add("%s", text)
	}
	for n := range 32 {
		add("extr r0, r1, r2, %d", n)
		add("shlhi r0, 0, r1, %d", n)
		add("shrhi r0, 0, r1, %d", n)
		add("bfi r0, 0, r1, %d", n)
		add("bfeil r0, 0, r1, %d", n)
		add("bfi r0, r1, r2, %d", n)
		add("shl r0l, r1l, %d", n)
		add("shr r0l, r1l, %d", n)
		add("and r0, r1, %d", 1<<min(n, 8)-1)
	}
	return all
})
