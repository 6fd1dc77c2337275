// Controls are fields with labels that show parts of a view's state, and change them. Each is made once; show() puts the state into all of them, but not into a field in which somebody types.

import { el } from "./element.js";

export class Controls {
	#all = [];

	// change is what a view does with { key: value }; entry is true for what was chosen, and false for every letter and every move of a slider.
	constructor(change) {
		this.change = change;
	}

	#add(label, input, put) {
		this.#all.push(put);
		return el("label", { class: "control" }, el("span", {}, label), input);
	}

	// show shows a state: an object of texts.
	show(state) {
		for (const put of this.#all) put(state);
	}

	// slider goes over some values. Which of them it is stands behind it, and is what screen readers say.
	slider(label, key, values) {
		const input = el("input", { type: "range", min: 0, step: 1, class: "slider", "data-key": key }), says = el("output");
		let all = values;
		const say = (text) => {
			says.textContent = text;
			input.setAttribute("aria-valuetext", text);
		};
		input.addEventListener("input", () => {
			say(all[input.value]);
			this.change({ [key]: all[input.value] }, false);
		});
		const label_ = this.#add(label, el("span", { class: "slid" }, input, says), (state) => {
			if (typeof values === "function") all = values(state);
			const at = all.indexOf(state[key]);
			input.max = Math.max(all.length - 1, 0);
			input.disabled = state[key] === undefined || all.length < 2;
			if (at >= 0) input.value = at;
			say(state[key] ?? "");
		});
		return label_;
	}

	choice(label, key, values, names = {}) {
		const input = el("select", { "data-key": key }, ...values.map((v) => el("option", { value: v }, names[v] ?? v)));
		input.addEventListener("change", () => this.change({ [key]: input.value }, true));
		return this.#add(label, input, (state) => {
			input.value = state[key] ?? "";
			input.disabled = state[key] === undefined;
		});
	}

	check(label, key) {
		const input = el("input", { type: "checkbox", "data-key": key });
		input.addEventListener("change", () => this.change({ [key]: input.checked ? "1" : "" }, true));
		return this.#add(label, input, (state) => { input.checked = state[key] === "1"; });
	}

	// text is a line, or with rows several.
	text(label, key, { rows, size, wide } = {}) {
		const input = rows ? el("textarea", { rows }) : el("input", { size });
		for (const [k, v] of Object.entries({ "data-key": key, spellcheck: "false", autocomplete: "off", autocapitalize: "off" })) input.setAttribute(k, v);
		let wait;
		input.addEventListener("input", () => {
			clearTimeout(wait);
			wait = setTimeout(() => this.change({ [key]: input.value }, false), 15);
		});
		const made = this.#add(label, input, (state) => {
			if (input.value !== state[key] && (document.activeElement !== input || state[key] === "")) input.value = state[key];
		});
		made.classList.toggle("wide", Boolean(wide ?? rows));
		return made;
	}
}

// says shows what an answer is about: an error, or that all is well.
export function says(e, error, good = "") {
	e.textContent = error?.message ?? good;
	e.className = error ? "bad" : good ? "good" : "";
}
