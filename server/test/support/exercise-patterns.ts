import { smallTalkReply } from "../../assistant/intent.ts";
import { scanTags } from "../../doctor/page/scan-tags.ts";
import { locateQuote } from "../../models/copilot/excerpts.ts";
import { withMemories } from "../../models/extractive/write-section.ts";
import { statementName } from "../../store/statement-name.ts";
import { asksForPerson } from "../../text/asks-for-person.ts";
import { knownLanguages } from "../../text/language.ts";
import * as numbers from "../../text/numbers.ts";
import { polesOf } from "../../text/opposites.ts";
import { isNegated, kindOf } from "../../text/patterns.ts";
import { pointsBack } from "../../text/references.ts";
import { isSafePattern } from "../../tools/schema/safe-pattern.ts";
import { renderTemplate } from "../../tools/template.ts";

/** Matches nothing, so that the code tries every pattern of a list. */
const text = "Xyzzy.";

/**
 * Builds the regular expressions that are built on first use or for each call, in every language.
 * `scripts/check-patterns.mjs` records them.
 */
export function exercisePatterns(): void {
  for (const language of knownLanguages) {
    for (const reads of [isNegated, kindOf, polesOf, pointsBack]) reads(text, language);
    for (const reads of [numbers.numbersIn, numbers.numberMentions]) reads(text, language);
  }
  asksForPerson(text);
  smallTalkReply("hi", { name: "Acme" });
  withMemories("What does my plan cost?", ["Plan: Pro"]);
  renderTemplate("{{#items}}{{name}}{{/items}}", { items: [{ name: "Acme" }] });
  Array.from(scanTags("<script>1</script>"));
  locateQuote("Returns are free\nwithin 30 days of delivery.", "Returns are free within 30 days of delivery");
  statementName("select 1");
  isSafePattern("[a-z]+", 10);
}
