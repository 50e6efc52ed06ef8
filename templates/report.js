/* A button that copies, for each text to paste; a filter, for each long list of attempts. Pages are
 * whole without them. What the data says becomes text, and nothing else. */
"use strict";

/* ---- copying ---- */

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

/* ---- filters ---- */

/* More values than these are no choice, and neither are those that hardly any row shares. */
const mostChoices = 12;

function labelled(text, control) {
    const label = document.createElement("label");
    label.append(text, " ", control);
    return label;
}

function choose(values) {
    const select = document.createElement("select");
    select.add(new Option("any", ""));
    values.forEach((value, number) => select.add(new Option(value || "(empty)", number + 1)));
    return select;
}

/* A choice for each column of words that has few of them: those that most rows have first. */
function choicesOf(heads, rows) {
    const choices = [];
    heads.forEach((head, column) => {
        const counts = new Map();
        for (const { cells } of rows)
            counts.set(cells[column], (counts.get(cells[column]) || 0) + 1);
        const values = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one));
        const many = Math.min(mostChoices, rows.length / 2);
        if (!head.classList.contains("number") && values.length > 1 && values.length <= many)
            choices.push({ name: head.textContent, column, values, select: choose(values) });
    });
    return choices;
}

/* A page has the first rows of a long list: a word that none of them has may be in others. */
function found(holder, shown, searched) {
    const { all, file } = holder.dataset;
    if (!all)
        return `${shown} of ${searched} rows`;
    if (shown === searched)
        return `${shown} of ${all} rows`;
    return `${shown} of the first ${searched} of ${all} rows` + (file ? `; all are in ${file}` : "");
}

function addFilter(holder) {
    const heads = [...holder.querySelectorAll("thead th")];
    const rows = [...holder.querySelectorAll("tbody tr")].map(row => {
        const cells = [...row.cells].map(cell => cell.textContent);
        return { row, cells, text: cells.join("\n").toLowerCase() };
    });
    const words = document.createElement("input");
    words.type = "search";
    words.autocomplete = "off";
    const choices = choicesOf(heads, rows);
    const count = document.createElement("output");

    function apply() {
        const wanted = words.value.toLowerCase().split(/\s+/);
        let shown = 0;
        for (const { row, cells, text } of rows) {
            row.hidden = !wanted.every(word => text.includes(word)) ||
                choices.some(({ column, values, select }) =>
                    select.value && cells[column] !== values[select.value - 1]);
            shown += !row.hidden;
        }
        count.textContent = found(holder, shown, rows.length);
    }

    const filter = document.createElement("div");
    filter.className = "filter";
    filter.setAttribute("role", "search");
    filter.setAttribute("aria-label", `Filter of ${holder.getAttribute("aria-label")}`);
    filter.append(labelled("Rows with", words));
    for (const { name, select } of choices)
        filter.append(labelled(name, select));
    filter.append(count);
    filter.addEventListener("input", apply);
    holder.before(filter);
    apply(); /* a page that is loaded again may keep what was typed */
}

document.querySelectorAll(".table.with-filter").forEach(addFilter);
