import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { RegressionListResponse, RegressionQuestion } from "../../../../protocol/regression.ts";
import { regressionQuestionRoutes } from "../../../../protocol/routes/regression-questions.ts";
import { useWorkspace } from "../../app-context.ts";
import { queryString } from "../../ui/api-call.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FindForm } from "../../ui/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { Notice } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { fullTime } from "../../ui/time.ts";
import { LibraryTabs } from "../library-tabs.tsx";
import { RegressionForm } from "./regression-form.tsx";
import { regressionStoreOf } from "./regression-store.ts";
import { originWords, releaseTabs } from "./release-words.ts";

/** Test questions, which every release is tested with. */
export function RegressionPage() {
  const { api, may } = useWorkspace();
  const { query, route } = useLocation();
  const questions = regressionStoreOf(api);
  const editing = useSignal<RegressionQuestion | "new" | null>(null);
  const deleting = useSignal<RegressionQuestion | null>(null);
  const words = query["q"] ?? "";
  const load = () => void questions.show(words);
  useEffect(load, [words]);
  const close = () => (editing.value = null);
  const current = editing.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Library</h1>
          <p class="muted">Test questions run on every release.</p>
        </div>
        {may("manager") ? <Verbs onNew={() => (editing.value = "new")} /> : null}
      </header>
      <LibraryTabs current="/console/releases" />
      <Tabs label="Releases" look="gate-tabs" tabs={releaseTabs} />
      <Find words={words} onFind={(q) => route(`/console/releases/questions${queryString({ q })}`)} />
      <LoadedPart state={questions.page.state.value} name="The questions" onRetry={load}>
        {(page) => (
          <Questions
            page={page}
            words={words}
            onEdit={(question) => (editing.value = question)}
            onDelete={(question) => (deleting.value = question)}
          />
        )}
      </LoadedPart>
      <Dialog open={current !== null} label={current === "new" ? "New question" : "Edit question"} onClose={close}>
        {current ? <RegressionForm question={current === "new" ? null : current} onClose={close} /> : null}
      </Dialog>
      <Dialog
        open={deleting.value !== null}
        label="Delete question"
        class="dialog-small"
        onClose={() => (deleting.value = null)}
      >
        {deleting.value ? <DeleteQuestion question={deleting.value} onClose={() => (deleting.value = null)} /> : null}
      </Dialog>
    </div>
  );
}

function Verbs({ onNew }: { onNew: () => void }) {
  return (
    <div class="line-verbs">
      <RegressionFile />
      <button type="button" class="btn primary" onClick={onNew}>
        <Icon name="plus" /> New question
      </button>
    </div>
  );
}

function Find({ words, onFind }: { words: string; onFind: (words: string) => void }) {
  return (
    <div class="filters">
      <FindForm label="Find questions" words={words} onFind={onFind} />
    </div>
  );
}

interface QuestionsProps {
  page: RegressionListResponse;
  words: string;
  onEdit: (question: RegressionQuestion) => void;
  onDelete: (question: RegressionQuestion) => void;
}

function Questions({ page, words, onEdit, onDelete }: QuestionsProps) {
  const { api, toasts } = useWorkspace();
  const more = async () => {
    const problem = await regressionStoreOf(api).more();
    if (problem) toasts.fail(problem);
  };
  if (page.items.length === 0)
    return words ? (
      <Notice title="Nothing found" />
    ) : (
      <Notice
        title="No questions yet"
        text="Add questions that must always be answered correctly, or keep one from a gap. Each release is asked all of them."
      />
    );
  return (
    <>
      <p class="muted regression-count">{page.count === 1 ? "One question" : `${page.count} questions`}</p>
      <ul class="lines regression">
        {page.items.map((question) => (
          <RegressionRow
            key={question.id}
            question={question}
            onEdit={() => onEdit(question)}
            onDelete={() => onDelete(question)}
          />
        ))}
      </ul>
      {page.next_cursor ? (
        <button type="button" class="btn" onClick={() => void more()}>
          Show more
        </button>
      ) : null}
    </>
  );
}

function DeleteQuestion({ question, onClose }: { question: RegressionQuestion; onClose: () => void }) {
  const { api, toasts } = useWorkspace();
  const questions = regressionStoreOf(api);
  const error = useSignal("");
  const remove = async () => {
    const outcome = await questions.remove(question.id);
    if ("problem" in outcome) {
      error.value = outcome.problem;
      return;
    }
    toasts.show("Deleted the question");
    onClose();
  };
  return (
    <ConfirmDialog
      title="Delete question"
      verb="Delete"
      busy={questions.busy.value}
      error={error.value}
      onYes={remove}
      onClose={onClose}
    >
      <p dir="auto">“{question.question}” and its test results will be deleted.</p>
    </ConfirmDialog>
  );
}

interface RowProps {
  question: RegressionQuestion;
  onEdit: () => void;
  onDelete: () => void;
}

/** A test question with the requirements for its answer. */
function RegressionRow({ question, onEdit, onDelete }: RowProps) {
  const { may } = useWorkspace();
  const { question: words, history, expected, titles, origin, ticket, kept_by, created_at } = question;
  const { must_cite = [], must_say = [], must_not_say = [], outcome } = expected;
  const expects = [
    outcome === "answered" ? "is answered" : outcome === "escalated" ? "is handed over" : "",
    ...must_say.map((phrase) => `says “${phrase}”`),
    ...must_not_say.map((phrase) => `does not say “${phrase}”`),
    ...must_cite.map((id) => `cites ${titles[id] ?? "a deleted document"}`),
  ].filter(Boolean);
  return (
    <li>
      <div>
        <p class="line-name" dir="auto">
          {words}
        </p>
        {history.length > 0 ? (
          <p class="muted">
            after {history.length} message{history.length === 1 ? "" : "s"}
          </p>
        ) : null}
        <p class="regression-expects">
          {expects.length > 0 ? expects.join(" · ") : "No expectation: only changes are shown."}
        </p>
        <p class="line-facts">
          <span>
            {originWords[origin]}, {kept_by}, {fullTime(created_at)}
          </span>
          {ticket ? <a href={`/console/inbox/${ticket.id}`}>#{ticket.number}</a> : null}
        </p>
      </div>
      {may("manager") ? (
        <div class="snippet-actions">
          <button type="button" class="btn small" aria-label={`Edit: ${words}`} onClick={onEdit}>
            Edit
          </button>
          <button type="button" class="btn small ghost" aria-label={`Delete: ${words}`} onClick={onDelete}>
            Delete
          </button>
        </div>
      ) : null}
    </li>
  );
}

/** Export and import of test questions as CSV. */
function RegressionFile() {
  const { api, toasts } = useWorkspace();
  const take = async (file: File | undefined) => {
    if (!file) return;
    const outcome = await regressionStoreOf(api).takeFile(await file.text());
    if ("problem" in outcome) return toasts.fail(outcome.problem);
    const { added, left_out } = outcome.done;
    const lines = left_out.map(({ line }) => line).slice(0, 5);
    toasts.show(
      left_out.length === 0
        ? `Added ${added} questions`
        : `Added ${added} questions, left out ${left_out.length} (line ${lines.join(", ")}${left_out.length > 5 ? ", …" : ""})`,
    );
  };
  return (
    <>
      <a class="btn" href={regressionQuestionRoutes.downloadRegressionQuestions.path} download target="_top">
        Download
      </a>
      <label class="btn">
        Import CSV
        <input
          class="visually-hidden"
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = "";
            void take(file);
          }}
        />
      </label>
    </>
  );
}
