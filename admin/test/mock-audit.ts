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
      created_at: minutesAgo(3),
    },
    {
      id: uuid(600),
      actor: { kind: "api_key", id: uuid(77), name: null },
      action: "ticket.resolve",
      target: { kind: "ticket", id: uuid(42), name: "#1042" },
      detail: {},
      created_at: minutesAgo(90),
    },
  ];
  const [actor, action] = [url.searchParams.get("actor"), url.searchParams.get("action")];
  return all.filter((item) => (!actor || item.actor.id === actor) && (!action || item.action.split(".")[0] === action));
}
