package api

// Schemas of what is said of campaigns.
const (
	CampaignStatusSchema = "lanescope.campaign.status/1"
	CampaignVerifySchema = "lanescope.campaign.verify/1"
	CampaignReportSchema = "lanescope.campaign.report/1"
	CampaignMinedSchema  = "lanescope.campaign.mined/1"
)

// A CampaignStatus is how far a campaign is.
type CampaignStatus struct {
	Dir         string
	Kind, Tool  string
	Shards      int
	Done        int // of them
	Items       int
	Answered    int // of them
	Running     bool
	Rate        float64 // answers a second, of the last run
	SecondsLeft float64 // at that rate
}

// AppendJSON appends the status as one JSON object.
func (s CampaignStatus) AppendJSON(b []byte) []byte {
	o := newObject(b, CampaignStatusSchema)
	o.string("kind", s.Kind)
	o.string("tool", s.Tool)
	o.int("shards", s.Shards)
	o.int("shards_done", s.Done)
	o.int("items", s.Items)
	o.int("items_done", s.Answered)
	o.bool("running", s.Running)
	if s.Rate > 0 {
		o.float("rate", s.Rate, 1)
		o.float("seconds_left", s.SecondsLeft, 0)
	}
	return o.end()
}

// A CampaignCheck is what came of verifying answers by other code.
type CampaignCheck struct {
	Checked int
	Faults  []CampaignFault
}

// A CampaignFault is an answer that other code does not agree with.
type CampaignFault struct {
	Shard int
	Line  string
	Why   string
}

// AppendJSON appends what was found as one JSON object.
func (c CampaignCheck) AppendJSON(b []byte) []byte {
	o := newObject(b, CampaignVerifySchema)
	o.int("checked", c.Checked)
	objects(o, "faults", c.Faults, func(e *object, f CampaignFault) {
		e.int("shard", f.Shard)
		e.string("answer", f.Line)
		e.string("message", f.Why)
	})
	return o.end()
}

// A CampaignReport is how often answers say what.
type CampaignReport struct {
	Kind    string
	Answers int
	Classes []CampaignClass

	Programs []CampaignProgram // of fuzz: the smallest that went wrong
}

// A CampaignProgram is the smallest of programs that a compiler got wrong alike.
type CampaignProgram struct {
	Verdict string
	Count   int
	First   string
	Text    string
	Does    string
	Came    string
}

// A CampaignClass is answers that say the same, as far as a report goes.
type CampaignClass struct {
	Name  string
	Count int
	First string
}

// AppendJSON appends the report as one JSON object.
func (r CampaignReport) AppendJSON(b []byte) []byte {
	o := newObject(b, CampaignReportSchema)
	o.string("kind", r.Kind)
	o.int("answers", r.Answers)
	objects(o, "classes", r.Classes, func(e *object, c CampaignClass) {
		e.string("class", c.Name)
		e.int("count", c.Count)
		e.string("first", c.First)
	})
	if r.Programs != nil {
		objects(o, "programs", r.Programs, func(e *object, p CampaignProgram) {
			e.string("verdict", p.Verdict)
			e.int("count", p.Count)
			e.string("first", p.First)
			e.string("text", p.Text)
			e.string("does", p.Does)
			e.string("came", p.Came)
		})
	}
	return o.end()
}

// A CampaignHarvest is what was mined, all files together.
type CampaignHarvest struct {
	Files, Shuffles, Copies, Masks int
	Followed, Lost, Skipped        int
	Uses, Emitted, Saved           int
	Movements                      []CampaignMovement
}

// A CampaignMovement is what listings do on a target, with all its uses.
type CampaignMovement struct {
	Map, Target, Name           string
	Uses, Emitted, Known, Saved int
	Sequence, Proof, Place      string
}

// AppendJSON appends what was mined as one JSON object.
func (h CampaignHarvest) AppendJSON(b []byte) []byte {
	o := newObject(b, CampaignMinedSchema)
	o.int("files", h.Files)
	o.int("shuffles", h.Shuffles)
	o.int("copies", h.Copies)
	o.int("masks", h.Masks)
	o.int("followed", h.Followed)
	o.int("lost", h.Lost)
	o.int("skipped", h.Skipped)
	o.int("uses", h.Uses)
	o.int("emitted", h.Emitted)
	o.int("saved", h.Saved)
	objects(o, "movements", h.Movements, func(e *object, m CampaignMovement) {
		e.string("map", m.Map)
		e.string("target", m.Target)
		e.string("name", m.Name)
		e.int("uses", m.Uses)
		e.int("emitted", m.Emitted)
		e.int("known", m.Known)
		e.int("saved", m.Saved)
		if m.Sequence != "" {
			e.string("sequence", m.Sequence)
			e.string("proof", m.Proof)
		}
		e.string("place", m.Place)
	})
	return o.end()
}
