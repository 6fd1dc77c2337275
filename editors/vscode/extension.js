// Lanescope in VS Code: the server's protocol over pipes, and the editor's own API. It needs no other package.
'use strict';

const vscode = require('vscode');
const { spawn } = require('node:child_process');

const languages = [
  'asm', 'c', 'cpp', 'cuda-cpp', 'glsl', 'go', 'hlsl', 'lanes', 'llvm', 'mlir', 'objective-c', 'opencl', 'rust', 'visa', 'wat', 'wgsl',
];

// A connection frames messages, and gives each answer to who asked.
class Connection {
  constructor(child, told) {
    this.child = child;
    this.told = told;
    this.next = 1;
    this.asked = new Map();
    this.rest = Buffer.alloc(0);
    child.stdout.on('data', (data) => this.read(data));
    child.on('exit', () => {
      for (const { reject } of this.asked.values()) reject(new Error('lanescope has ended'));
      this.asked.clear();
    });
    child.stdin.on('error', () => {}); // it has ended, which is told above
  }

  read(data) {
    this.rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const header = this.rest.indexOf('\r\n\r\n');
      const length = /Content-Length: (\d+)/i.exec(this.rest.subarray(0, Math.max(header, 0)).toString());
      if (header < 0 || !length) return;
      const start = header + 4;
      const end = start + Number(length[1]);
      if (this.rest.length < end) return;
      const message = JSON.parse(this.rest.subarray(start, end).toString());
      this.rest = this.rest.subarray(end);
      const asked = this.asked.get(message.id);
      if (message.method) this.told(message.method, message.params);
      else if (asked) {
        this.asked.delete(message.id);
        if (message.error) asked.reject(new Error(message.error.message));
        else asked.resolve(message.result);
      }
    }
  }

  send(message) {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  tell(method, params) {
    this.send({ method, params });
  }

  ask(method, params, token) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      token?.onCancellationRequested(() => this.tell('$/cancelRequest', { id }));
      this.send({ id, method, params });
    });
  }
}

const range = (r) => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const named = (document) => ({ uri: document.uri.toString() });
const severity = [undefined, 0, 1, 2, 3]; // the editor counts from 0
const kinds = { 3: 2, 6: 5, 12: 11, 14: 13, 18: 17 };

// text is what the server says in Markdown.
function text(markup) {
  const s = new vscode.MarkdownString(markup.value);
  s.supportHtml = false;
  return s;
}

let connection;

async function activate(context) {
  const settings = vscode.workspace.getConfiguration('lanescope');
  const child = spawn(settings.get('path', 'lanescope'), ['lsp'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const failed = new Promise((_, reject) => child.on('error', reject));
  const found = vscode.languages.createDiagnosticCollection('lanescope');
  connection = new Connection(child, (method, params) => {
    if (method !== 'textDocument/publishDiagnostics') return;
    found.set(vscode.Uri.parse(params.uri), params.diagnostics.map((d) => {
      const diagnostic = new vscode.Diagnostic(range(d.range), d.message, severity[d.severity]);
      diagnostic.code = d.code;
      diagnostic.source = d.source;
      return diagnostic;
    }));
  });
  const options = { svg: true };
  if (settings.get('target')) options.target = settings.get('target');
  const capabilities = { textDocument: { hover: { contentFormat: ['markdown'] } } };
  try {
    await Promise.race([failed, connection.ask('initialize', { processId: process.pid, capabilities, initializationOptions: options })]);
  } catch (err) {
    vscode.window.showErrorMessage(`Lanescope does not start: ${err.message}. The setting lanescope.path says where it is.`);
    return;
  }
  connection.tell('initialized', {});
  context.subscriptions.push(found, ...follow(), ...provide());
}

// follow tells the server of documents: those that are open, and what becomes of them.
function follow() {
  const ours = (document) => languages.includes(document.languageId);
  const open = (document) => {
    if (!ours(document)) return;
    connection.tell('textDocument/didOpen', {
      textDocument: { ...named(document), languageId: document.languageId, version: document.version, text: document.getText() },
    });
  };
  vscode.workspace.textDocuments.forEach(open);
  return [
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (ours(document)) connection.tell('textDocument/didClose', { textDocument: named(document) });
    }),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (!ours(event.document) || event.contentChanges.length === 0) return;
      connection.tell('textDocument/didChange', {
        textDocument: { ...named(event.document), version: event.document.version },
        contentChanges: event.contentChanges.map((c) => ({ range: c.range, text: c.text })),
      });
    }),
  ];
}

// provide answers the editor with what the server says.
function provide() {
  const ask = (method, document, more, token) => connection.ask(`textDocument/${method}`, { textDocument: named(document), ...more }, token);
  return [
    vscode.languages.registerHoverProvider(languages, {
      async provideHover(document, position, token) {
        const h = await ask('hover', document, { position }, token);
        return h && new vscode.Hover(text(h.contents), range(h.range));
      },
    }),
    vscode.languages.registerDefinitionProvider(languages, {
      async provideDefinition(document, position, token) {
        const l = await ask('definition', document, { position }, token);
        return l && new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
      },
    }),
    vscode.languages.registerInlayHintsProvider(languages, {
      async provideInlayHints(document, within, token) {
        return (await ask('inlayHint', document, { range: within }, token)).map((h) => {
          const hint = new vscode.InlayHint(new vscode.Position(h.position.line, h.position.character), h.label);
          hint.paddingLeft = h.paddingLeft;
          hint.tooltip = h.tooltip;
          return hint;
        });
      },
    }),
    vscode.languages.registerCodeActionsProvider(languages, {
      async provideCodeActions(document, within, _context, token) {
        return (await ask('codeAction', document, { range: within, context: { diagnostics: [] } }, token)).map((a) => {
          const [first, ...rest] = a.kind.split('.');
          const kind = first === 'quickfix' ? vscode.CodeActionKind.QuickFix : vscode.CodeActionKind.Refactor.append(rest.join('.'));
          const action = new vscode.CodeAction(a.title, kind);
          action.isPreferred = a.isPreferred;
          action.edit = new vscode.WorkspaceEdit();
          for (const [uri, edits] of Object.entries(a.edit.changes)) {
            for (const e of edits) action.edit.replace(vscode.Uri.parse(uri), range(e.range), e.newText);
          }
          return action;
        });
      },
    }),
    vscode.languages.registerCompletionItemProvider(['asm', 'visa'], {
      async provideCompletionItems(document, position, token) {
        const list = await ask('completion', document, { position }, token);
        return new vscode.CompletionList(list.items.map((i) => {
          const item = new vscode.CompletionItem(i.label, kinds[i.kind]);
          item.detail = i.detail;
          if (i.documentation) item.documentation = text(i.documentation);
          item.insertText = i.textEdit.newText;
          item.range = range(i.textEdit.range);
          return item;
        }), list.isIncomplete);
      },
    }, '.'),
  ];
}

async function deactivate() {
  if (!connection) return;
  await connection.ask('shutdown').catch(() => {});
  connection.tell('exit');
}

module.exports = { activate, deactivate };
