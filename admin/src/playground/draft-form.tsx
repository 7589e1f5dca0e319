import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PlaygroundDraft } from "../../../protocol/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { LoadedPart } from "../components/loaded-part.tsx";
import { Spinner } from "../components/states.tsx";
import { DocumentChoice } from "./document-choice.tsx";
import { type DraftFields, useDraftFields } from "./draft-fields.ts";
import type { DraftBase } from "./playground-calls.ts";
import { playgroundStoreOf } from "./playground-store.ts";

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
        <Writer fields={fields} providers={base.usage.providers} />
        <DocumentChoice documents={base.menu.documents} versions={fields.versions} />
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
          Threshold <em>answers graded below it go to a person; published: {published.toFixed(2)}</em>
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

interface WriterProps {
  fields: DraftFields;
  providers: DraftBase["usage"]["providers"];
}

function Writer({ fields: { writer, published }, providers }: WriterProps) {
  const isRules = writer.value.provider === "extractive";
  return (
    <div class="field-row">
      <label class="field">
        <span>Who writes</span>
        <select
          class="input"
          value={writer.value.provider}
          onChange={(event) => {
            const provider = providers.find((one) => one === event.currentTarget.value);
            if (provider) writer.value = { provider, model: provider === published.provider ? published.model : "" };
          }}
        >
          {providers.map((provider) => (
            <option key={provider} value={provider}>
              {provider === "extractive" ? "The rules, without a model" : provider}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Model</span>
        <input
          class="input"
          maxLength={200}
          required={!isRules}
          disabled={isRules}
          value={writer.value.model}
          onInput={(event) => {
            writer.value = { ...writer.peek(), model: event.currentTarget.value };
          }}
        />
      </label>
    </div>
  );
}
