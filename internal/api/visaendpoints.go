package api

import (
	"context"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/visa"
)

// A visaAsked is what a request about instructions or operands says.
type visaAsked struct {
	text, role                  string
	grf, exec                   int
	typ, dialect, format, decls string
	platform                    string
	values, vars                [][2]string
	mask                        string
	inactiveAddresses           bool
	zeroOutside                 bool
	buffers                     [][2]string
	functions                   []string
	fuel, threads               int
	rules, svg                  bool
}

// settle makes what answers.
func (r *visaAsked) settle() (*VISA, error) {
	v := &VISA{GRF: r.grf, Format: visa.Current, Exec: r.exec, Addresses: r.values, Rules: r.rules, SVG: r.svg}
	if r.dialect == "intel" {
		v.Dialect = visa.Intel
	}
	if err := v.On(r.platform, false); err != nil {
		return nil, err
	}
	v.Type, _ = visa.TypeNamed(r.typ)
	if r.format != "" {
		if _, err := fmt.Sscanf(r.format, "%d.%d", &v.Format.Major, &v.Format.Minor); err != nil {
			return nil, fmt.Errorf("format %q: expected a version, such as 3.6", r.format)
		}
	}
	if r.decls == "" {
		return v, nil
	}
	var err error
	v.Decls, err = visa.ParseDecls(r.decls, v.GRF)
	return v, err
}

// VISATypes are the types that variables may have which are not declared.
func VISATypes() []string {
	return []string{"ud", "d", "uw", "w", "ub", "b", "uq", "q", "f", "df", "hf"}
}

func grfField(grf *int) Field {
	*grf = 32
	f := numberField(grf, "grf", "bytes of a register: 32 or 64", 32, 64)
	read := f.read
	f.read = func(v jsonValue) error {
		if err := read(v); err != nil || *grf == 32 || *grf == 64 {
			return err
		}
		return fmt.Errorf("%d: expected 32 or 64", *grf)
	}
	return f
}

// fields are those of all requests but find.
func (r *visaAsked) fields() []Field {
	r.typ = "d"
	return []Field{
		grfField(&r.grf),
		textField(&r.platform, "platform", "the graphics that it is for; empty: any with registers of that width").among(append([]string{""}, VISAPlatforms()...)...),
		linesField(&r.decls, "decls", "declarations, .decl lines; without, V33, A0, P1, S0 and T6 are declared by their names"),
		textField(&r.typ, "type", "the type of variables that are not declared").among(VISATypes()...),
	}
}

func (r *visaAsked) dialectField() Field {
	r.dialect = "spec"
	return textField(&r.dialect, "dialect", "whose rules: spec, the document's, or intel, what the verifier of its release says").among("spec", "intel")
}

func (r *visaAsked) bytesFields() []Field {
	r.role, r.format = "src", "3.6"
	return []Field{
		textField(&r.role, "role", "what the operand is").among(VISARoles...),
		textField(&r.format, "format", "the version of the binary format; before 3.4, identifiers have 16 bits").most(32),
	}
}

// visaEndpoint is one whose fields are some of a visaAsked, and what answers it a method of VISA.
func visaEndpoint(name, schema, says string, fields func(r *visaAsked) []Field, answer func(ctx context.Context, v *VISA, r *visaAsked) (Result, error)) Endpoint {
	return endpoint(name, schema, says,
		func(r *visaAsked) []Field { return slices.Concat(fields(r), r.fields()) },
		func(ctx context.Context, _ *Desk, r *visaAsked) (Result, error) {
			v, err := r.settle()
			if err != nil {
				return nil, err
			}
			return answer(ctx, v, r)
		})
}

func visaEndpoints() []Endpoint {
	return []Endpoint{
		visaEndpoint("visa/check", VISACheckSchema, "which rules an instruction of vISA breaks, with lanes, bytes and the nearest legal spelling",
			func(r *visaAsked) []Field {
				return append(visaInstructionFields(r), booleanField(&r.rules, "rules", "also all rules that look at the instruction, with a legal instruction where one is broken"))
			},
			func(_ context.Context, v *VISA, r *visaAsked) (Result, error) { return v.Check(r.text) }),
		visaEndpoint("visa/split", VISASplitSchema, "an instruction of vISA as the fewest legal pieces", visaInstructionFields,
			func(_ context.Context, v *VISA, r *visaAsked) (Result, error) { return v.Split(r.text) }),
		visaEndpoint("visa/eval", VISAEvalSchema, "the elements that regions of vISA read or write", visaEvalFields,
			func(_ context.Context, v *VISA, r *visaAsked) (Result, error) {
				return v.VISAEval(VISARole(r.text, r.role), r.text)
			}),
		visaEndpoint("visa/encode", VISAEncodeSchema, "an operand of vISA as bytes",
			func(r *visaAsked) []Field {
				return append([]Field{textField(&r.text, "text", "the operand").required()}, r.bytesFields()...)
			},
			func(_ context.Context, v *VISA, r *visaAsked) (Result, error) { return v.VISAEncode(r.role, r.text) }),
		visaEndpoint("visa/decode", VISADecodeSchema, "bytes as an operand of vISA",
			func(r *visaAsked) []Field {
				return append([]Field{textField(&r.text, "hex", "the bytes, two digits each").required()}, r.bytesFields()...)
			},
			func(_ context.Context, v *VISA, r *visaAsked) (Result, error) {
				code, err := ParseHex(r.text)
				if err != nil {
					return nil, err
				}
				return v.VISADecode(r.role, code)
			}),
		visaEndpoint("visa/run", VISARunSchema, "instructions of vISA executed on given variables: those that changed", visaRunFields,
			func(ctx context.Context, v *VISA, r *visaAsked) (Result, error) {
				mask, err := ParseVISAMask(r.mask)
				if err != nil {
					return nil, err
				}
				v.Addresses = nil
				functions, err := v.functions(r.functions)
				if err != nil {
					return nil, err
				}
				return v.Run(ctx, VISARun{Functions: functions, Program: r.text, Values: append(r.values, r.vars...), Mask: mask, Fuel: r.fuel, InactiveAddresses: r.inactiveAddresses, Buffers: r.buffers, ZeroOutside: r.zeroOutside, Threads: r.threads}, nil)
			}),
		endpoint("visa/find", VISAFindSchema, "a region of vISA that reads a form's lanes, or the shortest sequence of movs that makes it", visaFindFields,
			func(ctx context.Context, _ *Desk, r *VISAFindRequest) (Result, error) { return VISAFind(ctx, *r) }),
		endpoint("visa/dis", VISADisSchema, "the kernels of an .isa file as texts",
			func(r *visaAsked) []Field {
				return []Field{textField(&r.text, "hex", "the file, two digits a byte").required(), grfField(&r.grf)}
			},
			func(_ context.Context, _ *Desk, r *visaAsked) (Result, error) {
				code, err := ParseHex(r.text)
				if err != nil {
					return nil, err
				}
				return VISADisassemble(code, r.grf)
			}),
	}
}

func visaInstructionFields(r *visaAsked) []Field {
	return []Field{textField(&r.text, "text", "the instruction").required(), r.dialectField()}
}

func visaEvalFields(r *visaAsked) []Field {
	r.role, r.exec = "src", 8
	return []Field{
		textField(&r.text, "text", "a bare region, an operand or an instruction").required(),
		textField(&r.role, "role", "what an operand that stands alone is").among("src", "dst"),
		execField(&r.exec),
		booleanField(&r.svg, "svg", "also the picture of each operand on register rows"),
		valuesField(&r.values, "var", "what address variables hold, as {\"A0\":\"&V33[8]\"}"),
	}
}

func execField(exec *int) Field {
	f := numberField(exec, "exec", "the execution size of an operand that stands alone: 1, 2, 4, 8, 16 or 32", 1, 32)
	read := f.read
	f.read = func(v jsonValue) error {
		if err := read(v); err != nil || *exec&(*exec-1) == 0 {
			return err
		}
		return fmt.Errorf("%d: expected 1, 2, 4, 8, 16 or 32", *exec)
	}
	return f
}

func visaRunFields(r *visaAsked) []Field {
	r.fuel = visa.DefaultFuel
	return []Field{
		linesField(&r.text, "program", "instructions, in a text or a list, .decl lines too").required(),
		valuesField(&r.values, "var", "values of variables, as {\"V33\":\"lane\"}, or a list of NAME=VALUE"),
		valuesField(&r.vars, "vars", "more of them"),
		textField(&r.mask, "exec-mask", "the execution mask that the program begins with, a bit for each channel; without, 8, 16 or 32 channels, as the program is for").most(32),
		textField(&r.mask, "mask", "the same").most(32),
		numberField(&r.fuel, "fuel", "how many instructions are executed at most", 1, visa.DefaultFuel),
		valuesField(&r.buffers, "buffer", "memory that surface variables stand for, as {\"T6\":\"zero:64\"}, or a list of NAME=VALUE"),
		textsField(&r.functions, "function", "functions that the program calls and does not have, a text each: .global_function or .kernel, and its lines"),
		booleanField(&r.zeroOutside, "zero-outside", "read zeros outside of a surface, and drop what is written there"),
		numberField(&r.threads, "threads", "run so many threads of a group, which %thread_x tells apart; 0: one, and its number is undefined", 0, mostVISAThreads),
		booleanField(&r.inactiveAddresses, "inactive-addresses", "demand valid addresses of inactive lanes too"),
		r.dialectField(),
	}
}

// mostVISABudget bounds a search for movs.
const mostVISABudget = 1 << 20

func visaFindFields(r *VISAFindRequest) []Field {
	return append([]Field{
		formField(&r.Form), grfField(&r.GRF),
		numberField(&r.Budget, "budget", "look at no more than so many choices for each length of a sequence; 0 is the default", 0, mostVISABudget),
	}, optionFields(&r.Options)...)
}
