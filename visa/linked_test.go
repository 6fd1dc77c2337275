package visa

import (
	"errors"
	"strings"
	"testing"
)

// linkedCode compiles a kernel and its functions.
func linkedCode(t *testing.T, text string, functions ...string) (*Code, *Decls, error) {
	t.Helper()
	var programs []*Program
	for _, text := range append(functions, text) {
		g, errs := ParseProgram(text, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		programs = append(programs, g)
	}
	last := len(programs) - 1
	c, err := Compile(programs[last].Insts(), programs[last].Decls, Options{Functions: programs[:last]})
	return c, programs[last].Decls, err
}

const twiceText = ".global_function \"twice\"\n.kernel_attr ArgSize=1\n.kernel_attr RetValSize=1\n.decl v v_type=G type=d num_elts=8 align=GRF\nmov (M1, 8) v(0,0)<1> %arg(0,0)<8;8,1>\nadd (M1, 8) %retval(0,0)<1> v(0,0)<8;8,1> v(0,0)<8;8,1>\nfret (M1, 8)\n"

// Functions are called by their names and by their addresses; lanes that are not called keep what they had.
func TestFunctionCalls(t *testing.T) {
	for _, call := range []string{
		"fcall (M1, 8) twice 1 1",
		"faddr twice at(0,1)<1>\nifcall (M1, 8) at(0,1)<0;1,0> 1 1",
		"ifcall (M1, 8) 0x80:ud 1 1",
	} {
		code, d, err := linkedCode(t, ".decl out v_type=G type=d num_elts=8 align=GRF\n.decl at v_type=G type=ud num_elts=8 align=GRF\n.decl P1 v_type=P num_elts=8\n"+
			"mov (M1, 8) out(0,0)<1> 0x76543210:v\nmov (M1, 8) %arg(0,0)<1> out(0,0)<8;8,1>\ncmp.gt (M1, 8) P1 out(0,0)<8;8,1> 4:d\n"+strings.Replace(strings.Replace(call, "fcall", "(P1) fcall", 1), "i(P1) fcall", "(P1) ifcall", 1)+
			"\n(P1) mov (M1, 8) out(0,0)<1> %retval(0,0)<8;8,1>\n", ".kernel \"other\"\nret (M1, 1)\n", twiceText)
		if err != nil {
			t.Fatal(err)
		}
		m := code.NewMachine()
		m.Mask = 0xff
		if err := code.Run(m, nil); err != nil {
			t.Fatal(err)
		}
		_, id, _ := d.Lookup("out")
		data, _ := m.Bytes(id)
		if got := bytesWords(data); got[4] != 4 || got[5] != 10 || got[7] != 14 {
			t.Errorf("%s: %v", call, got)
		}
		if _, known := m.Bytes(argID); known[0] != 0 {
			t.Errorf("%s: the caller has its arguments still", call)
		}
	}
}

// A function has the threads' memory and number, meets others at barriers, and its clone goes on alone.
func TestFunctionsOfThreads(t *testing.T) {
	meet := `.kernel "meet"
.decl v v_type=G type=ud num_elts=8 align=GRF
.decl at v_type=G type=ud num_elts=1
mul (M1_NM, 1) at(0,0)<1> %thread_x(0,0)<0;1,0> 2:ud
mov (M1, 8) v(0,0)<1> %thread_x(0,0)<0;1,0>
oword_st (2) %slm at(0,0)<0;1,0> v.0
nbarrier.signal 1:ub 3:ub
barrier
nbarrier.wait 1:ub
ret (M1, 1)
`
	code, d, err := linkedCode(t, ".decl v v_type=G type=ud num_elts=8 align=GRF\n.decl at v_type=G type=ud num_elts=1\nfccall (M1_NM, 1) meet\nadd (M1_NM, 1) at(0,0)<1> %thread_x(0,0)<0;1,0> 1:ud\nmod (M1_NM, 1) at(0,0)<1> at(0,0)<0;1,0> 3:ud\nmul (M1_NM, 1) at(0,0)<1> at(0,0)<0;1,0> 2:ud\noword_ld (2) %slm at(0,0)<0;1,0> v.0\n", meet)
	if err != nil {
		t.Fatal(err)
	}
	slm := NewMemory(96)
	var threads []*Machine
	for k := range 3 {
		m := code.NewMachine()
		m.Mask, m.Surfaces = 0xff, map[uint32]*Memory{0: slm}
		m.SetBytes(1, []byte{byte(k), 0})
		threads = append(threads, m)
	}
	if thread, err := code.RunGroup(threads, nil); err != nil {
		t.Fatalf("thread %d: %v", thread, err)
	}
	_, id, _ := d.Lookup("v")
	for k, m := range threads {
		if data, known := m.Bytes(id); data[0] != byte((k+1)%3) || known[0] == 0 {
			t.Errorf("thread %d: %v", k, data)
		}
	}
	threads = threads[:2]
	thread, err := code.RunGroup(threads, nil)
	if err == nil || thread != 0 || !strings.Contains(err.Error(), "0x3:ub is 3: expected 1 to 2, the threads of the group") || !strings.HasPrefix(err.Error(), "fccall (M1_NM, 1) meet: nbarrier.signal 0x1:ub 0x3:ub: ") {
		t.Errorf("thread %d: %v", thread, err)
	}
}

// What no call does is said.
func TestFunctionRefusals(t *testing.T) {
	const decls = ".decl v v_type=G type=d num_elts=8 align=GRF\n.decl at v_type=G type=ud num_elts=8 align=GRF\n"
	for _, row := range []struct{ text, function, says string }{
		{"fcall (M1, 8) thrice 1 1", twiceText, `"thrice" is in another object, and was not given`},
		{"fccall (M1, 8) thrice", twiceText, `"thrice" is in another object, and was not given`},
		{"faddr thrice at(0,0)<1>", twiceText, `"thrice" is in another object, and was not given`},
		{"faddr twice v(0,0)<1>", twiceText, "v(0,0)<1> is of type d: an address is ud or uq"},
		{"ifcall (M1, 8) v(0,0)<0;1,0> 1 1", twiceText, "without a sign"},
		{"fcall (M8, 16) twice 1 1", twiceText, "begins at lane 28 of the mask"},
		{"ret (M1, 1)", ".kernel \"bad\"\nfcall (M1, 8) thrice 0 0\n", `function "bad": fcall (M1, 8) thrice 0 0: "thrice" is in`},
	} {
		if _, _, err := linkedCode(t, decls+row.text+"\n", row.function); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %s", row.text, err, row.says)
		}
	}
	if _, _, err := linkedCode(t, "ret (M1, 1)\n", twiceText, twiceText); err == nil || !strings.Contains(err.Error(), `there are two functions "twice"`) {
		t.Errorf("two: %v", err)
	}
	large := ".kernel \"large\"\n.decl v v_type=G type=uq num_elts=40000 align=GRF\nmov (M1, 1) v(0,0)<1> 0:ud\nfccall (M1, 1) large\n"
	for _, row := range []struct{ text, function, says string }{
		{"ifcall (M1_NM, 1) 0:ud 1 1", twiceText, "0x0:ud is 0x0, which is the address of no function"},
		{"ifcall (M1_NM, 1) 0x41:ud 1 1", twiceText, "0x41:ud is 0x41, which is the address of no function"},
		{"ifcall (M1_NM, 1) 0x80:ud 1 1", twiceText, "0x80:ud is 0x80, which is the address of no function"},
		{"ifcall (M1_NM, 1) at(0,0)<0;1,0> 1 1", twiceText, "at(0,0)<0;1,0> is not known"},
		{"fcall (M1, 8) twice 2 1", twiceText, `gives "twice" 2 registers and takes 1: it has 1 and 1`},
		{"fccall (M1, 8) large", strings.Replace(large, "40000", "8", 1), "is in 64 functions, one in another, and no call goes deeper"},
		{"fccall (M1, 8) large", large, "takes the variables of the functions that are executed beyond 16777216 bytes together"},
		{"fccall (M1, 8) round", ".kernel \"round\"\ntop:\njmp (M1, 1) top\n", "fccall (M1, 8) round: jmp (M1, 1) top: no end after 100 instructions"},
		{"top:\nfccall (M1, 8) large\njmp (M1, 1) top", strings.Replace(large, "fccall (M1, 1) large\n", "", 1), "no end after 100 instructions"},
		{"fccall (M1, 8) falls", ".kernel \"falls\"\n.decl P1 v_type=P num_elts=8\n(P1) ret (M1, 8)\n", "fccall (M1, 8) falls: (P1) ret (M1, 8): undefined behaviour in lane 0: the guard (P1) reads element 0"},
	} {
		code, _, err := linkedCode(t, decls+row.text+"\n", row.function)
		if err != nil {
			t.Fatalf("%s: %v", row.text, err)
		}
		m := code.NewMachine()
		m.Mask, m.Fuel = 0xff, 100
		if row.function == large || strings.Contains(row.says, "deeper") {
			m.Fuel = 10_000
		}
		err = code.Run(m, nil)
		var f *Fault
		if err == nil || !strings.Contains(err.Error(), row.says) || errors.As(err, &f) && f.Step != 0 {
			t.Errorf("%s: %v, want %s", row.text, err, row.says)
		}
	}
}
