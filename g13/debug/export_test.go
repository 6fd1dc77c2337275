package debug

// SetBounds makes a history with moments as near to one another, and as many bytes, before anything has happened.
func (s *Session) SetBounds(spacing, bytes int) { s.history.spacing, s.history.most = spacing, bytes }
