package lsp

import "encoding/json"

// The types of the protocol, as far as this server speaks it: version 3.17, in its own names.

// A position is a line and a column from 0, the latter in units of UTF-16.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A textRange is from its start to before its end.
type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type documentName struct {
	URI string `json:"uri"`
}

type documentVersion struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
}

type documentItem struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId"`
	Version    int    `json:"version"`
	Text       string `json:"text"`
}

type didOpenParams struct {
	TextDocument documentItem `json:"textDocument"`
}

type didCloseParams struct {
	TextDocument documentName `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument   documentVersion `json:"textDocument"`
	ContentChanges []change        `json:"contentChanges"`
}

// A change puts a text in the place of a range, or of all.
type change struct {
	Range *textRange `json:"range,omitempty"`
	Text  string     `json:"text"`
}

// positionParams are those of hover, definition and completion.
type positionParams struct {
	TextDocument documentName `json:"textDocument"`
	Position     position     `json:"position"`
}

// rangeParams are those of code actions and inlay hints.
type rangeParams struct {
	TextDocument documentName `json:"textDocument"`
	Range        textRange    `json:"range"`
}

type initializeParams struct {
	Options      json.RawMessage `json:"initializationOptions,omitempty"`
	Capabilities struct {
		TextDocument struct {
			Hover struct {
				ContentFormat []string `json:"contentFormat"`
			} `json:"hover"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

// settings are the initializationOptions.
type settings struct {
	Target string `json:"target"` // whose sequences a hover has
	SVG    bool   `json:"svg"`    // a hover's picture is an image, too
}

type object = map[string]any

// capabilities are what a client is told that the server can do.
func capabilities() object {
	return object{
		"positionEncoding":   "utf-16",
		"textDocumentSync":   object{"openClose": true, "change": 2}, // incremental
		"hoverProvider":      true,
		"definitionProvider": true,
		"inlayHintProvider":  true,
		"codeActionProvider": object{"codeActionKinds": []string{"quickfix", "refactor.rewrite"}},
		"completionProvider": object{"triggerCharacters": []string{"."}},
	}
}

type initializeResult struct {
	Capabilities object     `json:"capabilities"`
	ServerInfo   serverInfo `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type markup struct {
	Kind  string `json:"kind"` // markdown or plaintext
	Value string `json:"value"`
}

type hover struct {
	Contents markup    `json:"contents"`
	Range    textRange `json:"range"`
}

// severities of diagnostics.
const (
	severityError   = 1
	severityWarning = 2
	severityHint    = 4
)

type diagnostic struct {
	Range    textRange `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code"` // the rule
	Source   string    `json:"source"`
	Message  string    `json:"message"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

type inlayHint struct {
	Position    position `json:"position"`
	Label       string   `json:"label"`
	Tooltip     string   `json:"tooltip,omitempty"`
	PaddingLeft bool     `json:"paddingLeft"`
}

// kinds of completions.
const (
	completesFunction  = 3
	completesVariable  = 6
	completesKeyword   = 14
	completesValue     = 12
	completesReference = 18
)

type completion struct {
	Label         string    `json:"label"`
	Kind          int       `json:"kind"`
	Detail        string    `json:"detail,omitempty"`
	Documentation *markup   `json:"documentation,omitempty"`
	TextEdit      *textEdit `json:"textEdit,omitempty"`
}

type completionList struct {
	IsIncomplete bool         `json:"isIncomplete"`
	Items        []completion `json:"items"`
}
