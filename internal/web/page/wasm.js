// Questions for the library beside the page go to it one after the other. Those that nobody waits for any more are left out.

export function start(from) {
	const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
	const line = [];
	let busy = null;
	const next = () => {
		while (line.length && line[0].signal?.aborted) line.shift().failed(new DOMException("nobody waits", "AbortError"));
		busy = line.shift() ?? null;
		if (busy) worker.postMessage({ from: String(from), name: busy.name, request: busy.request });
	};
	worker.onmessage = ({ data }) => {
		if (data.error) busy.failed(new Error(data.error));
		else busy.done(data.answer);
		next();
	};
	worker.onerror = (e) => {
		busy?.failed(new Error(e.message ?? "the library cannot be loaded"));
		next();
	};
	const send = (name, request, signal) => new Promise((done, failed) => {
		line.push({ name, request, signal, done, failed });
		if (!busy) next();
	});
	return { ask: send, describe: () => send("") };
}
