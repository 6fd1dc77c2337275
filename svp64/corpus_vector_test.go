package svp64_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/svp64"
)

// engines are the two ways to run an instruction.
var engines = map[string]func(*svp64.State, svp64.Inst) error{
	"plain": (*svp64.State).RunPlain,
	"fast":  (*svp64.State).Run,
}

// Scalar executions: both engines.
func TestCorpusScalar(t *testing.T) {
	all := rows(t, "svp64/scalar_ref.tsv")
	for _, row := range all {
		i, err := svp64.Parse(fmt.Sprintf("%s %d,8,%s", row[0], 4+4*int(hex(t, row[3])), row[1]))
		if err != nil || uint64(i.Swizzle) != hex(t, row[2]) {
			t.Fatalf("%v: %v: %v", row, i, err)
		}
		for name, run := range engines {
			s := svp64.NewState(0)
			f := &s.GPR
			if i.Float {
				f = &s.FPR
			}
			f[i.RT.No], f[i.RT.No+1] = hex(t, row[6]), hex(t, row[7])
			f[i.RA.No], f[i.RA.No+1] = hex(t, row[4]), hex(t, row[5])
			if err := run(s, i); err != nil || f[i.RT.No] != hex(t, row[8]) || f[i.RT.No+1] != hex(t, row[9]) {
				t.Errorf("%s, %v: %016x %016x: %v", name, row, f[i.RT.No], f[i.RT.No+1], err)
			}
		}
	}
	t.Logf("%d rows", len(all))
}

// vectorRow is a row of vec_ref.jsonl.
type vectorRow struct {
	Op, Text, Imm     string
	VL, SubVL, SW, DW int
	DstSubVL          int `json:"dst_subvl"`
	Sat               *string
	Pack, Unpack      int
	SMask, DMask      uint64
	SZ, DZ, RT, RA    int
	Src               []string
	DstBefore         []string `json:"dst_before"`
	After             map[string]string
}

func (r vectorRow) loop(t *testing.T) svp64.Loop {
	l := svp64.Loop{
		Swizzle: svp64.Swizzle(hex(t, r.Imm)), Float: r.Op == "sv.fmv.swiz",
		RT: svp64.Reg{No: uint8(r.RT), Vector: true}, RA: svp64.Reg{No: uint8(r.RA), Vector: true},
		VL: r.VL, SubVL: r.SubVL, SrcBits: r.SW, DstBits: r.DW, Pack: r.Pack == 1, Unpack: r.Unpack == 1,
		SrcMask: r.SMask, DstMask: r.DMask, SZ: r.SZ == 1, DZ: r.DZ == 1,
	}
	if r.Sat != nil {
		l.Sat = map[string]svp64.Sat{"s": svp64.Signed, "u": svp64.Unsigned}[*r.Sat]
	}
	return l
}

// loopEngines are the two ways to run a loop.
var loopEngines = map[string]func(*svp64.Loop, *svp64.File) error{
	"plain": (*svp64.Loop).Generate,
	"fast": func(l *svp64.Loop, f *svp64.File) error {
		plan, err := l.Compile()
		if err == nil {
			plan.Run(f)
		}
		return err
	},
}

// Vector executions: both engines, and the registers beside stay as they are.
func TestCorpusVector(t *testing.T) {
	f, err := os.Open(oracle.Corpus(t, "svp64/vec_ref.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	count := 0
	for lines.Scan() {
		var row vectorRow
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		count++
		l := row.loop(t)
		if s, err := svp64.ParseSwizzle(row.Text); err != nil || s != l.Swizzle || s.Len() != row.DstSubVL {
			t.Errorf("%s: %v of length %d: %v", row.Text, s, s.Len(), err)
		}
		var before svp64.File
		for k, v := range row.Src {
			before[row.RA+k] = hex(t, v)
		}
		for k, v := range row.DstBefore {
			before[row.RT+k] = hex(t, v)
		}
		want := before
		for r, v := range row.After {
			n, err := strconv.Atoi(r)
			if err != nil {
				t.Fatal(err)
			}
			want[n] = hex(t, v)
		}
		for name, run := range loopEngines {
			got := before
			if err := run(&l, &got); err != nil || got != want {
				t.Errorf("%s, row %d, %s: %s: %v", name, count, row.Text, difference(got, want), err)
			}
		}
	}
	if err := lines.Err(); err != nil || count < 50 {
		t.Fatalf("%d rows: %v", count, err)
	}
	t.Logf("%d rows", count)
}

// difference names the registers that differ.
func difference(got, want svp64.File) string {
	var list []string
	for k := range got {
		if got[k] != want[k] {
			list = append(list, fmt.Sprintf("r%d is %016x, want %016x", k, got[k], want[k]))
		}
	}
	return strings.Join(list, "; ")
}

var (
	simInst  = regexp.MustCompile(`^sv\.ori(\S*) (\*32,\*64),0$`)
	simState = regexp.MustCompile(`^vl=(\d+) pack=(\d) unpack=(\d)$`)
	simRegs  = regexp.MustCompile(`^(?:src|dst)(\d+)\.\.\d+(?:_before)?=(.*)$`)
	vec      = regexp.MustCompile(`/vec([234])`)
)

// The upstream simulator's sv.ori …,0 is an identity swizzle: whole states, with predicates from registers, both engines.
func TestCorpusUpstreamIdentity(t *testing.T) {
	all := rows(t, "svp64/upstream_sim_identity.tsv")
	for _, row := range all {
		m := simInst.FindStringSubmatch(row[1])
		v := simState.FindStringSubmatch(row[3])
		if m == nil || v == nil || row[0] != "ok" {
			t.Fatalf("%v", row)
		}
		identity := "X"
		if n := vec.FindStringSubmatch(m[1]); n != nil {
			identity = "XYZW"[:n[1][0]-'0']
		}
		i, err := svp64.Parse("sv.mv.swiz" + m[1] + " " + m[2] + "," + identity)
		if err != nil {
			t.Fatal(err)
		}
		vl, _ := strconv.Atoi(v[1])
		before := svp64.NewState(vl)
		before.SV = before.SV.WithPack(v[2] == "1", v[3] == "1")
		for _, field := range strings.Fields(row[4]) {
			name, value, _ := strings.Cut(field, "=")
			n, _ := strconv.Atoi(name[1:])
			before.GPR[n] = hex(t, value)
		}
		for _, column := range row[5:7] {
			r := simRegs.FindStringSubmatch(column)
			first, _ := strconv.Atoi(r[1])
			for k, value := range strings.Split(r[2], ",") {
				before.GPR[first+k] = hex(t, value)
			}
		}
		want := before.GPR
		for _, change := range strings.FieldsFunc(strings.TrimPrefix(row[7], "changed="), func(r rune) bool { return r == ',' }) {
			name, value, _ := strings.Cut(change, ":")
			n, _ := strconv.Atoi(name[1:])
			want[n] = hex(t, value)
		}
		for name, run := range engines {
			got := *before
			if err := run(&got, i); err != nil || got.GPR != want {
				t.Errorf("%s, %s, %s: %s: %v", name, row[1], row[3], difference(got.GPR, want), err)
			}
		}
		stepped := *before
		for done := false; !done; {
			if done, err = stepped.Step(i); err != nil {
				t.Fatal(err)
			}
		}
		if stepped.GPR != want {
			t.Errorf("stepped, %s, %s: %s", row[1], row[3], difference(stepped.GPR, want))
		}
	}
	t.Logf("%d rows", len(all))
}
