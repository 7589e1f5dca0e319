import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { GapListResponse, GapStatus } from "../../../../protocol/admin-gaps.ts";
import { useWorkspace } from "../../app-context.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { Notice } from "../../ui/states.tsx";
import { GapRow } from "./gap-row.tsx";
import { statusWords } from "./gap-words.ts";
import { gapsStoreOf } from "./gaps-store.ts";

const statuses = ["open", "closed", "ignored"] as const satisfies readonly GapStatus[];

const emptyTexts: Record<GapStatus, { title: string; text: string }> = {
  open: {
    title: "No gaps",
    text: "Questions that several visitors ask and your documents don't answer will appear here.",
  },
  closed: {
    title: "None answered yet",
    text: "A gap closes when a new document or snippet answers its question.",
  },
  ignored: { title: "None ignored", text: "Ignore gaps that need no document." },
};

/** Questions that the documents do not answer well, most expensive first. */
export function GapsPage() {
  const { api } = useWorkspace();
  const { query, route } = useLocation();
  const gaps = gapsStoreOf(api);
  const status = statuses.find((known) => known === query["status"]) ?? "open";
  const load = () => void gaps.show(status);
  useEffect(load, [status]);
  const state = gaps.page.state.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Gaps</h1>
          <p class="muted">Questions your documents don't answer, by cost.</p>
        </div>
      </header>
      <StatusChoice
        status={status}
        counts={state.type === "ready" ? state.value.counts : null}
        onChange={(next) => route(`/console/gaps${next === "open" ? "" : `?status=${next}`}`)}
      />
      <LoadedPart state={state} name="The gaps" onRetry={load}>
        {(page) => <Gaps page={page} status={status} />}
      </LoadedPart>
    </div>
  );
}

interface ChoiceProps {
  status: GapStatus;
  counts: GapListResponse["counts"] | null;
  onChange: (status: GapStatus) => void;
}

function StatusChoice({ status, counts, onChange }: ChoiceProps) {
  return (
    <div class="filters gap-filters">
      <fieldset class="segmented">
        <legend class="visually-hidden">Status</legend>
        {statuses.map((choice) => (
          <label key={choice}>
            <input type="radio" name="gap-status" checked={choice === status} onChange={() => onChange(choice)} />
            <span>
              {statusWords[choice]} {counts && counts[choice] > 0 ? <span class="count">{counts[choice]}</span> : null}
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function Gaps({ page, status }: { page: GapListResponse; status: GapStatus }) {
  const { api, toasts } = useWorkspace();
  const more = async () => {
    const problem = await gapsStoreOf(api).more();
    if (problem) toasts.fail(problem);
  };
  return (
    <>
      {page.has_vectors ? null : <NoVectors />}
      {page.items.length === 0 && (page.has_vectors || status !== "open") ? (
        <Nothing page={page} status={status} />
      ) : null}
      <ul class="lines gaps">
        {page.items.map((gap) => (
          <GapRow key={gap.id} gap={gap} />
        ))}
      </ul>
      {page.next_cursor ? (
        <button type="button" class="btn" onClick={() => void more()}>
          Show more
        </button>
      ) : null}
      {status === "open" && page.asked_once > 0 && page.items.length > 0 ? (
        <p class="gap-once muted">{askedOnce(page.asked_once)}</p>
      ) : null}
    </>
  );
}

function Nothing({ page, status }: { page: GapListResponse; status: GapStatus }) {
  const { title, text } = emptyTexts[status];
  if (status === "open" && page.looked_at === null)
    return <Notice title="Not checked yet" text="Questions are checked every few minutes." />;
  const once = status === "open" && page.asked_once > 0 ? ` ${askedOnce(page.asked_once)}` : "";
  return <Notice title={title} text={`${text}${once}`} />;
}

function NoVectors() {
  return (
    <div role="alert">
      <Notice
        title="Gaps need vectors"
        text="The embedding model is unavailable, so questions can't be grouped by meaning. Existing gaps are shown. New questions wait."
      />
    </div>
  );
}

function askedOnce(count: number): string {
  return count === 1 ? "1 one-off question not shown." : `${count} one-off questions not shown.`;
}
