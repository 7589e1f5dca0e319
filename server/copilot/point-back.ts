import type { CopilotAction, CopilotDocument } from "../../protocol/copilot.ts";
import type { NameToken } from "./name-tokens.ts";

/** What words point at among the documents of before: certain, or a choice. Null: they point at none. */
export type PointedAt =
  | { name: string; found: CopilotDocument[] }
  | { name: string; candidates: CopilotDocument[] }
  | null;

const ordinals: [pattern: RegExp, place: number][] = [
  [
    /\b(?:the )?(?:first|1st) (?:one|document|of them)\b|\bfor the first\b|\bd(?:ie|as|er|en) erste[nrs]?\b|\b(?:le|la) premi(?:er|ere)\b|\b(?:el|la) primer[ao]\b/u,
    0,
  ],
  [
    /\b(?:the )?(?:second|2nd) (?:one|document|of them)\b|\bfor the second\b|\bd(?:ie|as|er|en) zweite[nrs]?\b|\b(?:le|la) (?:deuxieme|second[e]?)\b|\b(?:el|la) segund[ao]\b/u,
    1,
  ],
  [
    /\b(?:the )?(?:third|3rd) (?:one|document|of them)\b|\bd(?:ie|as|er|en) dritte[nrs]?\b|\b(?:le|la) troisieme\b|\b(?:el|la) tercer[ao]?\b/u,
    2,
  ],
  [/\b(?:the )?last (?:one|document|of them)\b|\bd(?:ie|as|er|en) letzte[nrs]?\b/u, -1],
];
const both =
  /\b(?:both|the two|these two|those two|beiden?|les deux|l(?:o|a)s dos|amb[oa]s)\b(?! (?:the )?(?:versions?|versionen|fassungen|versiones))/u;
const plural = /\b(?:them|these|those|they|ihnen|ceux|celles|ell[oa]s)\b(?: documents| ones)?/u;
const other =
  /\b(?:the other(?: one| document)?|d(?:ie|as|er|en) andere[nrs]?|l'autre|(?:el|la) otr[ao])\b(?! (?!bitte|please|one|document|say|says|and|und|again)\p{L})/u;
const single =
  /\b(?:it|that one|this one|this document|that document|the document|this policy|that policy|this page|that page|the same document|dieses dokument|darin|darauf|ce document|este documento)\b/u;

/**
 * Words that point back: "the second one", "both", "the other one", "it".
 * @param shown the documents of the last result in the order in which they were shown.
 * @param used all that this conversation has used, those used last first.
 */
export function pointBack(
  tokens: readonly NameToken[],
  {
    shown,
    used,
    action,
  }: { shown: readonly CopilotDocument[]; used: readonly CopilotDocument[]; action: CopilotAction | null },
): PointedAt {
  const said = tokens.map(({ word }) => word).join(" ");
  for (const [pattern, place] of ordinals) {
    const name = pattern.exec(said)?.[0];
    if (name) return isExcluded(said, name) ? { name, candidates: [...used] } : at(place, name, { shown, used });
  }
  const otherName = other.exec(said)?.[0];
  if (otherName) return theOther(otherName, shown, used);
  const bothName = both.exec(said)?.[0];
  if (bothName) return all(bothName, { shown, used, most: 2 });
  // In an audit "this" and "it" are the text that is checked.
  const pluralName = action === "audit" ? /\bagainst (?:them|these|those)\b/u.exec(said)?.[0] : plural.exec(said)?.[0];
  if (pluralName) return all(pluralName, { shown, used, most: 5 });
  const name = action === "audit" ? /\b(?:against|with) it\b/u.exec(said)?.[0] : single.exec(said)?.[0];
  if (!name) return null;
  const [only] = shown;
  if (shown.length === 1 && only) return { name, found: [only] };
  const [alone] = used;
  if (shown.length === 0 && used.length === 1 && alone) return { name, found: [alone] };
  return used.length === 0 ? null : { name, candidates: [...(shown.length > 0 ? shown : used)] };
}

/** "Not the second one", "all but the last one". */
function isExcluded(said: string, name: string): boolean {
  return /(?:^| )(?:not|but|except|without|than|nicht|ausser|ohne|statt) (?:the )?$/u.test(
    said.slice(0, said.indexOf(name)),
  );
}

function at(
  place: number,
  name: string,
  { shown, used }: { shown: readonly CopilotDocument[]; used: readonly CopilotDocument[] },
): PointedAt {
  const one = shown.length > 1 ? shown.at(place) : undefined;
  if (one) return { name, found: [one] };
  // Without an order that a person saw, a number says nothing.
  return { name, candidates: [...used] };
}

/** Of two, the one that was not looked at last. */
function theOther(name: string, shown: readonly CopilotDocument[], used: readonly CopilotDocument[]): PointedAt {
  const rest = used.filter(({ version_id }) => !shown.some((each) => each.version_id === version_id));
  const [only] = rest;
  return shown.length === 1 && rest.length === 1 && only ? { name, found: [only] } : { name, candidates: [...used] };
}

function all(
  name: string,
  { shown, used, most }: { shown: readonly CopilotDocument[]; used: readonly CopilotDocument[]; most: number },
): PointedAt {
  const isFit = shown.length >= 2 && shown.length <= most;
  if (isFit) return { name, found: [...shown] };
  if (shown.length === 0 && used.length === 2) return { name, found: [...used] };
  return used.length === 0 ? null : { name, candidates: [...used] };
}
