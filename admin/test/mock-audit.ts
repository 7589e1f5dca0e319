import type { AuditItem } from "../../protocol/admin-audit.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

/** Entries of the audit log that match a filter. */
export function auditItems(url: URL): AuditItem[] {
  const person = { kind: "person", id: "person-1", name: "Ada Agent" } as const;
  const all: AuditItem[] = [
    {
      id: uuid(601),
      actor: person,
      action: "settings.change",
      target: { kind: "tenant", id: uuid(1), name: null },
      detail: {
        fields: ["greeting", "clarify"],
        changes: { greeting: { before: "Hello", after: "<b>Welcome</b>" }, clarify: { before: true, after: false } },
      },
      names: {},
      created_at: minutesAgo(3),
    },
    {
      id: uuid(602),
      actor: person,
      action: "ticket.assign",
      target: { kind: "ticket", id: uuid(42), name: "#1042" },
      detail: { from: null, to: "person-2" },
      names: { "person-2": "Ben Okafor" },
      created_at: minutesAgo(5),
    },
    {
      id: uuid(603),
      actor: person,
      action: "label.delete",
      target: { kind: "label", id: uuid(1301), name: "Refunds" },
      detail: { name: "Refunds" },
      names: {},
      created_at: minutesAgo(8),
    },
    {
      id: uuid(600),
      actor: { kind: "api_key", id: uuid(77), name: null },
      action: "ticket.resolve",
      target: { kind: "ticket", id: uuid(42), name: "#1042" },
      detail: {},
      names: {},
      created_at: minutesAgo(90),
    },
  ];
  const [actor, action, q] = ["actor", "action", "q"].map((name) => url.searchParams.get(name));
  return all.filter(
    (item) =>
      (!actor || item.actor.id === actor) &&
      (!action || item.action.split(".")[0] === action) &&
      (!q || JSON.stringify(item).toLowerCase().includes(q.toLowerCase())),
  );
}
