import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import { queryString } from "../ui/query-string.ts";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { AuditRow } from "./audit-row.tsx";
import type { AuditFilter } from "./audit-store.ts";
import { auditStoreOf } from "./audit-store.ts";
import { auditNouns } from "./audit-words.ts";

/** Who did what, when; for admins. */
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
        <a class="btn" href={`/api/v1/admin/audit.csv${queryString({ ...filter })}`} download="audit-log.csv">
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
