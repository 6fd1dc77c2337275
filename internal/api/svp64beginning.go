package api

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// An SVP64Beginning is what a program begins with, beside the state that an instruction has, and what is asked of its memory.
type SVP64Beginning struct {
	Big     bool     // words and memory have their highest byte first
	Memory  []string // 0x1000=00ff
	Dumps   []string // 0x1000:64
	CTR     uint64
	SVState string // whole, in hexadecimal digits, instead of what the start says
	Limit   int    // so many instructions at most
}

// UsualSVP64Limit is a limit that few programs come to.
const UsualSVP64Limit = 1_000_000

// Order is that of bytes in words and in memory.
func (b *SVP64Beginning) Order() binary.ByteOrder {
	if b.Big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// State is the state that is said, and the bytes in memory.
func (b *SVP64Beginning) State(start *SVP64Start) (*svp64.State, []program.Data, error) {
	s, _, err := start.State()
	if err != nil {
		return nil, nil, err
	}
	if b.SVState != "" {
		v, err := strconv.ParseUint(strings.TrimPrefix(b.SVState, "0x"), 16, 64)
		if err != nil {
			return nil, nil, fmt.Errorf("--svstate %q: expected up to 16 hexadecimal digits", b.SVState)
		}
		s.SV = svp64.SVState(v)
	}
	var data []program.Data
	for _, text := range b.Memory {
		at, digits, ok := strings.Cut(text, "=")
		address, err := strconv.ParseUint(strings.TrimSpace(at), 0, 64)
		bytes, errDigits := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(digits), "_", ""))
		if !ok || err != nil || errDigits != nil {
			return nil, nil, fmt.Errorf("--mem %s: expected an address and bytes, as 0x1000=00ff", text)
		}
		data = append(data, program.Data{At: address, Bytes: bytes})
	}
	return s, data, nil
}

// Machine is the program on a machine with a state, and with bytes in its memory beside the program's own.
func (b *SVP64Beginning) Machine(p program.Program, s *svp64.State, data []program.Data, plain bool) (*program.Machine, error) {
	p.Data = append(p.Data[:len(p.Data):len(p.Data)], data...)
	newMachine := p.NewMachine
	if plain {
		newMachine = p.NewPlainMachine
	}
	m, err := newMachine()
	if err == nil {
		m.State.State, m.CTR = *s, b.CTR
	}
	return m, err
}

// load is the program that a text is, assembly or words in hexadecimal digits, on a machine with what it begins with.
func (b *SVP64Beginning) load(text string, start *SVP64Start) (*program.Machine, program.Program, error) {
	p, err := program.Load([]byte(text), b.Order(), svp64.DefaultEncoding)
	if err != nil {
		return nil, p, err
	}
	s, data, err := b.State(start)
	if err != nil {
		return nil, p, err
	}
	m, err := b.Machine(p, s, data, start.Plain)
	return m, p, err
}

// What may be asked of memory: of each piece, and of all.
const (
	mostDump  = 1 << 16
	mostDumps = 1 << 20
)

// Dumped is what memory holds where that is asked for.
func (b *SVP64Beginning) Dumped(m *program.Machine) (list []program.Data, err error) {
	all := 0
	for _, text := range b.Dumps {
		at, count, _ := strings.Cut(text, ":")
		address, err := strconv.ParseUint(strings.TrimSpace(at), 0, 64)
		n, errCount := strconv.Atoi(strings.TrimSpace(count))
		if err != nil || errCount != nil || n < 1 || n > mostDump {
			return nil, fmt.Errorf("--dump %s: expected an address and how many bytes, as 0x1000:64; at most %d", text, mostDump)
		}
		if all += n; all > mostDumps {
			return nil, fmt.Errorf("--dump %s: with it they are more than %d bytes", text, mostDumps)
		}
		d := program.Data{At: address, Bytes: make([]byte, n)}
		m.Memory.Read(address, d.Bytes)
		list = append(list, d)
	}
	return list, nil
}
