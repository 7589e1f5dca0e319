import { smallTalkReply } from "../../assistant/intent.ts";
import { asksForPerson } from "../../assistant/person-request.ts";
import { boundPatterns, dutyPattern } from "../../models/copilot/by-rules/duty-words.ts";
import { withMemories } from "../../models/extractive/with-memories.ts";
import * as answers from "../../text/answer-patterns.ts";
import { dangersOf } from "../../text/dangers.ts";
import type { Language } from "../../text/language.ts";
import { languageTables } from "../../text/languages/index.ts";
import * as numbers from "../../text/numbers.ts";
import { polesOf } from "../../text/opposites.ts";
import { ownerIn } from "../../text/owner.ts";
import { asksForMoney, isNegated, kindOf } from "../../text/patterns.ts";
import * as references from "../../text/references.ts";

/** Says nothing, so that every pattern of a list is tried until the last. */
const text = "Xyzzy.";

/** Makes the patterns that are made on first use, of every language: `scripts/check-patterns.mjs` records them. */
export function exercisePatterns(): void {
  for (const language of Object.keys(languageTables) as Language[]) {
    // the keys of a record of these names
    for (const reads of [isNegated, kindOf, asksForMoney, dangersOf, polesOf, ownerIn, references.opensWithReference])
      reads(text, language);
    for (const reads of [references.asksByItself, references.tellsByItself, references.isCondition])
      reads(text, language);
    for (const reads of [numbers.namesNumber, numbers.namesTime, numbers.numbersIn, numbers.numberMentions])
      reads(text, language);
    for (const reads of [answers.listsLinks, answers.pointsElsewhere, answers.setsApart, answers.asksDefinition])
      reads(text, language);
    for (const reads of [answers.definingStart, answers.comparedThings, answers.shapeOf, answers.asksForList])
      reads(text, language);
    for (const reads of [answers.tellsToDo, answers.namesPlace, answers.givesReason, answers.isCountless])
      reads(text, language);
    for (const where of ["anywhere", "first"] as const) answers.isPageTitle(text, language, where);
    for (const wording of ["strict", "loose"] as const) dutyPattern(language, wording);
    boundPatterns(language);
    references.refersBack(text, language);
  }
  asksForPerson(text);
  smallTalkReply("hi", { name: "Acme" });
  withMemories("What does my plan cost?", ["Their plan is Pro."]);
}
