package campaign

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// A Union is the shards of several folders and results of one plan, each once. Which come first, and which come twice, makes no difference.
type Union struct {
	Plan   Plan // without texts
	shards map[int]place
}

// A place is a section in a file.
type place struct {
	file string
	section
}

// Join reads folders, and files that were merged before.
func Join(paths ...string) (*Union, error) {
	u := &Union{shards: map[int]place{}}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			if err := u.add(path); err != nil {
				return nil, err
			}
			continue
		}
		if err := u.addFolder(path); err != nil {
			return nil, err
		}
	}
	if u.Plan.Shards == 0 {
		return nil, errors.New("there is nothing to merge")
	}
	return u, nil
}

func (u *Union) addFolder(dir string) error {
	f, err := Open(dir)
	if err != nil {
		return err
	}
	if err := u.agree(f.Plan, dir); err != nil {
		return err
	}
	done, err := f.Done()
	for n, is := range done {
		if err == nil && is {
			err = u.add(filepath.Join(dir, shardName(n)))
		}
	}
	return err
}

// agree refuses a plan that is not the others'.
func (u *Union) agree(p *Plan, path string) error {
	if u.Plan.Shards == 0 {
		u.Plan = *p
		u.Plan.Texts = nil
	}
	if u.Plan.header() != p.header() {
		return fmt.Errorf("%s is of another plan:\n%s\n%s", path, p.header(), u.Plan.header())
	}
	return nil
}

// add adds what a result has.
func (u *Union) add(file string) error {
	x, err := indexOf(file)
	if err != nil {
		return err
	}
	if err := u.agree(&x.plan, file); err != nil {
		return err
	}
	for _, s := range x.sections {
		if old, ok := u.shards[s.shard]; ok && old.sum != s.sum {
			return fmt.Errorf("shard %d has other answers in %s than in %s: one of the two is wrong", s.shard, file, old.file)
		}
		if _, ok := u.shards[s.shard]; !ok {
			u.shards[s.shard] = place{file, s}
		}
	}
	return nil
}

// Shards are the numbers of the shards that are there, in order.
func (u *Union) Shards() (all []int) {
	for n := range u.shards {
		all = append(all, n)
	}
	slices.Sort(all)
	return all
}

// body reads the answers of a shard, and checks them again.
func (u *Union) body(shard int) ([]byte, error) {
	p := u.shards[shard]
	file, err := os.Open(p.file)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	body := make([]byte, p.size)
	if _, err := file.ReadAt(body, p.offset); err != nil {
		return nil, err
	}
	return body, p.holds(body)
}

// Write writes the result of all shards.
func (u *Union) Write(to io.Writer) error {
	w := bufio.NewWriter(to)
	h := sha256.New()
	line := func(text string) {
		io.WriteString(io.MultiWriter(w, h), text+"\n") // w remembers what fails
	}
	line(magic)
	line(u.Plan.header())
	for _, n := range u.Shards() {
		body, err := u.body(n)
		if err != nil {
			return err
		}
		line(u.shards[n].line())
		w.Write(body)
	}
	w.WriteString("end " + hex.EncodeToString(h.Sum(nil)) + "\n")
	return w.Flush()
}

// lines calls f with every answer in order.
func (u *Union) lines(f func(line string)) error {
	for _, n := range u.Shards() {
		body, err := u.body(n)
		if err != nil {
			return err
		}
		eachLine(body, f)
	}
	return nil
}

func eachLine(body []byte, f func(line string)) {
	for len(body) > 0 {
		at := slices.Index(body, '\n')
		if at < 0 {
			at = len(body)
		}
		f(string(body[:at]))
		body = body[min(at+1, len(body)):]
	}
}

// A Fault is an answer that other code does not agree with.
type Fault struct {
	Shard int
	Line  string
	Why   string
}

// Verify replays answers by chance, as many as are asked for or all that there are, by other code than gave them. When the context ends, it gives those that were checked by then, and the context's error.
func (u *Union) Verify(ctx context.Context, most int, seed uint64) (checked int, faults []Fault, err error) {
	k, err := kindNamed(u.Plan.Kind)
	if err != nil {
		return 0, nil, err
	}
	shards := u.Shards()
	all := 0
	for _, n := range shards {
		all += u.shards[n].lines
	}
	chosen := sample(all, most, rand.New(rand.NewPCG(seed, 28)))
	at := 0
	for _, n := range shards {
		body, err := u.body(n)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return checked, faults, err
		}
		eachLine(body, func(line string) {
			if at++; len(chosen) == 0 || chosen[0] != at-1 || ctx.Err() != nil {
				return
			}
			chosen = chosen[1:]
			checked++
			if why := u.check(k, line); why != nil {
				faults = append(faults, Fault{n, line, why.Error()})
			}
		})
	}
	return checked, faults, ctx.Err()
}

// check verifies one answer. A bug is no agreement.
func (u *Union) check(k *kind, line string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a bug in Lanescope: %v", r)
		}
	}()
	if isBug(line) {
		return errors.New("there was a bug")
	}
	return k.verify(&u.Plan, line)
}

// sample is most of n numbers by chance, in order.
func sample(n, most int, rng *rand.Rand) (chosen []int) {
	left := min(most, n)
	for k := range n {
		if rng.IntN(n-k) < left {
			chosen = append(chosen, k)
			left--
		}
	}
	return chosen
}

// A Class is answers that are counted together.
type Class struct {
	Name  string
	Count int
	First string // the first answer of it
}

// Report counts answers by what they say, the most frequent first.
func (u *Union) Report() ([]Class, error) {
	k, err := kindNamed(u.Plan.Kind)
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	var all []Class
	err = u.lines(func(line string) {
		name := "bug"
		if !isBug(line) {
			name = k.class(line)
		}
		n, ok := at[name]
		if !ok {
			n = len(all)
			at[name] = n
			all = append(all, Class{Name: name, First: line})
		}
		all[n].Count++
	})
	slices.SortStableFunc(all, func(a, b Class) int { return b.Count - a.Count })
	return all, err
}
