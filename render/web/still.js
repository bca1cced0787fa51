// Without what the viewer needs, the static picture stays and says why.
export function giveUp(root, error) {
	const details = root.querySelector("#details");

	if (details)
		details.textContent =
			`Static picture, without zoom and search: ${error.message}`;
}
