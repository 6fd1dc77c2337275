// Questions go to the server that the page came from, or to the library in the page where there is none. Both answer with the same JSON.

const url = (name) => new URL(name, document.baseURI);

// The static site says in its index.html where the library is.
const file = document.documentElement.dataset.wasm;
const library = file && import("./wasm.js").then(({ start }) => start(url(file)));

// where says who answers, in words.
export function where() {
	return library ? "in this page, without a server" : "on the server that sent this page";
}

// ask is what an endpoint answers. An object with error is an answer too; signal ends what nobody waits for any more.
export async function ask(endpoint, request, signal) {
	if (library) {
		const answer = await (await library).ask(endpoint, JSON.stringify(request), signal);
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
	if (library) return JSON.parse(await (await library).describe());
	return (await fetch(url("api/openapi.json"))).json();
}
