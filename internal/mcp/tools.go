package mcp

import (
	"encoding/json"
	"fmt"
	"maps"

	"github.com/lanescope/lanescope/internal/api"
)

// A tool is a question that agents ask.
type tool struct {
	name     string
	endpoint string
	says     string   // beside what the endpoint says: when to ask, and what the answer is good for
	brief    []string // the parts of the answer that its text has, in order
	usual    object   // fields that a request has unless it says otherwise
	reads    bool     // may read a file below the root, in the place of its text
}

type object = map[string]any

// forms is what a form may be, for who has never seen one.
const forms = " A form is a movement of lanes as people write it: an LLVM mask `<4 x i32> 0 4 1 5`, an intrinsic `_mm_shuffle_epi32(a, 0x1b)`, assembly `vpermq ymm0, ymm1, 0x4e`, GLSL `v.zyx`, __builtin_shufflevector, vtrn1q_u32, i8x16.shuffle, a lane map `i32x4 i32x4 -> a0 b0 a1 b1`, and more; steps go on lines of their own."

// tools are all of them. A new one is one entry.
var tools = []tool{
	{name: "explain", endpoint: "explain", says: "Ask before you trust what a shuffle does. The map says for each lane of the result which lane of which source it is: a3 is lane 3 of the first source." + forms,
		brief: []string{"map", "dialect", "operands", "canonical", "patterns", "targets", "forms", "warnings"}, usual: object{"targets": "none", "forms": "none"}},
	{name: "prove", endpoint: "prove", says: "Ask after each rewrite of a shuffle: the answer is exact, for all values." + forms,
		brief: []string{"text", "mapA", "mapB", "boundBy", "warnings"}},
	{name: "lower", endpoint: "lower", says: "The proof is minimal where nothing cheaper exists." + forms,
		brief: []string{"sequence", "ops", "constants", "proof", "lower_bound", "operands", "head", "code", "ended", "warnings"}},
	{name: "network", endpoint: "network", says: "Say either a kind with a size such as 8x8 and a type such as i16, or forms over the same sources." + forms,
		brief: []string{"sequence", "ops", "constants", "stages", "proof", "lower_bound", "operands", "code", "ended", "warnings"}},
	{name: "translate", endpoint: "translate", says: "The lines that are given move the same lanes." + forms,
		brief: []string{"lines", "reason", "map", "warnings"}},
	{name: "scan", endpoint: "scan", says: "Where what was emitted costs more than the best known, it has its file and line.",
		brief: []string{"emitted", "shuffles", "distinct", "wrong"}, reads: true},
	{name: "g13_run", endpoint: "g13/run", says: "Registers and uniforms are words in hexadecimal, by name: r1, u0.",
		brief: []string{"regs", "exec", "stop", "fault", "flags"}},
	{name: "svp64_run", endpoint: "svp64/run", says: "A value is r8=22222222_11111111, in hexadecimal.",
		brief: []string{"after", "trace", "flags"}},
	{name: "visa_run", endpoint: "visa/run", says: "A value is V33=lane, V33=1,2,3,4 or V33=hex:0a000000, in var; bytes of what is left come as hexadecimal.",
		brief: []string{"vars", "executed", "warnings"}},
}

// asked is the endpoint that answers.
func (t *tool) asked() *api.Endpoint {
	e, ok := api.EndpointNamed(t.endpoint)
	if !ok {
		panic(fmt.Sprintf("the tool %s asks %s, which does not exist", t.name, t.endpoint)) // a wrong table
	}
	return e
}

// description is what an agent is told.
func (t *tool) description() string {
	text := "Says " + t.asked().Says + "."
	if t.says != "" {
		text += " " + t.says
	}
	return text
}

// schema is what a call may say: what a request may, and with a root a file's path in the place of its text.
func (t *tool) schema(root bool) object {
	schema := t.asked().RequestSchema()
	properties := maps.Clone(schema["properties"].(object))
	for name, value := range t.usual {
		property := maps.Clone(properties[name].(object))
		property["default"] = value
		properties[name] = property
	}
	schema["properties"] = properties
	if t.reads && root {
		properties["path"] = object{"type": "string", "description": "a file below the root that the server was given, in the place of text"}
		schema["required"] = []string{}
	}
	return schema
}

// request is a call's arguments as the endpoint reads them.
func (t *tool) request(arguments json.RawMessage) (string, error) {
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	if len(t.usual) == 0 {
		return string(arguments), nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(arguments, &given); err != nil {
		return "", fmt.Errorf("the arguments are no object: %w", err)
	}
	if given == nil {
		given = map[string]json.RawMessage{}
	}
	for name, value := range t.usual {
		if _, ok := given[name]; ok {
			continue
		}
		b, err := json.Marshal(value)
		if err != nil {
			return "", err
		}
		given[name] = b
	}
	b, err := json.Marshal(given)
	return string(b), err
}
