package campaign

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// A Status is how far a campaign is.
type Status struct {
	Dir         string
	Kind, Tool  string
	Shards      int
	Done        int // of them
	Items       int
	Answered    int // of them
	Running     bool
	Rate        float64 // answers a second, of the last run
	SecondsLeft float64 // at that rate; 0 where none is known, or nothing is left
}

// Status looks at the folder.
func (f *Folder) Status() (Status, error) {
	s := Status{Dir: f.Dir, Kind: f.Plan.Kind, Tool: f.Plan.Tool, Shards: f.Plan.Shards, Items: f.Plan.Items}
	done, err := f.Done()
	if err != nil {
		return s, err
	}
	var last time.Time
	for n, is := range done {
		if !is {
			continue
		}
		first, end := f.Plan.span(n)
		s.Done, s.Answered = s.Done+1, s.Answered+end-first
		if info, err := os.Stat(filepath.Join(f.Dir, shardName(n))); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	if unlock, err := f.Lock(); err != nil {
		s.Running = true
	} else {
		unlock()
	}
	s.pace(f, last)
	return s, nil
}

// pace is the rate of the last run, from its beginning to its last shard.
func (s *Status) pace(f *Folder, last time.Time) {
	var r run
	text, err := os.ReadFile(filepath.Join(f.Dir, runFile))
	if err != nil || json.Unmarshal(text, &r) != nil || s.Done <= r.Done {
		return
	}
	seconds := last.Sub(r.Began).Seconds()
	if seconds <= 0 {
		return
	}
	s.Rate = float64(s.Done-r.Done) / seconds * float64(s.Items) / float64(s.Shards)
	s.SecondsLeft = float64(s.Items-s.Answered) / s.Rate
}
