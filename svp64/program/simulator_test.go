package program_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// What the simulator's script fills registers and memory with, said once more.
const (
	simulatorWords  = 512 // of memory
	simulatorAt     = 1 << 20
	simulatorMost   = 40 // instructions
	simulatorCRBase = 4  // where predicates begin there
)

// simulatorChance is a number for every register of every case: splitmix64.
func simulatorChance(number, k uint64) uint64 {
	x := (number<<12 + k) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// simulatorState is a machine with a case's registers and memory, its program out of the way of the data.
func simulatorState(t *testing.T, text string, sv svp64.SVState, number uint64) *program.Machine {
	t.Helper()
	p, err := program.Assemble(text, svp64.DefaultEncoding)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	p.Base, p.Entry = simulatorAt, simulatorAt
	m, err := p.NewMachine()
	if err != nil {
		t.Fatal(err)
	}
	m.SV, m.CRBase, m.CTR = sv, simulatorCRBase, simulatorChance(number, 201)%6
	for k := range m.GPR {
		x := simulatorChance(number, uint64(k))
		switch {
		case k == 3 || k == 10 || k == 30:
			x %= 8
		case k == 8:
			x %= 9
		case k == 4 || k == 5 || k >= 96 && k < 120:
			x = 1024 + x%128*8
		}
		m.GPR[k] = x
	}
	for k := range 8 {
		m.CR[k] = svp64.CRField(simulatorChance(number, 200) >> (28 - 4*k) & 15)
	}
	for k := range simulatorWords {
		if err := m.Memory.Store(uint64(8*k), 8, simulatorChance(number, uint64(1024+k))); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// simulatorChanges are what is otherwise than it was, as the script says it.
func simulatorChanges(was, m *program.Machine) map[string]uint64 {
	all := map[string]uint64{"at": m.PC - simulatorAt}
	for k, v := range m.GPR {
		if v != was.GPR[k] {
			all[fmt.Sprintf("r%d", k)] = v
		}
		if m.CR[k] != was.CR[k] {
			all[fmt.Sprintf("cr%d", k)] = uint64(m.CR[k])
		}
	}
	if m.CTR != was.CTR {
		all["ctr"] = m.CTR
	}
	if m.SV != was.SV {
		all["svstate"] = uint64(m.SV)
	}
	for k := range uint64(2 * simulatorWords) {
		if v := m.Memory.Load(8*k, 8); v != was.Memory.Load(8*k, 8) {
			all[fmt.Sprintf("m%x", 8*k)] = v
		}
	}
	return all
}

// simulatorSays reads an answer of the script.
func simulatorSays(said string) (all map[string]uint64, err error) {
	all = map[string]uint64{}
	for f := range strings.FieldsSeq(said) {
		name, value, _ := strings.Cut(f, "=")
		if all[name], err = strconv.ParseUint(value, 16, 64); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// simulatorDifferences are the differences between upstream's simulator and this one that are known, each with how a row of the table shows it. The first that fits is its name.
var simulatorDifferences = []struct {
	name  string
	shows *regexp.Regexp // in the text, SVSTATE in words, and what upstream says, with tabs between
}{
	{"it stops on an assertion of its own", regexp.MustCompile(`\t!(AssertionError|IndexError)`)},
	{"memory that is not aligned is a trap", regexp.MustCompile(`sv\.l.*\tat=600$`)},
	{"svstep. that sets PACK and UNPACK leaves CR0 alone", regexp.MustCompile(`svstep\. \d+,1[3-6],0`)},
	{"setvl. always sets SO", regexp.MustCompile(`setvl\.`)},
	{"a scalar beside subvectors has one lane", regexp.MustCompile(`sv\.\w+\S*/vec\d\S* (\d|\*\d+,\d+[,;\t]|\*\d+,\d+$|\*\d+,\*\d+,\d+[;\t])`)},
	{"of a scalar destination the last element stays", regexp.MustCompile(`sv\.(add|addi|addis|subf|or|ori|l\w+)(/\S*)? \d|sv\.cmpi?(/\S*)? cr`)},
	{"zeroing takes the address too, and goes on behind an end of the predicate", regexp.MustCompile(`sv\.(l|st)\S*/zz`)},
	{"addresses have the width of the elements", regexp.MustCompile(`sv\.(l|st)\S*/w=\S*(/els| \S+\(\*)`)},
	{"the first field under a predicate is that of element 0, and zeroing leaves fields alone", regexp.MustCompile(`sv\.cmpi?/\S*m=`)},
	{"branches ask what the predicate leaves out", regexp.MustCompile(`sv\.bc/\S*m=`)},
	{"addis adds in the width of the source", regexp.MustCompile(`sv\.addis/\S*sw=`)},
	{"a predicate that lets nothing through executes one subvector all the same", regexp.MustCompile(`sv\.\w+/\S*m=`)},
	{"the end of a Vertical-First loop without elements is EQ, and what reads a step ends it", regexp.MustCompile(`svstep.*vl 0.*vertical first`)},
	{"svstep in Horizontal-First mode leaves SVSTATE", regexp.MustCompile(`svstep\. \d+,1,0`)},
}

// Programs do what the simulator of openpower-isa does, but for differences that have names. The table beside this test has what it says.
func TestProgramsRunAsInOpenPower(t *testing.T) {
	data, err := os.ReadFile("testdata/simulator.tsv")
	if err != nil {
		t.Fatal(err)
	}
	same, differ := map[bool]int{}, map[string]int{}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		text, said := cells[0], cells[4]
		bits, err := strconv.ParseUint(cells[2], 16, 64)
		number, err2 := strconv.ParseUint(cells[3], 10, 64)
		if err := errors.Join(err, err2); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		m := simulatorState(t, text, svp64.SVState(bits), number)
		was := m.Clone()
		_, fault := m.Run(simulatorMost)
		ours := simulatorChanges(was, m)
		theirs, err := simulatorSays(said)
		if fault == nil && err == nil && maps.Equal(ours, theirs) {
			same[strings.Contains(text, "sv.")]++
			continue
		}
		name := ""
		for _, d := range simulatorDifferences {
			if name == "" && d.shows.MatchString(fmt.Sprintf("%s\t%v\t%s", text, svp64.SVState(bits), said)) {
				name = d.name
			}
		}
		if differ[name]++; name == "" {
			var list []string
			for _, k := range slices.Sorted(maps.Keys(ours)) {
				list = append(list, fmt.Sprintf("%s=%x", k, ours[k]))
			}
			t.Errorf("%s, %v: %s (%v), and upstream has %s", text, svp64.SVState(bits), strings.Join(list, " "), fault, said)
		}
	}
	t.Logf("%d the same under a prefix and %d without, %v", same[true], same[false], differ)
	for _, d := range simulatorDifferences {
		if differ[d.name] == 0 {
			t.Errorf("nothing shows that %s", d.name)
		}
	}
	if same[true] < 200 {
		t.Errorf("only %d under a prefix are the same", same[true])
	}
}
