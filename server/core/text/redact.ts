import { passesLuhn } from "./luhn.ts";

/** "My password is wrong" contains no password. */
const plainPredicate =
  /\bis\s+(?:not|never|still|being|too|wrong|invalid|incorrect|expired|missing|required|set|stored|saved|sent|correct|valid|safe|secure|weak|strong|reset|rejected|declined|blocked|locked|needed|shown|hidden|working|lost|gone|the|this|that|what|where|there|my|your|case|used|only|asked|always|just|also|different|same)\b/i;

/** Patterns of secrets and their replacements, in order: the most specific first. */
const rules: { name: string; pattern: RegExp; accept?: (match: string) => boolean; keepPrefix?: boolean }[] = [
  { name: "private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g },
  { name: "token", pattern: /\beyJ(?:(?!\beyJ)[\w-]){8,}\.[\w-]{8,}\.[\w-]*/g },
  { name: "token", pattern: /\b(?:bearer|basic)\s+(?=[\w.~+/=-]*\d)[\w.~+/=-]{12,}/gi },
  {
    name: "key",
    pattern:
      /\b(?:sk|pk|rk|ak|key|api|ghp|gho|ghu|ghs|ghr|glpat|xox[abposr]|npm|pypi|whsec|SG|AKIA|ASIA|AIza|hf|dop_v1|shp(?:at|ca|pa|ss))[-_.][\w.-]{14,}/g,
    accept: (match) => /\d/.test(match),
  },
  {
    name: "key",
    pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\bgithub_pat_\w{20,}/g,
  },
  {
    name: "password",
    pattern:
      /(\b(?:pass(?:word|wd|phrase|code)?|pwd|secret|api[_ -]?key|access[_ -]?key|token|pin)\b["']?\s*(?:is|=|:|=>)\s*["']?)([^\s"',;]{4,})/gi,
    accept: (match) => !plainPredicate.test(match),
    keepPrefix: true,
  },
  { name: "password", pattern: /(:\/\/[^\s:/@]+:)([^\s@/]{3,})(?=@)/g, keepPrefix: true },
  {
    name: "email",
    pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,24}/gu,
  },
  { name: "card", pattern: /\b\d(?:[ -]?\d){12,18}\b/g, accept: passesLuhn },
  { name: "iban", pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?\b/g, accept: passesIbanCheck },
  {
    name: "ip",
    pattern: /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]|-\w)/g,
    accept: (match) => !isHarmlessAddress(match),
  },
  {
    name: "ip",
    pattern: /(?<![\w:])(?:[0-9a-f]{1,4}:){2,7}:?[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,5}(?![\w:])/gi,
    accept: (match) => match.includes("::") || match.split(":").length === 8,
  },
  {
    name: "data",
    pattern: /((?<![A-Za-z0-9+/_-])[+/-]*)([A-Za-z0-9_][A-Za-z0-9+/_-]{39,}={0,2})/g,
    accept: (match) => /\d/.test(match) && /[a-z]/.test(match) && /[A-Z]/.test(match),
    keepPrefix: true,
  },
  { name: "data", pattern: /\b[0-9a-f]{32,}\b/gi, accept: (match) => /\d/.test(match) && /[a-f]/i.test(match) },
];

/**
 * The text without keys, tokens, passwords, card and account numbers, addresses and long encoded data. For stored or streamed text other
 * than the visitor's own words: reasoning, tool results, logs, summaries.
 */
export function redact(text: string): string {
  let result = text;
  for (const { name, pattern, accept, keepPrefix } of rules) {
    result = result.replace(pattern, (match: string, prefix: unknown) => {
      if (accept && !accept(match)) return match;
      return keepPrefix && typeof prefix === "string" ? `${prefix}[${name}]` : `[${name}]`;
    });
  }
  return result;
}

/** True when `redact` would remove something from the text. */
export function holdsSecrets(text: string): boolean {
  return redact(text) !== text;
}

function passesIbanCheck(match: string): boolean {
  const compact = match.replaceAll(" ", "");
  const digits = `${compact.slice(4)}${compact.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** Loopback, "any" and documentation addresses appear in every manual and are not personal data. */
function isHarmlessAddress(address: string): boolean {
  return /^(?:127\.|0\.0\.0\.0$|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|255\.)/.test(address);
}
