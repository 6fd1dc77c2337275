package draw

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

var (
	colourOf = regexp.MustCompile(` (fill|stroke)="(#[0-9a-f]+)"`)
	ruleOf   = regexp.MustCompile(`\.lanescope \[(fill|stroke)="(#[0-9a-f]+)"\]\{(fill|stroke):(#[0-9a-f]{6})\}`)
)

// Every colour of every picture has one on dark paper, and its rule; there is no rule for another.
func TestDarkHasEveryColour(t *testing.T) {
	r := chance.Random(t, 0)
	all := map[string]bool{}
	pictures := [][]byte{}
	for range 100 {
		s := hostileScene(r)
		pictures = append(pictures, s.SVG(), Panels{Panel: []Scene{s, Wires(randomMap(r, 8, 2), Options{})}}.SVG())
	}
	m := randomMap(r, 16, 3)
	pictures = append(pictures, Wires(m, Options{}).SVG(), randomNetwork(t, r).SVG())
	for _, svg := range pictures {
		body, style, _ := strings.Cut(string(svg), "<style>")
		colours, rules := map[string]bool{}, map[string]bool{}
		for _, c := range colourOf.FindAllStringSubmatch(body, -1) {
			colours[c[1]+c[2]], all[c[2]] = true, true
		}
		for _, c := range ruleOf.FindAllStringSubmatch(style, -1) {
			if c[1] != c[3] {
				t.Errorf("a rule for %s sets %s", c[1], c[3])
			}
			rules[c[1]+c[2]] = true
		}
		for c := range colours {
			if !rules[c] {
				t.Fatalf("%s has no rule in\n%s", c, svg)
			}
		}
		rest := ruleOf.ReplaceAllString(style, "")
		if len(rules) != len(colours) || rest != "@media (prefers-color-scheme:dark){}</style></svg>\n" {
			t.Fatalf("%d rules for %d colours, and besides %s", len(rules), len(colours), rest)
		}
	}
	if len(all) < 20 {
		t.Errorf("%d colours in all", len(all))
	}
}

// Letters and wires are seen on light and on dark paper: as WCAG counts contrast, letters have 4.5 at least, and borders and signs 3 where they alone say something.
func TestContrast(t *testing.T) {
	dark := map[string]string{}
	for _, s := range shades {
		if dark[s.light] != "" {
			t.Errorf("%s stands twice", s.light)
		}
		dark[s.light] = s.dark
	}
	check := func(front, behind string, least float64) {
		t.Helper()
		if c := contrast(t, front, behind); c < least {
			t.Errorf("%s on %s has %.2f, want %.1f", front, behind, c, least)
		}
		if c := contrast(t, dark[front], dark[behind]); c < least {
			t.Errorf("on dark paper, %s (%s) on %s (%s) has %.2f, want %.1f", front, dark[front], behind, dark[behind], c, least)
		}
	}
	for _, paper := range []string{"#fff", "#f2f2f2"} {
		for _, ink := range inks {
			check(ink, paper, 4)
		}
		for _, letters := range []string{"#111", "#555", "#595959", "#6b6b6b", "#a40000"} {
			check(letters, paper, 4.5)
		}
		check("#8a8a8a", paper, 3)
	}
	for _, tint := range tints {
		check("#111", tint, 7)
		check("#333", tint, 3)
	}
}

// contrast is that of two colours: the lighter one's light against the other's.
func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(t *testing.T, colour string) (light float64) {
	t.Helper()
	hex := strings.TrimPrefix(colour, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	for k, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*k:2*k+2], 16, 8)
		if err != nil {
			t.Fatalf("%q: %v", colour, err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			light += weight * c / 12.92
		} else {
			light += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return light
}

// What prints a picture prints it on white paper, byte for byte as without the rules.
func TestPrintedPicturesAreLight(t *testing.T) {
	rsvg := oracle.Need(t, "rsvg-convert")
	svg := Wires(parse(t, "i32x4 i32x4 -> a0 b0 z a1"), Options{}).SVG()
	before, rest, ok := strings.Cut(string(svg), "<style>")
	_, after, _ := strings.Cut(rest, "</style>")
	if !ok {
		t.Fatal("no rules")
	}
	var printed []string
	for k, text := range []string{string(svg), before + after} {
		name := filepath.Join(t.TempDir(), strconv.Itoa(k)+".svg")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		png, err := oracle.Usual.Output(exec.Command(rsvg, name))
		if err != nil || len(png) < 1000 {
			t.Fatalf("%d bytes: %v", len(png), err)
		}
		printed = append(printed, string(png))
	}
	if printed[0] != printed[1] {
		t.Error("the rules for dark paper change what is printed")
	}
}
