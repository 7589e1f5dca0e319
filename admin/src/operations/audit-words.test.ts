import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { changesOf } from "./audit-changes.ts";
import { fieldName } from "./audit-fields.ts";
import { actionWords, auditNouns } from "./audit-words.ts";

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

it("fields are called what their screens call them", () => {
  expect(fieldName("quiet_hours")).toBe("end after inactivity");
  expect(fieldName("budget.tokens_per_day")).toBe("daily token limit");
  expect(fieldName("home.links")).toBe("home screen, links");
});

it("an entry names its object: the address that was invited, the decision that was undone, the threshold before and after", () => {
  const words = actionWords("invitation.create", { kind: "invitation", name: "kim@shop.example" });
  expect(`${words.before} kim@shop.example${words.after}`).toBe("invited the member kim@shop.example");
  expect(actionWords("invitation.withdraw", { kind: "invitation", name: "x" }).before).toBe(
    "withdrew the invitation of the member",
  );
  expect(actionWords("gap.ignore", { kind: "gap", name: "x" }).before).toBe("ignored the gap");
  expect(actionWords("visitor.block", { kind: "visitor", name: "x" }).before).toBe("blocked the visitor");
  const changes = (action: string, detail: Record<string, unknown>) => changesOf({ action, detail, names: {} });
  expect(changes("ticket.undo", { what: "hand_back" })).toMatchObject([{ name: "Undone", text: "returned to the AI" }]);
  expect(changes("calibration.apply", { from: { threshold: 0.5 }, to: { threshold: 0.7 } })).toMatchObject([
    { name: "Confidence threshold", before: "0.5", after: "0.7" },
  ]);
  expect(changes("key.create", { role: "admin" })).toMatchObject([{ name: "Role", text: "admin" }]);
  expect(changes("webhook.change", { fields: ["is_active"] })).toMatchObject([{ text: "turned on" }]);
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
