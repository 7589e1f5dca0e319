/** Smallest picture that may contain text, in EMU: 1.5 by 0.8 cm. Smaller ones are symbols. */
const minPicture = { width: 540_000, height: 290_000 };

/** True for the size of a symbol. */
export function isSmall(attributes: string): boolean {
  const size = (name: string) =>
    // pattern-example: /\bcx="(\d{1,12})"/
    Number(new RegExp(`\\b${name}="(\\d{1,12})"`).exec(attributes)?.[1] ?? Number.MAX_SAFE_INTEGER);
  return size("cx") < minPicture.width || size("cy") < minPicture.height;
}

/** True for a property that is switched on. */
export function isOn(attributes: string): boolean {
  return !/w:val="(?:0|false|off)"/.test(attributes);
}

/** The value of the first element with this name. */
export function attributeOf(xml: string, name: string): string | undefined {
  // pattern-example: /<w:ilvl\s[^<>]{0,200}?w:val="([^"<>]{0,200})"/
  return new RegExp(`<${name}\\s[^<>]{0,200}?w:val="([^"<>]{0,200})"`).exec(xml)?.[1];
}

/** A run with this text. */
export function runOf(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<w:r><w:t xml:space="preserve">${escaped}</w:t></w:r>`;
}

/** Marks a row as a header. */
export const headerMark = "<w:tblHeader/>";
const emptyCell = "<w:tc><w:p/></w:tc>";
/** Most columns that a row may leave empty at its start. */
const maxGap = 50;

/** The properties of a row. Columns that the row leaves empty at its start become empty cells. */
export function rowStart(xml: string, isHeader: boolean): string {
  const marked = isHeader
    ? xml.replace(
        /^<w:trPr[^<>]*>/,
        (start) => `${start.replace(/\/>$/, ">")}${headerMark}${start.endsWith("/>") ? "</w:trPr>" : ""}`,
      )
    : xml;
  const gap = Math.min(maxGap, Number(attributeOf(xml, "w:gridBefore") ?? 0) || 0);
  return marked + emptyCell.repeat(gap);
}
