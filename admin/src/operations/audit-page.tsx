import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { AuditItem } from "../../../protocol/admin-audit.ts";
import { auditRoutes } from "../../../protocol/routes/audit.ts";
import { useWorkspace } from "../app-context.ts";
import { queryString, urlOf } from "../ui/api-call.ts";
import { Icon } from "../ui/icon.tsx";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { fullTime } from "../ui/time.ts";
import { changesOf } from "./audit-changes.ts";
import { type AuditFilter, auditStoreOf } from "./audit-store.ts";
import { actionWords, auditNouns } from "./audit-words.ts";

/** The audit log; for admins. */
export function AuditPage() {
  const { may, api } = useWorkspace();
  const audit = auditStoreOf(api);
  const { query } = useLocation();
  const filter: AuditFilter = { actor: query["actor"], action: query["action"], q: query["q"] };
  useEffect(() => {
    if (may("admin")) void audit.show(filter);
  }, [filter.actor, filter.action, filter.q]);
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
      <Search text={filter.q} onSearch={(q) => choose({ q })} />
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

function Search({ text, onSearch }: { text: string | undefined; onSearch: (text: string | undefined) => void }) {
  return (
    <form
      class="field audit-find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("q");
        onSearch((typeof typed === "string" ? typed.trim() : "") || undefined);
      }}
    >
      <label for="audit-q">Search</label>
      <input
        key={text ?? ""}
        id="audit-q"
        class="input"
        type="search"
        name="q"
        maxLength={100}
        autocomplete="off"
        placeholder="Label, ticket, setting…"
        defaultValue={text ?? ""}
      />
    </form>
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

/** One entry of the audit log: time, person, action, target, and the values before and after. */
function AuditRow({ item }: { item: AuditItem }) {
  const { actor, action, target, created_at: at } = item;
  const changes = changesOf(item);
  const { before, after } = actionWords(action, target);
  return (
    <li class="audit">
      <time class="audit-time muted" dateTime={at}>
        {fullTime(at)}
      </time>
      <div class="audit-what">
        <p>
          <strong>{actor.name ?? kinds[actor.kind]}</strong> {before} {after === null ? null : <Target item={item} />}
          {after} <FromTicket item={item} />
        </p>
        {changes.length > 0 ? (
          <dl class="audit-changes">
            {changes.map(({ name, before, after, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">
                  {before === null ? null : <del>{before}</del>} {after === null ? null : <ins>{after}</ins>}
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
    </li>
  );
}

/** The target's name, with a link to its page if it has one. */
function Target({ item: { action, target } }: { item: AuditItem }) {
  if (!target) return null;
  const { kind, id, name } = target;
  const isGone = /\.(delete|erase|remove)$/.test(action);
  if (kind === "ticket" && !isGone) return <a href={`/console/inbox/${id}?view=all`}>{name}</a>;
  if (kind === "document" && !isGone)
    return (
      <a href={`/console/library/${id}`} dir="auto">
        {name}
      </a>
    );
  if (kind === "domain") return <code>{id}</code>;
  return <b dir="auto">{name}</b>;
}

/** A snippet that was written from a ticket. */
function FromTicket({ item: { target, detail } }: { item: AuditItem }) {
  const ticket = detail["ticket_id"];
  if (target?.kind !== "snippet" || typeof ticket !== "string") return null;
  return <a href={`/console/inbox/${ticket}?view=all`}>Open the ticket</a>;
}
