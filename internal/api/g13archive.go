package api

import (
	"bytes"
	"fmt"
	"io"

	"github.com/lanescope/lanescope/g13/archive"
)

// WriteG13Archive writes the listings of all programs of an archive, each under a comment with its name and place in the file. All of it can be assembled again.
func WriteG13Archive(w io.Writer, a *archive.Archive, spelling G13Spelling) error {
	for n, p := range a.Programs {
		lead := "\n"
		if n == 0 {
			lead = ""
		}
		if _, err := fmt.Fprintf(w, "%s# %s: %s from byte %#x of the file\n", lead, p.Name(), several(len(p.Code), "byte"), p.Offset); err != nil {
			return err
		}
		if err := spelling.WriteListing(w, bytes.NewReader(p.Code)); err != nil {
			return err
		}
	}
	return nil
}

// G13ArchiveListing writes the same as one JSON object.
func G13ArchiveListing(w io.Writer, a *archive.Archive, spelling G13Spelling) error {
	o := newObject(nil, G13DisSchema)
	o.key("programs")
	o.open('[')
	for _, p := range a.Programs {
		o.next()
		o.open('{')
		o.string("name", p.Name())
		o.string("stage", p.Stage)
		o.string("symbol", p.Symbol)
		o.int("machine", int(p.Machine))
		o.int("offset", p.Offset)
		if err := o.listing(w, bytes.NewReader(p.Code), spelling); err != nil {
			return err
		}
		o.close('}')
	}
	o.close(']')
	objects(o, "others", a.Others, func(e *object, other archive.Other) {
		e.string("is", other.Is)
		e.int("offset", other.Offset)
		e.int("size", other.Size)
	})
	_, err := w.Write(append(o.end(), '\n'))
	return err
}
