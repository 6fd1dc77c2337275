// The library of patterns as a gallery: each pattern with sliders for its parameters, its picture, and a way into the explorer.

import * as address from "./address.js";
import { Controls, says } from "./controls.js";
import { el } from "./element.js";
import { usual as explorer } from "./explorer.js";
import { Picture } from "./picture.js";
import { Questions } from "./questions.js";

export const usual = { lanes: "8", bits: "16", find: "", set: "" };

// A state's set is zip.half=high,zip.group=2: values of parameters, and of result, how many lanes the result has.
const settings = (set) => new Map(set.split(",").filter((s) => s.includes("=")).map((s) => s.split("=")));

export function mount(root, state) {
	const questions = new Questions();
	const controls = new Controls((to, entry) => state.change(to, entry));
	const lane = el("p", { class: "lane", role: "status" });
	const read = el("p", { role: "status", id: "patterns-read" });
	const gallery = el("div", { class: "gallery" });
	const cards = new Map(); // by the pattern's name
	let shown = ""; // lanes and bits of all cards
	root.append(el("div", { class: "patterns" },
		el("section", { "aria-labelledby": "patterns-title" },
			el("h2", { id: "patterns-title" }, "Shuffles that have a name"),
			el("p", {}, "A pattern is a family of masks, one for each value of its parameters. A name may be what another tool calls it: palignr, zip1, vrev."),
			el("div", { class: "sliders" },
				controls.slider("lanes of an operand", "lanes", Array.from({ length: 32 }, (_, k) => String(k + 1))),
				controls.slider("bits of a lane", "bits", ["8", "16", "32", "64"])),
			controls.text("find", "find", { size: 20 }), read),
		gallery, lane));

	const question = (more) => ({ lanes: Number(state.now.lanes), bits: Number(state.now.bits), svg: true, ...more });
	const link = (m) => address.hash("", explorer, { ...explorer, form: m.form });

	// own are the settings of one pattern.
	function own(name) {
		const set = {};
		for (const [key, value] of settings(state.now.set)) if (key.startsWith(name + ".")) set[key.slice(name.length + 1)] = value;
		return set;
	}

	// A card is a pattern. Its sliders stay while its mask changes, so that a slider that is held is not taken away.
	class Card {
		constructor(p) {
			this.name = p.name;
			this.words = [p.name, ...p.aliases, p.meaning].join(" ").toLowerCase();
			this.sliders = el("div", { class: "sliders" });
			this.controls = null;
			this.asked = JSON.stringify(own(p.name));
			this.picture = el("div", { class: "picture", tabindex: 0, role: "group", "aria-roledescription": "picture", "aria-label": `The picture of ${p.name}. Arrow keys go from lane to lane.` });
			this.drawn = new Picture(this.picture, lane);
			this.form = el("code");
			this.open = el("a", {}, "open in the explorer");
			this.about = el("p", { class: "quiet" });
			this.element = el("article", { "aria-label": p.name, "data-pattern": p.name },
				el("h3", {}, p.name), el("p", {}, p.meaning), this.sliders, this.form, this.picture, el("p", {}, this.open),
				el("details", {}, el("summary", {}, "also called, and what is none"), el("p", {}, p.aliases.join(", ")), el("p", {}, "not " + p.not)));
		}

		show(p) {
			const m = p.member;
			for (const e of [this.form, this.open, this.picture]) e.hidden = !m;
			if (!m) return this.sliders.replaceChildren(el("p", { class: "quiet" }, "There is none with so many lanes."));
			this.form.textContent = m.form;
			this.open.href = link(m);
			this.drawn.show(m.svg);
			const names = JSON.stringify([m.results.length > 1, m.values.map((v) => v.name)]);
			const values = { result: String(m.result), ...Object.fromEntries(m.values.map((v) => [v.name, v.value])) };
			this.choices = { result: m.results.map(String), ...Object.fromEntries(m.values.map((v) => [v.name, v.choices])) };
			if (names !== this.names) {
				this.names = names;
				this.controls = new Controls((to) => this.set(to));
				this.sliders.replaceChildren(...(m.results.length > 1 ? [this.controls.slider("lanes of the result", "result", () => this.choices.result)] : []),
					...m.values.map((v) => v.choices ? this.controls.slider(v.name, v.name, () => this.choices[v.name]) : this.controls.text(v.name, v.name, { size: 12 })));
			}
			this.controls.show(values);
		}

		set(to) {
			const all = settings(state.now.set);
			for (const [k, v] of Object.entries(to)) all.set(this.name + "." + k, v);
			state.change({ set: [...all].map(([k, v]) => k + "=" + v).join(",") }, false);
		}

		// ask asks for the mask that the state says, if that is another one.
		ask() {
			const set = own(this.name), asked = JSON.stringify(set);
			if (asked === this.asked) return;
			this.asked = asked;
			const { result, ...values } = set;
			questions.ask(this.name, "patterns", question({ name: this.name, set: values, ...(result && { result: Number(result) }) }), (a) => (a.error ? says(read, a.error) : this.show(a)));
		}
	}

	function filter() {
		const words = state.now.find.toLowerCase().trim();
		let n = 0;
		for (const c of cards.values()) if (!(c.element.hidden = !c.words.includes(words))) n++;
		if (cards.size) says(read, null, n + (n === 1 ? " pattern" : " patterns"));
	}

	return {
		show() {
			controls.show(state.now);
			const all = state.now.lanes + " " + state.now.bits;
			if (all === shown) {
				for (const c of cards.values()) c.ask();
				return filter();
			}
			shown = all;
			questions.ask("all", "patterns", question({}), (a) => {
				if (a.error) return says(read, a.error);
				for (const p of a.patterns) {
					if (!cards.has(p.name)) {
						cards.set(p.name, new Card(p));
						gallery.append(cards.get(p.name).element);
					}
					const c = cards.get(p.name);
					c.show(p);
					c.asked = "{}";
					c.ask();
				}
				filter();
			});
		},
		unmount: () => questions.end(),
	};
}
