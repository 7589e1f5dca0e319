import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { AuditItem } from "../../../protocol/admin-audit.ts";
import { auditRoutes } from "../../../protocol/routes/audit.ts";
import { useWorkspace } from "../app-context.ts";
import { queryString, urlOf } from "../ui/api-call.ts";
import { Icon } from "../ui/icon.tsx";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { fullTime, now, shortAge } from "../ui/time.ts";
import { type AuditFilter, auditStoreOf } from "./audit-store.ts";
import { auditNouns, auditSentence, settingName } from "./audit-words.ts";

/** The audit log; for admins. */
export function AuditPage() {
  const { may, api } = useWorkspace();
  const audit = auditStoreOf(api);
  const { query } = useLocation();
  const filter: AuditFilter = { actor: query["actor"], action: query["action"] };
  useEffect(() => {
    if (may("admin")) void audit.show(filter);
  }, [filter.actor, filter.action]);
  if (!may("admin"))
    return <Notice main title="The audit log is available to admins" text="Your role does not allow this." />;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Audit log</h1>
          <p class="muted">All changes, newest first. Entries cannot be edited.</p>
        </div>
        <a class="btn" href={urlOf(auditRoutes.exportAudit, { query: { ...filter } })} download="audit-log.csv">
          <Icon name="download" /> Download CSV
        </a>
      </header>
      <Filters filter={filter} />
      <Body filter={filter} />
    </div>
  );
}

function Filters({ filter }: { filter: AuditFilter }) {
  const audit = auditStoreOf(useWorkspace().api);
  const { route } = useLocation();
  const choose = (change: AuditFilter) => route(`/console/audit${queryString({ ...filter, ...change })}`);
  const people = audit.people.value;
  return (
    <div class="audit-filters">
      <label class="field">
        <span>Changed by</span>
        <select
          class="input"
          value={filter.actor ?? ""}
          onChange={(event) => choose({ actor: event.currentTarget.value || undefined })}
        >
          <option value="">Everyone</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {filter.actor && !people.some(({ id }) => id === filter.actor) ? (
            <option value={filter.actor}>Someone else</option>
          ) : null}
        </select>
      </label>
      <label class="field">
        <span>Type</span>
        <select
          class="input"
          value={filter.action ?? ""}
          onChange={(event) => choose({ action: event.currentTarget.value || undefined })}
        >
          <option value="">Everything</option>
          {auditNouns.map(({ noun, label }) => (
            <option key={noun} value={noun}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Body({ filter }: { filter: AuditFilter }) {
  const audit = auditStoreOf(useWorkspace().api);
  if (audit.phase.value === "loading") return <Skeleton rows={8} label="Loading the audit log" />;
  if (audit.phase.value === "failed") {
    const retry = () => void audit.show(filter);
    return <ErrorState title="The audit log could not be loaded" text={audit.error.value} onRetry={retry} />;
  }
  if (audit.items.value.length === 0) return <Notice title="No matching entries" />;
  return (
    <>
      <ul class="audit-list">
        {audit.items.value.map((item) => (
          <AuditRow key={item.id} item={item} />
        ))}
      </ul>
      {audit.hasMore.value ? (
        <button type="button" class="btn" onClick={() => void audit.more()}>
          Show more
        </button>
      ) : null}
    </>
  );
}

const kinds: Record<AuditItem["actor"]["kind"], string> = {
  person: "Former member",
  api_key: "Revoked key",
  platform: "The operator",
  visitor: "A visitor",
  system: "The server",
};

/** One entry of the audit log: person, action, target, time, and the previous values of settings. */
function AuditRow({ item }: { item: AuditItem }) {
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

/** The target by its current name. */
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
