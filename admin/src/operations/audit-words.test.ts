import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { actionWords, auditNouns, settingName } from "./audit-words.ts";

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
  expect(actions.filter((action) => actionWords(action, null).before === action.replaceAll(/[._]/g, " "))).toEqual([]);
  const nouns = new Set(auditNouns.map(({ noun }) => noun));
  expect([...new Set(actions.map((action) => action.split(".")[0] ?? ""))].filter((noun) => !nouns.has(noun))).toEqual([
    "identity",
  ]);
});

it("settings are called what their page calls them", () => {
  expect(settingName("quiet_hours")).toBe("end after inactivity");
  expect(settingName("budget.tokens_per_day")).toBe("budget, tokens per day");
});

it("the target is named in the sentence", () => {
  const words = (action: string, kind: string, name: string | null = "X") => {
    const { before, after } = actionWords(action, { kind, name });
    return after === null ? before : `${before} ${name}${after}`;
  };
  expect(words("label.change", "label")).toBe("changed the label X");
  expect(words("ticket.priority", "ticket", "#7")).toBe("changed the priority of ticket #7");
  expect(words("ticket.spam", "ticket", "#7")).toBe("marked ticket #7 as spam");
  expect(words("key.create", "api_key")).toBe("created the API key X");
  expect(words("tool_connection.change", "tool_connection")).toBe("changed a connection to the system X");
  expect(words("document.draft", "document")).toBe("prepared a new version of the document X for a release");
  expect(words("label.delete", "label", null)).toBe("deleted a label");
  // A member who acts for themselves is named once.
  expect(words("person.join", "person")).toBe("accepted an invitation");
});
