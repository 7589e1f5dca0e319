import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { auditNouns, auditSentence, settingName } from "./audit-words.ts";

/** Actions named in the server's source: full names, and for tickets the verbs. */
function actionsOfServer(): string[] {
  const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("test"))
    .map((path) => `server/${path}`);
  const found = sources.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    const whole = [...text.matchAll(/action(?: =|:).*?"([a-z]+\.[a-z_]+)"(?: : "([a-z]+\.[a-z_]+)")?/g)];
    const verbs = [...text.matchAll(/ticketAudit\([^"\n]*?, "([a-z_]+)"/g)].map(([, verb]) => `ticket.${verb}`);
    return [...whole.flatMap(([, one, other]) => [one, other]), ...verbs].filter((name) => name !== undefined);
  });
  return [...new Set(found)].sort();
}

it("every action of the record is told in words, and can be looked for", () => {
  const actions = actionsOfServer();
  expect(actions.length).toBeGreaterThan(60);
  expect(actions.filter((action) => auditSentence(action) === action.replaceAll(/[._]/g, " "))).toEqual([]);
  const nouns = new Set(auditNouns.map(({ noun }) => noun));
  expect([...new Set(actions.map((action) => action.split(".")[0] ?? ""))].filter((noun) => !nouns.has(noun))).toEqual([
    "identity",
  ]);
});

it("settings are called what their page calls them", () => {
  expect(settingName("quiet_hours")).toBe("end after inactivity");
  expect(settingName("budget.tokens_per_day")).toBe("budget, tokens per day");
});
