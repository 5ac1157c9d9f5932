// Makes tables sortable by a press on a heading; the order of the page comes back on the third.
"use strict";
document.documentElement.classList.add("js");
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  const value = (row, column) => {
    const cell = row.cells[column];
    if (!cell) return "";
    const text = cell.dataset.value ?? cell.textContent.trim();
    const number = Number(text.replace(/^max /, "").replace(/,/g, "").replace(/ .*$/, ""));
    return text !== "" && Number.isFinite(number) ? number : text;
  };
  const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b
    : typeof a === "number" ? -1 : typeof b === "number" ? 1 : a.localeCompare(b);
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const was = heading.getAttribute("aria-sort");
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      let rows = original;
      if (was !== "descending") {
        const sign = was === "ascending" ? -1 : 1;
        heading.setAttribute("aria-sort", was === "ascending" ? "descending" : "ascending");
        rows = [...original].sort((a, b) => sign * compare(value(a, column), value(b, column)));
      }
      body.append(...rows);
    });
  });
}
