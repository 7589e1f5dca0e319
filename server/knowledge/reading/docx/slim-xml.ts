/** Looks that no reader of text needs: a large document is mostly made of them. */
const looks =
  /<w:(?:proofErr|noProof|lang|rFonts|sz|szCs|color|kern|spacing|w|position|lastRenderedPageBreak|bookmarkStart|bookmarkEnd|shd|jc|ind|tcW|tcMar|vAlign|noWrap|hideMark|keepNext|keepLines|widowControl|contextualSpacing|snapToGrid|autoSpaceDE|autoSpaceDN|adjustRightInd|bCs|iCs|trHeight|cantSplit|tblW|tblLook|tblLayout|tblInd|gridCol)(?:\s[^<>]*)?\/>/g;
const borders = /<w:(tcBorders|tblBorders|pBdr|tblCellMar|tcMar|tabs|tblGrid)>(?:(?!<w:\1>)[\s\S]){0,4000}?<\/w:\1>/g;
/** Which editing session a part comes from. */
const sessions = /\s(?:w:rsid\w*|w14:\w+Id)="[^"]*"/g;
const empty = /<w:(rPr|pPr|tcPr|trPr|tblPr)(?:\s*\/>|>\s*<\/w:\1>)/g;
/** Runs in a row that look alike, as spell checkers and editing leave them: one after each word. */
const plainRuns = /(?:<w:r><w:t(?: xml:space="preserve")?>[^<]*<\/w:t><\/w:r>){2,}/g;
const plainRun = /<w:r><w:t(?: xml:space="preserve")?>([^<]*)<\/w:t><\/w:r>/g;

/** The XML of a part with the same text, headings, lists and tables, without what only says how it looks. */
export function slimXml(xml: string): string {
  return xml
    .replace(sessions, "")
    .replace(looks, "")
    .replace(borders, "")
    .replace(empty, "")
    .replace(plainRuns, (runs) => `<w:r><w:t xml:space="preserve">${runs.replace(plainRun, "$1")}</w:t></w:r>`);
}

/** Text outside of the body's own elements, in content controls. */
const controls =
  /<\/?w:(?:sdt|sdtContent)(?:\s[^<>]*)?>|<w:(sdtPr|sdtEndPr)>(?:(?!<w:(?:sdtPr|sdtEndPr)>)[\s\S]){0,8000}?<\/w:\1>/g;
const tag = /<(\/?)([\w:]+)(?![\w:])[^<>]*?(\/?)>/g;

/**
 * Divides a document's XML into documents that hold about so many characters of it each, between two paragraphs or two rows of a
 * table, so that no more than one of them is held as a tree. A shorter one is given back as it is.
 */
export function divideDocument(xml: string, partChars: number): string[] {
  const open = /<w:body(?:\s[^<>]*)?>/.exec(xml);
  const close = xml.lastIndexOf("</w:body>");
  if (xml.length <= partChars * 1.5 || !open || close < open.index) return [xml];
  const head = xml.slice(0, open.index + open[0].length);
  const tail = xml.slice(close);
  const body = xml.slice(head.length, close).replace(controls, "");
  return cutBody(body, partChars).map((part) => head + part + tail);
}

function cutBody(body: string, partChars: number): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let isInTable = false;
  let reopen = "";
  for (const { index, 0: whole, 1: closing, 2: name, 3: alone } of body.matchAll(tag)) {
    if (alone === "/") continue;
    depth += closing === "/" ? -1 : 1;
    if (depth === 1 && closing === "") isInTable = name === "w:tbl";
    const end = index + whole.length;
    const isBetweenRows = depth === 1 && isInTable && name === "w:tr" && closing === "/";
    if (end - from < partChars || closing === "" || (depth !== 0 && !isBetweenRows)) continue;
    parts.push(`${reopen}${body.slice(from, end)}${isBetweenRows ? "</w:tbl>" : ""}`);
    reopen = isBetweenRows ? "<w:tbl>" : "";
    from = end;
  }
  const rest = reopen + body.slice(from);
  return /<w:t[\s>]/.test(rest) ? [...parts, rest] : parts;
}
