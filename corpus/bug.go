package corpus

import "runtime/debug"

// A Bug is a panic over some lines of a file. It costs what these lines would have told, and nothing else.
type Bug struct {
	File  string
	Line  int
	Text  string // the line
	Value any    // of the panic
	Stack []byte
}

// guarded runs f, which is about a line. A panic is told of, if anyone wants to know, and otherwise goes on. It says whether f came to its end.
func (s *Sink) guarded(file string, line int, text string, f func()) (done bool) {
	if s.Bug == nil {
		f()
		return true
	}
	defer func() {
		if r := recover(); r != nil {
			s.Bug(Bug{file, line, text, r, debug.Stack()})
		}
	}()
	f()
	return true
}
