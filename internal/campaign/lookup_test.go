package campaign

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/lanescope/lanescope/internal/tablebase"
	"github.com/lanescope/lanescope/lane"
)

// What is looked up are the cheapest answers of a table, with their sources numbered as lanes first read them; what was refused, and bugs, are not there.
func TestLookupOfLines(t *testing.T) {
	f := kept(t, tableKind,
		"i32x4 i32x4 -> b0 a0 b1 a1\t1 ops\t0 constants\t2 copies\tminimal\t1\ta=xmm0 b=xmm1 result=xmm1\tpunpckldq xmm1, xmm0; movdqa xmm2, xmm1; movdqa xmm1, xmm2\n"+
			"i32x4 -> a3 a2 a1 a0\t3 ops\t1 constants\t1 copies\tbest-known\t2\ta=xmm0 result=xmm0\tone; two; three; four; five\n",
		"i32x4 -> a3 a2 a1 a0\t1 ops\t0 constants\t0 copies\tbounded\t1\ta=xmm7 result=xmm6\tpshufd xmm6, xmm7, 27\n"+
			"i32x4 -> a1 a1 a1 a1\trefused\tno way\n",
		"item 4\tbug\tit broke\n"+
			"i32x4 -> a0 a0 a0 a0\t4 ops\t3 constants\t2 copies\tbest-known\t1\ta=xmm0 result=xmm0\tlong\n")
	f.Plan.Options.Target = "sse2"
	u := unionOf(t, f)
	u.Plan.Options.Target = "sse2"
	var b bytes.Buffer
	if n, err := u.WriteLookup(&b); n != 3 || err != nil {
		t.Fatalf("%d maps, %v", n, err)
	}
	name := filepath.Join(t.TempDir(), "lookup")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := tablebase.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	for _, row := range []struct {
		m     string
		found bool
		want  tablebase.Entry
		text  string
	}{
		{"i32x4 i32x4 -> a0 b0 a1 b1", true, tablebase.Entry{Ops: 1, Copies: 2, LowerBound: 1, Proof: 2}, "a=xmm1 b=xmm0 result=xmm1\tpunpckldq xmm1, xmm0; movdqa xmm2, xmm1; movdqa xmm1, xmm2"},
		{"i32x4 i32x4 -> b0 a0 b1 a1", true, tablebase.Entry{Ops: 1, Copies: 2, LowerBound: 1, Proof: 2}, "a=xmm1 b=xmm0 result=xmm1\tpunpckldq xmm1, xmm0; movdqa xmm2, xmm1; movdqa xmm1, xmm2"},
		{"i32x4 -> a3 a2 a1 a0", true, tablebase.Entry{Ops: 1, LowerBound: 1, Proof: 1}, "a=xmm7 result=xmm6\tpshufd xmm6, xmm7, 27"},
		{"i32x4 -> a0 a0 a0 a0", true, tablebase.Entry{Ops: 4, Constants: 3, Copies: 2, LowerBound: 1}, "a=xmm0 result=xmm0\tlong"},
		{"i32x4 -> a1 a1 a1 a1", false, tablebase.Entry{}, ""},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		k, _ := tablebase.KeyOf(m)
		e, found, err := table.Find(&k)
		text := string(e.Text)
		if e.Text = nil; found != row.found || err != nil || found && (e.Ops != row.want.Ops || e.Constants != row.want.Constants || e.Copies != row.want.Copies || e.LowerBound != row.want.LowerBound || e.Proof != row.want.Proof || text != row.text) {
			t.Errorf("%s: %+v %q, %v, %v; want %+v %q", row.m, e, text, found, err, row.want, row.text)
		}
	}
	if n, err := u.WriteLookup(full{}); err == nil {
		t.Errorf("%d maps are written where there is no place", n)
	}
}

// full is a file that nothing more goes into.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

// A file in which maps are looked up is made of answers of a table, each of which has a proof.
func TestLookupRefused(t *testing.T) {
	for body, wrong := range map[string]string{
		"i32x4 -> a3 a2 a1 a0\t1 ops\t0 constants\t0 copies\tguessed\t1\ta=xmm0\tpshufd\n":   `"guessed" is no proof`,
		"none\t1 ops\t0 constants\t0 copies\tminimal\t1\ta=xmm0\tpshufd\n":                   "",
		"i32x4 -> a3 a2 a1 a0\t1 ops\n":                                                      "2 fields: expected 8",
		"i32x4 -> a3 a2 a1 a0\t256 ops\t0 constants\t0 copies\tminimal\t1\ta=xmm0\tpshufd\n": "a count of 256: expected 0 to 255",
	} {
		var b bytes.Buffer
		if n, err := unionOf(t, kept(t, tableKind, "i32x4 -> a1 a1 a1 a1\trefused\tno way\n"+body+"i32x4 -> a0 a0 a0 a0\trefused\tno way\n")).WriteLookup(&b); err == nil || wrong != "" && err.Error() != wrong || b.Len() > 0 {
			t.Errorf("%q: %d maps, %v; want %s", body, n, err, wrong)
		}
	}
	n, err := unionOf(t, kept(t, "prove", "a\tequal\n")).WriteLookup(new(bytes.Buffer))
	if n != 0 || err == nil || err.Error() != "this is a campaign of the kind prove: what is looked up is of the kind table" {
		t.Errorf("%d, %v", n, err)
	}
	u := unionOf(t, kept(t, tableKind, "i32x4 -> a1 a1 a1 a1\trefused\tno way\n"))
	if err := os.Remove(u.shards[0].file); err != nil {
		t.Fatal(err)
	}
	if _, err := u.WriteLookup(new(bytes.Buffer)); !os.IsNotExist(err) {
		t.Error(err)
	}
}
