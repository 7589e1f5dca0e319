import { expect, it } from "vitest";
import { languageTags, loadLanguage } from "../../../widget/src/i18n/strings.ts";
import { asksForPerson } from "../../core/text/asks-for-person.ts";

it.each(languageTags)("the panel's own request for a person is heard in %s", async (tag) => {
  const wanted = (await loadLanguage(tag))?.strings.personWanted;
  expect(typeof wanted === "string" && asksForPerson(wanted), `${tag}: ${JSON.stringify(wanted)}`).toBe(true);
});
