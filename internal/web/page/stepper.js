// Programs of SVP64, forward and back by element, group and instruction: SVSTATE, registers as elements of any width, and what moves next. A position says everything, so that a link to it shows it again.

import { Controls, says } from "./controls.js";
import { el, table } from "./element.js";
import { Picture } from "./picture.js";
import { Questions } from "./questions.js";
import { vectors } from "./vectors.js";

export const usual = {
	...{ text: "", vl: "1", pack: "", unpack: "", vertical: "", reg: "", mem: "", ctr: "0" }, // the program and what it begins with
	...{ at: "0", width: "64", dump: "" }, // where it stands, and how that is shown
};

const lines = (text) => text.split("\n").map((l) => l.trim()).filter((l) => l !== "");
const number = (text) => Math.max(Math.trunc(Number(text)) || 0, 0);

// beginning is the part of a request that says what is stepped through.
const beginning = (s) => ({ text: s.text, vl: number(s.vl), pack: s.pack === "1", unpack: s.unpack === "1", vertical: s.vertical === "1", reg: lines(s.reg), mem: lines(s.mem), ctr: number(s.ctr) });

// The commands, with the key for each: large letters go the other way.
const commands = [
	{ key: "R", name: "|◀", says: "to the beginning", to: 0 },
	{ key: "I", name: "◀ instruction", says: "back by an instruction", do: "back instruction" },
	{ key: "G", name: "◀ group", says: "back by a group", do: "back group" },
	{ key: "S", name: "◀ element", says: "back by an element", do: "back" },
	{ key: "s", name: "element ▶", says: "on by an element", do: "step" },
	{ key: "g", name: "group ▶", says: "on by a group", do: "step group" },
	{ key: "i", name: "instruction ▶", says: "on by an instruction", do: "step instruction" },
	{ key: "r", name: "▶|", says: "to the end", do: "run" },
];

export function mount(root, state) {
	const questions = new Questions();
	const change = (to, entry) => state.change(to, entry);
	const controls = new Controls(change);
	const begin = new Controls((to, entry) => change({ ...to, at: "0" }, entry)); // another program is at its beginning
	const part = (name, more = {}) => el("div", { id: "step-" + name, ...more });
	const read = el("p", { id: "step-read", role: "status" }), where = el("p", { id: "step-where", role: "status" }), last = el("p", { id: "step-last", class: "quiet" });
	const svstate = part("svstate"), moves = el("p", { id: "step-moves" }), lane = el("p", { class: "lane", role: "status" });
	const home = part("picture", { class: "picture", tabindex: 0, role: "group", "aria-roledescription": "picture", "aria-label": "What arrives in each lane, and what moves next. Arrow keys go from lane to lane." });
	const picture = new Picture(home, lane);
	const listing = part("listing", { class: "listing", tabindex: 0, role: "region", "aria-label": "the program, line by line" });
	const registers = part("registers"), fields = part("fields"), memory = part("memory", { class: "memory" });
	const scrub = el("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": "position", id: "step-scrub" });
	let asked = "", placed = "", length = null; // the program that is shown, the place, and how many steps there are

	const buttons = commands.map((c) => el("button", { type: "button", "data-key": c.key, "aria-label": c.says, "aria-keyshortcuts": c.key, title: `${c.says} (${c.key})`, onclick: () => go(c) }, c.name));
	const examples = vectors.map((p) => el("button", { type: "button", onclick: () => change({ ...usual, ...p.state }, true) }, p.name));
	const section = (id, title, ...children) => el("section", { "aria-labelledby": id, class: id }, el("h2", { id }, title), ...children);
	const source = el("details", { open: true }, el("summary", {}, "The program and what it begins with"),
		begin.text("Assembly of SVP64 and the Power ISA, or words in hexadecimal digits", "text", { rows: 7 }),
		el("div", { class: "choices" }, begin.text("VL", "vl", { size: 4 }), begin.text("CTR", "ctr", { size: 6 }), begin.check("PACK", "pack"), begin.check("UNPACK", "unpack"), begin.check("Vertical-First", "vertical")),
		el("div", { class: "sliders" }, begin.text("registers, r64=3333_2222_1111,5555 a line", "reg", { rows: 2 }), begin.text("memory, 0x1000=00ff a line", "mem", { rows: 2 })));
	const view = el("div", { class: "stepper" },
		el("section", { class: "whole", "aria-labelledby": "step-title" }, el("h2", { id: "step-title" }, "A program of SVP64, element by element"),
			el("div", { class: "examples", role: "group", "aria-label": "Examples" }, el("span", {}, "Try"), ...examples), read, source),
		el("section", { class: "whole", "aria-labelledby": "place-title" }, el("h2", { id: "place-title" }, "Where it stands"),
			el("div", { class: "steps", role: "toolbar", "aria-label": "Steps" }, ...buttons, controls.text("position", "at", { size: 6 })), scrub, where, last, svstate),
		section("next-title", "What moves next", moves, home, lane),
		section("lines-title", "Program", listing),
		section("elements-title", "Registers", el("div", { class: "choices" }, controls.choice("as elements of", "width", ["8", "16", "32", "64"], { 8: "8 bits", 16: "16 bits", 32: "32 bits", 64: "64 bits" })), registers, fields),
		section("bytes-title", "Memory", controls.text("pieces, 0x1000:64 a line", "dump", { rows: 1 }), memory));
	root.append(view);

	view.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, textarea, select")) return;
		const c = commands.find((c) => c.key === e.key);
		if (!c) return;
		e.preventDefault();
		go(c);
	});
	scrub.addEventListener("input", () => change({ at: scrub.value }, false));

	const place = (s) => ({ position: number(s.at), width: Number(s.width), svg: true, ...(lines(s.dump).length && { dump: lines(s.dump) }) });

	// go does a command from where it stands.
	function go(c) {
		const s = state.now;
		if (!asked) return;
		if (c.to !== undefined) return change({ at: String(c.to) }, true);
		questions.ask("state", "svp64/debug", { ...beginning(s), ...place(s), do: c.do }, (a) => {
			if (a.error) return says(read, a.error);
			placed = JSON.stringify([beginning(s), { ...place(s), position: a.position }]);
			change({ at: String(a.position) }, true);
			showPlace(a);
		});
	}

	// showProgram shows what does not change while it runs.
	function showProgram(a) {
		length = a.length ?? null;
		scrub.max = length ?? Math.max(a.position, 1000);
		if (!source.contains(document.activeElement)) source.open = false; // nobody writes there
		const rows = a.program.instructions.map((i) => el("tr", { "data-at": i.at }, el("td", { class: "quiet" }, i.at), el("td", { class: "words quiet" }, i.words), el("td", { class: "label" }, (i.labels ?? []).map((l) => l + ":").join(" ")), el("td", { title: i.does }, i.text)));
		listing.replaceChildren(el("table", {}, el("tbody", {}, ...rows)));
		says(read, null, `${rows.length} instructions, ${length ?? "more than two seconds of"} steps`);
	}

	const step = (s) => `${s.text}${s.move ? ": " + s.move : ""}${s.value ? " = " + s.value : ""}`;

	// showPlace shows where it stands.
	function showPlace(a) {
		const p = a.position;
		if (p > Number(scrub.max)) scrub.max = p;
		scrub.value = p;
		scrub.setAttribute("aria-valuetext", length === null ? String(p) : `${p} of ${length}`);
		where.textContent = `position ${p}${length === null ? "" : " of " + length}; ` + (a.over === "end" ? "the end" : a.over ? "it cannot go on: " + a.fault : `next: 0x${a.next.at} ${step(a.next)}`) + (a.gave_up ? "; " + a.gave_up : "");
		last.textContent = a.last ? "last: " + step(a.last) : "nothing is done yet";
		showState(a);
		const n = a.next ?? {};
		moves.textContent = a.over ? "Nothing moves." : `${step(n)}. It reads ${n.reads.join(", ") || "no register"} and writes ${n.writes.join(", ") || "none"}.`;
		picture.show(n.svg);
		const before = listing.querySelector("[aria-current]"), current = a.over === "end" ? null : listing.querySelector(`tr[data-at="${a.pc}"]`);
		if (before !== current) before?.removeAttribute("aria-current");
		current?.setAttribute("aria-current", "step");
		showRegisters(a);
		memory.replaceChildren(...(a.memory ?? []).map((m) => el("pre", { tabindex: 0, "aria-label": "bytes from 0x" + m.at + " on" }, bytesOf(m))));
	}

	const across = () => (matchMedia("(max-width: 640px)").matches ? 8 : 16); // bytes that a line has room for
	const bytesOf = (m, n = across()) => (m.hex.match(new RegExp(`.{1,${2 * n}}`, "g")) ?? []).map((row, k) => (parseInt(m.at, 16) + n * k).toString(16).padStart(6, "0") + "  " + row.match(/../g).join(" ")).join("\n");

	function showState(a) {
		const v = a.svstate, on = ["pack", "unpack", "vertical"].filter((k) => v[k]).map((k) => (k === "vertical" ? "Vertical-First" : k.toUpperCase()));
		const place = ([step, sub]) => `${step}.${"XYZW"[sub]}`;
		svstate.replaceChildren(el("dl", {}, ...[
			["SVSTATE", el("code", {}, v.word)], ["MAXVL, VL", `${v.maxvl}, ${v.vl}`], ["source at", place(v.srcstep)], ["destination at", place(v.dststep)], ["modes", on.join(", ") || "none"], ["CTR", el("code", {}, a.ctr.replace(/^0+(?=.)/, ""))],
		].map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))));
	}

	// showRegisters shows elements, the first one left. Signs say what the colours say.
	function showRegisters(a) {
		const marks = [["changed", "•", "changed"], ["reads", "↑", "is read next"], ["writes", "↓", "is written next"]];
		const cell = (r, value, k) => {
			const on = marks.filter(([key]) => (r[key] ?? []).includes(k));
			return el("td", { class: "code " + on.map(([key]) => key).join(" "), "data-element": k }, ...on.map(([, sign, words]) => el("span", { role: "img", "aria-label": words, title: words }, sign)), value);
		};
		const all = a.registers ?? [], count = 64 / Number(state.now.width);
		const head = el("tr", {}, el("th", { scope: "col" }, "element"), ...Array.from({ length: count }, (_, k) => el("th", { scope: "col" }, String(k))));
		const body = all.map((r) => el("tr", { "data-register": r.name }, el("th", { scope: "row" }, r.name), ...r.elements.map((value, k) => cell(r, value, k))));
		registers.replaceChildren(all.length === 0 ? el("p", { class: "quiet" }, "All registers are 0.") : el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "registers as elements" },
			el("table", { class: "elements" }, el("caption", {}, "Registers that hold something, or are touched: ", ...marks.flatMap(([, sign, words], k) => [k ? ", " : "", `${sign} ${words}`])), el("thead", {}, head), el("tbody", {}, ...body))));
		const said = (f) => f.name + " " + (f.bits || "no bit") + (f.changed ? " •" : "") + (f.reads ? " ↑" : "") + (f.writes ? " ↓" : "");
		fields.replaceChildren(a.fields ? table("Fields of the condition register", ["field", "bits", ""], a.fields.map((f) => [f.name, f.bits || "–", said(f).slice(f.name.length + 1 + (f.bits || "no bit").length).trim()])) : "");
	}

	return {
		show() {
			const s = state.now, b = beginning(s), question = JSON.stringify(b);
			begin.show(s);
			controls.show(s);
			for (const e of [...view.children].slice(1)) e.hidden = !s.text.trim();
			if (!s.text.trim()) {
				says(read, null);
				asked = "";
				source.open = true;
				return;
			}
			if (question !== asked) {
				asked = question;
				placed = "";
				questions.ask("program", "svp64/debug", { ...b, program: true }, (a) => {
					if (a.error) {
						for (const e of [...view.children].slice(1)) e.hidden = true; // which shows another program
						return says(read, a.error);
					}
					showProgram(a);
					this.show();
				});
				return;
			}
			if (!listing.firstChild) return; // its answer is to come
			const now = JSON.stringify([b, place(s)]);
			if (now === placed) return;
			placed = now;
			questions.ask("state", "svp64/debug", { ...b, ...place(s) }, (a) => (a.error ? says(read, a.error) : showPlace(a)));
		},
		unmount: () => questions.end(),
	};
}
