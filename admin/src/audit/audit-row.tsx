import type { AuditItem } from "../../../protocol/admin-audit.ts";
import { now } from "../lib/now.ts";
import { fullTime, shortAge } from "../lib/time.ts";
import { auditSentence, settingName } from "./audit-words.ts";

const kinds: Record<AuditItem["actor"]["kind"], string> = {
  person: "Former member",
  api_key: "Revoked key",
  platform: "The operator",
  visitor: "A visitor",
  system: "The server",
};

/** One line of the record: who, what, to what, when, and of settings what they were. */
export function AuditRow({ item }: { item: AuditItem }) {
  const { actor, action, created_at: at } = item;
  const changes = changesOf(item.detail);
  return (
    <li class="audit">
      <time class="audit-time muted" dateTime={at} title={fullTime(at)}>
        {shortAge(at, now.value)}
      </time>
      <div class="audit-what">
        <p>
          <strong>{actor.name ?? kinds[actor.kind]}</strong> {auditSentence(action)} <Target item={item} />
        </p>
        {changes.length > 0 ? (
          <dl class="audit-changes">
            {changes.map(([name, { before, after }]) => (
              <div key={name}>
                <dt>{settingName(name)}</dt>
                <dd dir="auto">
                  <del>{shown(before)}</del> <ins>{shown(after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
    </li>
  );
}

function Target({ item: { target, action, detail } }: { item: AuditItem }) {
  if (!target) return null;
  const isGone = action.endsWith(".delete");
  if (target.kind === "ticket") return <a href={`/console/inbox/${target.id}`}>Open the ticket</a>;
  if (target.kind === "document" && !isGone) return <a href={`/console/library/${target.id}`}>Open the document</a>;
  const ticket = detail["ticket_id"];
  if (target.kind === "snippet" && typeof ticket === "string")
    return <a href={`/console/inbox/${ticket}`}>Open the ticket</a>;
  return target.kind === "domain" ? <code>{target.id}</code> : null;
}

interface Change {
  before: unknown;
  after: unknown;
}

function changesOf(detail: AuditItem["detail"]): [string, Change][] {
  const changes = detail["changes"];
  if (typeof changes !== "object" || changes === null) return [];
  return Object.entries(changes).flatMap(([name, change]: [string, unknown]): [string, Change][] =>
    typeof change === "object" && change !== null && "before" in change && "after" in change
      ? [[name, { before: change.before, after: change.after }]]
      : [],
  );
}

function shown(value: unknown): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "nothing";
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "string" ? value : JSON.stringify(value);
}
