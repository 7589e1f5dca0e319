import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { GapListResponse, GapStatus, QuestionAskedOnce } from "../../../../protocol/admin-gaps.ts";
import { useWorkspace } from "../../app-context.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { Notice } from "../../ui/states.tsx";
import { AskedOnceRow, GapRow } from "./gap-row.tsx";
import { statusWords } from "./gap-words.ts";
import { gapsStoreOf } from "./gaps-store.ts";

/** The views of the page: gaps by status, and questions that are in no gap because they were asked once. */
type View = GapStatus | "once";
const views = ["open", "once", "closed", "ignored"] as const satisfies readonly View[];

const emptyTexts: Record<View, { title: string; text: string }> = {
  open: {
    title: "No gaps",
    text: "Questions that several visitors ask and your documents don't answer will appear here.",
  },
  once: {
    title: "No questions asked once",
    text: "Questions that one visitor asked and your documents don't answer will appear here.",
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
  const view = views.find((known) => known === query["status"]) ?? "open";
  const load = () => {
    void gaps.show(view === "once" ? "open" : view);
    if (view === "once") void gaps.showOnce();
  };
  useEffect(load, [view]);
  const state = gaps.page.state.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Gaps</h1>
          <p class="muted">Questions your documents don't answer, by cost.</p>
        </div>
      </header>
      <ViewChoice
        view={view}
        counts={state.type === "ready" ? { ...state.value.counts, once: state.value.asked_once } : null}
        onChange={(next) => route(`/console/gaps${next === "open" ? "" : `?status=${next}`}`)}
      />
      {view === "once" ? (
        <LoadedPart state={gaps.once.state.value} name="The questions" onRetry={load}>
          {(page) => <AskedOnce page={page} />}
        </LoadedPart>
      ) : (
        <LoadedPart state={state} name="The gaps" onRetry={load}>
          {(page) => <Gaps page={page} status={view} />}
        </LoadedPart>
      )}
    </div>
  );
}

interface ChoiceProps {
  view: View;
  counts: Record<View, number> | null;
  onChange: (view: View) => void;
}

function ViewChoice({ view, counts, onChange }: ChoiceProps) {
  return (
    <div class="filters gap-filters">
      <fieldset class="segmented">
        <legend class="visually-hidden">Status</legend>
        {views.map((choice) => (
          <label key={choice}>
            <input type="radio" name="gap-status" checked={choice === view} onChange={() => onChange(choice)} />
            <span>
              {choice === "once" ? "Asked once" : statusWords[choice]}{" "}
              {counts && counts[choice] > 0 ? <span class="count">{counts[choice]}</span> : null}
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
      {page.next_cursor ? <ShowMore onClick={() => void more()} /> : null}
    </>
  );
}

function AskedOnce({ page }: { page: { items: QuestionAskedOnce[]; next_cursor: string | null } }) {
  const { api, toasts } = useWorkspace();
  const more = async () => {
    const problem = await gapsStoreOf(api).moreOnce();
    if (problem) toasts.fail(problem);
  };
  return (
    <>
      {page.items.length === 0 ? <Notice {...emptyTexts.once} /> : null}
      <ul class="lines gaps">
        {page.items.map((question) => (
          <AskedOnceRow key={question.turn_id} question={question} />
        ))}
      </ul>
      {page.next_cursor ? <ShowMore onClick={() => void more()} /> : null}
    </>
  );
}

function ShowMore({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" class="btn" onClick={onClick}>
      Show more
    </button>
  );
}

function Nothing({ page, status }: { page: GapListResponse; status: GapStatus }) {
  const { title, text } = emptyTexts[status];
  if (status === "open" && page.looked_at === null)
    return <Notice title="Not checked yet" text="Questions are checked every few minutes." />;
  return <Notice title={title} text={text} />;
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
