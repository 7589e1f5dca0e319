import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { listSectionPassages, type SectionPassages } from "../store/chunks.ts";

/** Longest section that is shown whole, in characters; a longer one is shown from the found passage on. */
const mostShown = 1_800;
/** A shorter introduction only says what the document is about. In characters. */
const leastIntroduction = 130;
/** Longest repetition between two passages, in characters: one and a half times the splitter's `overlapChars`. */
const mostRepeated = 225;
/** A shorter match is a coincidence. */
const leastRepeated = 20;

/** Text of a section for a reader. `isCut`: the section continues in the document. */
export interface SectionText {
  text: string;
  isCut: boolean;
}

/** Adds to each passage its section. Short introductions of documents with sections are left out: they only announce the sections. */
export async function withSections<Found extends { chunk_id: string }>(
  db: Database,
  tenantId: string,
  found: Found[],
): Promise<(Found & { section?: SectionText })[]> {
  const ids = found.map(({ chunk_id }) => chunk_id);
  const sections = await withTenant(db, tenantId, (tx) => listSectionPassages(tx, ids));
  const byId = new Map(sections.map((section) => [section.chunk_id, { ...section, ...sectionText(section.passages) }]));
  return found.flatMap((item) => {
    const section = byId.get(item.chunk_id);
    if (!section) return [item];
    const { text, isCut, is_introduction } = section;
    return is_introduction && text.length < leastIntroduction ? [] : [{ ...item, section: { text, isCut } }];
  });
}

/** Joins the passages to one text, without their overlaps. */
function sectionText(passages: SectionPassages["passages"]): SectionText {
  const place = passages.findIndex(({ is_found }) => is_found);
  const run = runAround(passages, place);
  const whole = joined(run.map(({ text }) => text));
  if (whole.length <= mostShown) return { text: whole, isCut: false };
  const found = run.findIndex(({ is_found }) => is_found);
  const { text, isCut } = cutAtParagraph(joined(run.slice(found).map((passage) => passage.text)));
  return { text: found > 0 ? `…\n\n${text}` : text, isCut };
}

/** The gapless run of passages that contains the found one. */
function runAround(passages: SectionPassages["passages"], place: number): SectionPassages["passages"] {
  const follows = (index: number) => (passages[index]?.ordinal ?? 0) === (passages[index - 1]?.ordinal ?? 0) + 1;
  let from = place;
  while (from > 0 && follows(from)) from -= 1;
  let to = place + 1;
  while (to < passages.length && follows(to)) to += 1;
  return passages.slice(from, to);
}

function joined(texts: string[]): string {
  return texts.reduce((whole, text) => (whole === "" ? text : `${whole}${withoutRepetition(whole, text)}`), "");
}

/** The part of a passage after its overlap with the previous text: repeated sentences or the repeated table header are removed. */
function withoutRepetition(before: string, text: string): string {
  for (let length = Math.min(mostRepeated, text.length); length >= leastRepeated; length -= 1)
    if (before.endsWith(text.slice(0, length))) return text.slice(length);
  const [header = ""] = text.split("\n", 1);
  const goesOnTable = /^\|.*\|$/.test(header) && /\|\s*$/.test(before) && before.includes(`${header}\n`);
  return goesOnTable ? text.slice(header.length) : `\n\n${text}`;
}

/** Cuts a text to the shown length, at the end of a paragraph or a line. */
function cutAtParagraph(text: string): SectionText {
  if (text.length <= mostShown) return { text, isCut: false };
  const start = text.slice(0, mostShown);
  const paragraph = start.lastIndexOf("\n\n");
  const end = paragraph > mostShown / 3 ? paragraph : start.lastIndexOf("\n");
  const isInFence = (start.slice(0, end).match(/^```/gm)?.length ?? 0) % 2 === 1;
  const kept = end > 0 ? start.slice(0, end) : start.toWellFormed();
  return { text: isInFence ? `${kept}\n\`\`\`` : kept, isCut: true };
}
