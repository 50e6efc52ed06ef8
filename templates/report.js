/* A button that copies, for each text to paste. Pages are whole without it. */
"use strict";

/* Beside the clipboard, which pages have that came by https: what is selected is copied. */
function copySelected(text) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const selection = window.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    return document.execCommand("copy");
}

async function copy(text) {
    try {
        await navigator.clipboard.writeText(text.textContent);
        return true;
    } catch {
        return copySelected(text);
    }
}

for (const code of document.querySelectorAll("figure.code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
        button.textContent = await copy(code.querySelector("pre")) ? "Copied" : "Press Ctrl+C";
    });
    code.querySelector("figcaption").append(button);
}
