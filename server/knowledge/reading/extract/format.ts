import type { PlainFormat } from "../../../../protocol/admin-documents.ts";

const htmlPattern =
  /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta)\b/i;

/** The format of a text: the declared format; else HTML if the text starts like HTML; else by the extension; else by signs of Markdown. */
export function detectFormat(content: string, source: string, declared?: PlainFormat): PlainFormat {
  if (declared) return declared;
  if (htmlPattern.test(content.slice(0, 5_000))) return "html";
  const byName = formatOfName(source);
  if (byName) return byName;
  return looksLikeMarkdown(content) ? "markdown" : "text";
}

/** The format by a file name or address, such as `page.html.en` or `guide.mdx`. */
function formatOfName(source: string): PlainFormat | undefined {
  const name = source.replace(/[?#][\s\S]*$/, "").toLowerCase();
  if (/\.(?:md|mdx|markdown|mdown)$/.test(name)) return "markdown";
  if (/\.(?:x?html?)(?:\.[a-z0-9_-]{2,12}){0,2}$/.test(name)) return "html";
  if (/\.(?:txt|text)$/.test(name)) return "text";
  return undefined;
}

function looksLikeMarkdown(content: string): boolean {
  const start = content.slice(0, 20_000);
  if (/^\s*---\n[\s\S]{0,2000}?\n---\s*(?:\n|$)/.test(start)) return true;
  const signs = [
    /^#{1,6}\s+\S/m,
    /^(?:```|~~~)/m,
    /\[[^[\]\n]{1,200}\]\([^()\s]{1,500}\)/,
    /^[ \t]*[-*+][ \t]+\S.*\n[ \t]*[-*+][ \t]+\S/m,
    /\*\*\S[^*\n]{0,200}\*\*/,
  ];
  return signs.filter((sign) => sign.test(start)).length >= 1;
}
