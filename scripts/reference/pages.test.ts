import { expect, it } from "vitest";
import { listSettings, readConfig } from "../../server/core/config/config.ts";
import { referencePages } from "./pages.ts";
import { replaceSections } from "./sections.ts";

it("pages that are made of the program are those that it makes now; `npm run reference` writes them", () => {
  for (const { present, current } of referencePages()) expect(present).toBe(current);
});

it("a section is put in place of the one of its heading, a new one after it, and the rest stays", () => {
  const page = "# Page\n\nIntro.\n\n## A\n\nold\n\n## B\n\nown\n";
  const sections = [
    { heading: "A", body: "new" },
    { heading: "C", body: "more" },
  ];
  const current = "# Page\n\nIntro.\n\n## A\n\nnew\n\n## C\n\nmore\n\n## B\n\nown\n";
  expect(replaceSections(page, sections)).toBe(current);
  expect(replaceSections(current, sections)).toBe(current);
  expect(() => replaceSections(page, [{ heading: "X", body: "" }])).toThrow('no section "X"');
});

it("settings say what they are for and show values that are taken", () => {
  const settings = listSettings();
  expect(settings.find(({ name }) => name === "PORT")).toMatchObject({ initial: "8787", allowed: "0 to 65535" });
  expect(settings.find(({ name }) => name === "ROLE")?.allowed).toBe("`all`, `api`, `worker`");
  for (const { name, text } of settings) expect(text, name).toMatch(/^[`A-Z].*\.$/);
  for (const { name, example } of settings.filter(({ example }) => example !== undefined))
    expect(refusalOf({ [name]: example?.replaceAll('"', "") }), name).not.toContain("are wrong");
});

it("a wrong setting is refused with what it is for and what is allowed, never with its value", () => {
  const refusal = refusalOf({ PORT: "99999", INBOUND_MAIL_SECRET: "short" });
  expect(refusal).toMatch(/PORT: .*\n {4}The TCP port .*\n {4}Allowed: 0 to 65535\. Example: 9000/);
  expect(refusal).toContain("Allowed: 16 characters or more.");
  expect(refusal).not.toMatch(/99999|: short/);
});

function refusalOf(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment);
    return "";
  } catch (error) {
    return String(error);
  }
}
