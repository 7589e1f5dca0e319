import { passesLuhn } from "./luhn.ts";

/**
 * Patterns that are secrets in every context. Narrower than `redact`: answers come from a company's own documents, so addresses, digests
 * and "password: at least eight characters" stay, and a placeholder such as `YOUR_API_KEY` is not a key.
 */
const rules: { name: string; pattern: RegExp; accept?: (secret: string) => boolean }[] = [
  { name: "private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g },
  { name: "token", pattern: /(?<![\w.-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g },
  { name: "token", pattern: /(?<=\b(?:bearer|basic)\s{1,4}["'`]?)(?=[\w.~+/=-]*\d)[\w.~+/=-]{12,}/gi },
  {
    name: "key",
    pattern:
      /(?<![A-Za-z0-9])(?:(?:sk|pk|rk|ak|ghp|gho|ghu|ghs|ghr|glpat|xox[abposr]|npm|pypi|whsec|hf|dop_v1|shp(?:at|ca|pa|ss))[-_][\w.-]{14,}|SG\.[\w.-]{20,})/g,
    accept: (secret) => /\d/.test(secret),
  },
  {
    name: "key",
    pattern: /(?<![A-Za-z0-9])(?:(?:AKIA|ASIA)[A-Z0-9]{16}\b|AIza[\w-]{30,}|github_pat_\w{20,})/g,
  },
  {
    name: "password",
    pattern:
      /(?<=\b(?:pass(?:word|wd|phrase|code)?|pwd|secret|(?:api|access)[_ -]?key|token|pin)\b["'`*_]{0,3}\s{0,2}(?:is|=|:|=>)["'`*_\s]{0,4})[^\s"'`,;<>{}[\]()*]{4,}/gi,
    accept: looksChosen,
  },
  {
    name: "password",
    pattern: /(?<=:\/\/[^\s:/@]{1,64}:)[^\s@/<>{}[\]]{3,}(?=@)/g,
    accept: (secret) => !isPlaceholder(secret),
  },
  { name: "card", pattern: /(?<![\d.,-])\d(?:[ -]?\d){12,18}(?![\d-])/g, accept: isCard },
];

/** Every secret of the rules contains one of these: a long word, a long number, or a preceding word that identifies it. */
const mayHoldOne = /[\w.~+/=-]{16}|\d(?:[ -]?\d){12}|bearer|basic|pass|pwd|secret|key|token|\bpin\b|:\/\//i;

export interface Span {
  start: number;
  end: number;
  name: string;
}

/** The positions of secrets, in order and without overlaps. */
export function secretSpans(text: string): Span[] {
  if (!mayHoldOne.test(text)) return [];
  const spans: Span[] = [];
  for (const { name, pattern, accept } of rules) {
    for (const match of text.matchAll(pattern)) {
      if (accept && !accept(match[0])) continue;
      const span = { start: match.index, end: match.index + match[0].length, name };
      if (!spans.some((other) => span.start < other.end && other.start < span.end)) spans.push(span);
    }
  }
  return spans.toSorted((one, other) => one.start - other.start);
}

/** The text with every secret replaced by its kind. */
export function withoutSecrets(text: string): string {
  let result = "";
  let at = 0;
  for (const { start, end, name } of secretSpans(text)) {
    result += `${text.slice(at, start)}[${name}]`;
    at = end;
  }
  return at === 0 ? text : result + text.slice(at);
}

/**
 * Payment card numbers begin with 2 to 6 (ISO/IEC 7812); without this rule every tenth long number would match. They are not written in
 * pairs of digits, as bytes are.
 */
function isCard(text: string): boolean {
  return !/^\d\d(?:[ -]\d\d){5,9}$/.test(text) && /^(?:[3-6]|2[2-7])/.test(text) && passesLuhn(text);
}

/** True for a likely password: letters with digits, and not an example to fill in. */
function looksChosen(secret: string): boolean {
  return /\d/.test(secret) && /[A-Za-z]/.test(secret) && secret.length >= 6 && !isPlaceholder(secret);
}

function isPlaceholder(secret: string): boolean {
  return /your|example|placeholder|xxx|\*\*\*|\.\.\.|…|^\$|^%/i.test(secret) || /^[A-Z_]+$/.test(secret);
}
