import { UnreadableFile } from "../child/unreadable-file.ts";

/** Office never declares entities. Whoever does wants something read or blown up that is not in the text. */
const declarations = /<!(?:DOCTYPE|ENTITY)/i;

/** Wrappers with text inside that the reader behind would skip with their text: direction, pronunciation aids. */
const wrappers = /<\/?w:(?:dir|bdo|ruby|rubyBase)(?:\s[^<>]{0,500})?>/g;
/** Characters that no XML may hold: one of them ends the reading of all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const pronunciation = /<w:(rt|rubyPr)>(?:(?!<w:(?:rt|rubyPr)>)[\s\S]){0,4000}?<\/w:\1>/g;

/**
 * The XML of one part without what the reader behind stumbles over.
 * @throws UnreadableFile when it declares entities.
 */
export function plainXml(content: Buffer): string {
  const xml = new TextDecoder(encodingOf(content)).decode(content);
  if (declarations.test(xml)) throw new UnreadableFile("The file was rejected: its XML declares entities.");
  return xml.replace(control, "").replace(pronunciation, "").replace(wrappers, "").trim();
}

/** The text that stands in a part's XML, without deletions; drawings say theirs twice, once for old readers. */
export function textOfXml(xml: string): string {
  const once = xml.replace(/<mc:Fallback>(?:(?!<mc:Fallback>)[\s\S])*?<\/mc:Fallback>/g, "");
  return Array.from(once.matchAll(/<w:t(?:\s[^<>]{0,200})?>([^<]*)<\/w:t>/g), ([, text]) => text).join("");
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
