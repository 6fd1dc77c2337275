package machine_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// A desk is a group with memories: u2_u3 is the address of a buffer, u4_u5 that of its byte 128, u6_u7 that of its byte 5; r1 is the lane, r2 its negative.
// Byte n of the buffer and of threadgroup memory is n.
type desk struct {
	*machine.Group
	memory *machine.Memory
	buffer *machine.Buffer
	local  *machine.Local
}

func newDesk(tb testing.TB) *desk {
	tb.Helper()
	d := &desk{Group: machine.NewGroup(), memory: machine.NewMemory(), local: machine.NewLocal(256)}
	var err error
	if d.buffer, err = d.memory.Map(1024); err != nil {
		tb.Fatal(err)
	}
	for n := range d.buffer.Bytes {
		d.buffer.Bytes[n] = byte(n)
	}
	copy(d.local.Bytes, d.buffer.Bytes)
	d.Attach(d.memory, d.local)
	for k, at := range []uint64{0, 128, 5} {
		d.address(2+2*k, d.buffer.Address+at)
	}
	for lane := range machine.Lanes {
		d.SetLane(1, lane, uint32(lane))
		d.SetLane(2, lane, uint32(-lane))
	}
	return d
}

// address puts an address into two uniforms.
func (d *desk) address(u int, a uint64) {
	d.SetUniform32(u, uint32(a))
	d.SetUniform32(u+1, uint32(a>>32))
}

// Where elements are, and in which registers they end: what lane 3 has in r10 to r13, which were ffffffff.
func TestLoads(t *testing.T) {
	const none = 0xffffffff
	for text, want := range map[string][]uint32{
		"device_load 0, i8, x, r10, u2_u3, r1, unsigned":                              {0x03, none},
		"device_load 0, i16, x, r10, u2_u3, r1, unsigned":                             {0x0706, none},
		"device_load 0, i32, x, r10, u2_u3, r1, unsigned":                             {0x0f0e0d0c, none},
		"device_load 0, f16, x, r10, u2_u3, r1, unsigned":                             {0x0706, none},
		"device_load 0, i32, x, r10, u2_u3, r1, unsigned, lsl 1":                      {0x1b1a1918, none},
		"device_load 0, i32, x, r10, u2_u3, r1, unsigned, lsl 2":                      {0x33323130, none},
		"device_load 0, i32, x, r10, u2_u3, r1, unsigned, lsl 3":                      {0x33323130, none},
		"device_load 0, i8, x, r10, u2_u3, r1, unsigned, lsl 2":                       {0x0c, none},
		"device_load 0, i32, xyzw, r10_r11_r12_r13, u2_u3, r1, unsigned":              {0x0f0e0d0c, 0x13121110, 0x17161514, 0x1b1a1918},
		"device_load 0, i32, xw, r10_r11, u2_u3, r1, unsigned":                        {0x0f0e0d0c, 0x1b1a1918, none},
		"device_load 0, i8, yw, r10_r11, u2_u3, r1, unsigned":                         {0x04, 0x06, none},
		"device_load 0, i8, w, r10, u2_u3, r1, unsigned":                              {0x06, none},
		"device_load 0, i16, xy, r10l_r10h, u2_u3, r1, unsigned":                      {0x09080706, none},
		"device_load 0, i16, xyz, r10h_r11l_r11h, u2_u3, r1, unsigned":                {0x0706ffff, 0x0b0a0908, none},
		"device_load 0, i8, x, r10h, u2_u3, r1, unsigned":                             {0x0003ffff, none},
		"device_load 0, i32, x, r10, u4_u5, -1, signed":                               {0x7f7e7d7c, none},
		"device_load 0, i32, x, r10, u4_u5, -1, unsigned":                             {0x7f7e7d7c, none},
		"device_load 0, i32, x, r10, u4_u5, r2, signed":                               {0x77767574, none},
		"device_load 0, i32, x, r10, u6_u7, r1, unsigned":                             {0x13121110, none},
		"device_load 0, i16, x, r10, u6_u7, 0, signed":                                {0x0504, none},
		"device_load 0, i8, x, r10, u6_u7, 0, signed":                                 {0x05, none},
		"device_load 0, i32, xyzw, r10_r11_r12_r13, r20_r21, 0, signed":               {0x1b1a1918, 0x1f1e1d1c, 0x23222120, 0x27262524},
		"device_load 0, i32, x, r10, r20_r21, r2, signed, lsl 1":                      {0x03020100, none},
		"threadgroup_load i32, x, r10, 0, 3":                                          {0x0f0e0d0c, none},
		"threadgroup_load i32, xy, r10_r11, r1l, r1l":                                 {0x0f0e0d0c, 0x13121110, none},
		"threadgroup_load i16, xz, r10l_r10h, 7, 1":                                   {0x0d0c0908, none},
		"threadgroup_load i8, x, r10, u8l, -1":                                        {0x27, none},
		"threadgroup_load i16, x, r10, u8l, r1l":                                      {0x2f2e, none},
		"stack_load r10, i32, 1, 0, x, 4, 0, 0":                                       {0, none},
		"stack_store i32, 1, 0, x, 4, r1, 8, 0\nstack_load r10, i8, 1, 0, x, 4, 8, 0": {3, none},
	} {
		d := newDesk(t)
		d.SetUniform(16, 40)
		for n := 10; n < 14; n++ {
			d.SetRegister(n, filled(none))
		}
		for lane := range machine.Lanes {
			a := d.buffer.Address + 8*uint64(lane) + 1
			d.SetLane(20, lane, uint32(a))
			d.SetLane(21, lane, uint32(a>>32))
		}
		r := execute(t, d.Group, 0, text)
		if r.Fault != nil {
			t.Errorf("%s: %v", text, r.Fault)
		}
		for k, v := range want {
			if got := d.Register(10 + k)[3]; got != v {
				t.Errorf("%s: r%d is %08x, want %08x", text, 10+k, got, v)
			}
		}
	}
}

func filled(v uint32) (r machine.Row) {
	for i := range r {
		r[i] = v
	}
	return r
}

// Lanes that are not active load nothing and store nothing.
func TestMemoryMasked(t *testing.T) {
	d := newDesk(t)
	d.Exec = 1<<3 | 1<<31
	execute(t, d.Group, 0, "device_load 0, i32, x, r10, u2_u3, r1, unsigned\ndevice_store 0, i8, x, r2, u2_u3, r1, unsigned, 0\nthreadgroup_store i16, xy, r1l_r1h, 0, r1l\nstack_store i32, 1, 0, x, 4, r1, 8, 0")
	for lane := range machine.Lanes {
		active := d.Exec>>lane&1 != 0
		if loaded := d.Register(10)[lane] != 0; loaded != active {
			t.Errorf("lane %d has loaded: %v", lane, loaded)
		}
		if stored := d.buffer.Bytes[lane] != byte(lane); stored != active {
			t.Errorf("lane %d has stored: %v", lane, stored)
		}
	}
	if d.local.Bytes[6] != 3 || d.local.Bytes[8] != 0 || d.local.Bytes[10] != 10 || d.local.Bytes[62] != 31 || d.local.Bytes[5] != 5 {
		t.Errorf("threadgroup memory %x", d.local.Bytes[:64])
	}
}

// Of lanes that store to one place the last one stays.
func TestLastLaneStays(t *testing.T) {
	d := newDesk(t)
	execute(t, d.Group, 0, "device_store 0, i16, xy, r1l_r1h, u2_u3, 0, signed, 0")
	if got := fmt.Sprintf("%x", d.buffer.Bytes[:6]); got != "1f0000000405" {
		t.Errorf("%s", got)
	}
}

// A lane outside of all buffers is named, and nothing has happened.
func TestMemoryFaults(t *testing.T) {
	for text, want := range map[string]string{
		"device_load 0, i32, x, r10, u2_u3, 255, signed":                "",
		"device_load 0, i32, x, r10, u2_u3, 256, signed":                "lane 0: 4 bytes at 0x2000000400, and the buffer at 0x2000000000 has 1024",
		"device_load 0, i32, xyzw, r10_r11_r12_r13, u2_u3, 253, signed": "lane 0: 16 bytes at 0x20000003f4, and the buffer at 0x2000000000 has 1024",
		"device_load 0, i32, x, r10, u2_u3, -1, signed":                 "lane 0: 4 bytes at 0x1ffffffffc, and no buffer is there",
		"device_load 0, i32, x, r10, u2_u3, r2, signed":                 "lane 1: 4 bytes at 0x1ffffffffc, and no buffer is there",
		"device_load 0, i32, x, r10, u2_u3, r2, unsigned":               "lane 1: 4 bytes at 0x23fffffffc, and the buffer at 0x2000000000 has 1024",
		"device_load 0, i8, w, r10, u2_u3, -3, signed":                  "",
		"device_load 0, i32, x, r10, r2_r3, 0, signed":                  "lane 0: 4 bytes at 0x0, and no buffer is there",
		"device_store 0, i32, x, r1, u2_u3, r9, unsigned, 0":            "lane 7: 4 bytes at 0x2000000400, and the buffer at 0x2000000000 has 1024",
		"device_store 0, i32, x, r1, u10_u11, 0, signed, 0":             "lane 0: 4 bytes at 0x6000000000, and no buffer is there",
		"atomic add, 0, r10, u2_u3, r9, signed, r1, 1, 0, 1, 4, 2":      "lane 7: 4 bytes at 0x2000000400, and the buffer at 0x2000000000 has 1024",
		"device_load 0, i32, x, r10, u8_u9, -1, signed":                 "lane 0: 4 bytes at 0x3ffffffffc, and no buffer is there",
		"atomic add, 0, r10, u8_u9, r1, signed, r1, 1, 0, 1, 4, 2":      "lane 0: 4 bytes at 0x4000000000, and the buffer at 0x4000000000 has 3",
		"threadgroup_load i32, x, r10, 0, 63":                           "",
		"threadgroup_load i32, x, r10, 0, r9l":                          "lane 7: 4 bytes at 0x400 of the threadgroup's memory, which has 256",
		"threadgroup_store i16, x, r1l, 0, -1":                          "lane 0: 2 bytes at -0x2 of the threadgroup's memory, which has 256",
		"threadgroup_atomic add, r10, r9l, 0, r1, 0, 2, 128, 0":         "lane 7: 4 bytes at 0x100 of the threadgroup's memory, which has 256",
		"stack_load r10, i32, 1, 0, x, 4, 16380, 0":                     "",
		"stack_load r10, i32, 1, 0, x, 4, 16384, 0":                     "lane 0: 4 bytes at 0x4000 of its stack, which has 16384",
		"stack_store i8, 1, 0, x, 4, r1, -1, 0":                         "lane 0: 1 byte at -0x1 of its stack, which has 16384",
		"stack_adjust 32767\nstack_adjust r2, signed":                   "lane 0 moves the stack pointer by 0x0 and lane 1 by 0xffffffff",
	} {
		d := newDesk(t)
		if _, err := d.memory.Map(3); err != nil {
			t.Fatal(err)
		}
		d.address(8, 2*d.buffer.Address)
		d.address(10, 3*d.buffer.Address)
		offset := machine.Row{7: 256}
		d.SetRegister(9, offset)
		before := slices.Clone(d.buffer.Bytes)
		r := execute(t, d.Group, 0, text)
		if fault := reason(r); fault != want {
			t.Errorf("%s: %q, want %q", text, fault, want)
		}
		if d.Register(10) != (machine.Row{}) && want != "" || !slices.Equal(d.buffer.Bytes, before) {
			t.Errorf("%s: is a fault, and has done something", text)
		}
	}
}

// Offsets that follow one another only in 32 bits are no row.
func TestRowsThatWrap(t *testing.T) {
	for _, c := range []struct {
		first uint32
		sign  string
		fault string
	}{
		{0xfffffff0, "unsigned", "lane 16: 4 bytes at 0x1c00000040, and no buffer is there"},
		{0x7ffffff0, "signed", "lane 16: 4 bytes at 0x1c00000040, and no buffer is there"},
		{0x7ffffff0, "unsigned", ""},
		{0xfffffff0, "signed", ""},
	} {
		for _, text := range []string{"device_load 0, i32, x, r10, u12_u13, r9, %s", "device_store 0, i32, x, r10, u12_u13, r9, %s, 0"} {
			d := newDesk(t)
			far := 4 * uint64(c.first)
			if c.sign == "signed" {
				far = 4 * uint64(int64(int32(c.first)))
			}
			d.address(12, d.buffer.Address-far)
			for lane := range machine.Lanes {
				d.SetLane(9, lane, c.first+uint32(lane))
			}
			r := execute(t, d.Group, 0, fmt.Sprintf(text, c.sign))
			if fault := reason(r); fault != c.fault {
				t.Errorf("%s from %#x: %q, want %q", c.sign, c.first, fault, c.fault)
			}
		}
	}
}

// reason is that of a fault.
func reason(r machine.Result) string {
	if r.Fault == nil {
		return ""
	}
	return r.Fault.Reason
}

// What the documents do not give a meaning is refused by name.
func TestRefusedMemory(t *testing.T) {
	for text, want := range map[string]string{
		"device_load 0, i32, x, r10l, u2_u3, 0, signed":                      "its elements of 32 bits do not fit its registers of 16",
		"device_store 0, i32, x, r10l, u2_u3, 0, signed, 0":                  "its elements of 32 bits do not fit its registers of 16",
		"device_load 0, 9, x, r10, u2_u3, 0, signed":                         "nobody knows what its format is",
		"threadgroup_load 11, x, r10, 0, 0":                                  "nobody knows what its format is",
		"device_load 0, rgb9e5.rtz, x, r10, u2_u3, 0, signed":                "its format is one to store, and nobody knows what it loads",
		"device_load 0, i32, xy, r127_r128, u2_u3, 0, signed":                "its registers go beyond r127",
		"device_load 0, rgb9e5, x, r126, u2_u3, 0, signed":                   "its registers go beyond r127",
		"device_load 0, i32, x, r10, r127_r128, 0, signed":                   "64 bits from r127 on: there is no r128",
		"device_load 0, i32, x, r10, u2_u3, r130, signed":                    "its registers go beyond r127",
		"device_load 0, i32, x, r10, u2_u3, 0, signed, , 1, 1, 4, 0":         "its field b28 is 1, and nobody knows what it does then: it is usually 0",
		"device_load 0, i32, x, r10, u2_u3, 0, signed, , 1, 0, 0, 0":         "its field b44 is 0, and nobody knows what it does then: it is usually 4",
		"atomic cmpxchg, 0, r10, u2_u3, 0, signed, r127_r128, 1, 0, 1, 4, 2": "its registers go beyond r127",
		"atomic 11, 0, r10, u2_u3, 0, signed, r1, 1, 0, 1, 4, 2":             "nobody knows which operation this is",
		"threadgroup_atomic add, r10, 0, 0, r1, 0, 2, 128, 1":                "its field b39 is 1, and nobody knows what it does then: it is usually 0",
		"async_load copy_1d, r1, r2_r3_r4":                                   "nobody knows what its registers hold",
		"stack_adjust r200, signed":                                          "its registers go beyond r127",
	} {
		d := newDesk(t)
		r := execute(t, d.Group, 0, text+" !bits=00") // as it is, whether a program would say it or not
		if r.Fault == nil || r.Fault.Reason != want || r.Executed != 0 {
			t.Errorf("%s: %v, want %q", text, r.Fault, want)
		}
	}
}

// Atomics change a word as their names say, lane after lane, and give what it was.
func TestAtomics(t *testing.T) {
	const start = 0x80000005
	for op, want := range map[string]uint32{
		"add": start + 496, "sub": start - 496&0xffffffff, "xchg": 31, "umin": 0, "imin": start, "umax": start, "imax": 31, "and": 0, "or": start | 31, "xor": start,
	} {
		for form, text := range map[string]string{
			"device":      "atomic %s, 0, r10, u2_u3, 0, signed, r1, 1, 0, 1, 4, 2",
			"threadgroup": "threadgroup_atomic %s, r10, 0, 0, r1, 0, 2, 128, 0",
		} {
			d := newDesk(t)
			for _, b := range [][]byte{d.buffer.Bytes, d.local.Bytes} {
				copy(b, []byte{5, 0, 0, 0x80})
			}
			execute(t, d.Group, 0, fmt.Sprintf(text, op))
			b := d.buffer.Bytes
			if form == "threadgroup" {
				b = d.local.Bytes
			}
			if got := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24; got != want {
				t.Errorf("%s %s: %#x, want %#x", form, op, got, want)
			}
			if r := d.Register(10); r[0] != start || op == "xchg" && r[7] != 6 || op == "add" && r[4] != start+6 {
				t.Errorf("%s %s: before %x", form, op, r)
			}
		}
	}
}

// cmpxchg writes the first register where the second one is expected.
func TestCompareExchange(t *testing.T) {
	d := newDesk(t)
	for lane := range machine.Lanes {
		d.SetLane(6, lane, uint32(0x100+lane))
		d.SetLane(7, lane, [2]uint32{0x03020100, 0x100}[lane&1])
	}
	execute(t, d.Group, 0, "atomic cmpxchg, 0, r8, u2_u3, 0, signed, r6_r7, 1, 0, 1, 4, 2")
	if r := d.Register(8); r[0] != 0x03020100 || r[1] != 0x100 || r[2] != 0x101 || r[31] != 0x101 || d.buffer.Bytes[0] != 1 {
		t.Errorf("before %x, now %x", r, d.buffer.Bytes[:4])
	}
}

// Each lane has a stack of its own, in bytes from a pointer that is the same for all.
func TestStack(t *testing.T) {
	d := newDesk(t)
	r := execute(t, d.Group, 0, strings.Join([]string{
		"stack_adjust 8",
		"stack_store i32, 1, 0, x, 4, r1, 4, 0",
		"stack_adjust 8",
		"stack_load r10, i32, 1, 0, x, 4, -4, 0",
		"stack_load r11l_r11h, i16, 1, 0, xy, 4, -3, 0",
		"stack_get_ptr r12",
		"mov r13, 4",
		"stack_adjust r13, signed",
		"stack_adjust -8",
		"stack_get_ptr r14",
		"stack_load r15, i32, 1, 0, x, 4, 0, 0",
		"stack_store u8norm, 1, 0, xy, 4, r16_r17, r1, 0, unsigned",
	}, "\n"))
	if r.Fault != nil || d.Register(10)[5] != 5 || d.Register(11)[5] != 5 || d.Register(12)[0] != 16 || d.Register(14)[9] != 12 || d.Register(15)[31] != 31 {
		t.Errorf("%v: %x %x %x %x %x", r.Fault, d.Register(10)[5], d.Register(11)[5], d.Register(12)[0], d.Register(14)[9], d.Register(15)[31])
	}
	d.Attach(d.memory, nil)
	d.PC = 0
	execute(t, d.Group, 0, "stack_get_ptr r12\nstack_load r10, i32, 1, 0, x, 4, 12, 0")
	if d.Register(12)[0] != 0 || d.Register(10) != (machine.Row{}) {
		t.Errorf("the next threadgroup's stack is at %d and has %x", d.Register(12)[0], d.Register(10))
	}
}

// Elements smaller than a word leave the rest of it alone, at all their places.
func TestStackElements(t *testing.T) {
	d := newDesk(t)
	for k := range 4 {
		d.SetRegister(20+k, filled(0xa1a2a300+uint32(k)))
	}
	var text strings.Builder
	for k := range 4 {
		fmt.Fprintf(&text, "stack_store i8, 1, 0, x, 4, r%d, %d, 0\nstack_store i16, 1, 0, x, 4, r%d, %d, 0\nstack_load r%d, i8, 1, 0, x, 4, %d, 0\n", 20+k, k, 20+k, 4+2*k, 30+k, 5*k%4)
	}
	r := execute(t, d.Group, 0, text.String()+"stack_load r10_r11_r12, i32, 1, 0, xyz, 4, 0, 0\nstack_load r14_r15, i16, 1, 0, yw, 4, 3, 0")
	for n, want := range map[int]uint32{10: 0x03020100, 11: 0xa301a300, 12: 0xa303a302, 14: 0xa300, 15: 0xa302, 30: 0, 31: 1, 32: 2, 33: 3} {
		if d.Register(n) != filled(want) {
			t.Errorf("r%d is %08x, want %08x; %v", n, d.Register(n)[0], want, r.Fault)
		}
	}
}

// Memory has its bounds.
func TestMapBuffers(t *testing.T) {
	m := machine.NewMemory()
	for _, size := range []int{-1, machine.MaxBuffer + 1, math.MaxInt} {
		if b, err := m.Map(size); err == nil {
			t.Errorf("%d bytes at %#x", size, b.Address)
		}
	}
	if b, err := m.Map(0); err != nil || len(b.Bytes) != 0 {
		t.Errorf("no bytes: %v", err)
	}
	b, err := m.Map(5)
	if err != nil || b.Address != 2<<37 || len(b.Bytes) != 5 {
		t.Fatal(b, err)
	}
	for size, want := range map[int]int{-1: 0, 7: 7, machine.MaxLocal + 1: machine.MaxLocal} {
		if got := len(machine.NewLocal(size).Bytes); got != want {
			t.Errorf("NewLocal(%d) has %d bytes", size, got)
		}
	}
}

// All buffers together have a limit, to the byte, whichever of them are large.
func TestMapLimit(t *testing.T) {
	for _, c := range []struct {
		filled int
		sizes  []int // that go one after another
		beyond int   // and one that does not
	}{
		{machine.MaxBuffer, []int{0, 0}, 1},
		{machine.MaxBuffer - 8, []int{8, 0}, 1},
		{machine.MaxBuffer - 8, nil, 9},
		{machine.MaxBuffer - 8, []int{3, 4, 1}, 1},
		{machine.MaxBuffer - 8, []int{7}, 2},
		{machine.MaxBuffer / 2, []int{5}, machine.MaxBuffer/2 - 4},
		{100, nil, machine.MaxBuffer - 99},
		{0, []int{1}, machine.MaxBuffer},
		{0, nil, machine.MaxBuffer + 1},
	} {
		m := machine.NewMemory()
		m.Fill(c.filled)
		last := uint64(0)
		for _, size := range c.sizes {
			b, err := m.Map(size)
			if err != nil || len(b.Bytes) != size || b.Address <= last {
				t.Fatalf("%d bytes beside %d and %v: %v", size, c.filled, c.sizes, err)
			}
			last = b.Address
		}
		if _, err := m.Map(c.beyond); err == nil || !strings.Contains(err.Error(), "all together may have at most 1073741824") {
			t.Errorf("%d bytes beside %d and %v: %v", c.beyond, c.filled, c.sizes, err)
		}
		if b, err := m.Map(0); err != nil || b.Address <= last { // what was refused has taken nothing
			t.Errorf("after %d bytes that were refused: %v", c.beyond, err)
		}
	}
}
