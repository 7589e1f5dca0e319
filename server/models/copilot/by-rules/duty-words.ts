import type { Language } from "../../../text/language.ts";
import { bounded } from "../../../text/patterns.ts";
import { looseDuties } from "./loose-duties.ts";

/** What binds whom, and how much. */
export type Duty =
  | "must"
  | "forbidden"
  | "needless"
  | "may"
  | "will"
  | "should"
  | "only"
  | "any"
  | "always"
  | "never"
  | "least"
  | "most"
  | "unlimited"
  | "free"
  | "paid"
  | "we pay"
  | "at once"
  | "lost"
  | "refused"
  | "except";

/** Patterns of duties in one language; the first that is found at a place counts. */
type DutyWords = [duty: Duty, source: string][];

const english: DutyWords = [
  ["except", "except(?: (?:for|as|where|when|if|that))?|unless|excluding|with the exception of|apart from"],
  [
    "needless",
    "no (?:\\p{L}+ ){1,4}(?:is|are) (?:required|needed|necessary)|(?:do|does)(?: not|n't) (?:need|have) to|need not|no need to|(?:is|are) not (?:required|necessary|obligatory|mandatory)|(?<!(?:an|the|any|some|this|these|other) )optional|(?:is|are)n't (?:required|necessary)",
  ],
  [
    "forbidden",
    "must(?: not|n't)|shall not|may not|can ?not|can't|(?:is|are|be)(?: not|n't) (?:\\p{L}+ )?(?:permitted|allowed)|not (?:permitted|allowed)|prohibit(?:s|ed)?|forbidden|will(?: not|n't) be (?:able|allowed|permitted|possible)(?: to)?|(?:is|are)(?: not|n't) (?:able|eligible|entitled)(?: to)?|ineligible|(?:ask|request)s? (?:that )?you (?:do )?not|under no circumstances|agree not to|refrain from|restricted from",
  ],
  [
    "must",
    "must|shall|(?:is|are|be|been|will be) (?:required|obliged|obligated)(?: to)?|requires?|required|mandatory|(?:has|have|will have) to|needs? to|ensures?|(?:is|are|be) subject to(?! change)",
  ],
  [
    "free",
    "free of charge|(?:at )?no (?:additional |extra )?(?:cost|charge)(?: to \\p{L}+)?|for free|without (?:any )?(?:charge|cost)|complimentary",
  ],
  ["only", "(?<!not )only|solely|exclusively"],
  ["lost", "forfeit(?:s|ed)?"],
  ["always", "always|in all cases|in every case"],
  ["never", "never"],
  ["any", "anyone|anybody|everyone|everybody|any|every|all"],
  [
    "at once",
    "immediately|at once|instantly|right away|without (?:undue )?delay|without (?:any |prior |further |advance )*notice",
  ],
  ["paid", "fees?|surcharges?|(?:is|are|be) charged|costs?"],
  ["least", "at least"],
  ["most", "at most"],
  [
    "should",
    "should(?! (?:the|we|you|i|it|they|he|she|any|an?|your|our|this|there)\\b)|recommend(?:s|ed)?|encouraged?|discourag(?:es?|ed)|(?:is|are) expected to",
  ],
  [
    "may",
    "may|(?:is|are|be) (?:allowed|permitted|welcome|(?:entitled|free) to)|reserves? the right to|at (?:our|its|their|your) (?:sole )?discretion|can|could|might",
  ],
  ["refused", "will not|won't"],
  ["will", "will|ll|agrees? to|undertakes? to|guarantees?|promises? to"],
];

const german: DutyWords = [
  ["except", "außer|ausgenommen|es sei denn|mit ausnahme(?: von)?|sofern nicht"],
  [
    "needless",
    "keine?[nmrs]? (?:\\p{L}+ ){1,4}(?:erforderlich|nötig|notwendig)|nicht (?:nötig|erforderlich|notwendig|verpflichtet)|(?:muss|müssen|musst|brauch\\p{L}*) (?:\\p{L}+ ){0,5}nicht|freiwillig|optional",
  ],
  [
    "forbidden",
    "(?:darf|dürfen|darfst) (?:[\\p{L}\\p{N}]+,? ){0,8}?(?:nicht|keine?[nmrs]?)|(?:ist|sind) (?:\\p{L}+ ){0,4}?(?:nicht (?:gestattet|erlaubt|zulässig|zugelassen)|verboten|untersagt|unzulässig)|nicht (?:gestattet|erlaubt|zulässig)|verboten|untersagt|unzulässig|keinesfalls|(?:kann|können|kannst) (?:[\\p{L}\\p{N}]+,? ){0,8}?(?:nicht|keine?[nmrs]?)",
  ],
  [
    "must",
    "muss|müssen|musst|verpflichtet|verpflichtend|erforderlich|zwingend|notwendig|(?:ist|sind) (?:[\\p{L}\\p{N}]+ ){0,8}zu \\p{L}+en",
  ],
  [
    "free",
    "kostenlos|kostenfrei|gratis|unentgeltlich|gebührenfrei|ohne (?:zusätzliche )?(?:kosten|gebühr(?:en)?|aufpreis)",
  ],
  ["only", "nur|ausschließlich|lediglich|allein"],
  ["lost", "verfällt|verfallen"],
  ["always", "immer|stets|in jedem fall|jederzeit"],
  ["never", "nie|niemals"],
  ["any", "jede[rmns]?|alle[rmns]?|jedermann|beliebige[rmns]?"],
  ["at once", "sofort|unverzüglich|umgehend|ohne (?:vorherige )?(?:ankündigung|vorankündigung|frist)|fristlos"],
  ["paid", "kostenpflichtig|gebühr(?:en)?|kostet|kosten|aufpreis"],
  ["least", "mindestens"],
  ["most", "höchstens"],
  ["should", "soll(?:te)?n?|empfehlen|empfohlen"],
  [
    "may",
    "darf|dürfen|darfst|(?:ist|sind) (?:\\p{L}+ ){0,3}?(?:gestattet|erlaubt|zulässig)|berechtigt|kann|können|kannst",
  ],
  ["will", "wird|werden|garantieren|sichern? zu"],
];

const strict: Partial<Record<Language, DutyWords>> = { en: english, de: german };
/** `strict` is what a policy is worded in, `loose` has what people say instead, too. */
export type Wording = "strict" | "loose";
const made = new Map<string, RegExp | null>();

function wordsOf(language: Language, wording: Wording): DutyWords | undefined {
  const words = strict[language];
  return words && wording === "loose" ? [...(looseDuties[language] ?? []), ...words] : words;
}

/** One pattern of all duties of a language, a named group (`d0`, `d1`, ...) for each; null where none are known. */
export function dutyPattern(language: Language, wording: Wording): RegExp | null {
  const known = made.get(`${language} ${wording}`);
  if (known !== undefined) return known;
  const source = wordsOf(language, wording)
    ?.map(([, each], index) => `(?<d${index}>${each})`)
    .join("|");
  const pattern = source ? new RegExp(bounded(source, language).replace("\\p{M}'])", "\\p{M}])"), "giu") : null;
  made.set(`${language} ${wording}`, pattern);
  return pattern;
}

/** The duty that a group of `dutyPattern` stands for. */
export function dutyOf(group: number, language: Language, wording: Wording): Duty | undefined {
  return wordsOf(language, wording)?.[group]?.[0];
}

interface Bounds {
  most: RegExp;
  least: RegExp;
  mostBehind: RegExp;
  leastBehind: RegExp;
}

const never = /(?!)/;
/** Right before a number, with at most an article or a few words between; right behind it and its unit. */
const bounds: Partial<Record<Language, Bounds>> = {
  en: {
    most: /(?:within|in under|at most|up to|no (?:later|more|longer) than|not (?:more|later|longer) than|(?:does|do|may|must|shall)? ?not exceed(?:ing)?|maximum(?: of)?|less than|fewer than|under|below|limited to|for the first)\s+(?:the (?:first|next)\s+|a (?:period|maximum) of\s+|about\s+)?$/i,
    least:
      /(?:at least|no (?:less|fewer|earlier) than|not (?:less|fewer|earlier) than|minimum(?: of)?|more than|over|above|exceed(?:s|ing)?|longer than|from)\s+(?:a\s+)?$/i,
    mostBehind: /^\s*(?:or (?:less|fewer|earlier)|at (?:most|the latest)|maximum|max)/i,
    leastBehind: /^\s*(?:or (?:more|longer|later)|at least|minimum|min\b|and over)/i,
  },
  de: {
    most: /(?:innerhalb (?:von)?|binnen|höchstens|maximal|bis zu|bis|nicht (?:mehr|länger|später) als|spätestens(?: nach)?|weniger als|unter|in den ersten)\s+(?:der ersten\s+)?$/i,
    least:
      /(?:mindestens|wenigstens|nicht (?:weniger|früher) als|frühestens(?: nach)?|mehr als|länger als|über|ab)\s+$/i,
    mostBehind: /^\s*(?:oder weniger|höchstens|maximal)/i,
    leastBehind: /^\s*(?:oder (?:mehr|länger)|mindestens)/i,
  },
};

/** How a language says that a number is the most or the least. */
export function boundPatterns(language: Language): Bounds {
  return bounds[language] ?? { most: never, least: never, mostBehind: never, leastBehind: never };
}
