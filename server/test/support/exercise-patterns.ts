import { smallTalkReply } from "../../assistant/intent.ts";
import { withMemories } from "../../assistant/models/extractive/write-section.ts";
import { locateQuote } from "../../copilot/models/excerpts.ts";
import { asksForPerson } from "../../core/text/asks-for-person.ts";
import { knownLanguages } from "../../core/text/language.ts";
import * as numbers from "../../core/text/numbers.ts";
import { polesOf } from "../../core/text/opposites.ts";
import { isNegated, kindOf } from "../../core/text/patterns.ts";
import { pointsBack } from "../../core/text/references.ts";
import { statementName } from "../../database/statement-name.ts";
import { scanTags } from "../../operations/doctor/page/scan-tags.ts";
import { isSafePattern } from "../../tools/schema/safe-pattern.ts";
import { renderTemplate } from "../../tools/template.ts";

/** Matches no pattern, so that the code tries every pattern of a list. */
const text = "Xyzzy.";

/**
 * Builds the regular expressions that are created on first use or per call, in every language. `scripts/check-patterns.mjs` records them.
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
