// Regions of vISA: an instruction, what each operand touches on the registers, and every rule that looks at it.
//
//	mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>
//	         ╰ sliders write into the text ╯

import { el } from "./element.js";
import { Controls, says } from "./controls.js";
import { Picture } from "./picture.js";
import { Questions } from "./questions.js";

export const usual = { inst: "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>", grf: "32", type: "d", addr: "A0=&V33[16]" };

const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, k) => String(from + k));

// The instruction up to its first source, that source, and what is behind.
const instruction = /^(.*?\(\s*\w+\s*,\s*)(\d+)(\s*\)\s+\S+\s+)(.*)$/;
const direct = /^((?:\([^)]*\))?)(\w+)\((\d+),(\d+)\)<(\d+);(\d+),(\d+)>(.*)$/;
const indirect = /^((?:\([^)]*\))?)r\[(\w+)\((\d+)\)(?:,(-?\d+))?\]<(?:(\d+);)?(\d+),(\d+)>(:\w+)?(.*)$/;

// parts are what sliders show of a text; nothing of what they cannot.
function parts(text) {
	const i = instruction.exec(text);
	if (!i) return {};
	const p = { head: i[1], exec: i[2], middle: i[3] };
	const d = direct.exec(i[4]), r = indirect.exec(i[4]);
	if (d) return { ...p, by: "direct", mod: d[1], name: d[2], row: d[3], col: d[4], v: d[5], w: d[6], h: d[7], rest: d[8] };
	if (r) return { ...p, by: "indirect", mod: r[1], name: r[2], element: r[3], disp: r[4] ?? "0", v: r[5] ?? "none", w: r[6], h: r[7], as: r[8] ?? "", rest: r[9] };
	return p;
}

// text is the instruction with its parts.
function text(p) {
	const region = p.v === "none" ? `<${p.w},${p.h}>` : `<${p.v};${p.w},${p.h}>`;
	const source = p.by === "direct" ? `${p.name}(${p.row},${p.col})${region}` : `r[${p.name}(${p.element}),${p.disp}]${region}${p.as}`;
	return p.head + p.exec + p.middle + p.mod + source + p.rest;
}

export function mount(root, state) {
	const questions = new Questions();
	const change = (to, entry) => {
		const p = { ...parts(state.now.inst), ...to };
		if (to.by === "indirect") Object.assign(p, { name: "A0", element: "0", disp: "0", as: ":" + state.now.type });
		if (to.by === "direct") Object.assign(p, { name: "V33", row: "0", col: "0", v: p.v === "none" ? p.w : p.v });
		state.change({ inst: text(p) }, entry);
	};
	const pieces = new Controls(change), whole = new Controls((to, entry) => state.change(to, entry));
	const lane = el("p", { class: "lane", role: "status" });
	const read = el("p", { role: "status", id: "regions-read" });
	const pictures = el("div", { class: "pictures" });
	const verdict = el("p", { role: "status", id: "verdict" });
	const rules = el("ul", { class: "rules" });
	const cut = el("div");
	const row = pieces.slider("register", "row", numbers(0, 15)), col = pieces.slider("element", "col", numbers(0, 31));
	const element = pieces.slider("address", "element", numbers(0, 15)), disp = pieces.slider("bytes behind it", "disp", numbers(-64, 64));
	const address = whole.text("addresses hold", "addr", { wide: true });
	root.append(el("div", { class: "regions" },
		el("section", { "aria-labelledby": "regions-title" },
			el("h2", { id: "regions-title" }, "A region on the registers"),
			whole.text("An instruction of vISA", "inst", { wide: true }), read,
			el("div", { class: "sliders" },
				pieces.slider("lanes", "exec", ["1", "2", "4", "8", "16", "32"]),
				pieces.slider("V, between rows", "v", (s) => (s.by === "indirect" ? ["none"] : []).concat(["0", "1", "2", "4", "8", "16", "32"])),
				pieces.slider("W, lanes of a row", "w", ["1", "2", "4", "8", "16"]),
				pieces.slider("H, between lanes", "h", ["0", "1", "2", "4"]),
				row, col, element, disp),
			el("div", { class: "choices" },
				pieces.choice("source", "by", ["direct", "indirect"]),
				whole.choice("type of what is not declared", "type", ["ub", "b", "uw", "w", "hf", "ud", "d", "f", "uq", "q", "df"]),
				whole.choice("bytes of a register", "grf", ["32", "64"])),
			address),
		el("section", { "aria-labelledby": "touched-title" }, el("h2", { id: "touched-title" }, "What each operand touches"), pictures, lane),
		el("section", { "aria-labelledby": "rules-title" }, el("h2", { id: "rules-title" }, "Rules"), verdict, cut, rules)));

	// use takes a legal instruction. The button is gone then: the rules are where the reader goes on.
	const use = (to) => {
		state.change({ inst: to }, true);
		verdict.tabIndex = -1;
		verdict.focus();
	};

	function showRules(a) {
		cut.replaceChildren();
		if (a.error) {
			says(read, a.error);
			says(verdict, null);
			return rules.replaceChildren();
		}
		says(read, null, "read as " + a.text);
		const broken = a.rules.filter((r) => !r.ok);
		const errors = broken.filter((r) => !r.warning);
		says(verdict, errors.length ? { message: "not legal: " + errors.map((r) => r.rule).join(", ") } : null, "legal" + (broken.length ? ", but probably not meant" : ""));
		rules.replaceChildren(...broken.map(brokenRule), ...a.rules.filter((r) => r.ok).map((r) => el("li", { class: "kept" }, mark(r), el("details", {}, el("summary", {}, r.rule), r.says))));
	}

	const mark = (r) => el("span", { class: "mark", role: "img", "aria-label": r.ok ? "kept" : r.warning ? "to be looked at" : "broken" }, r.ok ? "✓" : r.warning ? "!" : "✗");

	function brokenRule(r) {
		const item = el("li", { class: r.warning ? "warned" : "broken" }, mark(r), el("div", {}, el("strong", {}, r.rule), el("p", {}, r.message), r.says && el("blockquote", {}, r.says)));
		if (r.legal) {
			const same = r.elsewhere ? "touches other elements" : "touches the same elements";
			item.lastChild.append(el("p", { class: "offer" }, el("button", { type: "button", onclick: () => use(r.legal) }, "use ", el("code", {}, r.legal)), " ", el("span", { class: r.elsewhere ? "elsewhere" : "same" }, same)));
		}
		if (r.splits) item.lastChild.append(el("p", {}, el("button", { type: "button", onclick: showPieces }, "legal pieces with the same elements")));
		return item;
	}

	function showPieces() {
		questions.ask("split", "visa/split", { text: state.now.inst, type: state.now.type, grf: Number(state.now.grf) }, (a) => {
			cut.replaceChildren(a.error ? el("p", { class: "bad" }, a.error.message) : el("pre", { tabindex: 0, "aria-label": "the pieces" }, a.pieces.join("\n")));
		});
	}

	function showPictures(a) {
		lane.textContent = "";
		if (a.error) return pictures.replaceChildren();
		const drawn = [];
		pictures.replaceChildren(...(a.operands ?? [a]).map((o) => {
			if (o.why) return el("figure", {}, el("figcaption", {}, el("code", {}, o.text), " ", el("span", { class: "quiet" }, o.why)));
			const home = el("div", { class: "picture", tabindex: 0, role: "group", "aria-roledescription": "picture", "aria-label": `The registers of ${o.text}. Arrow keys go from element to element.` });
			const notes = [`${o.role}, ${o.exec} lanes`];
			if (o.elements) notes.push("elements " + o.elements.join(" "));
			if (o.behind.length) notes.push(`✗ lanes ${o.behind.join(" ")} lie behind two registers`);
			if (o.undefined.length) notes.push(`? lanes ${o.undefined.join(" ")} are outside of the variable`);
			const figure = el("figure", {}, el("figcaption", {}, el("code", {}, o.text), " ", ...notes.map((n) => el("span", {}, n))), home);
			drawn.push(() => new Picture(home, lane).show(o.svg));
			return figure;
		}));
		for (const show of drawn) show(); // in its place, since a picture asks how much room it has
	}

	return {
		show() {
			const now = state.now, p = parts(now.inst);
			whole.show(now);
			pieces.show(p);
			row.hidden = col.hidden = p.by === "indirect";
			element.hidden = disp.hidden = address.hidden = p.by !== "indirect";
			const request = { text: now.inst, type: now.type, grf: Number(now.grf) };
			questions.ask("check", "visa/check", { ...request, rules: true }, showRules);
			questions.ask("eval", "visa/eval", { ...request, svg: true, ...(p.by === "indirect" && { var: [now.addr] }) }, showPictures);
		},
		unmount: () => questions.end(),
	};
}
