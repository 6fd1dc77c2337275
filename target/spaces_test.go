package target_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// accessed is what an access does, byte by byte, as its document says it: what it writes begins as what was there, and each byte is a source and a number. The memory of a load is the source behind the row's.
func accessed(r *target.Row, k int) []lane.Lane {
	x, memory := r.Access, len(r.Src)
	e := max(x.Elem/8, 1)
	if x.Store {
		to := make([]lane.Lane, x.Bits/8)
		if x.Kind == target.Structure {
			for register := range x.Registers {
				for i := 0; (i*x.Registers+register)*e < len(to); i++ {
					for b := range e {
						to[(i*x.Registers+register)*e+b] = lane.From(register, i*e+b)
					}
				}
			}
			return to
		}
		for i := range to {
			to[i] = lane.From(0, x.At/8+i)
		}
		return to
	}
	to := make([]lane.Lane, r.Bits/8)
	for i := range to {
		to[i] = lane.Zero()
		if x.Kind == target.Piece {
			to[i] = lane.From(0, i)
		}
	}
	switch x.Kind {
	case target.Structure:
		for i := 0; i*e < len(to); i++ {
			for b := range e {
				to[i*e+b] = lane.From(memory, (i*x.Registers+k)*e+b)
			}
		}
		return to
	case target.Repeat:
		for at := 0; at < len(to); at += x.Bits / 8 {
			for i := range x.Bits / 8 {
				to[at+i] = lane.From(memory, i)
			}
		}
		return to
	}
	for i := range x.Bits / 8 {
		to[x.At/8+i] = lane.From(memory, i)
	}
	return to
}

// Every access moves the bytes that its kind moves; those of the most memory come first, and none is among the rows that sequences have.
func TestAccessesMoveBytes(t *testing.T) {
	for _, tg := range target.Targets() {
		if !slices.IsSortedFunc(tg.Memory, func(a, b *target.Row) int { return b.Access.Bits - a.Access.Bits }) {
			t.Errorf("%s: accesses of less memory come first", tg.Name)
		}
		if n := len(tg.Loads()) + len(tg.Stores()); n != len(tg.Memory) {
			t.Errorf("%s: %d loads and stores of %d", tg.Name, n, len(tg.Memory))
		}
		for _, r := range tg.Memory {
			x := r.Access
			list := tg.Loads()
			if x.Store {
				list = tg.Stores()
			}
			if !slices.Contains(list, r) || slices.Contains(tg.Rows, r) || !r.Needs.In(tg.Has) || r.Length() > slices.Max(tg.Bits) || !tg.Holds(target.Vectors) {
				t.Errorf("%s: %s %s is at the wrong place", tg.Name, r.Name, r.Asm)
			}
			for k := range max(x.Registers, 1) {
				want := lane.Map{Bits: 8, Lane: accessed(r, k)}
				for _, bits := range r.Src {
					want.Src = append(want.Src, bits/8)
				}
				if !x.Store {
					want.Src = append(want.Src, x.Bits/8)
				}
				if got := r.Accessed(k); got.String() != want.String() || got.Bits != 8 {
					t.Errorf("%s %s, register %d: %v, want %v", r.Name, r.Asm, k, got, want)
				}
				if x.Store {
					break
				}
			}
		}
	}
}

// A sequence has all general registers but the stack pointer, by numbers of its own; the machine's numbers are those of the manual. Vectors have the machine's.
func TestNumbersOfRegisters(t *testing.T) {
	manual := strings.Fields("rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15")
	seen := 0
	for machine := -3; machine < 40; machine++ {
		n, ok := target.General.SequenceNumber(machine)
		if has := machine >= 0 && machine < len(manual) && manual[machine] != "rsp"; ok != has {
			t.Errorf("general register %d of the machine: %v", machine, ok)
		} else if has {
			seen++
			if target.General.MachineNumber(n) != machine || target.GeneralRegister(n, 64) != manual[machine] {
				t.Errorf("register %d is %d, %s, want %d, %s", n, target.General.MachineNumber(n), target.GeneralRegister(n, 64), machine, manual[machine])
			}
		}
		if n, ok := target.Vectors.SequenceNumber(machine); n != machine || ok != (machine >= 0) || target.Vectors.MachineNumber(machine) != machine {
			t.Errorf("vector %d is %d, %v", machine, n, ok)
		}
	}
	if target.General.MachineNumber(seen) != -1 || target.General.MachineNumber(seen-1) < 0 || target.General.MachineNumber(1000) != -1 {
		t.Errorf("%d registers, and the next one is %d", seen, target.General.MachineNumber(seen))
	}
}

// A set of features is in another if each of it is, and is written as their names, in their order.
func TestSetsOfFeatures(t *testing.T) {
	var features []target.Feature
	var names []string
	for f := target.SSE2; f <= target.LASX; f <<= 1 {
		features, names = append(features, f), append(names, f.String())
	}
	if sorted := slices.Sorted(slices.Values(names)); len(slices.Compact(sorted)) != len(names) || slices.Contains(names, "") {
		t.Errorf("%q", names)
	}
	for i, f := range features {
		for j, g := range features {
			if f.In(g) != (i == j) || !f.In(f|g) || (f|g).In(f) != (i == j) {
				t.Errorf("%v in %v: %v", f, g, f.In(g))
			}
			if want := names[min(i, j)] + " " + names[max(i, j)]; i != j && (f|g).String() != want {
				t.Errorf("%v, want %s", f|g, want)
			}
		}
	}
	if none := target.Feature(0); !none.In(none) || !none.In(target.AVX) || none.String() != "" {
		t.Error("no feature is in any set, and has no name")
	}
	for _, tg := range target.Targets() {
		text := tg.Features()
		if strings.Count(text, ",")+1 != len(strings.Fields(tg.Has.String())) || strings.ToLower(text) != text || strings.ContainsAny(text, " _") {
			t.Errorf("%s: %s", tg.Name, text)
		}
	}
}

// setting is what vsetvli sets.
type setting struct {
	elem, lanes           int
	half, undisturbed, mu bool
}

// does says whether a row that needs the mode does what it does in a setting of registers of 128 bits.
func (s setting) does(m target.Mode) bool {
	switch {
	case m.Bits == 0:
		return true
	case m.Tail && !s.undisturbed || m.Off && !s.mu:
		return false
	case m.Elem == 0:
		return s.elem*s.lanes == m.Bits && !s.half
	}
	return m.Elem == s.elem && m.Lanes == s.lanes && m.Half == s.half
}

// Two modes together are the settings in which both rows do what they do: of all modes of registers of 128 bits.
func TestModesOfAll(t *testing.T) {
	bit := []bool{false, true}
	var settings []setting
	modes := []target.Mode{{}}
	for _, off := range bit {
		for _, tail := range bit {
			modes = append(modes, target.Mode{Bits: 128, Off: off, Tail: tail})
			for _, elem := range []int{8, 16, 32, 64} {
				for _, half := range bit {
					most := 128 / elem
					if half {
						most /= 2
					}
					for lanes := 1; lanes <= most; lanes++ {
						settings = append(settings, setting{elem, lanes, half, tail, off})
						if lanes < 3 || lanes == most || lanes == most/2 {
							modes = append(modes, target.Mode{Elem: elem, Lanes: lanes, Bits: 128, Half: half, Tail: tail, Off: off})
						}
					}
				}
			}
		}
	}
	for _, m := range modes {
		for _, n := range modes {
			both, ok := m.With(n)
			some := false
			for _, s := range settings {
				want := s.does(m) && s.does(n)
				some = some || want
				if ok && s.does(both) != want {
					t.Fatalf("%+v with %+v is %+v: in %+v it does %v, want %v", m, n, both, s, s.does(both), want)
				}
			}
			if ok != some {
				t.Errorf("%+v with %+v: %v, want %v", m, n, ok, some)
			}
		}
	}
}

// The text of a mode is the instruction that sets it: with the number of its lanes up to 31, and without where these are more, which are all.
func TestModesAreSaid(t *testing.T) {
	choose := map[bool][3]string{false: {"m1", "ta", "ma"}, true: {"mf2", "tu", "mu"}}
	for _, bits := range []int{128, 256, 512} {
		for _, elem := range []int{8, 16, 32, 64} {
			for lanes := 1; lanes <= bits/elem; lanes++ {
				if lanes > 31 && lanes < bits/elem {
					continue // which no row has
				}
				for k := range 8 {
					half, tail, off := k&1 != 0, k&2 != 0, k&4 != 0
					m := target.Mode{Elem: elem, Lanes: lanes, Bits: bits, Half: half, Tail: tail, Off: off}
					kind := fmt.Sprintf("e%d, %s, %s, %s", elem, choose[half][0], choose[tail][1], choose[off][2])
					want := fmt.Sprintf("vsetivli zero, %d, %s", lanes, kind)
					if lanes > 31 {
						want = "vsetvli t0, zero, " + kind
					}
					if m.Text() != want {
						t.Errorf("%+v: %s, want %s", m, m.Text(), want)
					}
					said := fmt.Sprintf("e%d", elem) + map[bool]string{true: " mf2"}[half] + fmt.Sprintf(" × %d", lanes) + map[bool]string{true: " tu"}[tail]
					if m.String() != said {
						t.Errorf("%+v: %s, want %s", m, m.String(), said)
					}
					if m.Whole() != (lanes == bits/elem && !half) {
						t.Errorf("%+v is whole: %v", m, m.Whole())
					}
				}
			}
		}
		m := target.Mode{Bits: bits}
		want := fmt.Sprintf("vsetivli zero, %d, e8, m1, ta, ma", bits/8)
		if bits > 248 {
			want = "vsetvli t0, zero, e8, m1, ta, ma"
		}
		if m.Text() != want || m.String() != "e8 e16 e32 e64" {
			t.Errorf("%+v: %s, %s", m, m.Text(), m)
		}
	}
	for _, tg := range target.Targets() {
		for _, r := range tg.Rows {
			masked, plain := r.ModeOf(true), r.ModeOf(false)
			if want := r.Mode; plain.Off || masked.Off != (want.Bits > 0) || plain != want {
				t.Errorf("%s %s: %+v and %+v, of %+v", tg.Name, r.Name, plain, masked, want)
			}
		}
	}
}

// How far machines reach: a constant that is too far, or at no place of one, is refused, and the next one that is not has the distance in the word.
func TestMachinesReach(t *testing.T) {
	x86, arm := machineOf(t, "avx512"), machineOf(t, "neon")
	for at := range 14 {
		for _, far := range []int{0, 1, 4, -1, 1 << 20, 1<<31 - 1, 1 << 31, -1 << 31, -1<<31 - 1, 1 << 40} {
			code := make([]byte, 12)
			err := x86.Refer(code, at, at+far)
			if want := at >= 4 && at <= 12 && far >= -1<<31 && far < 1<<31; (err == nil) != want {
				t.Errorf("x86: %d from %d: %v", far, at, err)
			} else if want {
				wanted := make([]byte, 12)
				binary.LittleEndian.PutUint32(wanted[at-4:], uint32(far))
				if !bytes.Equal(code, wanted) {
					t.Errorf("x86: %d from %d: %x", far, at, code)
				}
			}
		}
	}
	for at := -4; at < 14; at++ {
		for _, far := range []int{0, 4, -4, 2, 1, 8, 1<<20 - 4, 1 << 20, 1<<20 + 4, -1 << 20, -1<<20 - 4} {
			code, _, _ := arm.Load(make([]byte, 4), 7, 128)
			code = append(code, 0, 0, 0, 0)
			before := slices.Clone(code)
			err := arm.Refer(code, at, at+far)
			want := at >= 0 && at <= 8 && far%4 == 0 && far >= -1<<20 && far < 1<<20
			if (err == nil) != want {
				t.Errorf("AArch64: %d from %d: %v", far, at, err)
			} else if want && at == 4 {
				word := binary.LittleEndian.Uint32(code[4:])
				if word&31 != 7 || int32(word<<8)>>13 != int32(far/4) || word>>24 != 0x9c {
					t.Errorf("AArch64: %d from %d: %x", far, at, word)
				}
			} else if !want && !bytes.Equal(code, before) {
				t.Errorf("AArch64: %d from %d is refused, and written", far, at)
			}
		}
	}
	for register := -1; register < 34; register++ {
		for _, above := range []int{0, 16, 32, 65520, 65536, 65535, 8, -16, 1 << 20} {
			for _, access := range []struct {
				of   func(code []byte, f target.File, register, bits, above int) ([]byte, error)
				word uint32
			}{{arm.Store, 0x3d8003e0}, {arm.Reload, 0x3dc003e0}} {
				code, err := access.of([]byte{1}, target.Vectors, register, 128, above)
				want := register >= 0 && register < 32 && above%16 == 0 && above >= 0 && above <= 65520
				if (err == nil) != want {
					t.Errorf("v%d %d above: %v", register, above, err)
				} else if want && (len(code) != 5 || binary.LittleEndian.Uint32(code[1:]) != access.word+uint32(above/16)<<10+uint32(register)) {
					t.Errorf("v%d %d above: %x", register, above, code)
				}
				if code, err := access.of(nil, target.General, 0, 64, 0); err == nil || len(code) > 0 {
					t.Errorf("a general register of AArch64: %x", code)
				}
			}
		}
		if code, at, err := arm.Load(make([]byte, 8), register, 128); (err == nil) != (register >= 0 && register < 32) || err == nil && (at != 8 || binary.LittleEndian.Uint32(code[8:]) != 0x9c000000+uint32(register)) {
			t.Errorf("v%d: %x at %d, %v", register, code, at, err)
		}
		for other := -1; other < 34; other++ {
			code, err := arm.Copy(nil, target.Vectors, register, other, 128)
			want := register >= 0 && register < 32 && other >= 0 && other < 32
			if (err == nil) != want || want && binary.LittleEndian.Uint32(code) != 0x4ea01c00+uint32(other)<<16+uint32(other)<<5+uint32(register) {
				t.Errorf("v%d to v%d: %x, %v", other, register, code, err)
			}
		}
	}
	for k := range 64 {
		for _, value := range []uint64{1 << k, 1<<k - 1, 1<<k + 1} {
			long := value > 1<<32-1
			code, err := x86.Set(nil, 3, value)
			want := binary.LittleEndian.AppendUint32([]byte{0xbb}, uint32(value)) // mov ebx
			if long {
				want = binary.LittleEndian.AppendUint64([]byte{0x48, 0xbb}, value)
			}
			if err != nil || !bytes.Equal(code, want) {
				t.Errorf("mov %x: %x, %v, want %x", value, code, err, want)
			}
			mask, err := x86.Mask(nil, 2, 3, min(k+1, 64), value)
			if want = append(want, 0xc5, 0xfb, 0x92, 0xd3); err != nil || k < 32 && !bytes.Equal(mask, want) { // kmovd k2, ebx
				t.Errorf("a mask of %d bits: %x, %v, want %x", k+1, mask, err, want)
			}
			if kmovq := []byte{0xc4, 0xe1, 0xfb, 0x92, 0xd3}; k >= 32 && !bytes.HasSuffix(mask, kmovq) {
				t.Errorf("a mask of %d bits: %x", k+1, mask)
			}
		}
	}
}

// machineOf is what encodes for a target.
func machineOf(t *testing.T, name string) target.Machine {
	t.Helper()
	tg, ok := target.Find(name)
	if !ok || tg.Spelling == nil {
		t.Fatalf("no target %s", name)
	}
	return tg.Spelling.Machine
}

// Byte i of source s is s·64 + i, and what is below zero is of no source.
func TestBytesAreOfSources(t *testing.T) {
	for s := range 8 {
		for i := range target.MostBytes {
			if source, index, ok := target.Byte(s*target.MostBytes + i).Source(); source != s || index != i || !ok {
				t.Errorf("byte %d of source %d is %d of %d, %v", i, s, index, source, ok)
			}
		}
	}
	for c := range 256 {
		if _, _, ok := (target.ZeroByte - target.Byte(c)).Source(); ok {
			t.Errorf("the constant %d is of a source", c)
		}
	}
	for _, b := range []target.Byte{target.AnyByte, target.PartByte} {
		if _, _, ok := b.Source(); ok {
			t.Errorf("%d is of a source", b)
		}
	}
}
