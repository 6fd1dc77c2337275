package disassembly

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// A Visitor is shown the texts of a file: the file itself if it is a text, and otherwise what is made of it.
type Visitor struct {
	Extensions []string                          // of the members of archives that are texts
	Text       func(name string, text io.Reader) // each text; a member m of the archive a is called a(m)
	Skip       func(name string, why error)      // what no text could be made of
	Patience   time.Duration                     // how long a line of the disassembler is waited for; 0 is Patience
	Span       Span                              // of a program, what of it is shown

	most int64 // bytes that may be unpacked, and that a disassembler may say; 0 is the usual
	left int64 // bytes that may be unpacked yet
	deep int
}

// Bounds of what one file may hold.
const (
	mostUnpacked = int64(1) << 30 // bytes of all members
	mostDeep     = 4              // archives in archives
)

var errUnpacked = errors.New("it unpacks to more than what is read of an archive at most")

// Visit shows what is in a file. Whole is that file where it can be read anywhere, and nil where it is a stream.
func (v *Visitor) Visit(name string, in io.Reader, whole *os.File) {
	v.left, v.deep = cmp.Or(v.most, mostUnpacked), 0
	if whole != nil {
		if info, err := whole.Stat(); err != nil || !info.Mode().IsRegular() {
			whole = nil
		}
	}
	v.visit(name, in, whole, true)
}

// visit shows a file, or a member. A member is a text only if it is called so.
func (v *Visitor) visit(name string, in io.Reader, whole *os.File, isText bool) {
	r := bufio.NewReaderSize(in, 64<<10)
	head, err := Head(r)
	if err != nil && err != io.EOF {
		v.Skip(name, err)
		return
	}
	k, why := kindOf(head)
	switch {
	case k == refused && isText:
		v.Skip(name, why)
	case k == text && isText:
		v.Text(name, r)
	case k == elfObject:
		v.object(name, head, r, whole)
	case k == kernels:
		v.kernels(name, r)
	case k != text && k != refused:
		if err := v.archive(k, name, r, whole, isText); err != nil {
			v.Skip(name, err)
		}
	}
}

// Head is what a file is known by. Of a text a line is enough, so that one which comes slowly is not waited for, and its end is not read twice.
func Head(r *bufio.Reader) ([]byte, error) {
	if _, err := r.Peek(1); err != nil {
		return nil, err
	}
	head, _ := r.Peek(min(r.Buffered(), HeadBytes))
	if head[0] != '!' && bytes.Contains(head, []byte("\n")) && !bytes.ContainsFunc(head, isBinary) {
		return head, nil
	}
	return r.Peek(HeadBytes)
}

// archive shows members.
func (v *Visitor) archive(k kind, name string, in io.Reader, whole *os.File, isText bool) error {
	if v.deep++; v.deep > mostDeep {
		return fmt.Errorf("this is the %dth archive in an archive: expected texts or objects", v.deep)
	}
	defer func() { v.deep-- }()
	switch k {
	case gzipped:
		z, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		v.visit(strings.TrimSuffix(name, ".gz"), &unpacking{Reader: z, left: &v.left}, nil, isText)
		return nil
	case tarArchive:
		return v.tar(name, in)
	case arArchive:
		return v.ar(name, in)
	}
	return v.zip(name, in, whole)
}

// member shows one file of an archive.
func (v *Visitor) member(archive, name string, in io.Reader) error {
	inner := &unpacking{Reader: in, left: &v.left}
	v.visit(archive+"("+name+")", inner, nil, slices.Contains(v.Extensions, strings.ToLower(path.Ext(strings.TrimSuffix(name, ".gz")))))
	if errors.Is(inner.err, errUnpacked) {
		return inner.err
	}
	return nil
}

func (v *Visitor) tar(name string, in io.Reader) error {
	for t := tar.NewReader(in); ; {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if h.Typeflag == tar.TypeReg {
			if err := v.member(name, h.Name, t); err != nil {
				return err
			}
		}
	}
}

// zip wants its file whole: the list of members stands at the end.
func (v *Visitor) zip(name string, in io.Reader, whole *os.File) error {
	f, done, err := onDisk(in, whole, &v.left)
	if err != nil {
		return err
	}
	defer done()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return err
	}
	for _, m := range z.File {
		if !m.Mode().IsRegular() {
			continue
		}
		r, err := m.Open()
		if err != nil {
			v.Skip(name+"("+m.Name+")", err)
			continue
		}
		err = v.member(name, m.Name, r)
		r.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// onDisk is a file that can be read anywhere: in itself, or a copy that done takes away.
func onDisk(in io.Reader, whole *os.File, left *int64) (f *os.File, done func(), err error) {
	if whole != nil {
		return whole, func() {}, nil
	}
	if f, err = os.CreateTemp("", "lanescope-*"); err != nil {
		return nil, nil, err
	}
	done = func() {
		f.Close()
		os.Remove(f.Name())
	}
	if _, err = io.Copy(f, &unpacking{Reader: in, left: left}); err != nil {
		done()
		return nil, nil, err
	}
	return f, done, nil
}

// unpacking counts what is unpacked, and ends what is too long.
type unpacking struct {
	io.Reader
	left *int64
	err  error
}

func (u *unpacking) Read(b []byte) (n int, err error) {
	if *u.left <= 0 {
		u.err = errUnpacked
		return 0, u.err
	}
	n, err = u.Reader.Read(b[:min(int64(len(b)), *u.left)])
	*u.left -= int64(n)
	return n, err
}
