// What is seen can be taken along: as a picture, as data, as text for an issue or a review.

// save gives the reader a file, whose kind the ending says.
function save(ending, blob) {
	const a = document.createElement("a");
	a.href = URL.createObjectURL(blob);
	a.download = "lanes." + ending;
	a.click();
	setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

// SVG is the picture as it is drawn, dark where its reader prefers that.
export function saveSVG(svg) { save("svg", new Blob([svg], { type: "image/svg+xml" })); }

// PNG is the picture on white paper, two pixels for one.
export async function savePNG(svg) {
	const light = svg.replace(/<style>[^<]*<\/style>/, ""), image = new Image();
	image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(light);
	await image.decode();
	const canvas = document.createElement("canvas");
	canvas.width = 2 * image.width;
	canvas.height = 2 * image.height;
	canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
	save("png", await new Promise((done) => canvas.toBlob(done, "image/png")));
}

// JSON is the answer that the page was made of.
export function saveJSON(answer) { save("json", new Blob([JSON.stringify(answer, null, 2) + "\n"], { type: "application/json" })); }

// fence is a block of code, whose fence is longer than any in it.
function fence(text, language = "") {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const ticks = "`".repeat(longest + 1);
	return ticks + language + "\n" + text.replace(/\n$/, "") + "\n" + ticks + "\n";
}

// markdown is a form with its map, its name, the picture in characters, and what it costs.
export function markdown({ form, map, title, text, targets, link }) {
	const costs = targets.filter((t) => !t.error).map((t) => `| ${t.target} | ${t.ops} | ${t.proof} | ${t.sequence.map((s) => "`` " + s.replaceAll("|", "\\|") + " ``").join("<br>")} |\n`);
	return fence(form) + "\n" + title.replace(/([\\`*_[\]<>#|])/g, "\\$1") + ": `" + map + "`\n\n" + fence(text, "text") +
		(costs.length ? "\n| machine | ops | proof | instructions |\n|--|--|--|--|\n" + costs.join("") : "") + "\n[In Lanescope](" + link + ")\n";
}
