import type { Change } from "../../../../protocol/copilot.ts";
import type { Language } from "../../../text/language.ts";
import { cut } from "../../../text/shorten.ts";
import { contentStems } from "../../../text/words.ts";
import type { Hunk } from "./word-hunks.ts";

/** Words of one change of wording that are shown, and how many such changes of a statement. */
const maxWordingChars = 160;
const mostWordings = 3;

/** What else was worded otherwise, where more than the grammar changed. */
export function wordings({
  here,
  there,
  hunks,
  changes,
  language,
}: {
  here: string;
  there: string;
  hunks: readonly Hunk[];
  changes: readonly Change[];
  language: Language;
}): Change[] {
  const isTold = (own: string, other: string) =>
    changes.some((change) => change.here.includes(own) && change.there.includes(other));
  return hunks
    .map((hunk) => textsOf(hunk, here, there))
    .filter(({ here: own, there: other }) => {
      const [one, two] = [own, other].map((text) => contentStems(text, language).join(" "));
      return one !== two && !isTold(own, other);
    })
    .slice(0, mostWordings)
    .map((texts) => ({ kind: "wording", ...texts }));
}

/** The words of both sides of a change, cut to what is shown. */
export function textsOf(hunk: Hunk, here: string, there: string): Pick<Change, "here" | "there"> {
  return {
    here: cut(here.slice(hunk.here.start, hunk.here.end).trim(), maxWordingChars),
    there: cut(there.slice(hunk.there.start, hunk.there.end).trim(), maxWordingChars),
  };
}
