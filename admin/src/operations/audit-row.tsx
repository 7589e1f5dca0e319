import type { AuditItem } from "../../../protocol/admin-audit.ts";
import { now } from "../ui/now.ts";
import { fullTime, shortAge } from "../ui/time.ts";
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

/** What it was done to, by its name as it is now. */
function Target({ item: { target, detail } }: { item: AuditItem }) {
  if (!target) return null;
  const { kind, id, name } = target;
  if (kind === "ticket") return name === null ? null : <a href={`/console/inbox/${id}`}>{name}</a>;
  if (kind === "document" && name !== null)
    return (
      <a href={`/console/library/${id}`} dir="auto">
        {name}
      </a>
    );
  if (kind === "domain") return <code>{id}</code>;
  const ticket = detail["ticket_id"];
  return (
    <>
      {name === null || kind === "tenant" ? null : <span dir="auto">{name}</span>}{" "}
      {kind === "snippet" && typeof ticket === "string" ? (
        <a href={`/console/inbox/${ticket}`}>Open the ticket</a>
      ) : null}
    </>
  );
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
