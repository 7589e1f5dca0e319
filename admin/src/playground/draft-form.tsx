import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PlaygroundDocuments, PlaygroundDraft } from "../../../protocol/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { ModelChoice } from "../assistant/model-choice.tsx";
import { type ModelOfTask, type ModelTask, modelName, modelTasks } from "../assistant/models.ts";
import { FormError } from "../ui/dialog-head.tsx";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { Spinner } from "../ui/states.tsx";
import { useWork } from "../ui/work.ts";
import { DocumentChoice } from "./document-choice.tsx";
import { type DraftFields, triedTasks, useDraftFields } from "./draft-fields.ts";
import type { DraftBase } from "./playground-store.ts";
import { playgroundStoreOf } from "./playground-store.ts";

interface DraftFormProps {
  title: string;
  /** The question that will be asked with the draft. */
  about?: string;
  verb: string;
  draft: PlaygroundDraft;
  /** Resolves to an error message on failure. */
  onDone: (draft: PlaygroundDraft) => Promise<string | null>;
  onClose: () => void;
}

/** Form for a draft: changes on top of the published settings and documents. Unchanged fields keep their published value. */
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
  const { busy, error: problem, run } = useWork();
  const submit = async () => {
    await run(() => onDone(fields.made()));
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
        <FormError text={problem.value} />
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

/** Models for understanding, writing and grading; unchanged ones are as for visitors. */
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

interface SetProps {
  documents: PlaygroundDocuments["items"];
  sets: Signal<string[] | null>;
}

/** Restricts the search to some sets. Hidden when there are no sets. */
function SetChoice({ documents, sets }: SetProps) {
  const known = [...new Set([...documents.flatMap(({ set }) => set ?? []), ...(sets.value ?? [])])].toSorted();
  if (known.length === 0) return null;
  const chosen = sets.value;
  const turn = (name: string, isIn: boolean) => {
    const others = (sets.peek() ?? []).filter((each) => each !== name);
    sets.value = isIn ? [...others, name] : others;
  };
  return (
    <fieldset class="field play-sets">
      <legend>Sets</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={chosen !== null}
          onChange={(event) => {
            sets.value = event.currentTarget.checked ? [...known] : null;
          }}
        />
        <span>
          Search only these document sets
          <small>Documents without a set are left out.</small>
        </span>
      </label>
      {chosen === null ? null : (
        <div class="play-set-list">
          {known.map((name) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={(event) => turn(name, event.currentTarget.checked)}
              />
              <span dir="auto">{name}</span>
            </label>
          ))}
          {chosen.length === 0 ? <small>Choose a set. If none is chosen, all documents are searched.</small> : null}
        </div>
      )}
    </fieldset>
  );
}
