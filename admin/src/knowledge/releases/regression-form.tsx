import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { NewRegressionQuestion, RegressionExpected, RegressionQuestion } from "../../../../protocol/regression.ts";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogHead, FormError } from "../../ui/dialog-head.tsx";
import { Icon } from "../../ui/icon.tsx";
import { regressionStoreOf } from "./regression-store.ts";

const outcomes = [
  { value: "", label: "Either" },
  { value: "answered", label: "The assistant answers" },
  { value: "escalated", label: "Handed over" },
] as const;

/** Initial values of a new question, and its origin. */
export interface GivenQuestion extends Omit<NewRegressionQuestion, "expected"> {
  expected?: RegressionExpected;
  /** Titles of the documents that must be cited. */
  titles?: Record<string, string>;
}

interface FormProps {
  question: RegressionQuestion | null;
  given?: GivenQuestion;
  onClose: () => void;
}

/** Form for a test question and the requirements for its answer. */
export function RegressionForm({ question, given, onClose }: FormProps) {
  const { api, toasts } = useWorkspace();
  const questions = regressionStoreOf(api);
  const words = useSignal(question?.question ?? given?.question ?? "");
  const expected = useSignal<RegressionExpected>(question?.expected ?? given?.expected ?? { outcome: "answered" });
  const error = useSignal("");
  const save = async (event: Event) => {
    event.preventDefault();
    if (questions.busy.value) return;
    if (words.value.trim() === "") {
      error.value = "Enter a question.";
      return;
    }
    const { titles: _titles, ...from } = given ?? {};
    const body = { question: words.value, expected: expected.value };
    const outcome = question ? await questions.change(question.id, body) : await questions.keep({ ...from, ...body });
    if ("problem" in outcome) {
      error.value = outcome.problem;
      return;
    }
    toasts.show(question ? "Changed the question" : "Added the question to every release test");
    onClose();
  };
  return (
    <>
      <DialogHead onClose={onClose}>
        {question ? "Edit question" : given ? "Keep as a test question" : "New question"}
      </DialogHead>
      <form class="dialog-body stack" onSubmit={save}>
        <label class="field">
          <span>Question</span>
          <textarea
            class="input"
            rows={2}
            maxLength={2_000}
            dir="auto"
            autofocus
            value={words.value}
            onInput={(event) => (words.value = event.currentTarget.value)}
          />
        </label>
        <Expected
          expected={expected.value}
          titles={question?.titles ?? given?.titles ?? {}}
          onChange={(next) => (expected.value = next)}
        />
        <FormError text={error.value} />
        <DialogFoot verb={question ? "Save" : "Keep"} busy={questions.busy.value} onClose={onClose} />
      </form>
    </>
  );
}

interface ExpectedProps {
  expected: RegressionExpected;
  titles: Record<string, string>;
  onChange: (expected: RegressionExpected) => void;
}

/** Requirements for a good answer. */
function Expected({ expected, titles, onChange }: ExpectedProps) {
  const put = (change: Partial<RegressionExpected>) => onChange({ ...expected, ...change });
  return (
    <>
      <label class="field">
        <span>Expected outcome</span>
        <select
          class="input"
          value={expected.outcome ?? ""}
          onChange={(event) => {
            const { value } = event.currentTarget;
            const { outcome: _before, ...rest } = expected;
            onChange(value === "answered" || value === "escalated" ? { ...rest, outcome: value } : rest);
          }}
        >
          {outcomes.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Phrases
        label="Must say"
        phrases={expected.must_say ?? []}
        onChange={(must_say) => put({ must_say })}
        hint="One phrase per line, for example “30 days”. Case and spaces are ignored."
      />
      <Phrases
        label="Must not say"
        phrases={expected.must_not_say ?? []}
        onChange={(must_not_say) => put({ must_not_say })}
      />
      <Cited ids={expected.must_cite ?? []} titles={titles} onChange={(must_cite) => put({ must_cite })} />
    </>
  );
}

interface PhrasesProps {
  label: string;
  phrases: string[];
  hint?: string;
  onChange: (phrases: string[]) => void;
}

function Phrases({ label, phrases, hint, onChange }: PhrasesProps) {
  const typed = useSignal(phrases.join("\n"));
  return (
    <label class="field">
      <span>{label}</span>
      <textarea
        class="input"
        rows={2}
        dir="auto"
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          onChange(
            typed.value
              .split("\n")
              .map((phrase) => phrase.trim())
              .filter((phrase) => phrase !== ""),
          );
        }}
      />
      {hint ? <small>{hint}</small> : null}
    </label>
  );
}

interface CitedProps {
  ids: string[];
  titles: Record<string, string>;
  onChange: (ids: string[]) => void;
}

/** Documents that must be cited. */
function Cited({ ids, titles, onChange }: CitedProps) {
  const { library } = useWorkspace();
  useEffect(() => {
    if (library.phase.peek() !== "ready") void library.load();
  }, []);
  const documents = library.documents.value;
  const titleOf = (id: string) => documents.find((document) => document.id === id)?.title ?? titles[id] ?? "A document";
  return (
    <div class="field">
      <label>
        <span>Must cite</span>
        <select
          class="input"
          value=""
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (value !== "") onChange([...ids, value]);
            event.currentTarget.value = "";
          }}
        >
          <option value="">Choose a document…</option>
          {documents
            .filter(({ id }) => !ids.includes(id))
            .map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
        </select>
      </label>
      <ul class="regression-cited">
        {ids.map((id) => (
          <li key={id} class="chip">
            {titleOf(id)}
            <button
              type="button"
              class="chip-remove"
              aria-label={`Remove ${titleOf(id)}`}
              onClick={() => onChange(ids.filter((other) => other !== id))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Saves a question with the requirements for its answer, so that release tests detect a worse answer before publication. */
export function KeepQuestion({ given }: { given: GivenQuestion }) {
  const keeping = useSignal(false);
  const close = () => (keeping.value = false);
  return (
    <>
      <button type="button" class="btn small" onClick={() => (keeping.value = true)}>
        Keep as a test question
      </button>
      <Dialog open={keeping.value} label="Keep as a test question" onClose={close}>
        {keeping.value ? <RegressionForm question={null} given={given} onClose={close} /> : null}
      </Dialog>
    </>
  );
}
