import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PlaygroundDraft } from "../../../protocol/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { ModelChoice } from "../assistant/model-choice.tsx";
import { type ModelOfTask, type ModelTask, modelName, modelTasks } from "../assistant/model-tasks.ts";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { Spinner } from "../ui/states.tsx";
import { DocumentChoice } from "./document-choice.tsx";
import { type DraftFields, triedTasks, useDraftFields } from "./draft-fields.ts";
import type { DraftBase } from "./playground-calls.ts";
import { playgroundStoreOf } from "./playground-store.ts";
import { SetChoice } from "./set-choice.tsx";

interface DraftFormProps {
  title: string;
  /** The question that is asked with it. */
  about?: string;
  verb: string;
  draft: PlaygroundDraft;
  /** Resolves to a sentence where it was refused. */
  onDone: (draft: PlaygroundDraft) => Promise<string | null>;
  onClose: () => void;
}

/** What is laid over the published settings and documents. What is left as it is counts as published. */
export function DraftForm(props: DraftFormProps) {
  const { api } = useWorkspace();
  const store = playgroundStoreOf(api);
  useEffect(() => {
    if (store.base.state.peek().type !== "ready") void store.readBase();
  }, [store]);
  return (
    <>
      <div class="dialog-head">
        <h2>{props.title}</h2>
      </div>
      <LoadedPart state={store.base.state.value} name="What is published" onRetry={() => void store.readBase()}>
        {(base) => <Form {...props} base={base} />}
      </LoadedPart>
    </>
  );
}

function Form({ about, verb, draft, onDone, onClose, base }: DraftFormProps & { base: DraftBase }) {
  const fields = useDraftFields(draft, base);
  const busy = useSignal(false);
  const problem = useSignal("");
  const submit = async () => {
    if (busy.peek()) return;
    busy.value = true;
    problem.value = (await onDone(fields.made())) ?? "";
    busy.value = false;
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div class="dialog-body">
        {about ? (
          <p class="play-about" dir="auto">
            {about}
          </p>
        ) : null}
        <Words fields={fields} published={base.settings.threshold} />
        <Models models={fields.models} base={base} />
        <SetChoice documents={base.documents} sets={fields.sets} />
        <DocumentChoice documents={base.documents} versions={fields.versions} />
        <p class="form-error" role="alert">
          {problem.value}
        </p>
      </div>
      <div class="dialog-foot">
        <button type="button" class="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="btn primary" aria-disabled={busy.value}>
          {busy.value ? <Spinner /> : null} {verb}
        </button>
      </div>
    </form>
  );
}

function Words({ fields: { guidance, tone, threshold }, published }: { fields: DraftFields; published: number }) {
  return (
    <>
      <label class="field">
        <span>Guidance</span>
        <textarea
          class="input"
          rows={4}
          dir="auto"
          maxLength={4_000}
          value={guidance.value}
          onInput={(event) => {
            guidance.value = event.currentTarget.value;
          }}
        />
      </label>
      <label class="field">
        <span>Tone</span>
        <input
          class="input"
          dir="auto"
          maxLength={500}
          value={tone.value}
          onInput={(event) => {
            tone.value = event.currentTarget.value;
          }}
        />
      </label>
      <label class="field">
        <span>
          Threshold <em>answers below it are handed over; published: {published.toFixed(2)}</em>
        </span>
        <input
          class="input play-threshold"
          type="number"
          min={0}
          max={1}
          step={0.01}
          required
          value={threshold.value}
          onInput={(event) => {
            threshold.value = event.currentTarget.valueAsNumber;
          }}
        />
      </label>
    </>
  );
}

/** Who understands, writes and grades; what is not chosen is done as for visitors. */
function Models({ models, base: { settings, choices } }: { models: DraftFields["models"]; base: DraftBase }) {
  return (
    <>
      {modelTasks
        .filter(({ task }) => triedTasks.some((each) => each === task))
        .map(({ task, label }) => (
          <ModelChoice
            key={task}
            task={task}
            label={label}
            value={(models.value as Partial<Record<ModelTask, ModelOfTask>>)[task]}
            unchanged={`As published: ${modelName(settings.models[task] ?? choices.usual[task])}`}
            choices={choices}
            onChange={(choice) => {
              const others = Object.entries(models.peek()).filter(([name]) => name !== task);
              models.value = Object.fromEntries(choice ? [...others, [task, choice]] : others);
            }}
          />
        ))}
    </>
  );
}
