import EmailForwardParser from "email-forward-parser";
import EmailReplyParser from "email-reply-parser";

/** What is known about an e-mail before its text is read. */
export interface QuoteFacts {
  /** Addresses that e-mails of this installation come from, in lower case. */
  addresses: string[];
  /** Names that stand before these addresses: the tenant's. */
  names: string[];
  /** Reply addresses and their tokens, in lower case. Nobody types one, so a line with one belongs to a quote. */
  secrets: string[];
  subject: string;
  /** The sender's address in lower case. */
  from: string | null;
  hasFiles: boolean;
}

const forwards = new EmailForwardParser();
const replies = new EmailReplyParser();
/** The libraries' patterns are not linear, so they get only this much, and single lines that look right. */
const maxForwardLines = 200;
const maxIntroChars = 400;

/** Whether the sender passes on somebody else's e-mail, so that its text is what they want to show. */
export function isForwarded(lines: readonly string[], { subject }: QuoteFacts): boolean {
  const excerpt = lines.slice(0, maxForwardLines).map((line) => line.slice(0, 200));
  return forwards.read(excerpt.join("\n"), subject.slice(0, 300)).forwarded;
}

/** Whether a line contains the reply address of a ticket. */
export function hasOwnAddress(line: string, { secrets }: QuoteFacts): boolean {
  const lower = line.toLowerCase();
  return secrets.some((secret) => lower.includes(secret));
}

const date = /(?:19|20|25)\p{Nd}{2}|\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2}/u;
const time = /\p{Nd}{1,2}[:.h]\p{Nd}{2}/u;

/** Whether a text has one of our addresses as programs write it. */
function hasBracketed(text: string, { addresses }: QuoteFacts): boolean {
  const lower = text.toLowerCase().replaceAll("( ", "(");
  return addresses.some((address) =>
    ["<", "(", "[", "<mailto:", "[mailto:"].some((open) => lower.includes(open + address)),
  );
}

/**
 * The number of lines that introduce a quote, as in `On Tue, 3 Feb 2026 at 09:12, Ada <ada@example.com> wrote:`; undefined when the line
 * begins none. Known by its colon, its date and its address in every language.
 */
export function isAttribution(lines: readonly string[], at: number, facts: QuoteFacts): number | undefined {
  const first = bare(lines[at] ?? "");
  if (isRule(first)) return 1;
  const hasAddress = bracketed.test(first);
  if (!number.test(first) && !hasAddress) return undefined;
  for (let length = 1; length <= 3; length += 1) {
    const parts = lines.slice(at, at + length).map(bare);
    if (parts.at(-1) === "") break;
    if (!/[:：]$/.test(parts.at(-1) ?? "")) continue;
    const below = lines[at + length] || lines[at + length + 1];
    // A wrapped introduction begins with its date or address, and its first lines are no sentences.
    const isWrapped =
      parts.slice(0, -1).every((part) => !/(?:[^\p{Nd}]\.|[!?。！？])$/u.test(part)) &&
      (date.test(first) || time.test(first) || hasAddress);
    if (length > 1 && !isWrapped && introduces(parts.slice(1).join(" "), below, facts)) return undefined;
    if (introduces(parts.join(" "), below, facts)) return length;
    break;
  }
  if (beginsWithDate.test(first) && first.endsWith(">") && hasBracketed(first, facts)) return 1;
  return number.test(first) && hasBracketed(first, facts) && isKnownIntro(first) ? 1 : undefined;
}

const number = /\p{Nd}/u;
const bracketed = /<[^\s<>]{1,200}@[^\s<>]{1,200}>/;
const beginsWithDate = /^(?:(?:19|20|25)\p{Nd}{2}|\p{Nd}{1,2})[./-]\p{Nd}{1,2}[./-]\p{Nd}{1,4}\b/u;

function introduces(intro: string, below: string | undefined, facts: QuoteFacts): boolean {
  if (intro.length > maxIntroChars) return false;
  const hasDate = date.test(intro);
  const hasTime = time.test(intro);
  if (below?.startsWith(">") && (hasDate || intro.includes("@"))) return true;
  if (!hasDate && !hasTime) return false;
  // People also write sentences with a date, a colon and somebody's address, but none with the minute that the library knows.
  return hasBracketed(intro, facts) || (hasDate && hasTime && !intro.includes("@") && isKnownIntro(intro));
}

/** Whether a line with a date, somebody's address and a colon stands above a header block, as Yahoo writes it. */
export function isAboveBlock(line: string): boolean {
  const intro = bare(line).slice(0, maxIntroChars);
  return /[:：]$/.test(intro) && intro.includes("@") && date.test(intro);
}

/** `-----Original Message-----` and `---- On Wed, 24 Feb 2021 ... wrote ----`. */
function isRule(given: string): boolean {
  const line = given.replace(/^\*|\*$/g, "");
  return line.length <= 300 && line.startsWith("--") && line.endsWith("-") && /\p{L}/u.test(line) && isKnownIntro(line);
}

/** Asks the library. */
function isKnownIntro(line: string): boolean {
  if (line.length > 300) return false;
  return replies.read(`${line}\n\n> x`).getFragments()[0]?.isQuoted() ?? false;
}

const label = /^[>*\s]{0,6}\p{L}[\p{L}\p{M}\p{Nd} .'’()/-]{0,30}[*\s]{0,3}[:：][*\s]{0,3}(\S.{0,500})$/u;
/** The address of a long name is wrapped. */
const onlyAddress = /^<[^\s<>]{1,200}@[^\s<>]{1,200}>$/;
/** Most lines of a header block; a long list of recipients is wrapped. */
const maxBlock = 12;

/**
 * The line after a header block (`From:`, `Sent:`, `To:`, `Subject:` in any language) that a mail program put above a quote; undefined when
 * there is none. Three lines with labels are a block when one of them names this conversation; people write such lines too.
 */
export function readHeaderBlock(
  lines: readonly string[],
  at: number,
  { facts, isForward }: { facts: QuoteFacts; isForward: boolean },
): number | undefined {
  const values: string[] = [];
  let end = at;
  for (; end < lines.length && end - at < maxBlock; end += 1) {
    const line = bare(lines[end] ?? "");
    const value = label.exec(line)?.[1];
    const above = values.at(-1);
    if (value !== undefined) values.push(value.trim().toLowerCase());
    else if (above !== undefined && onlyAddress.test(line))
      values[values.length - 1] = `${above} ${line.toLowerCase()}`;
    else break;
  }
  if (values.length < 3) return undefined;
  if (values.some((value) => hasOwnAddress(value, facts))) return end;
  if (isForward || !values.some((value) => date.test(value) || time.test(value))) return undefined;
  const subject = withoutPrefixes(facts.subject.toLowerCase());
  const isOfSubject = subject.length > 3 && values.some((value) => withoutPrefixes(value) === subject);
  const isFirst = !label.test(bare(lines[at - 1] ?? ""));
  if (!isFirst || isOfStranger(values, facts)) return undefined;
  if (isOfSubject || values.some((value) => hasBracketed(value, facts))) return end;
  // Below a rule, a name or the mere address is enough.
  const above = lines[at - 1] === "" ? lines[at - 2] : lines[at - 1];
  const names = facts.names.map((name) => name.toLowerCase());
  return /^[>\s]{0,20}(?:_{10,}|-{5})/.test(above ?? "") &&
    values.some((value) => names.includes(value) || facts.addresses.includes(value))
    ? end
    : undefined;
}

/** The sender of a header block is in its first or second line. */
function isOfStranger(values: readonly string[], facts: QuoteFacts): boolean {
  const found = values
    .slice(0, 2)
    .flatMap((value) => value.match(/[^\s<>()[\]:;,"]{1,100}@[^\s<>()[\]:;,"]{1,200}/g) ?? []);
  return (
    found.length > 0 &&
    found.every(
      (address) => address !== facts.from && !facts.addresses.includes(address) && !facts.secrets.includes(address),
    )
  );
}

/** Whether the header block below a mark of Outlook is that of an e-mail from somebody else: the sender passes it on. */
export function showsStranger(lines: readonly string[], facts: QuoteFacts): boolean {
  const values = lines
    .map((line) => label.exec(bare(line))?.[1]?.trim().toLowerCase())
    .filter((value) => value !== undefined);
  return isOfStranger(values, facts);
}

/** A subject without `Re:`, `AW:`, `回复：` and the like. */
function withoutPrefixes(subject: string): string {
  return subject.replace(/^(?:\s{0,5}\p{L}{1,12}\.?(?:\[\d{1,3}\])?\s?[:：]\s{0,5}){1,6}/u, "").trim();
}

/** Without signs of quotes, and without the invisible marks that programs put around addresses beside Arabic and Hebrew. */
function bare(line: string): string {
  return line
    .replace(/\p{Cf}/gu, "")
    .replace(/^[>\s]{1,40}/, "")
    .trimEnd();
}
