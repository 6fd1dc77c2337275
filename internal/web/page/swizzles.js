// Swizzle moves of SVP64: a swizzle from the keys x y z w 0 1 . as bits and words, what a pair of registers becomes in place and elsewhere, and the loop over many subvectors with real values.

import { Controls, says } from "./controls.js";
import { el, table } from "./element.js";
import { Picture } from "./picture.js";
import { Questions } from "./questions.js";

export const usual = {
	s: "YXW.", float: "", src: "22222222_11111111,44444444_33333333", dst: "bbbbbbbb_aaaaaaaa,dddddddd_cccccccc",
	vl: "3", subvl: "3", loop: "ZYX", sw: "16", dw: "16", sat: "", pack: "", unpack: "", mask: "", sz: "", dz: "", regs: "4444_3333_2222_1111,8888_7777_6666_5555,cccc",
};

const lanes = "XYZW";
const keys = ["X", "Y", "Z", "W", "0", "1", "."];
const bitsOf = (word) => ((parseInt(word, 16) >>> 4) & 0xfff).toString(2).padStart(12, "0"); // bits 16 to 27 of a word, from the left

// keyboard is a swizzle that keys write: slots in which letters stand, and buttons for whoever has no keyboard.
function keyboard(name, key, change) {
	let text = "", at = 0;
	const slots = [0, 1, 2, 3].map((k) => el("button", { type: "button", class: "slot", onclick: () => { at = k; slots[k].focus(); }, onfocus: () => { at = k; } }));
	const put = (letter) => {
		at = Math.min(at, text.length);
		text = text.slice(0, at) + letter + text.slice(at + 1);
		at = Math.min(at + 1, 3);
		change({ [key]: text }, true);
	};
	const drop = () => {
		if (text.length < 2) return;
		text = text.slice(0, -1);
		at = Math.min(at, text.length);
		change({ [key]: text }, true);
	};
	const buttons = keys.map((k) => el("button", { type: "button", "aria-label": k === "." ? "skip the lane" : k, onclick: () => put(k) }, k));
	const group = el("div", { class: "keyboard", role: "group", "aria-label": name + ": keys x y z w 0 1 and full stop, Backspace makes it shorter", "data-swizzle": key },
		el("span", { class: "slots" }, ...slots), el("span", { class: "keys" }, ...buttons, el("button", { type: "button", "aria-label": "one lane less", onclick: drop }, "⌫")));
	group.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.metaKey || e.altKey) return;
		const letter = { R: "X", G: "Y", B: "Z", A: "W" }[e.key.toUpperCase()] ?? e.key.toUpperCase();
		const move = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
		if (keys.includes(letter)) put(letter);
		else if (e.key === "Backspace" || e.key === "Delete") drop();
		else if (move && slots.includes(document.activeElement)) at = Math.min(Math.max(at + move, 0), 3);
		else return;
		e.preventDefault();
		slots[at].focus();
	});
	return {
		group,
		show(now) {
			text = now;
			slots.forEach((slot, k) => {
				const letter = text[k];
				slot.textContent = letter ?? "–";
				slot.setAttribute("aria-label", `lane ${lanes[k]} of the result: ${letter === undefined ? "none" : letter === "." ? "skipped" : letter}`);
				slot.classList.toggle("past", letter === undefined);
			});
		},
	};
}

// loopText is the instruction over many subvectors.
function loopText(s) {
	const width = s.sw === s.dw ? (s.sw === "64" ? "" : "/w=" + s.sw) : (s.sw === "64" ? "" : "/sw=" + s.sw) + (s.dw === "64" ? "" : "/dw=" + s.dw);
	const predicate = s.mask.trim() === "" ? "" : "/m=r3" + (s.sz === "1" ? "/sz" : "") + (s.dz === "1" ? "/dz" : "");
	return `sv.${s.float === "1" ? "f" : ""}mv.swiz${s.sat && "/" + s.sat}${s.subvl === "1" ? "" : "/vec" + s.subvl}${width}${predicate} *32,*64,${s.loop}`;
}

export function mount(root, state) {
	const questions = new Questions();
	const change = (to, entry) => state.change(to, entry);
	const controls = new Controls(change);
	const pair = keyboard("The swizzle of a pair", "s", change), loop = keyboard("The swizzle of the loop", "loop", change);
	const places = Object.fromEntries(["read", "bits", "loop-read", "after", "moves"].map((name) => [name, el("div", { id: "swizzle-" + name, role: name.endsWith("read") ? "status" : undefined })]));
	const lane = el("p", { class: "lane", role: "status" });
	const home = (id, label) => el("div", { id, class: "picture", tabindex: 0, role: "group", "aria-roledescription": "picture", "aria-label": label + ". Arrow keys go from lane to lane." });
	const apart = home("apart", "RT and RA apart"), inPlace = home("in-place", "RT and RA the same"), grid = home("grid", "What arrives in each lane");
	const pictures = { apart: new Picture(apart, lane), "in-place": new Picture(inPlace, lane), grid: new Picture(grid, lane) };
	const values = { apart: el("div"), "in-place": el("div") };
	root.append(el("div", { class: "swizzles" },
		el("section", { "aria-labelledby": "pair-title" },
			el("h2", { id: "pair-title" }, "A swizzle of four lanes"), pair.group, places.read, places.bits,
			el("div", { class: "choices" }, controls.check("floating-point registers", "float"), controls.text("RA holds", "src", { size: 40 }), controls.text("RT holds before", "dst", { size: 40 }))),
		el("section", { "aria-labelledby": "places-title" },
			el("h2", { id: "places-title" }, "Elsewhere, and in place"),
			el("div", { class: "pictures" },
				el("figure", {}, el("figcaption", {}, "RT ≠ RA: a lane that is not set becomes zero"), apart, values.apart),
				el("figure", {}, el("figcaption", {}, "RT = RA: a lane that is not set stays as it is"), inPlace, values["in-place"])), lane),
		el("section", { "aria-labelledby": "loop-title" },
			el("h2", { id: "loop-title" }, "Over many subvectors"), loop.group, places["loop-read"],
			el("div", { class: "sliders" },
				controls.slider("VL, subvectors", "vl", Array.from({ length: 16 }, (_, k) => String(k + 1))),
				controls.slider("SUBVL, source lanes", "subvl", ["1", "2", "3", "4"]),
				controls.slider("bits of a source lane", "sw", ["8", "16", "32", "64"]),
				controls.slider("bits of a result lane", "dw", ["8", "16", "32", "64"])),
			el("div", { class: "choices" },
				controls.choice("saturation", "sat", ["", "sats", "satu"], { "": "none", sats: "signed", satu: "unsigned" }),
				controls.check("PACK", "pack"), controls.check("UNPACK", "unpack"),
				controls.text("predicate mask, hex", "mask", { size: 6 }), controls.check("sz", "sz"), controls.check("dz", "dz"),
				controls.text("registers from RA = 64 on", "regs", { size: 40 })),
			el("h3", {}, "The order that is chosen"), places.after, places.moves,
			el("h3", {}, "All four orders"), grid)));

	function showWords(a) {
		says(places.read, a.error, a.error ? "" : "words " + (a.words ?? []).join(" "));
		if (a.error) return places.bits.replaceChildren();
		const bits = bitsOf(a.words.at(-1));
		const row = (name, of) => [name, ...[0, 1, 2, 3].map(of)];
		const ended = [0, 1, 2, 3].findIndex((k) => bits.slice(3 * k, 3 * k + 3) === "001");
		places.bits.replaceChildren(table("The twelve bits, 16 to 27 of the word", ["lane", ..."XYZW"], [
			row("selector", (k) => state.now.s[k] ?? (k === ended ? "end" : "–")),
			row("bits", (k) => el("code", {}, bits.slice(3 * k, 3 * k + 3))),
			row("means", (k) => meaning(bits.slice(3 * k, 3 * k + 3), ended >= 0 && k > ended)),
		]));
	}

	const meaning = (bits, past) => (past ? "nothing" : { "000": "skip", "001": "the end", "010": "constant 0", "011": "constant 1" }[bits] ?? "source lane " + lanes[parseInt(bits, 2) - 4]);

	// showRun shows the registers after an instruction on a pair; what is not told has not changed.
	function showRun(which, first, before, a) {
		if (a.error) return values[which].replaceChildren(el("p", { class: "bad" }, a.error.message));
		const now = before.split(",").slice(0, 2).map((v, k) => [`${state.now.float ? "f" : "r"}${first + k}`, v, a.after[first + k] ?? "as before"]);
		values[which].replaceChildren(table("Values", ["register", { name: "before", code: true }, { name: "after", code: true }], now));
	}

	function askPair(now) {
		const f = now.float === "1" ? "f" : "", kind = f || "r";
		const ask = (which, rt, before, regs) => {
			const text = `${f}mv.swiz ${kind}${rt},${kind}8,${now.s}`;
			questions.ask("draw " + which, "draw", { form: text, width: 480 }, (a) => pictures[which].show(a.svg));
			questions.ask("run " + which, "svp64/run", { text, reg: regs }, (a) => showRun(which, rt, before, a));
		};
		questions.ask("words", "svp64/asm", { text: `${f}mv.swiz ${kind}4,${kind}8,${now.s}` }, showWords);
		ask("apart", 4, now.dst, [`${kind}8=${now.src}`, `${kind}4=${now.dst}`]);
		ask("in-place", 8, now.src, [`${kind}8=${now.src}`]);
	}

	function askLoop(now) {
		const kind = now.float === "1" ? "f" : "r", text = loopText(now);
		const reg = [`${kind}64=${now.regs}`, ...(now.mask.trim() ? ["r3=" + now.mask.trim()] : [])];
		const vl = Number(now.vl);
		questions.ask("grid", "svp64/grid", { text, vl, reg }, (a) => {
			says(places["loop-read"], a.error, text);
			pictures.grid.show(a.svg?.[0]);
		});
		questions.ask("run", "svp64/run", { text, vl, reg, pack: now.pack === "1", unpack: now.unpack === "1", trace: true }, (a) => {
			places.after.replaceChildren();
			places.moves.replaceChildren();
			if (a.error) return; // which is said above
			const rows = Object.entries(a.after).map(([n, v]) => [kind + n, v]);
			places.after.replaceChildren(rows.length ? table("Registers that changed", ["register", { name: "after", code: true }], rows) : el("p", {}, "No register changed."), ...(a.flags ?? []).map((f) => el("p", {}, "! " + f)));
			places.moves.replaceChildren(el("details", {}, el("summary", {}, `${a.trace.length - 1} moves, in their order`), el("pre", { tabindex: 0, "aria-label": "the moves" }, a.trace.join("\n"))));
		});
	}

	return {
		show() {
			const now = state.now;
			controls.show(now);
			pair.show(now.s);
			loop.show(now.loop);
			askPair(now);
			askLoop(now);
		},
		unmount: () => questions.end(),
	};
}
