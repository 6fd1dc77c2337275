package debug

// SetBounds makes a history with moments as near to one another, and as many bytes, before anything has happened.
func (s *Session) SetBounds(spacing, bytes int) { s.history.spacing, s.history.most = spacing, bytes }

// Gaps are the fewest and the most steps from one moment to the next.
func (s *Session) Gaps() (narrow, wide int) {
	all := s.history.all
	narrow = s.position
	for k := range all[1:] {
		n := all[k+1].position - all[k].position
		narrow, wide = min(narrow, n), max(wide, n)
	}
	return narrow, wide
}
