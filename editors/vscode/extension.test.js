// The extension as VS Code runs it, with an editor of the test's own: node extension.test.js LANESCOPE
'use strict';

const assert = require('node:assert/strict');
const Module = require('node:module');

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range {
  constructor(a, b, c, d) { this.start = new Position(a, b); this.end = new Position(c, d); }
}
class Kind {
  constructor(value) { this.value = value; }
  append(more) { return new Kind(`${this.value}.${more}`); }
}
const event = () => {
  const all = [];
  const on = (f) => { all.push(f); return { dispose() {} }; };
  on.fire = (e) => all.forEach((f) => f(e));
  return on;
};
const providers = {};
const found = new Map();
let arrived = () => {};
const text = [
  'swap:',
  '\tvpshufd\t$78, %xmm0, %xmm1 # é😀',
  '\tvpshufd\t$177, %xmm1, %xmm1',
  '\tjmp\tswap',
  '',
].join('\r\n');
const document = { uri: { toString: () => 'file:///x.s' }, languageId: 'asm', version: 1, getText: () => text };
const register = (name) => (_languages, provider) => { providers[name] = provider; return { dispose() {} }; };

const vscode = {
  Position, Range,
  MarkdownString: class { constructor(value) { this.value = value; } },
  Diagnostic: class { constructor(r, message, severity) { Object.assign(this, { range: r, message, severity }); } },
  Hover: class { constructor(contents, r) { Object.assign(this, { contents, range: r }); } },
  Location: class { constructor(uri, r) { Object.assign(this, { uri, range: r }); } },
  InlayHint: class { constructor(position, label) { Object.assign(this, { position, label }); } },
  CodeAction: class { constructor(title, kind) { Object.assign(this, { title, kind }); } },
  CodeActionKind: { QuickFix: new Kind('quickfix'), Refactor: new Kind('refactor') },
  WorkspaceEdit: class { edits = []; replace(...e) { this.edits.push(e); } },
  CompletionItem: class { constructor(label, kind) { Object.assign(this, { label, kind }); } },
  CompletionList: class { constructor(items, isIncomplete) { Object.assign(this, { items, isIncomplete }); } },
  Uri: { parse: (s) => ({ toString: () => s }) },
  workspace: {
    textDocuments: [document, { languageId: 'markdown' }],
    getConfiguration: () => ({ get: (name) => ({ path: process.argv[2], target: 'avx2' })[name] }),
    onDidOpenTextDocument: event(), onDidCloseTextDocument: event(), onDidChangeTextDocument: event(),
  },
  window: { showErrorMessage: (s) => { throw new Error(s); } },
  languages: {
    createDiagnosticCollection: () => ({ set: (uri, list) => { found.set(uri.toString(), list); arrived(); }, dispose() {} }),
    registerHoverProvider: register('hover'), registerDefinitionProvider: register('definition'), registerInlayHintsProvider: register('hints'),
    registerCodeActionsProvider: register('actions'), registerCompletionItemProvider: register('completion'),
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

const findings = async (want) => {
  while (!want(found.get('file:///x.s'))) await new Promise((resolve) => { arrived = resolve; });
  return found.get('file:///x.s');
};

(async () => {
  const extension = require('./extension.js');
  const context = { subscriptions: [] };
  await extension.activate(context);
  assert.equal(context.subscriptions.length, 9);
  const [wasted] = await findings((list) => list?.length === 1);
  assert.equal(wasted.code, 'wasted');
  assert.equal(wasted.severity, 3);
  assert.deepEqual(wasted.range, new Range(1, 1, 2, '\tvpshufd\t$177, %xmm1, %xmm1'.length));

  const hover = await providers.hover.provideHover(document, new Position(1, 3));
  assert.match(hover.contents.value, /^\*\*swap the halves of xmm0\*\*/);
  assert.match(hover.contents.value, /data:image\/svg\+xml;base64,/);
  const hints = await providers.hints.provideInlayHints(document, new Range(0, 0, 9, 0));
  assert.deepEqual(hints.map((h) => h.label), ['→ a2 a3 a0 a1', '→ a1 a0 a3 a2']);
  assert.equal(hints[0].position.character, '\tvpshufd\t$78, %xmm0, %xmm1 # é😀'.length);
  const place = await providers.definition.provideDefinition(document, new Position(3, 6));
  assert.equal(place.range.start.line, 0);
  assert.equal(await providers.definition.provideDefinition(document, new Position(1, 3)), null);
  const actions = await providers.actions.provideCodeActions(document, new Range(0, 0, 9, 0), {});
  const rewrite = actions.find((a) => a.title.startsWith('Rewrite to 1 instruction'));
  assert.equal(rewrite.kind.value, 'refactor.rewrite');
  assert.equal(rewrite.edit.edits[0][2], '\tvpshufd $27, %xmm0, %xmm1');

  document.version = 2;
  vscode.workspace.onDidChangeTextDocument.fire({ document, contentChanges: [{ range: new Range(1, 0, 3, 0), text: 'setvl 0,0,2,1,1,1\r\nsv.m' }] });
  await findings((list) => list?.some((d) => d.code === 'syntax'));
  const list = await providers.completion.provideCompletionItems(document, new Position(2, 4));
  assert.deepEqual(list.items.map((i) => i.label), ['sv.mv.swiz']);
  assert.equal(list.items[0].kind, 2);

  vscode.workspace.onDidCloseTextDocument.fire(document);
  await findings((all) => all?.length === 0);
  await extension.deactivate();
  console.log('ok');
})().catch((err) => { console.error(err); process.exit(1); });
