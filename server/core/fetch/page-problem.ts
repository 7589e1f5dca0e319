import { randomUUID } from "node:crypto";
import { AppError } from "../errors.ts";
import { toUrl } from "../text/parse-url.ts";
import { type FetchedPage, type FetchOptions, fetchAnswer, fetchPage } from "./fetch-page.ts";
import { factsOf, type PageFacts } from "./page-facts.ts";

/** The site's answer to an address that does not exist. */
interface MissingPage {
  status: number;
  facts: PageFacts;
}

/** Most letters of a page that only reports an error, asks to sign in, or waits for its scripts. */
const maxErrorLetters = 400;
const maxSignInLetters = 200;
const maxShellLetters = 100;
const minOwnLetters = 30;
const minHeadingLetters = 10;
const minNameChars = 5;

/** Reasons for users. The page answers with success, so only its content shows the problem. */
const problems = {
  missing: "The server answers with an error page (page not found), although it reports success.",
  signIn: "The page asks visitors to sign in.",
  consent: "The page shows only a cookie notice.",
  scripts: "Scripts build the text of this page, and Parley does not run scripts. Add the text as a file instead.",
} as const;

/** Only pages with fewer letters are compared with the site's error page. */
const maxComparedLetters = 1_500;

/** Like `fetchPage`. @throws AppError `unprocessable_document` also when the page is no document, for example an error page. */
export async function fetchDocument(address: string, options: FetchOptions = {}): Promise<FetchedPage> {
  const page = await fetchPage(address, options);
  const problem = await new PageCheck(options).problemOf(page);
  if (problem !== null) throw new AppError("unprocessable_document", problem);
  return page;
}

/** Finds pages that are no documents. Asks each site once for an address that does not exist, to know its error page. */
export class PageCheck {
  readonly #options: FetchOptions;
  readonly #missing = new Map<string, Promise<MissingPage | null>>();

  constructor(options: FetchOptions) {
    this.#options = options;
  }

  /** The reason for users why a fetched page is no document, or null. */
  async problemOf({ url, facts }: Pick<FetchedPage, "url" | "facts">): Promise<string | null> {
    if (!facts) return null;
    const found = problemOf(facts);
    if (found !== null || facts.letters.all > maxComparedLetters) return found;
    const { origin, pathname } = toUrl(url);
    return pathname === "/" ? null : problemOf(facts, await this.#missingOf(origin));
  }

  #missingOf(origin: string): Promise<MissingPage | null> {
    const asked = this.#missing.get(origin) ?? fetchMissing(origin, this.#options).catch(() => null);
    if (this.#missing.size < maxSites) this.#missing.set(origin, asked);
    return asked;
  }
}
const maxSites = 100;

async function fetchMissing(origin: string, options: FetchOptions): Promise<MissingPage | null> {
  const { status, bytes, headers, url } = await fetchAnswer(`${origin}/${missingName}${randomUUID()}`, options);
  const contentType = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const facts = await factsOf({ bytes, contentType, charset: null, url });
  return facts && { status, facts };
}

/** The start of the name of a page that no site has. */
export const missingName = "no-such-page-";

/** The reason why a page that was fetched is no document, or null. `missing` is known only while a site is read. */
function problemOf(facts: PageFacts, missing?: MissingPage | null): string | null {
  const { all, structured, form, consent, noscript } = facts.letters;
  if (reportsError(facts) || (missing && isSameAs(missing, facts))) return problems.missing;
  if (facts.hasPassword && all < maxSignInLetters) return problems.signIn;
  if (consent > 0 && all + form < (facts.heading === "" ? minOwnLetters : minHeadingLetters)) return problems.consent;
  const isShell =
    all + form < minOwnLetters ? structured === 0 : all < maxShellLetters && structured === 0 && noscript > 0;
  if (facts.scripts > 0 && isShell) return problems.scripts;
  return null;
}

/** A status of HTTP in the page's name: `404`, `Error 500`, `Page not found`. A name with more words is a topic. */
function reportsError(facts: PageFacts): boolean {
  if (facts.status !== null && facts.status >= 400) return true;
  if (facts.letters.all + facts.letters.form > maxErrorLetters) return false;
  return [facts.heading, facts.title].some((name) => {
    const [own = ""] = name.split(/(?<!\s)\s+[|–—·»-]\s+/);
    const words = own.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0 || words.length > 6) return false;
    const isStatus =
      words.some((word) => /^(?:404|410)$/.test(word)) ||
      /^(?:error )?(?:40[013]|50[0-4])(?: |$)/.test(words.join(" "));
    return isStatus || (words.join(" ").endsWith("not found") && !own.trim().endsWith("?"));
  });
}

function isSameAs({ status, facts: missing }: MissingPage, facts: PageFacts): boolean {
  const { all } = facts.letters;
  if (all > 0 && facts.textHash === missing.textHash) return true;
  const name = nameOf(facts);
  const known = nameOf(missing);
  if (known.length < minNameChars) return false;
  if (status >= 400) return all <= maxErrorLetters && name.includes(known);
  return name === known && missing.letters.all > 0 && Math.abs(all - missing.letters.all) <= missing.letters.all / 5;
}

function nameOf({ heading, title }: PageFacts): string {
  return (heading === "" ? title : heading).toLowerCase();
}
