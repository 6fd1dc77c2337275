package campaign_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/campaign"
)

// tree is a folder with shuffles in several notations, and what is none of them.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.s":      "f:\n pshufd $27, %xmm0, %xmm0\n pshufd $27, %xmm0, %xmm0\n pshufd $78, %xmm0, %xmm0\n paddd %xmm0, %xmm1\n ret\n",
		"sub/b.s":  "g:\n pshufd $78, %xmm2, %xmm3\n paddd %xmm3, %xmm1\n ret\nh:\n vpermq $78, %ymm2, %ymm3\n vpaddd %ymm3, %ymm1, %ymm1\n ret\n",
		"c.ll":     "%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>\n",
		"d.c":      "x = _mm_unpacklo_epi32(a, b);\n",
		"none.txt": "pshufd $27, %xmm0, %xmm0\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// mined does some shards of a plan that mines, in a folder of its own.
func mined(t *testing.T, p *campaign.Plan, shards ...int) string {
	t.Helper()
	f, err := campaign.Create(t.TempDir(), p)
	if err != nil {
		t.Fatal(err)
	}
	d := &campaign.Doer{Own: p}
	for _, n := range shards {
		body, err := d.Do(t.Context(), p.Task(n))
		if err == nil {
			err = f.Put(n, body)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return f.Dir
}

func harvest(t *testing.T, paths ...string) *campaign.Harvest {
	t.Helper()
	u, err := campaign.Join(paths...)
	if err != nil {
		t.Fatal(err)
	}
	h, err := u.Harvest()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// What a tree has is counted once, whoever read which file, and what it could save is what its listings do too much.
func TestMine(t *testing.T) {
	p := newPlan(t, "mine", campaign.Options{Paths: []string{tree(t)}}, 0)
	if p.Items != 4 || p.Shards != 4 {
		t.Fatalf("%d files in %d shards, of 4", p.Items, p.Shards)
	}
	h := harvest(t, mined(t, p, 0, 1, 2, 3))
	if h.Files != 4 || h.Shuffles != 7 || h.Masks != 4 || h.Skipped != 0 || h.Uses != 3 || h.Emitted != 5 || h.Saved != 2 {
		b, _ := json.Marshal(h)
		t.Errorf("%s", b)
	}
	swap := h.Movements[0]
	if swap.Canonical != "i64x2 -> a1 a0" || swap.Uses != 2 || swap.Emitted != 4 || swap.Known != 1 || swap.Saved() != 2 || !strings.HasSuffix(swap.Place, "a.s:4 in f") || swap.Sequence != "pshufd xmm0, xmm0, 78" || swap.Proof != "minimal" {
		t.Errorf("%+v", swap)
	}
	a, b := mined(t, p, 0, 2), mined(t, p, 1, 2, 3)
	for _, paths := range [][]string{{a, b}, {b, a}, {merge(t, b, a), a}} {
		if again := harvest(t, paths...); !reflect.DeepEqual(again, h) {
			t.Errorf("%+v, in another order %+v", h, again)
		}
	}
	verified(t, merge(t, a, b), 4+6+3) // of files, of masks in each, and of movements
	u, err := campaign.Join(do(t, pairs(t, 1), 0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.Harvest(); err == nil {
		t.Error("pairs are a harvest")
	}
}

// A sequence that does something else, and one that is counted wrongly, are found.
func TestMineVerifyFinds(t *testing.T) {
	p := newPlan(t, "mine", campaign.Options{Paths: []string{tree(t)}}, 1)
	whole := text(t, merge(t, mined(t, p, 0)))
	for _, change := range [][2]string{{"pshufd xmm0, xmm0, 78", "pshufd xmm0, xmm0, 79"}, {"\t1 ops", "\t2 ops"}, {"\t3 emitted\t3 least", "\t3 emitted\t4 least"}} {
		body := strings.Replace(whole[strings.Index(whole, fileLine):strings.LastIndex(whole, "end ")], change[0], change[1], 1)
		if _, faults, err := shardOf(t, p, body).Verify(t.Context(), 1000, 1); err != nil || len(faults) != 1 {
			t.Errorf("%q for %q: %+v %v", change[1], change[0], faults, err)
		}
	}
}

const fileLine = "file\t"

// A message opens no file that the plan in a folder of this machine does not name, and a file that is another one by now is not read.
func TestMineOpensOnlyItsOwn(t *testing.T) {
	dir := tree(t)
	p := newPlan(t, "mine", campaign.Options{Paths: []string{dir}}, 0)
	other := newPlan(t, "mine", campaign.Options{Paths: []string{tree(t)}}, 0)
	for name, own := range map[string]*campaign.Plan{"no plan": nil, "another plan": other} {
		if _, err := (&campaign.Doer{Own: own}).Do(t.Context(), p.Task(0)); err == nil || !strings.Contains(err.Error(), "only for a campaign in a folder") {
			t.Errorf("with %s: %v", name, err)
		}
	}
	forged := p.Task(0)
	forged.Texts = []string{strings.Replace(forged.Texts[0], "a.s", "none.txt", 1)}
	if _, err := (&campaign.Doer{Own: p}).Do(t.Context(), forged); err == nil {
		t.Error("another file is opened")
	}
	if err := os.WriteFile(filepath.Join(dir, "a.s"), []byte("f:\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if h := harvest(t, mined(t, p, 0, 1, 2, 3)); h.Skipped != 1 || h.Shuffles != 4 || h.Files != 4 {
		t.Errorf("%+v", h)
	}
}

// A movement of many sources that some file makes in an instruction less is not searched for, and has no dearer one beside it; of three it is searched.
func TestMineOfManySources(t *testing.T) {
	for sources, searched := range map[int]bool{3: true, 4: false, 6: false} {
		file := filepath.Join(t.TempDir(), "many.s")
		text := "f:\n"
		for k := 1; k < sources; k++ {
			text += fmt.Sprintf(" pblendw $%d, %%xmm%d, %%xmm0\n", 1<<k, k)
		}
		text += " paddd %xmm0, %xmm7\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		h := harvest(t, mined(t, newPlan(t, "mine", campaign.Options{Paths: []string{file}}, 0), 0))
		if len(h.Movements) != 1 || h.Saved != 0 {
			t.Fatalf("%d sources: %+v", sources, h)
		}
		if m := h.Movements[0]; m.Known != sources-1 || (m.Sequence != "") != searched {
			t.Errorf("%d sources: %+v", sources, m)
		}
	}
}
