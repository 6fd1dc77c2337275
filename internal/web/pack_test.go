//go:build !js

package web_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/web"
)

// unpacked is what was packed, as the comment of pack.go says it and not as unpack.js does it.
func unpacked(t testing.TB, packed []byte) (module []byte, tokens int) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	in := bytes.NewBuffer(all)
	number := func(b *bytes.Buffer) int { v, _ := binary.ReadUvarint(b); return int(v) }
	length, begin, functions := number(in), number(in), number(in)
	sizes := make([]int, 16)
	for k := range sizes {
		sizes[k] = number(in)
	}
	var table [256]struct {
		kind byte
		text []byte
	}
	for k := range table {
		table[k].kind = in.Next(1)[0]
		table[k].text = in.Next(int(in.Next(1)[0]))
	}
	streams := make([]*bytes.Buffer, len(sizes))
	for k, n := range sizes {
		streams[k] = bytes.NewBuffer(in.Next(n))
	}
	rest := unsifted(streams[14].Bytes(), streams[15].Bytes())
	out := bytes.Clone(rest[:begin])
	for k := range functions {
		body := unpackedFunction(k, streams, func(c byte) (byte, []byte) { return table[c].kind, table[c].text })
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
	}
	out = append(out, rest[begin:]...)
	if len(out) != length {
		t.Fatalf("%d bytes, not %d", len(out), length)
	}
	return out, sizes[0]
}

// unpackedFunction is function k.
func unpackedFunction(k int, streams []*bytes.Buffer, token func(byte) (byte, []byte)) (out []byte) {
	number := func(s int) uint64 {
		v, _ := binary.ReadUvarint(streams[s])
		out = binary.AppendUvarint(out, v)
		return v
	}
	for n := number(13); n > 0; n-- {
		number(13)
		out = append(out, streams[13].Next(1)...)
	}
	last := int64(-1)
	for depth := int64(1); depth > 0; {
		kind, text := token(streams[0].Next(1)[0])
		out = append(out, text...)
		switch kind {
		case 0:
		case 8, 9:
			out = append(out, streams[kind].Next(4*int(kind-7))...)
		case 10:
			last += 1 + readSigned(streams[10])
			out = appendSigned(out, int64(0x1000+k)<<16+last)
		case 11:
			out = binary.AppendUvarint(out, uint64(depth-readSigned(streams[11])))
		case 12:
			n, v := number(12), int64(0)
			for range n + 1 {
				v += readSigned(streams[12])
				out = binary.AppendUvarint(out, uint64(v))
				v++
			}
		case 17:
			depth++
		case 18:
			depth--
		default:
			for more := true; more; {
				c := streams[kind].Next(1)[0]
				out, more = append(out, c), c >= 0x80
			}
		}
	}
	return out
}

func unsifted(rest, how []byte) []byte {
	out := bytes.Clone(rest)
	for part, is := range how {
		b := out[part<<15 : min((part+1)<<15, len(out))]
		if n := len(b) / 4; is == 1 {
			words := make([]uint32, n)
			for k := range words {
				words[k] = uint32(b[k]) | uint32(b[n+k])<<8 | uint32(b[2*n+k])<<16 | uint32(b[3*n+k])<<24
				if k > 4 {
					words[k] += words[k-5]
				}
			}
			for k, w := range words {
				binary.LittleEndian.PutUint32(b[4*k:], w)
			}
		}
	}
	return out
}

func readSigned(b *bytes.Buffer) (v int64) {
	for shift := 0; ; {
		c := b.Next(1)[0]
		v |= int64(c&0x7f) << shift
		if shift += 7; c < 0x80 {
			return v << (64 - shift) >> (64 - shift)
		}
	}
}

func appendSigned(b []byte, v int64) []byte {
	for ; v < -64 || v > 63; v >>= 7 {
		b = append(b, 0x80|byte(v&0x7f))
	}
	return append(b, byte(v&0x7f))
}

// module is a module with functions by chance, and a table of less than so many bytes, of instructions of every shape. It need not be a valid one, but it looks as Go writes them.
func module(rng *rand.Rand, functions, most int) []byte {
	section := func(id byte, b []byte) []byte {
		out := binary.AppendUvarint([]byte{id}, uint64(len(b)))
		out[len(out)-1] |= 0x80 // the linker leaves room for a length
		return append(append(out, 0), b...)
	}
	code := binary.AppendUvarint(nil, uint64(functions))
	for k := range functions {
		body := function(rng, k)
		code = append(binary.AppendUvarint(code, uint64(len(body))), body...)
	}
	table := make([]byte, rng.IntN(most))
	for k := range table {
		if k%20 < 3 {
			table[k] = byte(k / 20 >> (8 * (k % 20)))
		}
	}
	out := []byte("\x00asm\x01\x00\x00\x00")
	out = append(out, section(1, []byte{0})...)
	out = append(out, section(10, code)...)
	return append(append(out, section(11, table)...), section(0, []byte{1, 'x'})...)
}

func function(rng *rand.Rand, k int) []byte {
	b := binary.AppendUvarint(nil, uint64(rng.IntN(3)))
	for range b[0] {
		b = append(binary.AppendUvarint(b, rng.Uint64N(300)), 0x7e)
	}
	leb := func() { b = binary.AppendUvarint(b, rng.Uint64N(1<<rng.IntN(33))) }
	constant := func(bits int) { b = appendSigned(b, int64(rng.Uint64())>>(64-1-rng.IntN(bits))) }
	depth, place := 1, int64(-1)
	for n := rng.IntN(1 << rng.IntN(16)); n > 0; n-- {
		switch op := byte(rng.IntN(0xc5)); {
		case op <= 1, op == 5, op == 0xf, op == 0x1a, op == 0x1b, op >= 0x45:
			b = append(b, op)
		case op <= 4:
			b = append(b, op, 0x40)
			depth++
		case op == 0xb && depth > 1:
			b = append(b, op)
			depth--
		case op == 0xc, op == 0xd:
			b = binary.AppendUvarint(append(b, op), uint64(rng.IntN(depth)))
		case op == 0xe:
			count := rng.IntN(200)
			b = binary.AppendUvarint(append(b, op), uint64(count))
			for j := range count + 1 {
				b = binary.AppendUvarint(b, uint64(max(j-rng.IntN(3), 0)))
			}
		case op == 0x11:
			b = append(b, op, byte(rng.IntN(4)), 0)
		case op == 0x10, op >= 0x20 && op <= 0x24:
			b = append(b, op)
			leb()
		case op >= 0x28 && op <= 0x3e:
			b = append(b, op, op&3)
			leb()
		case op == 0x3f, op == 0x40:
			b = append(b, op, 0)
		case op == 0x41:
			b = append(b, op)
			constant(32)
		case op == 0x42 && rng.IntN(2) == 0:
			place += rng.Int64N(3)
			b = appendSigned(append(b, op), int64(0x1000+k)<<16+place)
		case op == 0x42:
			b = append(b, op)
			constant(64)
		case op == 0x43:
			b = append(b, op, 1, 2, 3, byte(n))
		case op == 0x44:
			b = append(b, op, 1, 2, 3, 4, 5, 6, 7, byte(n))
		default:
			b = append(b, [][]byte{{0xfc, byte(n & 7)}, {0xfc, 10, 0, 0}, {0xfc, 11, 0}}[rng.IntN(3)]...)
		}
	}
	return append(b, bytes.Repeat([]byte{0xb}, depth)...)
}

// What is packed comes back, here and in the browser, whatever it is. It is taken apart if it looks as Go writes it, and is shorter then.
func TestPack(t *testing.T) {
	rng := chance.Random(t, 4)
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	r := newReader(t, server.URL+"/")
	r.open(nil)
	for _, functions := range []int{0, 1, 40, 300} {
		m := module(rng, functions, 200000)
		for k, m := range [][]byte{m, m[:len(m)/2], bytes.Repeat([]byte{1}, 70000)} {
			packed, err := web.Pack(m)
			if err != nil {
				t.Fatal(err)
			}
			got, tokens := unpacked(t, packed)
			if !bytes.Equal(got, m) {
				t.Fatalf("a module of %d bytes does not come back", len(m))
			}
			if k == 0 && (tokens > 0) != (functions > 0) || k == 2 && tokens > 0 {
				t.Errorf("%d tokens of %d functions, case %d", tokens, functions, k)
			}
			back, err := chromedp.Run(r.ctx, chromedp.Evaluate[string](`(async () => {
				const { unpack } = await import("./unpack.js"), packed = Uint8Array.from(atob("`+base64.StdEncoding.EncodeToString(packed)+`"), (c) => c.charCodeAt(0));
				const all = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
				const url = await new Promise((done) => { const r = new FileReader(); r.onload = () => done(r.result); r.readAsDataURL(new Blob([unpack(new Uint8Array(all))])); });
				return url.slice(url.indexOf(",") + 1);
			})()`, chromedp.EvalAwaitPromise))
			if err != nil || back != base64.StdEncoding.EncodeToString(m) {
				t.Fatalf("a module of %d bytes does not come back in the browser: %v", len(m), err)
			}
		}
	}
	r.calm()
}

// FuzzPack packs anything.
func FuzzPack(f *testing.F) {
	f.Add(module(rand.New(rand.NewPCG(1, 2)), 2, 400))
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x0a\x80"))
	chance.Fuzz(f, func(t *testing.T, b []byte) {
		packed, err := web.Pack(b)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := unpacked(t, packed); !bytes.Equal(got, b) {
			t.Errorf("%x does not come back", b)
		}
	})
}
