import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { RegressionListResponse, RegressionQuestion } from "../../../../protocol/regression.ts";
import { useWorkspace } from "../../app-context.ts";
import { AskFirst } from "../../ui/ask-first.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FindForm } from "../../ui/find-form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { queryString } from "../../ui/query-string.ts";
import { Notice } from "../../ui/states.tsx";
import { LibraryTabs } from "../library-tabs.tsx";
import { RegressionFile } from "./regression-file.tsx";
import { RegressionForm } from "./regression-form.tsx";
import { RegressionRow } from "./regression-row.tsx";
import { regressionStoreOf } from "./regression-store.ts";
import { GateTabs } from "./release-tabs.tsx";

/** Questions that every release has to answer well. */
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
      <LibraryTabs current="releases" />
      <GateTabs current="questions" />
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
    toasts.show("Question deleted");
    onClose();
  };
  return (
    <AskFirst
      title="Delete question"
      verb="Delete"
      busy={questions.busy.value}
      error={error.value}
      onYes={remove}
      onClose={onClose}
    >
      <p dir="auto">“{question.question}” and its test results will be deleted.</p>
    </AskFirst>
  );
}
