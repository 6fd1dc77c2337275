// The debugger of the Apple G13: a program, what it begins with, and where it stands. A position says everything, so that a link to it shows it again, and a step back is a position that is one less.

import { Controls, says } from "./controls.js";
import { el, table } from "./element.js";
import { programs } from "./programs.js";
import { Questions } from "./questions.js";
import { all as allReadings, readings } from "./readings.js";
import { Timeline } from "./timeline.js";

export const usual = {
	...{ text: "", code: "", grid: "32", tg: "", uniform: "", reg: "", buffer: "" }, // the dispatch
	...{ at: "0", stops: "", print: "", group: "-1" }, // where it stands, and at what
	...{ show: "x", mem: "", as: "", width: "64" }, // how it is shown
};

const lines = (text) => text.split("\n").map((l) => l.trim()).filter((l) => l !== "");
const sizes = (text) => text.split(/[\s,x×]+/).filter((n) => n !== "").map(Number);
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (b) => parseInt(b, 16));
const columns = 256, near = 128;
const whenIdle = window.requestIdleCallback ?? ((f) => setTimeout(f, 20));

// dispatch is the part of a request that says what is debugged.
function dispatch(s) {
	const grid = sizes(s.grid), tg = sizes(s.tg);
	return {
		...(s.code.trim() ? { code: s.code } : { text: s.text }), uniform: lines(s.uniform), reg: lines(s.reg), buffer: lines(s.buffer),
		...(grid.length && { grid }), ...(tg.length && { threadgroup: tg }),
	};
}

// The commands, with the key for each: large letters go the other way, as in the debugger on a terminal.
const commands = [
	{ key: "G", name: "|◀", says: "to the beginning", do: "goto 0" },
	{ key: "R", name: "◀◀", says: "run back to a stop", do: "back run" },
	{ key: "b", name: "◀", says: "a step back", do: "back" },
	{ key: "s", name: "▶", says: "a step", do: "step" },
	{ key: "n", name: "next", says: "next, over a call", do: "next" },
	{ key: "k", name: "block", says: "to the next block", do: "block" },
	{ key: "K", name: "block back", says: "block back, to the one before", do: "back block" },
	{ key: "r", name: "▶▶", says: "run to a stop", do: "run" },
];

export function mount(root, state) {
	const questions = new Questions();
	const change = (to, entry) => state.change(to, entry);
	const controls = new Controls(change);
	const begin = new Controls((to, entry) => change({ ...to, at: "0" }, entry)); // another dispatch is at its beginning
	const part = (name, more = {}) => el("div", { id: "debug-" + name, ...more });
	const read = el("p", { id: "debug-read", role: "status" }), where = el("p", { id: "debug-where", role: "status" }), notes = el("ul", { id: "debug-notes" });
	const listing = part("listing", { class: "listing", tabindex: 0, role: "region", "aria-label": "the program, line by line" });
	const lanes = part("lanes", { class: "lanes", tabindex: 0, role: "region", "aria-label": "registers by lanes" }), cell = el("p", { class: "lane", role: "status" });
	const groups = part("groups"), uniforms = part("uniforms"), values = part("values"), memory = part("memory", { class: "memory" }), chosen = part("programs");
	const file = el("input", { type: "file", "aria-label": "a program in a file: assembly, code or an archive" });
	const wholly = new Timeline("the whole run", scrub), closely = new Timeline("steps nearby", scrub);
	let asked = "", placed = "", known = null, length = null, about = ""; // the dispatch that is shown, the place, and what is known of the program: also how long it is, and that in words

	const buttons = commands.map((c) => el("button", { type: "button", "data-do": c.do, "aria-label": c.says, "aria-keyshortcuts": c.key, title: `${c.says} (${c.key})`, onclick: () => go(c.do) }, c.name));
	const examples = programs.map((p) => el("button", { type: "button", onclick: () => change({ ...usual, ...p.state }, true) }, p.name));
	const section = (id, title, ...children) => el("section", { "aria-labelledby": id, class: id }, el("h2", { id }, title), ...children);
	const source = el("details", { open: true }, el("summary", {}, "The program and what it begins with"),
		begin.text("Assembly of the Apple G13", "text", { rows: 8 }), begin.text("or code, hex", "code", { wide: true }),
		el("div", { class: "choices" }, file), chosen,
		el("div", { class: "choices" }, begin.text("grid of threads", "grid", { size: 9 }), begin.text("threadgroup", "tg", { size: 9 })),
		el("div", { class: "sliders" }, begin.text("uniforms, u0=0.5 a line", "uniform", { rows: 2 }), begin.text("registers, r0=lane a line", "reg", { rows: 2 }), begin.text("buffers, u2=zero:4096 a line", "buffer", { rows: 2 })));
	const view = el("div", { class: "debugger" },
		el("section", { class: "whole", "aria-labelledby": "debug-title" }, el("h2", { id: "debug-title" }, "A program of the Apple G13, forward and back"),
			el("div", { class: "examples", role: "group", "aria-label": "Examples" }, el("span", {}, "Try"), ...examples), read, source),
		el("section", { class: "whole", "aria-labelledby": "steps-title" }, el("h2", { id: "steps-title" }, "Where it stands"),
			el("div", { class: "steps", role: "toolbar", "aria-label": "Steps" }, ...buttons, controls.text("position", "at", { size: 8 })), where, notes,
			wholly.element, closely.element),
		section("memory-title", "Memory", el("div", { class: "choices" }, controls.text("of", "mem", { size: 6 }), controls.choice("picture", "as", ["", "gray", "rgba", "f32"], { "": "none", gray: "a byte a point", rgba: "four bytes a point", f32: "an f32 a point" }), controls.text("points of a line", "width", { size: 5 })), memory),
		section("listing-title", "Program", controls.text("stop at: 0x1c, a label, nan, divergence, early, when r3[active].f > 1, watch r8 – one a line", "stops", { rows: 2 }), listing),
		section("lanes-title", "Registers", el("div", { class: "choices" }, controls.choice("shown as", "show", Object.keys(readings), Object.fromEntries(Object.entries(readings).map(([k, r]) => [k, r.name]))), controls.text("SIMD-group, -1 is the one in focus", "group", { size: 4 })), groups, lanes, cell),
		section("values-title", "Values and uniforms", controls.text("expressions, one a line", "print", { rows: 2 }), values, uniforms));
	root.append(view);

	function scrub(position) {
		if (length !== null) position = Math.min(position, length);
		wholly.at(position);
		change({ at: String(position) }, false);
	}

	view.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, textarea, select")) return;
		const c = commands.find((c) => c.key === e.key);
		if (!c) return;
		e.preventDefault();
		go(c.do);
	});

	const place = (s) => ({ position: Number(s.at) || 0, group: Number(s.group), stops: lines(s.stops), print: lines(s.print), ...(s.mem.trim() && { memory: s.mem.trim() }) });

	// go does a command from where it stands.
	function go(command) {
		const s = state.now;
		if (!known) return;
		questions.ask("state", "g13/debug", { ...dispatch(s), ...place(s), do: command }, (a) => {
			if (a.error) return complain(a.error);
			placed = JSON.stringify([dispatch(s), { ...place(s), position: a.position }]);
			change({ at: String(a.position) }, true);
			showPlace(a);
		});
	}

	const complain = (error) => says(read, error);

	// showProgram shows what does not change while it runs.
	function showProgram(a) {
		known = a.program;
		length = a.length ?? null;
		if (!source.contains(document.activeElement)) source.open = false; // nobody writes there
		const lints = Map.groupBy(known.findings ?? [], (f) => f.pc);
		about = `${known.instructions.length} instructions, ${length ?? "more than a million"} steps` + (known.registers === undefined ? "" : `, ${known.registers} registers, ${known.occupancy} threads at once`);
		const rows = known.instructions.map((i) => {
			const stop = el("button", { type: "button", "aria-label": `stop at 0x${i.pc.toString(16)}`, onclick: () => toggle(i) }, "·");
			const found = (lints.get(i.pc) ?? []).map(lint);
			lints.delete(i.pc);
			return el("tr", { "data-pc": i.pc }, el("td", {}, stop), el("td", { class: "quiet" }, i.pc.toString(16)), el("td", { class: "label" }, i.label ? i.label + ":" : ""), el("td", {}, i.text, ...found));
		});
		listing.replaceChildren(el("table", {}, el("tbody", {}, ...rows)), ...[...lints.values()].flat().map(lint)); // the last are about no instruction
		marked = ""; // in a new listing there are none
		showStops();
		timeline(wholly, 0, length ?? 1 << 16, columns);
	}

	const lint = (f) => el("div", { class: "lint" }, `⚠ ${f.rule}: ${f.message}`);

	function toggle(i) {
		const name = "0x" + i.pc.toString(16), all = lines(state.now.stops);
		change({ stops: (all.includes(name) ? all.filter((l) => l !== name) : [...all, name]).join("\n") }, true);
	}

	let marked = ""; // the stops that the listing shows
	function showStops() {
		if (state.now.stops === marked) return;
		marked = state.now.stops;
		const all = new Set(lines(marked));
		for (const row of listing.querySelectorAll("tr")) {
			const pc = Number(row.dataset.pc), on = all.has("0x" + pc.toString(16)) || all.has(known.instructions.find((i) => i.pc === pc)?.label);
			row.querySelector("button").setAttribute("aria-pressed", on);
			row.querySelector("button").textContent = on ? "●" : "·";
		}
	}

	function timeline(which, from, to, n) {
		questions.ask(which.name, "g13/debug", { ...dispatch(state.now), position: from, from, to, columns: n }, (a) => {
			if (!a.error) which.show(from, to, a.timeline);
		});
	}

	// showPlace shows where it stands.
	function showPlace(a) {
		const p = a.position;
		says(read, null, about);
		wholly.at(p);
		if (!closely.has(p)) {
			const from = Math.max(0, Math.floor((p - near / 4) / (near / 2)) * (near / 2));
			timeline(closely, from, Math.min(from + near, length ?? Infinity), near);
		}
		closely.at(p);
		const at = a.next ? `next: 0x${a.next.pc.toString(16)} ${a.next.text}` : a.over ? "over: " + (a.fault ?? a.over) : p ? "the next threadgroup is to begin" : "nothing has begun";
		where.textContent = `position ${p}${length === null ? "" : " of " + length}; ${at}` + (a.threadgroup ? `; threadgroup ${a.threadgroup}, SIMD-group ${a.group}, exec ${a.exec}` : "");
		const last = a.last ?? {};
		notes.replaceChildren(...[a.stop && "stopped: " + a.stop, a.gave_up, last.text && "last: " + last.text, last.nan && "✗ no number in lanes " + last.nan, last.early && "✗ a register was touched before its wait", ...(last.unverified ?? [])].filter(Boolean).map((t) => el("li", {}, t)));
		const before = listing.querySelector("[aria-current]"), current = a.over && !a.next ? null : listing.querySelector(`tr[data-pc="${a.pc}"]`);
		if (before !== current) before?.removeAttribute("aria-current");
		current?.setAttribute("aria-current", "step");
		showGroups(a);
		showLanes(a);
		showValues(a);
		showMemory(a.memory);
		if (current && current !== before) into(listing, current); // last, since it asks where everything is
	}

	// into scrolls a part of the page, and not the page.
	function into(home, e) {
		const h = home.getBoundingClientRect(), r = e.getBoundingClientRect();
		if (r.top < h.top + 24 || r.bottom > h.bottom) home.scrollTop += r.top - h.top - h.height / 3;
	}

	function showGroups(a) {
		if ((a.groups ?? []).length < 2) return groups.replaceChildren();
		groups.replaceChildren(el("details", {}, el("summary", {}, a.groups.length + " SIMD-groups"), table("SIMD-groups of the threadgroup", ["group", "at", { name: "exec", code: true }, ""], a.groups.map((g, k) => [String(k), "0x" + g.pc.toString(16), g.exec, g.standing]))));
	}

	// The grid is made once for its registers, and its texts change: a step is to be quick. At once those change that are in sight, the others behind them, when there is time.
	const soon = 150; // milliseconds: who scrubs brings a state every few frames
	let filled = -soon; // when a state was shown last
	let grid = { names: "", rows: [], cells: [] }, shown = { write: () => {}, row: 0 };
	const inSight = new Set(); // heads of rows and columns
	const sight = new IntersectionObserver((all) => {
		for (const e of all) e.isIntersecting ? inSight.add(e.target) : inSight.delete(e.target);
		if (grid.rows.length) fill();
	}, { root: lanes, rootMargin: "48px" });

	function newGrid(names) {
		const head = (scope, role, text) => el("th", { scope, role }, text);
		const columns = Array.from({ length: 32 }, (_, k) => head("col", "columnheader", String(k))), rows = names.map((n) => head("row", "rowheader", n));
		const cells = names.map(() => Array.from({ length: 32 }, () => el("td", { role: "cell" }, " ")));
		const line = (first, rest, more = {}) => el("tr", { role: "row", ...more }, first, ...rest);
		lanes.replaceChildren(names.length ? el("table", { role: "table" }, el("thead", { role: "rowgroup" }, line(head("col", "columnheader", "lane"), columns)),
			el("tbody", { role: "rowgroup" }, ...names.map((n, k) => line(rows[k], cells[k], { "data-register": n })))) : "");
		sight.disconnect();
		inSight.clear();
		for (const h of [...rows, ...columns]) {
			inSight.add(h); // until it is known better
			sight.observe(h);
		}
		grid = { names: names.join(), rows, columns, cells };
	}

	// fill writes the cells that are in sight: all of them at once, or where one state soon follows another, some rows with each frame.
	function fill(some = Infinity) {
		const mine = shown, seen = grid.columns.flatMap((h, lane) => (inSight.has(h) ? [lane] : []));
		const rows = grid.rows.flatMap((h, k) => (inSight.has(h) ? [k] : []));
		const part = () => {
			if (mine !== shown) return;
			for (const k of rows.splice(0, some)) for (const lane of seen) mine.write(k, lane);
			if (rows.length) requestAnimationFrame(part);
		};
		part();
	}

	// rest writes the others, some rows at a time, unless another state is shown by now.
	function rest(mine) {
		if (mine !== shown) return;
		for (const end = Math.min(mine.row + 4, grid.rows.length); mine.row < end; mine.row++) for (let lane = 0; lane < 32; lane++) mine.write(mine.row, lane);
		if (mine.row < grid.rows.length) whenIdle(() => rest(mine));
	}

	function showLanes(a) {
		const names = Object.keys(a.regs ?? {});
		if (names.join() !== grid.names) newGrid(names);
		const exec = parseInt(a.exec ?? "0", 16), was = parseInt(a.last?.exec ?? "0", 16), changed = new Set(a.last && a.last.group === a.group ? a.last.changed : []);
		const as = readings[state.now.show] ?? readings.x;
		const write = (k, lane) => {
			const n = names[k], word = a.regs[n][lane], td = grid.cells[k][lane], kind = ((exec >>> lane) & 1 ? "" : "off ") + (changed.has(n) && (was >>> lane) & 1 ? "changed" : "");
			if (td.word !== word || td.as !== as) td.firstChild.data = as.of(word);
			if (td.kind !== kind) td.className = kind;
			Object.assign(td, { word, as, kind });
		};
		shown = { write, row: 0 };
		lanes.dataset.as = state.now.show;
		if (names.length) {
			const now = performance.now(), hurried = now - filled < soon, mine = shown;
			filled = now;
			fill(hurried ? 8 : Infinity);
			if (hurried) setTimeout(() => rest(mine), soon); // another state is likely to come first
			else whenIdle(() => rest(mine));
		}
		point(null);
	}

	// point says a cell in every reading; arrows go from cell to cell.
	let here = null;
	function point(td) {
		here = td ?? here;
		if (!td) { cell.textContent = ""; return; }
		const lane = [...td.parentNode.children].indexOf(td) - 1;
		cell.textContent = `${td.parentNode.dataset.register}, lane ${lane}${td.classList.contains("off") ? ", not active" : ""}${td.classList.contains("changed") ? ", changed" : ""}: ${allReadings(td.word)}`;
	}
	lanes.addEventListener("pointermove", (e) => { const td = e.target.closest("td"); if (td) point(td); });
	lanes.addEventListener("keydown", (e) => {
		const move = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[e.key];
		if (!move || grid.cells.length === 0) return;
		e.preventDefault();
		let row = grid.cells.findIndex((r) => r.includes(here)), lane = grid.cells[row]?.indexOf(here) ?? 0;
		if (row < 0) [row, lane] = [0, 0];
		else [row, lane] = [Math.min(Math.max(row + move[0], 0), grid.cells.length - 1), Math.min(Math.max(lane + move[1], 0), 31)];
		const td = grid.cells[row][lane], box = td.getBoundingClientRect(), home = lanes.getBoundingClientRect();
		lanes.scrollLeft += Math.min(0, box.left - home.left - 60) + Math.max(0, box.right - home.right + 10);
		lanes.scrollTop += Math.min(0, box.top - home.top - 30) + Math.max(0, box.bottom - home.bottom + 10);
		point(td);
	});

	function showValues(a) {
		values.replaceChildren(...(a.values ?? []).map((v) => el("div", { class: "scroll" }, el("p", {}, el("code", {}, v.text + " = " + (v.same ? v.lanes[0] : v.lanes.join(" ")))))));
		const rows = Object.entries(a.uniforms ?? {}).map(([n, word]) => [n, word, readings.f.of(word), readings.s.of(word)]);
		uniforms.replaceChildren(rows.length ? table("Uniforms", ["", { name: "bits", code: true }, { name: "f32", number: true }, { name: "signed", number: true }], rows) : "");
	}

	// showMemory shows a buffer as a picture, and as words. The picture is new only where its bytes are.
	let drawn = "";
	function showMemory(m) {
		const s = state.now, key = JSON.stringify([m, s.as, s.width]);
		if (key === drawn) return;
		drawn = key;
		if (!m) return memory.replaceChildren(el("p", { class: "quiet" }, known?.buffers?.length ? "There are " + known.buffers.join(", ") + ", and local." : "There is no buffer; local is the threadgroup's memory."));
		const b = bytes(m.hex), all = [el("p", { class: "quiet" }, `${m.name}: ${m.size} bytes at ${m.address}`)];
		if (s.as) all.push(picture(b, s.as, Math.max(Number(s.width) || 1, 1), m.name));
		const words = [];
		for (let k = 0; k < b.length && k < 4096; k += 32) words.push((m.from + k).toString(16).padStart(6, "0") + "  " + (m.hex.slice(2 * k, 2 * k + 64).match(/.{1,8}/g) ?? []).join(" "));
		all.push(el("details", { open: !s.as }, el("summary", {}, "bytes"), el("pre", { tabindex: 0, "aria-label": "bytes of " + m.name }, words.join("\n"))));
		memory.replaceChildren(...all);
	}

	function picture(b, as, width, name) {
		const size = as === "gray" ? 1 : 4, height = Math.max(Math.ceil(b.length / size / width), 1);
		const canvas = el("canvas", { width, height, role: "img", "aria-label": `${name} as a picture of ${width} by ${height} points` });
		const g = canvas.getContext("2d", { willReadFrequently: true }), data = g.createImageData(width, height), view = new DataView(b.buffer);
		for (let k = 0; k < b.length / size; k++) {
			if (as === "rgba") data.data.set(b.subarray(4 * k, 4 * k + 4), 4 * k);
			else {
				const v = as === "gray" ? b[k] : 4 * k + 4 <= b.length ? 255 * view.getFloat32(4 * k, true) : 0;
				data.data.set([v, v, v, 255], 4 * k);
			}
		}
		g.putImageData(data, 0, 0);
		return canvas;
	}

	// A file is read here: text is assembly, an archive has programs to choose from, and all else is code.
	file.addEventListener("change", async () => {
		const b = new Uint8Array(await file.files[0].arrayBuffer());
		chosen.replaceChildren();
		let text = null;
		try { text = new TextDecoder("utf-8", { fatal: true }).decode(b); } catch { /* no text */ }
		if (text !== null && !/[\0-\x08\x0e-\x1f]/.test(text)) return change({ ...usual, text }, true);
		const hex = Array.from(b, (x) => x.toString(16).padStart(2, "0")).join("");
		questions.ask("file", "g13/dis", { hex }, (a) => {
			if (a.error) return complain(a.error);
			if (!a.programs) return change({ ...usual, code: hex }, true);
			const choose = (p) => change({ ...usual, code: p.instructions.map((i) => i.hex).join("") }, true);
			chosen.replaceChildren(el("div", { class: "examples" }, el("span", {}, "The archive has"), ...a.programs.map((p) => el("button", { type: "button", onclick: () => choose(p) }, p.name))));
			if (a.programs.length === 1) choose(a.programs[0]);
		});
	});

	return {
		show() {
			const s = state.now, d = dispatch(s), question = JSON.stringify(d);
			begin.show(s);
			controls.show(s);
			for (const e of [...view.children].slice(1)) e.hidden = !(d.text || d.code);
			if (!d.text && !d.code) {
				says(read, null);
				asked = "";
				known = null;
				source.open = true;
				return;
			}
			if (question !== asked) {
				asked = question;
				placed = "";
				known = null;
				closely.show(0, 0, []);
				questions.ask("program", "g13/debug", { ...d, program: true }, (a) => {
					if (a.error) return complain(a.error);
					showProgram(a);
					this.show();
				});
				return;
			}
			if (!known) return;
			showStops();
			const now = JSON.stringify([d, place(s)]), shown = JSON.stringify([s.show, s.as, s.width]);
			if (now !== placed || shown !== this.shown) {
				placed = now;
				this.shown = shown;
				questions.ask("state", "g13/debug", { ...d, ...place(s) }, (a) => (a.error ? complain(a.error) : showPlace(a)));
			}
		},
		unmount: () => {
			questions.end();
			sight.disconnect();
		},
	};
}
