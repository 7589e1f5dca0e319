import JSZip from "jszip";

const office = "http://schemas.openxmlformats.org";

/** Contents of a DOCX besides its text. `parts` adds or replaces files. */
export interface DocxOptions {
  parts?: Record<string, string | Uint8Array>;
  /** Relationships of the document. */
  relations?: string;
  compression?: "STORE" | "DEFLATE";
}

/** Creates a small DOCX whose body is the given WordprocessingML. */
export async function makeDocx(
  body: string,
  { parts, relations = "", compression }: DocxOptions = {},
): Promise<Uint8Array> {
  const zip = new JSZip();
  zip.file(
    "[Content_Types].xml",
    `<?xml version="1.0"?><Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"/></Types>`,
  );
  zip.file("_rels/.rels", relationships(relation("r1", "officeDocument", "word/document.xml")));
  zip.file("word/_rels/document.xml.rels", relationships(relations));
  zip.file("word/document.xml", wordXml("document", `<w:body>${body}</w:body>`));
  for (const [name, content] of Object.entries(parts ?? {})) zip.file(name, content);
  return zip.generateAsync({ type: "uint8array", compression: compression ?? "DEFLATE" });
}

/** One XML part of a Word document with its namespaces. */
export function wordXml(root: string, content: string): string {
  return `<?xml version="1.0"?><w:${root} xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships">${content}</w:${root}>`;
}

/** One relationship of the document, e.g. to its footnotes. */
export function relation(id: string, type: string, target: string, mode = "Internal"): string {
  return `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/>`;
}

/** A paragraph, with an optional style. */
export function paragraph(text: string, style?: string): string {
  const properties = style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : "";
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

function relationships(content: string): string {
  return `<?xml version="1.0"?><Relationships xmlns="${office}/package/2006/relationships">${content}</Relationships>`;
}
