package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/certificate"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// What is found on every target has a certificate that holds, and one that says something else does not: of another map, of ops that make another byte, and that there is nothing with as few ops,
// constants and copies as there are. -full checks a thousand and more.
func TestCertificates(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 30)
	times := 3
	if *full {
		times = 50
	}
	held, claims, found := 0, 0, 0
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		l := lower.New(tg)
		for range times {
			k := random.IntN(60)
			bits, total := 8<<(k%4), tg.Bits[k%len(tg.Bits)]
			if k%6 == 5 {
				total = 2 * tg.Bits[len(tg.Bits)-1]
			}
			m := randomMap(random, bits, total/bits, 1+random.IntN(2), k%2 == 0)
			if k%3 > 0 { // what few rows do
				if _, of, ok := randomForward(random, tg, 1+k%2); ok && of.Bits >= 8 {
					m = of
				}
			}
			r, err := l.Lower(t.Context(), m, lower.Options{Budget: 1 << 10})
			if err != nil {
				continue
			}
			text, err := r.Certificate(tg)
			if err != nil {
				t.Errorf("%s: %v: %v", tg.Name, m, err)
				continue
			}
			v, err := certificate.Check(strings.NewReader(text))
			if err != nil || v.Ops != r.Ops {
				t.Errorf("%s: %v: %v, %d ops of %d\n%s", tg.Name, m, err, v.Ops, r.Ops, short(text))
				continue
			}
			held, claims = held+1, claims+v.None
			if lied(r) {
				refused(t, tg, r, "is not what was asked")
			}
			if found += foundAgain(t, text, r); t.Failed() {
				t.Fatalf("%s: %v", tg.Name, m)
			}
		}
	}
	t.Logf("%d certificates hold, with %d claims that nothing is cheaper; %d sequences were found again", held, claims, found)
	if held == 0 || claims == 0 || found == 0 {
		t.Error("nothing was checked")
	}
}

// short is a certificate without its rows.
func short(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		switch word, _, _ := strings.Cut(line, " "); word {
		case "row", "does", "part", "as":
		default:
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// refused checks that a result's certificate is not accepted.
func refused(t *testing.T, tg *target.Target, r *lower.Result, why string) {
	t.Helper()
	text, err := r.Certificate(tg)
	if err != nil {
		t.Errorf("%s: %v: %v", tg.Name, r.Map, err)
		return
	}
	if v, err := certificate.Check(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), why) && !strings.Contains(err.Error(), "does not make that") {
		t.Errorf("%s: a lie is accepted: %v, %v\n%s", tg.Name, v, err, short(text))
	}
}

// foundAgain checks that the sequence is found where a certificate claims that there is none so cheap, if such claims are tried; it is 1 then.
func foundAgain(t *testing.T, text string, r *lower.Result) int {
	t.Helper()
	if r.Several() || r.Ops == 0 || r.Ops > 2 || r.Ops == 2 && r.Constants > 0 {
		return 0
	}
	lie := text + fmt.Sprintf("none %d %d %d\n", r.Ops, r.Constants, r.Copies)
	switch v, err := certificate.Check(strings.NewReader(lie)); {
	case err != nil && strings.Contains(err.Error(), "are not tried with"):
		return 0
	case err == nil || !strings.Contains(err.Error(), "something so cheap"):
		t.Errorf("%v: %v: with %d ops, %d constants and %d copies it is not found again\n%s", v, err, r.Ops, r.Constants, r.Copies, short(text))
	}
	return 1
}

// An op whose result may be in none of the registers that it reads takes a copy where these are one: that it does not do the map without one is no claim of its certificate.
func TestCertificateOfOneCopy(t *testing.T) {
	tg := targetNamed(t, "rvv128")
	m, err := lane.Parse("i8x16 -> a0 a1 a2 a3 a4 a5 a6 a0 a8 a9 a10 a11 a12 a13 a14 a15")
	if err != nil {
		t.Fatal(err)
	}
	r, err := lower.New(tg).Lower(t.Context(), m, lower.Options{Budget: 1 << 10})
	if err != nil || r.Ops != 1 || r.Copies != 1 {
		t.Fatalf("%+v, %v: want an op and a copy", r, err)
	}
	text, err := r.Certificate(tg)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := certificate.Check(strings.NewReader(text)); err != nil {
		t.Errorf("%+v, %v", v, err)
	}
}
