import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { onlyAsksForPerson } from "../../core/text/asks-for-person.ts";

const languages = join(import.meta.dirname, "../../../widget/src/i18n/languages");

it.each(readdirSync(languages))("the panel's own request for a person is heard in %s", (file) => {
  const wanted = JSON.parse(readFileSync(join(languages, file), "utf8")).parts.personWanted;
  expect(typeof wanted === "string" && onlyAsksForPerson(wanted), `${file}: ${JSON.stringify(wanted)}`).toBe(true);
});
