package visa

import (
	"fmt"
	"strings"
	"testing"
)

// Each rule of programs is broken where it says, and nowhere else.
func TestProgramRules(t *testing.T) {
	broken := map[string]bool{}
	for _, row := range []struct{ program, want string }{
		{"L1:\nret (M1, 1)", ""},
		{"mov (M1, 8) V32(0,0)<1> 1:d\nL1:\nmov (M1, 8) V32(0,0)<0> 1:d\nmov (M1, 8) V32(0,0)<1> V33(0,0)<8;3,1>", "2 destination-stride, 3 region-width"},
		{"jmp (M1, 8) L1\nL1:\njmp (M1, 1) L1\n(P1) jmp (M2_NM, 2) L1", "0 uniform-jump, 3 uniform-jump"},
		{"goto (M1, 8) L2\nL1:\nret (M1, 1)\n.function \"s\"\nL2:\njmp (M1, 1) L1\ncall (M1, 8) t\nret (M1, 8)\n.function \"t\"\nret (M1, 8)", "0 same-subroutine, 5 same-subroutine"},
		{"call (M1, 8) s\n(P1) ret (M1, 8)\n.function \"s\"\nret (M1, 8)", "2 subroutine-end"},
		{".function \"s\"\nret (M1, 8)", ""}, // it is the name of the program
		{".kernel \"k\"\n.function \"k_BB_0\"\nk_BB_0:\nL1:\nfret (M1, 8)\n.function \"s\"\nret (M1, 8)", ""}, // as compilers begin
		{".kernel \"k\"\n.function \"s\"\ncall (M1, 8) t\nret (M1, 8)\n.function \"t\"\ncall (M1, 8) s\nret (M1, 8)", "0 subroutine-end, 1 recursion, 4 recursion"},
		{"yield\n.function \"s\"\nret (M1, 8)", "1 subroutine-end"},
		{"L1:\ngoto (M1, 8) L1\nyield\n.function \"s\"\nL2:\ngoto (M1, 8) L2", "5 subroutine-end"},
		{"jmp (M1, 1) L1\nL1:\n.function \"s\"\n(P1) ret (M1, 8)\nlifetime.end P1", "3 subroutine-end"},
		{"fret (M1, 8)\n.function \"s\"\nfcall (M1, 8) f 1 1", "2 subroutine-end"},
		{"fret (M1, 8)\n.function \"s\"\n.function \"t\"\nret (M1, 8)", "1 subroutine-end"},
		{"fret (M1, 8)\n.function \"s\"\n(P1) fret (M1, 8)\nret (M1, 8)", "2 function-end"},
		{"call (M1, 8) s\nret (M1, 1)\n.function \"s\"\ncall (M1, 8) t\nret (M1, 8)\n.function \"t\"\ncall (M1, 8) s\ncall (M1, 8) u\nret (M1, 8)\n.function \"u\"\nret (M1, 8)", "3 recursion, 6 recursion"},
		{"call (M1, 8) s\nret (M1, 1)\n.function \"s\"\ncall (M1, 8) s\ncall (M1, 8) t\nret (M1, 8)\n.function \"t\"\nret (M1, 8)", "3 recursion"},
		{"call (M1, 8) s\nret (M1, 1)\n.function \"s\"\ncall (M1, 8) t\ncall (M1, 8) t\nret (M1, 8)\n.function \"t\"\nret (M1, 8)", ""},
	} {
		g, errs := ParseProgram(row.program, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		c := Checker{Decls: g.Decls}
		var got []string
		for _, f := range c.CheckProgram(g) {
			got = append(got, fmt.Sprintf("%d %s", f.Line, f.Rule))
			broken[f.Rule] = true
			if f.Message == "" || f.Warning || f.Operand >= 0 && f.Operand != 0 && f.Operand != 1 {
				t.Errorf("%+v", f)
			}
			if f.Rewrite != "" && f.Rule == "uniform-jump" {
				if i, err := (&Parser{Decls: g.Decls}).ParseInst(f.Rewrite); err != nil || i.Exec.Size() != 1 || i.Guard != g.Lines[f.Line].Inst.Guard || i.Exec.Offset() != g.Lines[f.Line].Inst.Exec.Offset() {
					t.Errorf("%s is rewritten %s, %v", g.Lines[f.Line].Inst.Text(g.Decls), f.Rewrite, err)
				}
			}
		}
		if text := strings.Join(got, ", "); text != row.want {
			t.Errorf("%s\nbreaks %s, want %s", row.program, text, row.want)
		}
		tool := Checker{Decls: g.Decls, Dialect: Intel}
		for _, f := range tool.CheckProgram(g) {
			if broken[f.Rule] && f.Rule != "destination-stride" && f.Rule != "region-width" {
				t.Errorf("the tool knows %s", f.Rule)
			}
		}
	}
	for _, r := range ProgramRules() {
		if !broken[r.Name] || r.Says == "" || r.Where != Pages {
			t.Errorf("nothing breaks %s", r.Name)
		}
	}
}

// A kernel of 10,000 lines is read and checked.
func BenchmarkCheckProgram(b *testing.B) {
	var text strings.Builder
	text.WriteString(".decl a v_type=G type=d num_elts=64 align=GRF\n.decl P1 v_type=P num_elts=16\n")
	for n := range 1000 {
		fmt.Fprintf(&text, "L%d:\nadd (M1, 16) a(0,0)<1> a(2,0)<8;8,1> 0x%x:d\nmul (M1, 8) a(4,0)<1> a(0,0)<8;4,2> a(1,0)<0;1,0>\ncmp.lt (M1, 16) P1 a(0,0)<8;8,1> 0x5:d\n(P1) goto (M1, 16) L%d\n", n, n, max(n-3, 0))
		for range 5 {
			text.WriteString("(!P1) mov (M1, 8) a(6,0)<1> (-)a(1,4)<4;4,1>\n")
		}
	}
	kernel := text.String()
	b.ReportAllocs()
	for b.Loop() {
		g, errs := ParseProgram(kernel, NewDecls(32, D), Spec)
		c := Checker{Decls: g.Decls}
		if errs != nil || len(c.CheckProgram(g)) > 0 || len(g.Lines) != 10_000 {
			b.Fatal(len(g.Lines), errs, c.CheckProgram(g))
		}
	}
}
