package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A Folder is where a campaign is kept:
//
//	plan.json             what it asks; never changed
//	shards/000003.shard   a result of one shard, written beside and renamed; never changed
//	run.json              when the last run began, and what there was by then
//	lock                  held as long as it runs
//	queue/                what is left to do, as the queue keeps it: it can be thrown away
//
// The shards are the truth. What is not there is not done, whatever the queue says.
type Folder struct {
	Dir  string
	Plan *Plan
}

const (
	planFile  = "plan.json"
	shardsDir = "shards"
	runFile   = "run.json"
	shardEnd  = ".shard"
)

// Create makes the folder of a new campaign.
func Create(dir string, p *Plan) (*Folder, error) {
	if _, err := os.Stat(filepath.Join(dir, planFile)); err == nil {
		return nil, fmt.Errorf("%s has a campaign already: resume it, or take another folder", dir)
	}
	if err := os.MkdirAll(filepath.Join(dir, shardsDir), 0o777); err != nil {
		return nil, err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	if len(text) > MaxPlanBytes {
		return nil, fmt.Errorf("the plan has %d bytes, and %d are the most", len(text), MaxPlanBytes)
	}
	f := &Folder{Dir: dir, Plan: p}
	return f, f.write(planFile, append(text, '\n'), true)
}

// Open opens a campaign that there is.
func Open(dir string) (*Folder, error) {
	name := filepath.Join(dir, planFile)
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no campaign: begin one with run", dir)
	}
	if err != nil {
		return nil, err
	}
	if info.Size() > MaxPlanBytes {
		return nil, fmt.Errorf("%s has %d bytes, and %d are the most", name, info.Size(), MaxPlanBytes)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir, Plan: new(Plan)}
	if err = json.Unmarshal(text, f.Plan); err == nil {
		err = f.Plan.check()
	}
	if err == nil && (f.Plan.Digest != "") != (f.Plan.Texts != nil) {
		err = errors.New("its items are not there")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// write puts a file into its place, whole or not at all. What is not flushed a machine without power may forget or cut off: of a shard that is seen by its checksum, and costs that shard.
func (f *Folder) write(name string, text []byte, flush bool) error {
	to := filepath.Join(f.Dir, name)
	file, err := os.CreateTemp(filepath.Dir(to), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // nothing, once it is renamed
	_, err = file.Write(text)
	if err == nil && flush {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), to)
	}
	return err
}

func shardName(n int) string { return filepath.Join(shardsDir, fmt.Sprintf("%06d%s", n, shardEnd)) }

// Put keeps the answers of a shard. To put them once more changes nothing.
func (f *Folder) Put(shard int, body []byte) error {
	s := sectionOf(shard, body)
	if _, err := readSection(s.line(), f.Plan); err != nil {
		return err
	}
	result := appendResult(nil, f.Plan, shard, body)
	old, err := os.ReadFile(filepath.Join(f.Dir, shardName(shard)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f.write(shardName(shard), result, false)
	case err != nil:
		return err
	case bytes.Equal(old, result):
		return nil
	}
	if _, bad := readIndex(bytes.NewReader(old)); bad != nil { // what a crash of the machine has left
		return f.write(shardName(shard), result, false)
	}
	return fmt.Errorf("shard %d was answered twice, and not alike: one of the two is wrong", shard)
}

// Done says of each shard whether its answers are there, by the names of the files.
func (f *Folder) Done() ([]bool, error) {
	done := make([]bool, f.Plan.Shards)
	entries, err := os.ReadDir(filepath.Join(f.Dir, shardsDir))
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), shardEnd)
		n, bad := strconv.Atoi(name)
		if ok && bad == nil && n >= 0 && n < len(done) {
			done[n] = true
		}
	}
	return done, err
}

// Mend removes files of shards that are no results: a machine that lost its power may leave such. It says how many.
func (f *Folder) Mend() (removed int, err error) {
	done, err := f.Done()
	for n, is := range done {
		if !is || err != nil {
			continue
		}
		name := filepath.Join(f.Dir, shardName(n))
		x, bad := indexOf(name)
		if bad == nil && len(x.sections) == 1 && x.sections[0].shard == n && x.plan.header() == f.Plan.header() {
			continue
		}
		removed++
		err = os.Remove(name)
	}
	return removed, err
}

// indexOf reads the index of a file.
func indexOf(name string) (*index, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	x, err := readIndex(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return x, nil
}

// A run is what run.json says.
type run struct {
	Began time.Time `json:"began"`
	Done  int       `json:"done"` // shards by then
}

// Begin notes that a run begins.
func (f *Folder) Begin(now time.Time) error {
	done, err := f.Done()
	if err != nil {
		return err
	}
	text, err := json.Marshal(run{now, count(done)})
	if err != nil {
		return err
	}
	return f.write(runFile, append(text, '\n'), false)
}

func count(all []bool) (n int) {
	for _, is := range all {
		if is {
			n++
		}
	}
	return n
}
