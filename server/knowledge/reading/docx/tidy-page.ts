import type { parseHTML } from "linkedom";

type Page = ReturnType<typeof parseHTML>["document"];
type PageElement = ReturnType<Page["createElement"]>;

/** A line set in bold is a heading when it is this short, and when not most of the document is bold. */
const maxHeadingChars = 90;
const maxBoldShare = 0.3;
const boldLevel = "h3";

/** Makes the page that a Word document gives readable as blocks: no lines run together, and headings are headings. */
export function tidyPage(document: Page): void {
  for (const row of document.querySelectorAll("tr")) divideRow(document, row);
  for (const line of document.querySelectorAll("td p,th p,td li,th li")) line.append(" ");
  for (const end of document.querySelectorAll("td br,th br")) end.replaceWith(" ");
  promoteBoldLines(document);
}

/** Many write a whole column of figures into one cell. Cells with equally many lines become as many rows. */
function divideRow(document: Page, row: PageElement): void {
  const cells = [...row.children];
  const lines = cells.map((cell) => [...cell.children].filter((child) => child.nodeName === "P"));
  const [first = []] = lines;
  const isEven = lines.every(
    (list, index) => list.length === first.length && list.length === cells[index]?.children.length,
  );
  // A figure beside the wrong name would be worse than figures in one heap.
  const isLevel = first.every((line, index) => lines.every((list) => isEmpty(list[index]) === isEmpty(line)));
  if (cells.length < 2 || first.length < 2 || !isEven || !isLevel) return;
  const rows = first.map((_, line) => {
    const divided = document.createElement("tr");
    cells.forEach((cell, column) => {
      const part = document.createElement(cell.nodeName.toLowerCase());
      part.append(...(lines[column]?.[line] ? [lines[column][line]] : []));
      divided.append(part);
    });
    return divided;
  });
  row.replaceWith(...rows);
}

/** Headings of writers who do not use styles. */
function promoteBoldLines(document: Page): void {
  const lines = [...document.querySelectorAll("body > p")].filter((line) => textOf(line) !== "");
  const bold = lines.filter(isBoldLine);
  if (bold.length > lines.length * maxBoldShare) return;
  for (const line of bold) {
    const heading = document.createElement(boldLevel);
    heading.append(...line.childNodes);
    line.replaceWith(heading);
  }
}

function isBoldLine(line: PageElement): boolean {
  const text = textOf(line);
  const bold = [...line.querySelectorAll("strong")].map(textOf).join(" ");
  return (
    text.length <= maxHeadingChars &&
    !/[.,;]$/.test(text) &&
    /\p{L}/u.test(text) &&
    bold.replace(/\s/g, "") === text.replace(/\s/g, "")
  );
}

function isEmpty(line: PageElement | undefined): boolean {
  return line === undefined || textOf(line) === "";
}

function textOf(element: PageElement): string {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}
