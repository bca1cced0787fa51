// The script of a picture is packed, and this is what the picture runs: it
// unpacks the text beside it and adds that as a script, which a policy then
// allows, or not, by its hash or by the nonce of this one.

async function unpack(text) {
	const stream = new DecompressionStream("gzip");
	const writer = stream.writable.getWriter();

	// What is wrong shows in the reader.
	writer.write(Uint8Array.from(atob(text), c => c.charCodeAt(0)))
		.then(() => writer.close()).catch(() => {});
	return new Response(stream.readable).text();
}

async function insert(root, nonce) {
	const packed = root.querySelector(":scope > .fg-code");
	const script = document.createElementNS(root.namespaceURI, "script");

	script.textContent = await unpack(packed.textContent);
	script.nonce = nonce;
	root.append(script);
	script.remove();
	if (!script.fgStarted)
		throw new Error("the page's policy forbids the script");
}

function begin(script) {
	const root = script && script.closest("svg");

	if (root)
		insert(root, script.nonce).catch(error => giveUp(root, error));
}

begin(document.currentScript);
