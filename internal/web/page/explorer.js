// The explorer: a form, its picture, and tabs that say more about it. What is shown follows from one state, which is in the address.

import { ask, describe } from "./ask.js";
import { copyButton, el, table } from "./element.js";
import { examples } from "./examples.js";
import { markdown, saveJSON, savePNG, saveSVG } from "./exports.js";
import { Guide } from "./guide.js";
import { PasteBox } from "./paste.js";
import { drawing, Picture } from "./picture.js";
import { tabs } from "./tabs.js";
import { Wires } from "./wires.js";

export const usual = { form: "", from: "", tab: "names", b: "", target: "avx2", emit: "listing", cost: "balanced", kind: "", size: "4x4", type: "i32", forms: "" };

// The explorer is made once, and kept while another view is shown.
const home = document.getElementById("explorer").content.firstElementChild;
const $ = (id) => home.querySelector("#" + id);
let page = null; // the page's state, while the explorer is shown
let state = { ...usual };
let seen = null; // the answer about the form that is shown
let drawn = ""; // and its picture
const picture = new Picture($("picture"), $("lane"));
const otherPicture = new Picture($("other-picture"), $("lane"));
const guide = new Guide($("guide"));
const box = new PasteBox($("form")), otherBox = new PasteBox($("other"));
new Wires(picture, (lane, what) => settled(() => rewire(lane, what)));
const bar = tabs($("tabs"), (tab) => change({ tab }, true));

// A job is a question of which only the latest counts.
const jobs = {};
function latest(name) {
	jobs[name]?.abort();
	return (jobs[name] = new AbortController()).signal;
}

const change = (to, entry) => page?.change(to, entry);

// mount shows the explorer.
export function mount(root, given) {
	page = given;
	root.append(home);
	choices().catch(() => {});
	if (page.now.form === "") {
		$("form").focus();
		guide.begin();
	}
	window.addEventListener("popstate", undone);
	return {
		show() {
			state = page.now;
			refresh();
		},
		unmount() {
			page = null;
			window.removeEventListener("popstate", undone);
			for (const job of Object.values(jobs)) job.abort();
			shown = "";
		},
	};
}

const undone = () => guide.did("undone");

const request = (more) => ({ form: state.form, ...(state.from && { from: state.from }), ...more });

// refresh shows the state: first what is known at once.
let shown = "";
async function refresh() {
	fill();
	bar.show(state.tab);
	const form = JSON.stringify([state.form, state.from]);
	if (form !== shown) {
		shown = form;
		await see();
	}
	if (seen) await panels[state.tab]();
}

// settled runs what reports its own end: that somebody asked something else meanwhile is no error.
async function settled(what) {
	try {
		await what();
	} catch (e) {
		if (e.name === "AbortError") return;
		say($("read"), "The question did not get through: " + e.message, "bad");
	}
}

// fill puts the state into the fields, except where somebody types.
function fill() {
	for (const [id, key] of Object.entries(fields)) {
		const e = $(id);
		if (e.value === state[key] || typing.has(e)) continue;
		if (e.tagName === "SELECT" && ![...e.options].some((o) => o.value === state[key])) continue;
		e.value = state[key];
		if (id === "form") box.keep();
		if (id === "other") otherBox.keep();
	}
}

// typing are the fields whose last letters are not in the state yet.
const typing = new Set();

const fields = { form: "form", from: "from", other: "b", target: "target", emit: "emit", cost: "cost", kind: "kind", size: "size", type: "type", "network-target": "target", forms: "forms" };

function say(e, text, kind) {
	e.replaceChildren(text);
	e.className = kind ?? "";
}

// complain says what is wrong with a text, and where.
function complain(e, error, text) {
	say(e, error.message, "bad");
	const line = text.split("\n")[(error.line ?? 0) - 1];
	if (line === undefined || !error.col) return;
	const before = [...new TextDecoder().decode(new TextEncoder().encode(line).slice(0, error.col - 1))];
	const caret = el("span", { class: "caret" }, line + "\n" + before.map((c) => (c === "\t" ? c : " ")).join("") + "▲");
	e.append(caret);
	caret.scrollLeft = (before.length - 20) * caret.scrollWidth / Math.max([...line].length, before.length + 1); // so that it is seen
}

// see reads the form and draws it.
async function see() {
	const signal = latest("see");
	if (state.form.trim() === "") {
		seen = null;
		box.keep();
		say($("read"), "");
		$("seen").hidden = $("more").hidden = true;
		$("first").hidden = false;
		return;
	}
	await settled(async () => {
		paint(box, request({}), signal);
		const [e, d] = await Promise.all([
			ask("explain", request({ targets: ["none"], forms: ["none"] }), signal),
			ask("draw", request({ width: Math.max(Math.min(home.clientWidth - 80, 1200), 360) }), signal),
		]);
		signal.throwIfAborted();
		const error = e.error ?? d.error;
		if (error) {
			seen = null;
			$("seen").hidden = $("more").hidden = true;
			return complain($("read"), error, state.form);
		}
		seen = e;
		say($("read"), "read as " + e.dialect, "good");
		$("first").hidden = true;
		$("seen").hidden = $("more").hidden = false;
		$("seen-title").textContent = e.patterns.length ? patternText(e.patterns[0]) : "No pattern that has a name";
		$("map").textContent = e.map;
		$("warnings").replaceChildren(...e.warnings.map((w) => el("li", {}, w)));
		drawn = d.svg;
		picture.show(d.svg, lanesOf(e.map));
		guide.did("seen");
	});
}

// paint colours what is in a paste box.
async function paint(box, request, signal) {
	await settled(async () => box.show(await ask("tokens", request, signal)));
}

// lanesOf are the lanes of a map's result in lane notation, and shapesOf how many lanes its sources have.
const lanesOf = (map) => map.slice(map.indexOf("->") + 2).replace(/^ *i\d+x\d+:/, "").trim().split(/ +/);
const shapesOf = (map) => [...map.slice(0, map.indexOf("->")).matchAll(/i\d+x(\d+)/g)].map(([, n]) => Number(n));

// rewire makes a lane of the result another one, and says the new map in the text's own dialect: with one number or letter of it changed where that is all, else anew.
async function rewire(lane, what) {
	guide.did("rewired");
	const lanes = lanesOf(seen.map);
	if (lanes[lane] === what) return;
	const wanted = seen.map.slice(0, seen.map.length - lanes.join(" ").length) + lanes.with(lane, what).join(" ");
	const signal = latest("rewire");
	const as = async (form, to, from) => ask("translate", { form, to, ...(from && { from }) }, signal);
	const map = await as(wanted, "lane", "lane");
	if (map.error) return say($("lane"), what + ": " + map.error.message, "lane bad");
	for (const form of slightlyChanged(lane, lanes.length, what)) {
		const t = await as(form, "lane", seen.dialect);
		if (!t.error && t.map === map.map) return change({ form }, true);
	}
	const said = await as(map.map, seen.dialect, "lane");
	signal.throwIfAborted();
	if (said.lines?.length) return change({ form: said.lines.join("\n") }, true);
	change({ form: map.map, from: "" }, true);
	say($("lane"), seen.dialect + " cannot say it: " + said.reason, "lane");
}

// slightlyChanged are texts in which one number or letter is another: that of the lane, where the last numbers of the text are those of the lanes, or where a word has a letter for
// each lane. Whether that is the map that is wanted the library says.
function* slightlyChanged(lane, lanes, what) {
	const [, name, index] = /^([a-z])(\d+)$/.exec(what) ?? [];
	if (!name) return;
	const numbers = box.places("number"), at = numbers[numbers.length - lanes + lane];
	const before = shapesOf(seen.map).slice(0, "abcefgh".indexOf(name)).reduce((a, b) => a + b, 0);
	if (at !== undefined) for (const n of [before + Number(index), Number(index)]) yield box.with(at, String(n));
	for (const k of box.places("word")) {
		const word = box.tokens[k].text;
		const letters = ["xyzw", "XYZW", "rgba", "stpq"].find((l) => word.length === lanes && [...word].every((c) => (l + "01.").includes(c)));
		if (letters?.[index]) yield box.with(k, word.slice(0, lane) + letters[index] + word.slice(lane + 1));
	}
}

function patternText(p) {
	const values = Object.entries(p.params).map(([k, v]) => k + "=" + v).join(" ");
	return p.name + (values && " " + values) + (p.operands ? ", operands " + p.operands.join(", ") : "");
}

function fact(list, name, value) {
	if (value) list.append(el("dt", {}, name), el("dd", {}, value));
}

// busy marks a panel while an answer is on its way.
async function busy(panel, what) {
	panel.setAttribute("aria-busy", "true");
	try {
		await settled(what);
	} finally {
		panel.removeAttribute("aria-busy");
	}
}

const counts = (s) => [s.ops + (s.ops === 1 ? " op" : " ops"), s.constants && s.constants + " constants", s.copies && s.copies + " copies"].filter(Boolean).join(", ");
const proofs = { minimal: "minimal", bounded: "bounded", "best-known": "best found" };
const proofOf = (s) => el("span", { class: "proof-" + s.proof }, proofs[s.proof] + (s.proof === "best-known" ? ", at least " + s.lower_bound + " ops" : ""));

const panels = {
	names() {
		const list = el("dl");
		fact(list, "canonical form", el("code", {}, seen.canonical));
		fact(list, "of operands", seen.operands?.join(", "));
		fact(list, "lanes", seen.lanes > 1 && "the same in each of " + seen.lanes);
		fact(list, "part", seen.part);
		const rows = seen.patterns.map((p) => [p.name, Object.entries(p.params).map(([k, v]) => k + "=" + v).join(" "), (p.operands ?? []).join(", ")]);
		$("panel-names").replaceChildren(list, rows.length ? table("Patterns that it is, the most specific first", ["name", "parameters", "operands"], rows) : el("p", {}, "No pattern of the library has this map among its masks."));
	},

	async dialects() {
		const panel = $("panel-dialects"), signal = latest("dialects");
		await busy(panel, async () => {
			const [e, all] = await Promise.all([ask("explain", request({ targets: ["none"], forms: ["all"] }), signal), choices()]);
			signal.throwIfAborted();
			if (e.error) return say(panel, e.error.message, "bad");
			const rows = Object.entries(e.forms).map(([d, text]) => [d, text, copyButton(text, d)]);
			const others = all.to.filter((d) => !(d in e.forms));
			const lines = el("div");
			const to = el("select", {}, ...others.map((d) => el("option", { value: d }, d)));
			const translate = el("button", { type: "button", onclick: () => settled(async () => {
				const t = await ask("translate", request({ to: to.value }));
				const text = (t.lines ?? []).join("\n");
				lines.replaceChildren(t.error || t.reason ? el("p", { class: "bad" }, t.error?.message ?? t.reason) : el("pre", {}, text), text ? copyButton(text, to.value) : "");
			}) }, "translate");
			panel.replaceChildren(table("In one line", ["dialect", { name: "text", code: true }, ""], rows), el("div", { class: "choices" }, el("label", {}, "in several lines, as ", to), translate), lines);
		});
	},

	async machines() {
		const panel = $("panel-machines"), signal = latest("machines");
		const show = (e, note) => {
			if (e.error) return say(panel, e.error.message, "bad");
			const rows = e.targets.map((t) => t.error ? [t.target, "", "", el("span", { class: "quiet" }, t.error)] : [t.target, counts(t), proofOf(t), t.sequence.join("\n") || "nothing to do"]);
			panel.replaceChildren(table(note, ["machine", "cost", "proof", { name: "instructions", code: true }], rows));
		};
		await busy(panel, async () => {
			const first = await ask("explain", request({ targets: ["all"], forms: ["none"], target: state.target in own ? undefined : state.target }), signal);
			signal.throwIfAborted();
			show(first, "Decided at once; a search for cheaper ones goes on");
			const best = await ask("explain", request({ targets: ["all"], forms: ["none"] }), signal);
			signal.throwIfAborted();
			show(best, "The cheapest sequences known: ■ nothing cheaper exists, ◧ none as cheap has fewer ops, □ the best that was found");
		});
	},

	async prove() {
		const signal = latest("prove"), verdict = $("verdict");
		picture.differ();
		if (state.b.trim() === "") {
			otherBox.keep();
			say(verdict, "Paste a second form, in whatever dialect.");
			return otherPicture.show("");
		}
		await busy($("panel-prove"), async () => {
			paint(otherBox, { form: state.b }, signal);
			const [p, d] = await Promise.all([
				ask("prove", { a: state.form, b: state.b }, signal),
				ask("draw", { form: state.b, width: Math.max(Math.min($("panel-prove").clientWidth - 20, 1200), 360) }, signal),
			]);
			signal.throwIfAborted();
			otherPicture.show(d.svg ?? "");
			if (!p.error) guide.did("proved");
			if (p.error) return complain(verdict, p.error, p.error.field === "a" ? state.form : state.b);
			say(verdict, p.text, p.verdict === "differ" ? "bad" : "good");
			if (p.lane === undefined) return;
			if (p.bits !== widthOf(p.mapA) || p.bits !== widthOf(p.mapB)) verdict.append(", in lanes of " + p.bits + " bits");
			const bit = p.lane * p.bits;
			picture.differ(bit, widthOf(p.mapA));
			otherPicture.differ(bit, widthOf(p.mapB));
		});
	},

	async code() {
		const signal = latest("code");
		await choices();
		await busy($("panel-code"), async () => {
			const emit = state.emit === "listing" ? undefined : state.emit;
			const show = (l, more) => {
				if (l.error) { say($("code-says"), l.error.message, "bad"); return $("code").replaceChildren(); }
				const text = l.code ?? l.sequence.join("\n");
				const places = Object.entries(l.operands ?? {}).map(([k, v]) => k + " = " + [v].flat().join(" ")).join(", ");
				$("code-says").replaceChildren(counts(l) + "; ", proofOf(l), places && "; " + places, more);
				$("code-says").className = "";
				$("code").replaceChildren(el("pre", {}, text || "nothing to do"), copyButton(text, "the code"));
			};
			const quick = await ask("lower", request({ target: state.target, emit, cost: state.cost, effort: "quick" }), signal);
			signal.throwIfAborted();
			if (!quick.error) show(quick, "; a search goes on …");
			const best = await ask("lower", request({ target: state.target, emit, cost: state.cost }), signal);
			signal.throwIfAborted();
			show(best, best.ended && best.ended !== "done" ? "; the search ended at its " + best.ended : "");
		});
	},

	async network() {
		const signal = latest("network"), says = $("network-says");
		await choices();
		const forms = state.forms.split("\n").filter((l) => l.trim() !== "");
		$("forms-label").hidden = state.kind !== "";
		$("size").disabled = $("type").disabled = state.kind === "";
		if (!state.kind && forms.length === 0) {
			say(says, "Choose a kind, or write several forms over the same names.");
			return $("network").replaceChildren();
		}
		await busy($("panel-network"), async () => {
			const target = state.target in own ? "avx2" : state.target;
			const n = await ask("network", { target, svg: true, width: Math.max(Math.min(home.clientWidth - 80, 1200), 360), ...(state.kind ? { kind: state.kind, size: state.size, type: state.type } : { forms }) }, signal);
			signal.throwIfAborted();
			if (n.error) { say(says, n.error.message, "bad"); return $("network").replaceChildren(); }
			says.className = "";
			says.replaceChildren(counts(n) + "; " + n.stages + " stages, " + n.registers + " registers; ", proofOf(n));
			const text = n.sequence.join("\n");
			const rows = Object.entries(n.operands).map(([k, v]) => [k, v.join(" ")]);
			const stages = el("div", { class: "picture", tabindex: 0, role: "group", "aria-label": "The picture of the stages" }, drawing(n.svg));
			$("network").replaceChildren(stages, el("pre", {}, text), copyButton(text, "the listing"), table("Where values are", ["value", { name: "registers", code: true }], rows));
		});
	},
};

// own are targets without rows, which have no search.
const own = { svp64: 1, visa: 1, g13: 1 };

// widthOf is how many bits a lane of a map's result has.
function widthOf(map) {
	const [sources, result] = map.split("->");
	return Number(/i(\d+)x?\d*:/.exec(result)?.[1] ?? /i(\d+)x/.exec(sources)[1]);
}

// choices are what fields of requests may be, as the description says it; it fills the selects once.
let described;
function choices() {
	described ??= (async () => {
		const doc = await describe();
		const of = (endpoint, field) => {
			const p = doc.paths["/api/" + endpoint].post.requestBody.content["application/json"].schema.properties[field];
			return p.enum ?? p.oneOf?.[0].items.enum;
		};
		const put = (id, values, names = {}) => $(id).append(...values.map((v) => el("option", { value: v }, names[v] ?? v)));
		put("from", of("explain", "from"));
		put("target", of("lower", "target"));
		put("emit", of("lower", "emit"));
		put("cost", of("lower", "cost"));
		put("kind", ["", ...of("network", "kind")], { "": "forms" });
		put("network-target", of("network", "target"));
		fill();
		return { to: of("translate", "to") };
	})();
	return described;
}

// Every field changes its part of the state: texts while they are typed, and as an entry of the history when they are left.
for (const [id, key] of Object.entries(fields)) {
	const e = $(id);
	const typed = e.tagName !== "SELECT";
	let wait, pasted = false;
	e.addEventListener("input", () => {
		clearTimeout(wait);
		typing.add(e);
		wait = setTimeout(() => {
			typing.delete(e);
			change({ [key]: e.value }, !typed || pasted);
			pasted = false;
		}, 0); // behind all that one key or one paste changes
	});
	if (typed) e.addEventListener("paste", () => { pasted = true; });
}

for (const { name, from, state: to } of examples) {
	const plain = { form: "", from: "", tab: "names", b: "", kind: "", forms: "", emit: "listing", cost: "balanced" };
	$("examples").append(el("button", { type: "button", title: from, onclick: () => change({ ...plain, ...to }, true) }, name));
	$("origins").append(el("li", {}, name + " – " + from));
}

for (const event of ["pointermove", "keydown"]) $("picture").addEventListener(event, () => { if ($("lane").textContent) guide.did("pointed"); });

// What is seen is taken along by buttons, which say that they did.
const takes = {
	"SVG": async () => saveSVG(drawn),
	"PNG": async () => savePNG(drawn),
	"JSON": async () => saveJSON(await ask("explain", request({}))),
	"Markdown": async () => {
		const [e, d] = await Promise.all([ask("explain", request({ forms: ["none"] })), ask("draw", request({ ascii: true, width: 100 }))]);
		const said = e.error ?? d.error;
		if (said) throw new Error(said.message);
		await navigator.clipboard.writeText(markdown({ form: state.form, map: e.map, title: $("seen-title").textContent, text: d.text, targets: e.targets, link: location.href }));
	},
	"link": async () => navigator.clipboard.writeText(location.href),
};
for (const [name, take] of Object.entries(takes)) {
	const copies = name === "Markdown" || name === "link", b = el("button", { type: "button" }, (copies ? "copy " : "save ") + name);
	b.addEventListener("click", async () => {
		const says = (text) => {
			b.textContent = text;
			setTimeout(() => { b.textContent = (copies ? "copy " : "save ") + name; }, 1500);
		};
		try {
			await take();
			says(copies ? "copied" : "saved");
		} catch {
			says("not allowed");
		}
	});
	$("takes").append(b);
}
