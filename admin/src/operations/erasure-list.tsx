import type { Erasure } from "../../../protocol/admin-erasures.ts";
import { Icon } from "../ui/icon.tsx";
import { now } from "../ui/now.ts";
import { fullTime, shortAge } from "../ui/time.ts";

/** What was erased on purpose, with the receipts. */
export function ErasureList({ erasures }: { erasures: readonly Erasure[] }) {
  if (erasures.length === 0) return <p class="muted">No erasures yet. Receipts will appear here.</p>;
  return (
    <ul class="kept-runs">
      {erasures.map((erasure) => (
        <li key={erasure.id}>
          <time class="muted" dateTime={erasure.started_at} title={fullTime(erasure.started_at)}>
            {shortAge(erasure.started_at, now.value)}
          </time>
          <span>
            {nameOf(erasure)}
            <small class="muted"> {rowsOf(erasure).toLocaleString("en")} records</small>
          </span>
          {erasure.receipt ? (
            <a
              class="btn small"
              href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(erasure.receipt, null, 2))}`}
              download={`receipt-${erasure.id}.json`}
            >
              <Icon name="download" /> Receipt<span class="visually-hidden"> of {erasure.id}</span>
            </a>
          ) : (
            <span class="chip">In progress</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ kind, receipt }: Erasure): string {
  const count = receipt?.subjects.length ?? 1;
  const names = { visitor: "A visitor", ticket: "A ticket", document: "A document" };
  return count > 1 ? `${count} ${kind}s` : names[kind];
}

function rowsOf({ counts }: Erasure): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
