package program_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// machines are a program on both engines, at its beginning.
func machines(t *testing.T, text string) map[string]*program.Machine {
	t.Helper()
	p, err := program.Assemble(text, svp64.DefaultEncoding)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	fast, err := p.NewMachine()
	if err != nil {
		t.Fatal(err)
	}
	plain, err := p.NewPlainMachine()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*program.Machine{"fast": fast, "plain": plain, "stepped": fast.Clone()}
}

// finish runs a machine to the end of its program: the one that is called stepped element by element.
func finish(t *testing.T, name string, m *program.Machine) {
	t.Helper()
	if name != "stepped" {
		if done, err := m.Run(1000); err != nil || !done {
			t.Fatalf("%s: done is %v: %v", name, done, err)
		}
		return
	}
	for n := 0; !m.Done(); n++ {
		if _, err := m.Step(); err != nil || n > 10_000 {
			t.Fatalf("%s: %v after %d steps", name, err, n)
		}
	}
}

// The loops that the documents have, as they are written there.
func TestLoopsOfTheDocuments(t *testing.T) {
	for _, loop := range []struct {
		name, text string
		before     func(m *program.Machine)
		after      func(m *program.Machine) bool
	}{
		{
			"Vertical-First: all instructions for element 0, then all for element 1", `
				setvl 0, 0, 2, 1, 1, 1
				sv.add *1, *5, *9
				svstep. 0, 0, 1, 0
				bc 6, 3, -0xc`,
			func(m *program.Machine) {
				m.GPR[9], m.GPR[10], m.GPR[5], m.GPR[6] = 0x1234, 0x1111, 0x4321, 0x2223
			},
			func(m *program.Machine) bool {
				return m.GPR[1] == 0x5555 && m.GPR[2] == 0x3334 && m.CR[0] == svp64.SO && !m.SV.Vertical() && m.SV.VL() == 2
			},
		}, {
			"Vertical-First with an early end", `
				setvl 0, 0, 2, 1, 1, 1
				sv.cmpi *cr0, 1, *10, 0x10
				sv.bc 0, *2, 0x10
				svstep. 27, 0, 1, 0
				bc 4, 3, -0x14
				or 0, 0, 0`,
			func(m *program.Machine) { m.GPR[10], m.GPR[11], m.CTR = 0x20, 0x10, 2 },
			func(m *program.Machine) bool { return m.CTR == 1 },
		}, {
			"Horizontal-First: CTR elements, four at a time", `
				setvl 1, 0, 4, 0, 1, 1
				add 2, 2, 1
				sv.bc/all 16, *0, -0x8`,
			func(m *program.Machine) { m.CTR = 15 },
			func(m *program.Machine) bool { return m.CTR == 0 && m.GPR[2] == 15 && m.GPR[1] == 15%4 },
		}, {
			"Horizontal-First over memory", `
				addi 2, 0, 0x0010
				addi 3, 0, 0x0008
				addi 6, 0, 0x1234
				addi 7, 0, 0x1235
				sv.stw *6, 0(*2)
				sv.lwz *8, 0(*2)`,
			func(m *program.Machine) { m.SV = svp64.NewSVState(2, 2) },
			func(m *program.Machine) bool {
				return m.GPR[8] == 0x1234 && m.GPR[9] == 0x1235 && m.Memory.Load(8, 4) == 0x1235
			},
		},
	} {
		for name, m := range machines(t, loop.text) {
			loop.before(m)
			if finish(t, name, m); !loop.after(m) {
				t.Errorf("%s, %s: r1 %x r2 %x r8 %x r9 %x cr0 %v ctr %d SVSTATE %v", loop.name, name, m.GPR[1], m.GPR[2], m.GPR[8], m.GPR[9], m.CR[0], m.CTR, m.SV)
			}
		}
	}
}

// Branches under a prefix, as the upstream simulator's tests have them.
func TestBranchesOfVectors(t *testing.T) {
	const head = `
		addi 1, 0, %d
		addi 2, 0, %d
		cmpi 0, 1, 1, 8
		cmpi 1, 1, 2, 8
		`
	for _, row := range []struct {
		branch string
		one    []int // r1, r2, VL afterwards, and 1 where r3 is set because the branch is not taken
	}{
		{"sv.bc/all 12, *1, 0xc", []int{8, 7, 2, 1}},
		{"sv.bc/all 12, *1, 0xc", []int{9, 8, 2, 1}},
		{"sv.bc/all 12, *1, 0xc", []int{10, 9, 2, 0}},
		{"sv.bc/all/vs 12, *1, 0xc", []int{8, 7, 0, 1}},
		{"sv.bc/all/vs 12, *1, 0xc", []int{9, 8, 1, 1}},
		{"sv.bc/all/vs 12, *1, 0xc", []int{10, 9, 2, 0}},
		{"sv.bc/all/vsi 12, *1, 0xc", []int{9, 8, 2, 1}},
		{"sv.bc 12, *2, 0xc", []int{8, 9, 2, 0}},
		{"sv.bc 12, *2, 0xc", []int{9, 8, 2, 0}},
		{"sv.bc 12, *2, 0xc", []int{9, 7, 2, 1}},
		{"sv.bc/vsb 12, *2, 0xc", []int{9, 8, 1, 0}},
		{"sv.bc/vsbi 12, *2, 0xc", []int{8, 8, 1, 0}},
		{"sv.bc/m=r30/snz 12, *2, 0xc", []int{9, 9, 2, 0}},
		{"sv.bc/m=r30/sz 4, *2, 0xc", []int{8, 8, 2, 0}},
		{"sv.bc/m=r30/sz 12, *2, 0xc", []int{8, 8, 2, 1}},
	} {
		text := fmt.Sprintf(head, row.one[0], row.one[1]) + row.branch + "\naddi 3, 0, 0x1234\nor 0, 0, 0"
		for name, m := range machines(t, text) {
			m.SV = svp64.NewSVState(2, 2)
			finish(t, name, m)
			if m.SV.VL() != row.one[2] || (m.GPR[3] != 0) != (row.one[3] == 1) {
				t.Errorf("%s, %v, %s: VL %d, r3 %x", row.branch, row.one, name, m.SV.VL(), m.GPR[3])
			}
		}
	}
}

// PACK has a load take structures apart, UNPACK has a store put them together, and a vector of addresses goes with the side of memory.
func TestStructurePacking(t *testing.T) {
	for _, row := range []struct {
		text string
		want string // r8 to r11, or the four words of memory at 64
	}{
		{"svstep 0,15,0; sv.lwz/vec2 *8,0(3)", "1 3 2 4"},
		{"sv.lwz/vec2 *8,0(3)", "1 2 3 4"},
		{"svstep 0,14,0; sv.lwz/vec2 *8,0(3)", "1 3 2 4"},
		{"svstep 0,14,0; sv.stw/vec2 *4,64(3)", "10 12 11 13"},
		{"svstep 0,15,0; sv.stw/vec2 *4,64(3)", "10 12 11 13"},
		{"svstep 0,15,0; sv.lwz/vec2 *8,0(*16)", "4 2 3 1"},
		{"svstep 0,14,0; sv.stw/vec2 *4,64(*16)", "13 11 12 10"},
		{"li 30,2; sv.lwz/sm=r30 *8,0(3)", "2 0 0 0"},
		{"li 30,2; sv.lwz/dm=r30 *8,0(3)", "0 1 0 0"},
		{"li 30,2; sv.stw/sm=r30 *4,64(3)", "11 0 0 0"},
		{"li 30,2; sv.stw/dm=r30 *4,64(*18)", "10 0 0 0"},
	} {
		for name, m := range machines(t, row.text) {
			m.SV, m.GPR[3] = svp64.NewSVState(2, 2), 0x100
			for k := range 4 {
				m.GPR[4+k], m.GPR[16+k] = uint64(10+k), uint64(0x100+4*(3-k))
				if err := m.Memory.Store(0x100+4*uint64(k), 4, uint64(1+k)); err != nil {
					t.Fatal(err)
				}
			}
			finish(t, name, m)
			got := m.GPR[8:12]
			if m.Memory.Load(0x140, 4)|m.Memory.Load(0x144, 4) != 0 {
				got = nil
				for k := range uint64(4) {
					got = append(got, m.Memory.Load(0x140+4*k, 4))
				}
			}
			if text := fmt.Sprint(got); text != "["+row.want+"]" {
				t.Errorf("%s, %s: %s, want %s", name, row.text, text, row.want)
			}
		}
	}
}

// In Vertical-First mode each issue does its group, whatever is no vector: a scalar destination takes all of them, one after the other, and what has no vector at all is done each time that its predicate has the group. It adds up a vector, and counts.
func TestVerticalFirstScalars(t *testing.T) {
	const body = "\nsvstep. 0,1,0\nbc 4,3,loop"
	for _, row := range []struct {
		text string
		want [2]uint64 // r5, r6
	}{
		{"sv.add 5,5,*64", [2]uint64{70}},
		{"sv.add/m=r3 5,5,*64", [2]uint64{60}},
		{"sv.addi 5,5,1", [2]uint64{3}},
		{"sv.addi/m=r3 5,5,1", [2]uint64{2}},
		{"sv.mv.swiz 5,*64,X\nadd 6,6,5", [2]uint64{40, 70}},
		{"sv.lwz 5,0(*64)\nadd 6,6,5", [2]uint64{40, 70}},
		{"sv.stw *64,0(4)\nlwz 5,8(4)", [2]uint64{40}},
	} {
		for name, m := range machines(t, "setvl 0,0,3,1,1,1\nloop: "+row.text+body) {
			m.GPR[3], m.GPR[4], m.GPR[64], m.GPR[65], m.GPR[66] = 6, 0x200, 10, 20, 40
			for k, v := range []uint64{10, 20, 40} { // their own addresses are in memory
				if err := m.Memory.Store(m.GPR[64+k], 4, v); err != nil {
					t.Fatal(err)
				}
			}
			finish(t, name, m)
			if got := [2]uint64{m.GPR[5], m.GPR[6]}; got != row.want {
				t.Errorf("%s, %s: r5 and r6 are %d, want %d", name, row.text, got, row.want)
			}
		}
	}
}
