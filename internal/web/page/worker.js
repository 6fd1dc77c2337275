// The library works beside the page, so that the page goes on while it searches. Should it ever end, it is started again.

import { fetchModule } from "./unpack.js";
import { Library } from "./wasi.js";

let module, library;
const said = [];

self.onmessage = async ({ data: { id, from, name, request } }) => {
	try {
		module ??= await fetchModule(from);
		library ??= new Library(module, (line) => said.push(line));
		self.postMessage({ id, answer: name ? library.ask(name, request) : library.describe() });
	} catch (e) {
		library = undefined;
		self.postMessage({ id, error: [e.message, ...said.splice(0)].join("\n") });
	}
};
