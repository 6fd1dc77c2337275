package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"maps"
	"math"
	"slices"
)

// The library is sent packed. Servers of files compress with gzip at best, which looks back 32 KiB, and in WebAssembly all sorts of things are mixed. Packed, things of a sort stand together:
//
//	20 01   29 03 18   20 02   7c           local.get 1, i64.load offset=24, local.get 2, i64.add
//	╰─┬─╯   ╰──┬──┴╮   ╰─┬─╯    │
//	  A        B   │     C      D           a token each. What is frequent has one with all that belongs to it, as A and C
//	               ╰ 18                     the operand of another is in the stream of its sort
//
//	tokens  A B C D ...   offsets 18 ...   calls ...   constants ...
//
// Then all of that is compressed with gzip, which every browser undoes, and unpack.js the rest. The packed file has
//
//	the module's length, where its functions begin, how many they are, how long each stream is      numbers as WebAssembly has them
//	256 tokens: the kind, how many bytes, the bytes
//	the streams, of which one has what is no code
//
// so that the browser needs to know little of instructions. A stream is one of these. A token's kind is that of the stream in which its operand is, or one of the last three.
const (
	inTokens   = iota // the tokens themselves; as a kind: there is no operand
	inLocals          // a number of a local variable
	inGlobals         // or of a global one
	inCalls           // which function is called
	inSmalls          // a constant of 32 bits
	inLarges          // or of 64
	inLoads           // the offset of what is read
	inStores          // or written
	inFloats          // a constant of 4 bytes
	inDoubles         // or of 8
	inReturns         // an address of Go's, where a function goes on: how far behind the last one
	inBranches        // to which block, as counted from outside: Go's loop around a function has one number then
	inTables          // to which blocks, as counted from inside: how far from the next each is
	inHeads           // how a function begins: its local variables
	inRest            // all that is no code
	inSifted          // what was done with each part of the rest
	streams           // how many there are
	opens             // the kind of what begins a block, with its type,
	closes            // and of what ends it, or the function
)

// address is where function number k goes on at place 0, as Go's linker counts; places follow one by one.
func address(k int) int64 { return int64(0x1000+k) << 16 }

// An instruction is a token's text and its operand, one behind the other in the module.
type instruction struct {
	function, depth int // in which function it is, and in how many blocks
	kind            byte
	text, operand   []byte
}

// A token stands for what has it as its text.
type token struct {
	kind byte
	text string
}

// A packing is a module being taken apart.
type packing struct {
	b       []byte // the module
	at      int
	bad     bool // it is not as Go writes it
	tokens  map[token]int
	counts  map[token]int // of each token that there could be, how often it would stand
	place   int64         // in the function, where it went on last
	streams [streams][]byte
}

// pack makes a module short. One that is not as the Go tool writes it has no functions that are taken apart, and stays longer.
func pack(module []byte) ([]byte, error) {
	p := packing{b: module, counts: map[token]int{}}
	begin, functions := p.findCode()
	p.functions(functions, p.count)
	tokens := p.choose()
	p.at = begin
	p.functions(functions, p.write)
	if p.bad {
		p, begin, functions, tokens = packing{at: len(module)}, len(module), 0, make([]token, mostTokens)
	}
	p.sift(slices.Concat(module[:begin], module[p.at:]))
	var out []byte
	for _, n := range []int{len(module), begin, functions} {
		out = binary.AppendUvarint(out, uint64(n))
	}
	for _, s := range p.streams {
		out = binary.AppendUvarint(out, uint64(len(s)))
	}
	for _, t := range tokens {
		out = append(append(out, t.kind, byte(len(t.text))), t.text...)
	}
	return compressed(append(out, slices.Concat(p.streams[:]...)...))
}

// compressed is what gzip makes of bytes at its best.
func compressed(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(b)
	err = cmp.Or(err, w.Close())
	return out.Bytes(), err
}

// number reads a number, which has to be as short as it can be: it is written anew.
func (p *packing) number() uint64 {
	v, n := binary.Uvarint(p.b[p.at:])
	if n <= 0 || n > 1 && p.b[p.at+n-1] == 0 {
		p.fail()
		return 0
	}
	p.at += n
	return v
}

// raw reads a number as it stands.
func (p *packing) raw() []byte {
	for k, c := range p.b[p.at:min(p.at+10, len(p.b))] {
		if c < 0x80 {
			return p.bytes(k + 1)
		}
	}
	p.fail()
	return nil
}

func (p *packing) bytes(n int) []byte {
	if n > len(p.b)-p.at {
		p.fail()
		return nil
	}
	p.at += n
	return p.b[p.at-n : p.at]
}

// peek is a byte that is to come.
func (p *packing) peek(k int) byte {
	if p.at+k >= len(p.b) {
		return 0xff
	}
	return p.b[p.at+k]
}

func (p *packing) fail() { p.bad, p.at = true, len(p.b) }

// codeSection is the section that has the functions.
const codeSection = 10

// findCode goes to the first function, and says how many they are.
func (p *packing) findCode() (begin, functions int) {
	for p.at = len(wasmBegins); p.at < len(p.b); {
		id := p.bytes(1)[0]
		n, length := binary.Uvarint(p.b[p.at:]) // Go leaves room in it
		p.at += max(length, 0)
		if id == codeSection {
			functions := p.number()
			return p.at, int(min(functions, uint64(len(p.b))))
		}
		p.bytes(int(min(n, uint64(len(p.b)))))
	}
	p.fail()
	return p.at, 0
}

// functions reads so many functions, and gives the head of each, and every instruction.
func (p *packing) functions(n int, give func(instruction)) {
	for k := 0; k < n && !p.bad; k++ {
		size := p.number()
		end := p.at + int(min(size, uint64(len(p.b))))
		give(instruction{function: k, kind: inHeads, operand: p.head()})
		depth := 1
		for depth > 0 && p.at < end {
			i := p.instruction()
			i.function, i.depth = k, depth
			switch i.kind {
			case opens:
				depth++
			case closes:
				depth--
			}
			give(i)
		}
		if p.at != end || depth > 0 { // a function ends with its outermost block
			p.fail()
		}
	}
}

// head reads the local variables of a function.
func (p *packing) head() []byte {
	from := p.at
	for n := p.number(); n > 0 && !p.bad; n-- {
		p.number()
		p.bytes(1)
	}
	return p.b[from:p.at]
}

// A shape is how instructions are written: so many bytes, and behind them an operand in one of the streams.
type shape struct {
	first, last byte // of the opcodes that have it
	kind        byte
	text        int
}

// shapes are those of what Go's compiler emits.
var shapes = [...]shape{
	{0x00, 0x01, inTokens, 1}, {0x02, 0x04, opens, 2}, {0x05, 0x05, inTokens, 1}, {0x0b, 0x0b, closes, 1}, {0x0c, 0x0d, inBranches, 1}, {0x0e, 0x0e, inTables, 1}, {0x0f, 0x0f, inTokens, 1}, {0x10, 0x10, inCalls, 1},
	{0x11, 0x11, inTokens, 3}, // a type, of which there are few, and a table
	{0x1a, 0x1b, inTokens, 1}, {0x20, 0x22, inLocals, 1}, {0x23, 0x24, inGlobals, 1}, {0x28, 0x35, inLoads, 2}, {0x36, 0x3e, inStores, 2}, {0x3f, 0x40, inTokens, 2},
	{0x41, 0x41, inSmalls, 1}, {0x42, 0x42, inLarges, 1}, {0x43, 0x43, inFloats, 1}, {0x44, 0x44, inDoubles, 1}, {0x45, 0xc4, inTokens, 1},
}

// further are the same of opcodes behind fc: numbers cut to whole ones, copying, filling.
var further = [...]shape{{0, 7, inTokens, 2}, {10, 10, inTokens, 4}, {11, 11, inTokens, 3}}

func shapeOf(shapes []shape, op byte) (s shape, ok bool) {
	for _, s := range shapes {
		if s.first <= op && op <= s.last {
			return s, true
		}
	}
	return shape{}, false
}

// instruction reads an instruction.
func (p *packing) instruction() (i instruction) {
	op := p.peek(0)
	s, ok := shapeOf(shapes[:], op)
	if op == 0xfc {
		s, ok = shapeOf(further[:], p.peek(1))
	}
	if !ok {
		p.fail()
		return instruction{kind: closes}
	}
	i.kind, i.text = s.kind, p.bytes(s.text)
	from := p.at
	switch s.kind {
	case inTokens, opens, closes:
	case inFloats:
		p.bytes(4)
	case inDoubles:
		p.bytes(8)
	case inTables:
		for n := p.number() + 1; n > 0 && !p.bad; n-- {
			p.number()
		}
	case inBranches:
		p.number()
	default:
		p.raw()
	}
	i.operand = p.b[min(from, p.at):p.at]
	return i
}

// isAddress says whether a constant is where the function goes on.
func (i instruction) isAddress() (place int64, ok bool) {
	if i.kind != inLarges {
		return 0, false
	}
	v := signed(i.operand)
	place = v - address(i.function)
	return place, place>>16 == 0 && v < 1<<31 && bytes.Equal(appendSigned(nil, v), i.operand)
}

// signed is a signed number as WebAssembly has it.
func signed(b []byte) (v int64) {
	shift := 0
	for _, c := range b {
		v |= int64(c&0x7f) << shift
		shift += 7
	}
	if n := len(b); n > 0 && b[n-1]&0x40 != 0 && shift < 64 {
		v |= -1 << shift
	}
	return v
}

func appendSigned(b []byte, v int64) []byte {
	for ; v < -64 || v >= 64; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v)&0x7f)
}

// whole is the token that would stand for all of an instruction, and part for all but its operand.
func (i instruction) whole() token {
	return token{inTokens, string(i.text) + string(i.operand)}
}

func (i instruction) part() token {
	if _, ok := i.isAddress(); ok {
		i.kind = inReturns
	}
	return token{i.kind, string(i.text)}
}

// count counts the tokens that an instruction might have. A part is needed in any case. Wholes of offsets and constants would not help: they are better off among each other.
func (p *packing) count(i instruction) {
	if i.kind == inHeads {
		return
	}
	part := i.part()
	p.counts[part] = needed
	if inLocals <= part.kind && part.kind <= inCalls {
		if whole := i.whole(); p.counts[whole] != needed {
			p.counts[whole]++
		}
	}
}

const (
	needed     = math.MaxInt
	mostTokens = 256
)

// choose chooses the 256 tokens, the needed and then the most frequent.
func (p *packing) choose() []token {
	all := slices.SortedFunc(maps.Keys(p.counts), func(a, b token) int {
		return cmp.Or(cmp.Compare(p.counts[b], p.counts[a]), cmp.Compare(a.text, b.text), cmp.Compare(a.kind, b.kind))
	})
	if len(all) > mostTokens {
		if p.counts[all[mostTokens]] == needed {
			p.fail()
		}
		all = all[:mostTokens]
	}
	p.tokens = make(map[token]int, mostTokens)
	for k, t := range all {
		p.tokens[t] = k
	}
	return append(all, make([]token, mostTokens-len(all))...)
}

// write puts an instruction into the streams.
func (p *packing) write(i instruction) {
	if i.kind == inHeads {
		p.streams[inHeads] = append(p.streams[inHeads], i.operand...)
		p.place = -1
		return
	}
	if k, ok := p.tokens[i.whole()]; ok {
		p.streams[inTokens] = append(p.streams[inTokens], byte(k))
		return
	}
	part := i.part()
	p.streams[inTokens] = append(p.streams[inTokens], byte(p.tokens[part]))
	if part.kind >= streams {
		return
	}
	s := &p.streams[part.kind]
	switch part.kind {
	case inReturns:
		place, _ := i.isAddress()
		*s = appendSigned(*s, place-p.place-1)
		p.place = place
	case inBranches:
		to, _ := binary.Uvarint(i.operand)
		*s = appendSigned(*s, int64(i.depth)-int64(to))
	case inTables:
		*s = appendTable(*s, i.operand)
	default:
		*s = append(*s, i.operand...)
	}
}

// appendTable writes how far from the next each of a table's numbers is, which is nothing in most.
func appendTable(b, operand []byte) []byte {
	n, length := binary.Uvarint(operand)
	b = binary.AppendUvarint(b, n)
	expected := int64(0)
	for operand = operand[length:]; len(operand) > 0; operand = operand[length:] {
		var v uint64
		v, length = binary.Uvarint(operand)
		b = appendSigned(b, int64(v)-expected)
		expected = int64(v) + 1
	}
	return b
}

// Parts of the rest are sifted where that is shorter: words of 32 bits become how far they are from the fifth before, and their lowest bytes come first, then the next ones.
// It is for a table of Go's runtime that finds functions by address, five words an entry: four megabytes, in which all entries are almost alike.
const (
	siftPart  = 32 << 10
	siftWords = 5
)

func (p *packing) sift(rest []byte) {
	for part := range slices.Chunk(rest, siftPart) {
		sifted, how := sifted(part), byte(1)
		if deflated(sifted) >= deflated(part) {
			sifted, how = part, 0
		}
		p.streams[inRest] = append(p.streams[inRest], sifted...)
		p.streams[inSifted] = append(p.streams[inSifted], how)
	}
}

func sifted(part []byte) []byte {
	n := len(part) / 4
	out := slices.Clone(part)
	for k := range n {
		word := binary.LittleEndian.Uint32(part[4*k:])
		if k >= siftWords {
			word -= binary.LittleEndian.Uint32(part[4*(k-siftWords):])
		}
		for plane := range 4 {
			out[plane*n+k] = byte(word >> (8 * plane))
		}
	}
	return out
}

// deflated is how long bytes are when they are compressed.
func deflated(b []byte) int {
	short, err := compressed(b)
	if err != nil {
		return len(b)
	}
	return len(short)
}
