package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/svp64"
)

func (c *command) svp64() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "svp64",
		Short: "Assemble, disassemble and run swizzle moves of SVP64",
		Example: `  lanescope svp64 asm 'mv.swiz r4,r8,W.Y.'
  lanescope svp64 dis 05406400 59109773
  lanescope svp64 run 'sv.mv.swiz/vec3/w=16 *32,*64,ZYX' --vl 2 --reg r64=3333_2222_1111,0000_6666_5555`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.svp64Asm(), c.svp64Dis(), c.svp64Run(), c.svp64Grid(), c.svp64Older())
	return cmd
}

// encodingFlags are what the documents leave open about words.
type encodingFlags struct {
	prefix string
	po     int
}

func (c *command) encodingFlags(cmd *cobra.Command) *encodingFlags {
	f := new(encodingFlags)
	cmd.Flags().StringVar(&f.prefix, "prefix", "po1", "the `ENCODING` of prefixes: po1, the implemented one, or po9, the later one")
	cmd.Flags().IntVar(&f.po, "po", svp64.DefaultPO, "the primary `OPCODE` of mv.swiz and fmv.swiz")
	c.completeFlag(cmd, "prefix", "po1", "po9")
	return f
}

func (f *encodingFlags) encoding() (svp64.Encoding, error) {
	e := svp64.Encoding{PO: uint8(f.po)}
	switch f.prefix {
	case "po1":
	case "po9":
		e.Prefix = svp64.PO9
	default:
		return e, usagef("--prefix %s: expected po1 or po9", f.prefix)
	}
	if f.po < 0 || f.po > 63 || f.po == 1 || f.po == 9 {
		return e, usagef("--po %d: expected 0 to 63, but not 1 or 9, which are those of prefixes", f.po)
	}
	return e, nil
}

func (c *command) svp64Asm() *cobra.Command {
	var enc *encodingFlags
	cmd := &cobra.Command{
		Use:   "asm TEXT",
		Short: "Assemble an instruction to words",
		Long:  "Words are eight digits each, the prefix first. Both spellings are read: *32 and w=16, 32.v and ew=16.",
		Example: `  lanescope svp64 asm 'mv.swiz r4,r8,W.Y.'
  lanescope svp64 asm 'sv.mv.swiz/sats/vec2/w=8 *32,*64,Y1' --prefix po9
  echo 'fmv.swiz f4,f8,XYZ1' | lanescope svp64 asm --batch -`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := enc.encoding()
			if err != nil {
				return err
			}
			if c.batch != "" {
				return c.batchAlone(args, api.SVP64AsmSchema, func(b []byte, line string) ([]byte, error) {
					words, err := api.SVP64Assemble(textOf(line, "text"), e)
					return api.AppendSVP64Words(b, words), err
				})
			}
			return c.svp64One(args, "instruction", api.SVP64AsmSchema, func(line string) (text string, object []byte, err error) {
				words, err := api.SVP64Assemble(line, e)
				return words.String(), api.AppendSVP64Words(nil, words), err
			})
		},
	}
	enc = c.encodingFlags(cmd)
	c.batchFlags(cmd, "one instruction")
	return cmd
}

func (c *command) svp64Dis() *cobra.Command {
	var enc *encodingFlags
	cmd := &cobra.Command{
		Use:   "dis WORDS",
		Short: "Disassemble words",
		Long:  "Prefixes of both encodings are understood, whichever --prefix says.",
		Example: `  lanescope svp64 dis 58889773
  lanescope svp64 dis '054fee10 59109773'
  echo 26100002 5888aca3 | lanescope svp64 dis --batch -`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := enc.encoding()
			if err != nil {
				return err
			}
			disassemble := func(line string) ([]string, error) {
				code, err := parseHex(line)
				if err != nil {
					return nil, err
				}
				words, err := api.ParseWords(code)
				if err != nil {
					return nil, err
				}
				return api.SVP64Disassemble(words, e)
			}
			if c.batch != "" {
				return c.batchAlone(args, api.SVP64DisSchema, func(b []byte, line string) ([]byte, error) {
					texts, err := disassemble(textOf(line, "words"))
					return api.AppendSVP64Text(b, texts), err
				})
			}
			if len(args) > 1 {
				args = []string{strings.Join(args, " ")}
			}
			return c.svp64One(args, "words", api.SVP64DisSchema, func(line string) (text string, object []byte, err error) {
				texts, err := disassemble(line)
				return strings.Join(texts, "\n"), api.AppendSVP64Text(nil, texts), err
			})
		},
	}
	enc = c.encodingFlags(cmd)
	c.batchFlags(cmd, "one instruction's words")
	return cmd
}

// textOf is the line itself, or if it is a JSON object the field of that name: what asm says dis reads, and the other way round.
func textOf(line, field string) string {
	if !strings.HasPrefix(strings.TrimSpace(line), "{") {
		return line
	}
	var object map[string]any
	if json.Unmarshal([]byte(line), &object) != nil {
		return line
	}
	switch v := object[field].(type) {
	case string:
		return v
	case []any:
		return strings.Trim(fmt.Sprint(v), "[]")
	}
	return line
}

// batchAlone is a batch, beside which there is no argument.
func (c *command) batchAlone(args []string, schema string, answer func(b []byte, line string) ([]byte, error)) error {
	if err := argCount(0, "no argument beside --batch")(nil, args); err != nil {
		return err
	}
	return c.runBatch(schema, answer)
}

// svp64One answers the one argument, as text or as an object.
func (c *command) svp64One(args []string, what, schema string, answer func(line string) (text string, object []byte, err error)) error {
	if err := argCount(1, "one argument, the "+what)(nil, args); err != nil {
		return err
	}
	in, file, err := c.text(args[0], what)
	if err != nil {
		return err
	}
	text, object, err := answer(in)
	if err != nil {
		return c.invalid(file, schema, err)
	}
	return c.write(func(w *bufio.Writer) error {
		if c.json {
			text = string(object)
		}
		_, err := w.WriteString(text + "\n")
		return err
	})
}

// runFlags are the state before a run.
type runFlags struct {
	vl, maxVL              int
	pack, unpack, vertical bool
	trace                  bool
	plain                  bool
	crBase                 int
	regs                   []string
}

func (c *command) svp64Run() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run TEXT",
		Short: "Execute an instruction and print the registers that changed",
		Long: "Registers that are not given are zero. A value is hexadecimal, and values with commas between go into registers one after the other; a condition register field is given by letters of lt, gt, eq and so.\n" +
			"With --trace every element move is a line, with the places of SVSTATE before it; with --vertical every issue.",
		Example: `  lanescope svp64 run 'mv.swiz r4,r8,W.Y.' --reg r8=22222222_11111111,44444444_33333333
  lanescope svp64 run 'sv.mv.swiz/vec3/w=16 *32,*64,ZYX' --vl 2 --pack --reg r64=4444_3333_2222_1111,6666_5555 --trace
  lanescope svp64 run 'sv.mv.swiz/m=eq r4,r4,YX' --reg cr32=eq --reg r4=22222222_11111111`,
		RunE: func(_ *cobra.Command, args []string) error {
			if c.batch != "" {
				return c.batchAlone(args, api.SVP64RunSchema, func(b []byte, line string) ([]byte, error) {
					r, err := api.ParseSVP64Run(line)
					if err != nil {
						return b, err
					}
					changed, err := r.Run()
					if err != nil {
						return b, err
					}
					return changed.AppendJSON(b), nil
				})
			}
			return c.runSVP64(args, f)
		},
	}
	c.batchFlags(cmd, "one execution, an object with op, text, vl, subvl, sw, dw, sat, pack, unpack, smask, dmask, sz, dz, RT, RA, src and dst_before,")
	flags := cmd.Flags()
	flags.IntVar(&f.vl, "vl", 1, "the vector length")
	flags.IntVar(&f.maxVL, "maxvl", 0, "its limit; 0 is the same as --vl")
	flags.BoolVar(&f.pack, "pack", false, "walk over the source lane by lane")
	flags.BoolVar(&f.unpack, "unpack", false, "walk over the destination lane by lane")
	flags.BoolVar(&f.vertical, "vertical", false, "Vertical-First: one group of moves an issue, svstep between issues")
	flags.BoolVar(&f.trace, "trace", false, "print every move")
	flags.BoolVar(&f.plain, "plain", false, "use the plain engine, which is the document's pseudocode")
	flags.IntVar(&f.crBase, "cr-base", svp64.DefaultCRBase, "the condition register field that subvector 0's predicate is in")
	flags.StringArrayVar(&f.regs, "reg", nil, "the value of a register, as `r64=HEX`, f64=HEX or cr32=eq; several with commas between")
	return cmd
}

func (c *command) runSVP64(args []string, f runFlags) error {
	if err := argCount(1, "one argument, the instruction")(nil, args); err != nil {
		return err
	}
	s, err := f.state()
	if err != nil {
		return usageError{err}
	}
	text, file, err := c.text(args[0], "instruction")
	if err != nil {
		return err
	}
	i, err := svp64.Parse(text)
	if err != nil {
		return c.invalid(file, api.SVP64RunSchema, err)
	}
	var lines []string
	before := *s
	switch {
	case f.vertical:
		lines, err = s.Issues(i)
	case f.trace:
		lines, err = s.Trace(i)
	case f.plain:
		err = s.RunPlain(i)
	default:
		err = s.Run(i)
	}
	if err != nil {
		return c.invalid(file, api.SVP64RunSchema, err)
	}
	old, now, name := &before.GPR, &s.GPR, "r"
	if i.Float {
		old, now, name = &before.FPR, &s.FPR, "f"
	}
	return c.write(func(w *bufio.Writer) error {
		if c.json {
			_, err := w.Write(append(api.Changed{Before: old, After: now, Flags: i.Warnings()}.AppendJSON(nil), '\n'))
			return err
		}
		for _, warning := range i.Warnings() {
			fmt.Fprintln(w, "warning:", warning)
		}
		for _, line := range lines {
			fmt.Fprintln(w, line)
		}
		for k := range now {
			if now[k] != old[k] {
				fmt.Fprintf(w, "%s%d = %016x\n", name, k, now[k])
			}
		}
		return nil
	})
}

// state is the state that the flags describe.
func (f runFlags) state() (*svp64.State, error) {
	if f.maxVL == 0 {
		f.maxVL = f.vl
	}
	if f.vl < 0 || f.vl > 127 || f.maxVL < 0 || f.maxVL > 127 {
		return nil, fmt.Errorf("--vl %d --maxvl %d: both have seven bits", f.vl, f.maxVL)
	}
	s := svp64.NewState(f.vl)
	s.SV = svp64.NewSVState(f.maxVL, f.vl).WithPack(f.pack, f.unpack).WithVertical(f.vertical)
	s.CRBase = f.crBase
	for _, r := range f.regs {
		if err := setRegisters(s, r); err != nil {
			return nil, fmt.Errorf("--reg %s: %w", r, err)
		}
	}
	return s, nil
}

// setRegisters sets what "r64=…,…" says.
func setRegisters(s *svp64.State, text string) error {
	name, values, ok := strings.Cut(text, "=")
	kind := strings.TrimRight(name, "0123456789")
	n, err := strconv.Atoi(name[len(kind):])
	if !ok || err != nil || kind != "r" && kind != "f" && kind != "cr" {
		return errors.New("expected r64=HEX, f64=HEX or cr32=eq")
	}
	for k, value := range strings.Split(values, ",") {
		if n+k >= svp64.NumRegs {
			return svp64.ErrRegister
		}
		if kind == "cr" {
			if s.CR[n+k], err = conditionField(value); err != nil {
				return err
			}
			continue
		}
		v, err := strconv.ParseUint(strings.TrimPrefix(strings.ReplaceAll(value, "_", ""), "0x"), 16, 64)
		if err != nil {
			return fmt.Errorf("%q is not a number of up to 16 hexadecimal digits", value)
		}
		if kind == "r" {
			s.GPR[n+k] = v
		} else {
			s.FPR[n+k] = v
		}
	}
	return nil
}

// conditionField reads "eq", "lt+so", or nothing for no bit.
func conditionField(value string) (svp64.CRField, error) {
	var field svp64.CRField
	for _, name := range strings.FieldsFunc(value, func(r rune) bool { return r == '+' }) {
		bit, ok := map[string]svp64.CRField{"lt": svp64.LT, "gt": svp64.GT, "eq": svp64.EQ, "so": svp64.SO}[name]
		if !ok {
			return 0, fmt.Errorf("%q is no bit of a field: there are lt, gt, eq and so, with + between", name)
		}
		field |= bit
	}
	return field, nil
}
