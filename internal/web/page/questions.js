// A view asks questions under names. Of each name only the latest counts: an earlier one is given up, and its answer is nobody's any more.

import { ask } from "./ask.js";

export class Questions {
	#jobs = {};

	// ask gives the answer to show, unless another question of the name was asked meanwhile. What does not get through is an answer with an error.
	async ask(name, endpoint, request, show) {
		this.#jobs[name]?.abort();
		const { signal } = (this.#jobs[name] = new AbortController());
		let answer;
		try {
			answer = await ask(endpoint, request, signal);
		} catch (e) {
			if (signal.aborted) return;
			answer = { error: { message: "The question did not get through: " + e.message } };
		}
		if (!signal.aborted) show(answer);
	}

	// end gives up all of them.
	end() {
		for (const job of Object.values(this.#jobs)) job.abort();
	}
}
