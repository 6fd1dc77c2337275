package syntax

// Moved is an error in a piece of a text, as one in the text.
func Moved(err error, text string, by int) error {
	if e, ok := err.(*Error); ok {
		return &Error{Text: text, Off: e.Off + by, End: e.End + by, What: e.What}
	}
	return err
}
