/** Surrounds the sentence above which the reply is written, so that it can be found in every language. */
export const aboveMarks = { before: "##- ", after: " -##" } as const;

/**
 * The sender's own text of an e-mail reply, without the quoted part. Read line by line with bounded patterns: an e-mail is untrusted, and
 * the existing libraries match whole e-mails with patterns of quadratic run time.
 * @returns the whole text when nothing but quotes would be left
 */
export function cutQuotes(text: string): string {
  const lines = text.split("\n").map((line) => line.slice(0, maxLineChars).trimEnd());
  const end = endOfReply(lines);
  const own = withoutSignature(dropTail(lines.slice(0, end)));
  if (own.length > 0) return own.join("\n").trim();
  // The reply is below the quote or between its lines.
  const below = withoutSignature(lines.slice(end).filter((line) => !isMachine(line)));
  const rest = trimBlank(below).join("\n").trim();
  return rest || text.trim();
}

/** No human writes a line of this length; the rest is data. */
const maxLineChars = 2_000;
/** `On Tue, 3 Feb 2026, 14:05 Ada <ada@example.com> wrote:` in the languages of the mail programs; also over two lines. */
const wrote =
  /^(?:on|am|le|el|em|il|op|den|w dniu|dnia|pe|на|dne)\s(?=.{0,200}[\d@]).{3,300}?\s(?:wrote|schrieb|(?:a )?écrit|escribió|escreveu|ha scritto|schreef|skrev|pisze|napisał\S*|kirjoitti|написал\S*|napsal\S*)(?:\s.{0,200})?\s?:$/i;
const wroteUnspaced =
  /^(?:在.{2,200}写道[:：]|.{2,200}のメッセージ[:：]?|.{2,200}작성[:：]|.{2,200}(?:כתב|كتب).{0,100}[:：]?)$/;
const original =
  /^[-_ ]{2,}\s?(?:original message|forwarded message|ursprüngliche nachricht|message d['’]origine|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|oprindelig besked)\s?[-_ ]{2,}$/i;
/** The first two lines of Outlook's quote block. */
const fromLine = /^[*\s]{0,3}(?:from|von|de|da|van|från|fra|od|от|من)[*\s]{0,3}\s?:.{3,300}$/i;
const sentLine =
  /^[*\s]{0,3}(?:sent|date|gesendet|datum|envoyé|enviado|fecha|data|inviato|verzonden|skickat|sendt|wysłano|отправлено|التاريخ)[*\s]{0,3}\s?:.{3,300}$/i;
const signatureLine =
  /^(?:--|—|__+|sent from my .{2,60}|sent from (?:outlook|yahoo|mail) .{0,60}|von meinem .{2,60} gesendet|gesendet (?:von|mit) .{2,60}|envoyé (?:de|depuis) mon .{2,60}|enviado desde mi .{2,60}|get outlook for .{2,20})$/i;

function endOfReply(lines: string[]): number {
  const marked = lines.findIndex((line) => line.includes(aboveMarks.before) && line.includes(aboveMarks.after));
  const named = lines.findIndex((line, index) => beginsQuote(line, lines.slice(index + 1, index + 5)));
  const found = [marked, named].filter((index) => index >= 0);
  return found.length > 0 ? Math.min(...found) : lines.length;
}

function beginsQuote(line: string, next: string[]): boolean {
  const bare = unquoted(line);
  const joined = `${bare} ${unquoted(next[0] ?? "")}`.slice(0, 700);
  if (wrote.test(bare) || wroteUnspaced.test(bare) || original.test(bare)) return true;
  // A name or an address is wrapped onto the next line.
  if (/^(?:on|am|le|el|em|il|op|den|w dniu|dnia)\s.{4,}/i.test(bare) && wrote.test(joined) && /:$/.test(joined))
    return true;
  return fromLine.test(bare) && next.some((one) => sentLine.test(unquoted(one)));
}

function unquoted(line: string): string {
  return line.replace(/^[>\s]{1,40}/, "").trimEnd();
}

/** Lines that a mail program wrote: quotes and their introductions. */
function isMachine(line: string): boolean {
  return (
    line.startsWith(">") ||
    wrote.test(line) ||
    wroteUnspaced.test(line) ||
    original.test(line) ||
    fromLine.test(line) ||
    sentLine.test(line) ||
    (line.includes(aboveMarks.before) && line.includes(aboveMarks.after))
  );
}

/** Drops quoted lines at the end, and empty ones around them. */
function dropTail(lines: string[]): string[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1] === "" || lines[end - 1]?.startsWith(">") || /^_{10,}$/.test(lines[end - 1] ?? "")))
    end -= 1;
  return trimBlank(lines.slice(0, end));
}

function withoutSignature(lines: string[]): string[] {
  const at = lines.findIndex((line) => signatureLine.test(line.trim()));
  return trimBlank(at >= 0 ? lines.slice(0, at) : lines);
}

function trimBlank(lines: string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first < 0) return [];
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(first, last + 1);
}
