package x86

import "fmt"

// refusal is the error that an instruction cannot be encoded.
func refusal(format string, args ...any) error { return fmt.Errorf(format, args...) }

// refuse is the error that e cannot encode its operands. It stands apart so that the operands themselves never escape.
func (e *parts) refuse(format string, args ...any) error {
	return fmt.Errorf("x86: %s: %s", e.String(), fmt.Sprintf(format, args...))
}
