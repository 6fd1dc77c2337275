// Questions go to the server that the page came from, or to the library in the page where there is none. Both answer with the same JSON.

const url = (name) => new URL(name, document.baseURI);

// Where answers come from is found out once: a static site says so in a file, that serves as its mark.
const place = (async () => {
	try {
		const r = await fetch(url("healthz"));
		if (r.ok && (await r.json()).status === "ok") return { name: "server" };
	} catch { /* no server */ }
	const { start } = await import("./wasm.js");
	return { name: "wasm", library: await start(url("lanescope.wasm")) };
})();

// where says who answers, in words.
export async function where() {
	return (await place).name === "server" ? "on the server that sent this page" : "in this page, without a server";
}

// ask is what an endpoint answers. An object with error is an answer too; signal ends what nobody waits for any more.
export async function ask(endpoint, request, signal) {
	const at = await place;
	if (at.library) {
		const answer = await at.library.ask(endpoint, JSON.stringify(request));
		signal?.throwIfAborted();
		return JSON.parse(answer);
	}
	for (let wait = 300; ; wait *= 2) {
		const r = await fetch(url("api/" + endpoint), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal });
		if (r.status !== 503 || wait > 3000) return r.json();
		await new Promise((done) => setTimeout(done, wait)); // it is busy
		signal?.throwIfAborted();
	}
}

// describe is the description of all endpoints.
export async function describe() {
	const at = await place;
	if (at.library) return JSON.parse(await at.library.describe());
	return (await fetch(url("api/openapi.json"))).json();
}
