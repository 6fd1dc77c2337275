package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	visamoves "github.com/lanescope/lanescope/visa/moves"
)

func (c *command) visa() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "visa",
		Short: "Check, encode, evaluate, run, split and find operands of Intel's virtual instruction set",
		Example: `  lanescope visa check 'mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>'
  lanescope visa decode 102100000001044503
  lanescope visa eval '<8;4,1>' --exec 8`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.visaCheck(), c.visaFmt(), c.visaEval(), c.visaEncode(), c.visaDecode(), c.visaRun(), c.visaSplit(), c.visaFind(), c.visaDis(), c.visaAsm(), c.visaGen(), c.visaAudit())
	return cmd
}

// visaFlags are what an operand's meaning depends on.
type visaFlags struct {
	grf                          int
	asked                        func() bool // whether the width of registers was
	platform                     string
	dialect, decls, typ, version string
	role                         string
	exec                         int
}

func (c *command) visaFlags(cmd *cobra.Command) *visaFlags {
	f := new(visaFlags)
	c.platformFlags(cmd, f)
	cmd.Flags().StringVar(&f.decls, "decls", "", "read declarations, .decl lines, from `FILE`; without, V33, A0, P1, S0 and T6 are declared by their names")
	cmd.Flags().StringVar(&f.typ, "type", "d", "the `TYPE` of variables that are not declared")
	c.completeFlag(cmd, "type", these("ud", "d", "uw", "w", "ub", "b", "uq", "q", "f", "df", "hf"))
	return f
}

func (c *command) grfFlag(cmd *cobra.Command, grf *int) {
	cmd.Flags().IntVar(grf, "grf", 32, "`BYTES` of a register: 32 or 64")
	c.choiceFlag(cmd.Flags(), cmd, "grf", "32", "64")
}

// platformFlags are the width of registers, or the platform that has it.
func (c *command) platformFlags(cmd *cobra.Command, f *visaFlags) {
	c.grfFlag(cmd, &f.grf)
	f.asked = func() bool { return cmd.Flags().Changed("grf") }
	cmd.Flags().StringVar(&f.platform, "platform", "", "the graphics that it is for: `NAME`, skl, icl, tgl, xehp, dg2, pvc and others; its registers, and no instruction or type that it lacks")
	c.completeFlag(cmd, "platform", these(api.VISAPlatforms()...))
}

func (c *command) dialectFlag(cmd *cobra.Command, f *visaFlags) {
	cmd.Flags().StringVar(&f.dialect, "dialect", "spec", "the rules of `DIALECT`: spec, the document's, or intel, what the verifier of its release says")
	c.choiceFlag(cmd.Flags(), cmd, "dialect", "spec", "intel")
}

func (c *command) bytesFlags(cmd *cobra.Command, f *visaFlags) {
	cmd.Flags().StringVar(&f.role, "role", "src", "what the operand is: `ROLE` src, dst, raw, guard or inst, a whole instruction")
	cmd.Flags().StringVar(&f.version, "format", "3.6", "the `VERSION` of the binary format; before 3.4, identifiers have 16 bits")
	c.choiceFlag(cmd.Flags(), cmd, "role", api.VISARoles...)
}

// request makes what answers, from the flags.
func (f *visaFlags) request() (*api.VISA, error) {
	v := &api.VISA{GRF: f.grf, Format: visa.Current, Exec: f.exec}
	if f.dialect == "intel" {
		v.Dialect = visa.Intel
	}
	if f.platform != "" {
		if err := v.On(f.platform, f.asked()); err != nil {
			return nil, usagef("--%v", err)
		}
	}
	t, ok := visa.TypeNamed(f.typ)
	if !ok || t.IsPacked() {
		return nil, usagef("--type %s: expected ud, d, uw, w, ub, b, uq, q, f, df or hf", f.typ)
	}
	v.Type = t
	if f.version != "" {
		if _, err := fmt.Sscanf(f.version, "%d.%d", &v.Format.Major, &v.Format.Minor); err != nil {
			return nil, usagef("--format %s: expected a version, such as 3.6", f.version)
		}
	}
	return v, nil
}

// declare reads the declarations.
func (c *command) declare(v *api.VISA, file string) error {
	if file == "" {
		return nil
	}
	text, err := c.readFile(file, maxValues)
	if err != nil {
		return err
	}
	if v.Decls, err = visa.ParseDecls(string(text), v.GRF); err != nil {
		return c.complain(file, err)
	}
	return nil
}

// visaRequest is both.
func (c *command) visaRequest(f *visaFlags) (*api.VISA, error) {
	v, err := f.request()
	if err != nil {
		return nil, err
	}
	return v, c.declare(v, f.decls)
}

func (c *command) visaCheck() *cobra.Command {
	var f *visaFlags
	var rules bool
	var format string
	cmd := &cobra.Command{
		Use:   "check INSTRUCTION|FILE…",
		Short: "Say which rules an instruction or a file breaks, with lanes, bytes and the nearest legal spelling",
		Long: "A file is a kernel's text, or an .isa object, whose kernels have the lines that visa dis prints. All that is wrong with it is said, each with its line, and how control goes through its labels, calls and returns is held against the rules too. " +
			"The exit code is 1 if a rule is broken. Warnings are about what is legal and probably not meant.",
		Example: `  lanescope visa check 'mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>'
  lanescope visa check 'rol (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1> 3:d' --platform tgl
  lanescope visa check 'add (M1, 16) V32(0,0)<1> V33(0,0)<16;16,1> 0x7:d' --grf 64 --json
  lanescope visa check 'mov (M1, 8) V32(0,0)<1> V33(0,2)<8;4,1>' --rules
  echo 'mov (M1, 8) V32<1> (abs)r[A0(0)]<8,1>:d' | lanescope visa check --batch - --dialect intel
  printf 'mov (M1, 8) V32(0,0)<1> 0x1:d\n' > k.visaasm && lanescope visa check k.visaasm --sarif`,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		v, err := c.visaRequest(f)
		if err != nil {
			return err
		}
		v.Rules = rules
		if c.json {
			format = "json"
		}
		files, args, err := c.visaFiles(args)
		switch {
		case err != nil:
			return err
		case files != nil && (f.decls != "" || rules):
			return usagef("--decls and --rules are for an instruction: a file has its own declarations, and breaks rules by name")
		case files != nil:
			return c.reportVISA(files, v, format)
		case format == "sarif":
			return usagef("--format sarif is for files")
		}
		c.json = format == "json"
		return question[string, api.VISACheck]{
			schema: api.VISACheckSchema, wants: "one argument, the instruction", files: []string{"instruction"},
			read: itself, answer: soon(v.Check),
			say:   func(w *bufio.Writer, x api.VISACheck, _ look) error { sayCheck(w, x, v.Dialect); return nil },
			finds: func(x api.VISACheck) bool { return !x.OK() },
		}.run(c, args)
	}
	f = c.visaFlags(cmd)
	c.dialectFlag(cmd, f)
	c.reportFlags(cmd, &format)
	cmd.Flags().BoolVar(&rules, "rules", false, "also list all rules that look at the instruction, with a legal instruction where one is broken")
	c.batchFlags(cmd, "one instruction")
	return cmd
}

// itself is a request that is a text.
func itself(text string) (string, error) { return text, nil }

// sayCheck writes what a person reads.
func sayCheck(w *bufio.Writer, x api.VISACheck, dialect visa.Dialect) {
	verdict := "illegal"
	if x.OK() {
		verdict = "legal"
	}
	fmt.Fprintf(w, "%-9s%s\n", verdict, x.Text)
	for _, f := range x.Findings {
		kind := "error"
		if f.Warning {
			kind = "warning"
		}
		hung(w, fmt.Sprintf("%-9s", kind), f.Rule+": "+f.Message, 9)
		if dialect == visa.Spec {
			for _, r := range visa.Rules() {
				if r.Name == f.Rule {
					hung(w, "  rule   ", fmt.Sprintf("%q (%s)", r.Says, r.Where), 9)
				}
			}
		}
		if f.Rewrite != "" {
			says := ""
			if f.Elsewhere {
				says = " (other elements)"
			}
			hung(w, "  legal  ", f.Rewrite+says, 9)
		}
		if f.Splits {
			hung(w, "  pieces ", "visa split cuts it into legal pieces with the same elements, where it can", 9)
		}
	}
	for _, r := range x.Rules {
		sayRule(w, r)
	}
}

// sayRule writes a rule, and whether it is kept.
func sayRule(w *bufio.Writer, r api.VISARule) {
	if r.Broken == nil {
		fmt.Fprintf(w, "kept     %s\n", r.Name)
		return
	}
	says := r.Name
	switch {
	case r.Legal == "":
	case r.Broken.Elsewhere:
		says += "; legal, with other elements: " + r.Legal
	default:
		says += "; legal, with the same elements: " + r.Legal
	}
	hung(w, "broken   ", says, 9)
}

func (c *command) visaEncode() *cobra.Command {
	var f *visaFlags
	cmd := &cobra.Command{
		Use:   "encode TEXT",
		Short: "Encode an operand's text to hexadecimal bytes",
		Long:  "A line of a batch is src TEXT or dst TEXT. Behind the text, !bits=HEX turns bits that it does not say, and !bytes=HEX are the bytes themselves; .sat before a destination sets that modifier, which is not part of an operand's text.",
		Example: `  lanescope visa encode '(-)V33(1,4)<8;4,2>'
  lanescope visa encode --role dst 'r[A0(1),-4]<1>:d'
  echo 'dst V32(0,0)<1>' | lanescope visa encode --batch -`,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		v, err := c.visaRequest(f)
		if err != nil {
			return err
		}
		return question[visaOperand, api.VISABytes]{
			schema: api.VISAEncodeSchema, wants: "one argument, the operand", files: []string{"operand"},
			read:   c.operand(f),
			answer: func(_ context.Context, o visaOperand) (api.VISABytes, error) { return v.VISAEncode(o.role, o.text) },
			inLine: operandInLine,
			say:    func(w *bufio.Writer, x api.VISABytes, _ look) error { fmt.Fprintf(w, "%x\n", x); return nil },
		}.run(c, args)
	}
	f = c.visaFlags(cmd)
	c.bytesFlags(cmd, f)
	c.batchFlags(cmd, "src TEXT or dst TEXT")
	return cmd
}

func (c *command) visaDecode() *cobra.Command {
	var f *visaFlags
	cmd := &cobra.Command{
		Use:   "decode HEX",
		Short: "Decode an operand's bytes to text",
		Long:  "A line of a batch is src HEX or dst HEX. What the text does not say follows it as !bits=HEX, a mask over the bytes; where encode reads no such text, !bytes=HEX are all of them.",
		Example: `  lanescope visa decode 102100000001044503
  lanescope visa decode --role dst '23 0000 04 e400 0e 0002'
  echo 'src 0505ff7f0000' | lanescope visa decode --batch -`,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		v, err := c.visaRequest(f)
		if err != nil {
			return err
		}
		return question[visaOperand, api.VISADecoded]{
			schema: api.VISADecodeSchema, wants: "one argument, the bytes", files: []string{"bytes"},
			read: c.operand(f),
			answer: func(_ context.Context, o visaOperand) (x api.VISADecoded, err error) {
				code, err := parseHex(o.text)
				if err != nil {
					return x, err
				}
				return v.VISADecode(o.role, code)
			},
			say:   func(w *bufio.Writer, x api.VISADecoded, _ look) error { fmt.Fprintln(w, x); return nil },
			begun: func(x api.VISADecoded) bool { return x.Text != "" },
		}.run(c, args)
	}
	f = c.visaFlags(cmd)
	c.bytesFlags(cmd, f)
	c.batchFlags(cmd, "src HEX or dst HEX")
	return cmd
}

// A visaOperand is a text, or bytes, and how an instruction uses what it says.
type visaOperand struct{ role, text string }

// operand reads the role off a line of a batch; an argument has that of the flag.
func (c *command) operand(f *visaFlags) func(text string) (visaOperand, error) {
	return func(text string) (o visaOperand, err error) {
		if c.batch != "" {
			o.role, o.text, err = api.SplitVISARole(text)
			return o, err
		}
		return visaOperand{f.role, text}, nil
	}
}

// operandInLine moves an error about an operand to its place in the line that begins with its role.
func operandInLine(line string, err error) error {
	var at *syntax.Error
	_, text, without := api.SplitVISARole(line)
	if without != nil || !errors.As(err, &at) {
		return err
	}
	by := len(line) - len(text)
	return syntax.Errorf(line, at.Off+by, at.End+by, "%s", at.What)
}

func (c *command) visaEval() *cobra.Command {
	var f *visaFlags
	var svg bool
	var addresses []string
	cmd := &cobra.Command{
		Use:   "eval OPERAND",
		Short: "List the elements that a region reads or writes, and draw it on register rows",
		Long: "The argument is a bare region, an operand, or an instruction, whose operands are evaluated one by one. An indirect operand has an element list where --var says what its address variable holds. " +
			"A line of a batch is src TEXT, dst TEXT or an instruction.",
		Example: `  lanescope visa eval '<8;4,1>' --exec 8
  lanescope visa eval 'V33(1,4)<16;2,4>' --exec 8 --type w
  lanescope visa eval 'mov (M1, 4) V32(0,0)<2> V33(0,0)<4;4,1>' --json
  lanescope visa eval 'r[A0(0),4]<2,1>:d' --exec 4 --var 'A0=&V33[16],&V34'`,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		v, err := c.visaRequest(f)
		if err != nil {
			return err
		}
		if v.Addresses, err = c.namedValues(addresses, "var"); err != nil {
			return err
		}
		v.SVG = svg
		return question[visaOperand, api.VISAElements]{
			schema: api.VISAEvalSchema, wants: "one argument, the operand, region or instruction", files: []string{"operand"},
			read:   func(text string) (visaOperand, error) { return c.evalOperand(text, f.role), nil },
			answer: func(_ context.Context, o visaOperand) (api.VISAElements, error) { return v.VISAEval(o.role, o.text) },
			inLine: operandInLine,
			say: func(w *bufio.Writer, all api.VISAElements, l look) error {
				if svg {
					return c.regionSVG(w, l.file, all)
				}
				sayAccesses(w, all, l.color)
				return nil
			},
		}.run(c, args)
	}
	f = c.visaFlags(cmd)
	cmd.Flags().IntVar(&f.exec, "exec", 8, "the execution size of an operand that stands alone, in `LANES`")
	cmd.Flags().StringArrayVar(&addresses, "var", nil, "`NAME=VALUE`: what an address variable holds, as A0=&V33[8],&V34")
	cmd.Flags().BoolVar(&svg, "svg", false, "write the picture of the first operand that has one, as SVG; with --json the object has each operand's")
	cmd.Flags().StringVar(&f.role, "role", "src", "what an operand that stands alone is: `ROLE` src or dst")
	c.choiceFlag(cmd.Flags(), cmd, "exec", "1", "2", "4", "8", "16", "32")
	c.choiceFlag(cmd.Flags(), cmd, "role", "src", "dst")
	c.batchFlags(cmd, "src TEXT, dst TEXT or an instruction")
	return cmd
}

// evalOperand is what is evaluated: in a batch, what stands behind a role; else an instruction, which has a mask or size in brackets behind its mnemonic; else an operand in the role of the flag.
func (c *command) evalOperand(text, role string) visaOperand {
	if of, operand, err := api.SplitVISARole(text); c.batch != "" && err == nil {
		return visaOperand{of, operand}
	}
	return visaOperand{api.VISARole(text, role), text}
}

// regionSVG writes the picture of the first operand that has an element list.
func (c *command) regionSVG(w *bufio.Writer, file string, all api.VISAElements) error {
	for _, a := range all {
		if a.Why == "" {
			_, err := w.Write(a.Scene(a.Title()).SVG())
			return err
		}
	}
	return c.complain(file, errors.New(all[0].Why))
}

// sayAccesses writes all element lists.
func sayAccesses(w *bufio.Writer, all api.VISAElements, color bool) {
	for k, a := range all {
		if k > 0 {
			fmt.Fprintln(w)
		}
		sayAccess(w, a, color)
	}
}

// sayAccess writes an element list and its picture.
func sayAccess(w *bufio.Writer, a api.VISAAccess, color bool) {
	fmt.Fprintf(w, "%-9s%s\n", a.Role, a.Text)
	switch {
	case a.Why != "":
		fmt.Fprintf(w, "%-9s%s\n", "", a.Why)
		sayOutside(w, a)
		return
	case a.Places != nil:
		fmt.Fprintf(w, "%-9s%s\n", "bytes", strings.Join(placeTexts(a.Places), " "))
		sayOutside(w, a)
		fmt.Fprintln(w)
	default:
		first, n := a.Access.Registers(a.GRF)
		fmt.Fprintf(w, "%-9s%s\n", "elements", spaced(a.Elements()))
		fmt.Fprintf(w, "%-9s%s\n", "bytes", spaced(a.Access.AppendBytes(nil)))
		fmt.Fprintf(w, "%-9s%d of %d bytes, from %d on\n", "rows", n, a.GRF, first)
		sayOutside(w, a)
		fmt.Fprintln(w)
	}
	scene := a.Scene("")
	_, _ = w.Write(scene.Text(draw.Terminal{Color: color}))
}

// sayOutside names the lanes whose elements lie outside of their variable, or behind two registers.
func sayOutside(w *bufio.Writer, a api.VISAAccess) {
	if lanes := a.Undefined(); len(lanes) > 0 {
		fmt.Fprintf(w, "%-9slanes %s lie outside of the variable: undefined behaviour\n", "outside", spaced(lanes))
	}
	if a.Behind != nil {
		fmt.Fprintf(w, "%-9slanes %s lie behind two registers: the rule two-registers\n", "behind", spaced(a.Behind))
	}
}

func spaced(list []int) string { return strings.Trim(fmt.Sprint(list), "[]") }

func placeTexts(places []visamoves.Place) (list []string) {
	for _, p := range places {
		list = append(list, p.String())
	}
	return list
}
