import { type Signal, useComputed } from "@preact/signals";
import { useId } from "preact/hooks";
import type { RestRequest } from "../../../protocol/admin-tools.ts";
import { Icon } from "../ui/icon.tsx";
import { doubts, type Line, previewOf, type RestDraft, type RestProblems, schemaFor } from "./rest-draft.ts";

const methods: readonly RestRequest["method"][] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

interface EditorProps {
  draft: Signal<RestDraft>;
  problems: RestProblems;
  /** Base URL to which the path is appended. */
  address: string;
}

/** Editor for a request with placeholders, the schema of its arguments, and a preview. */
export function RestEditor({ draft, problems, address }: EditorProps) {
  const edit = (change: Partial<RestDraft>) => (draft.value = { ...draft.value, ...change });
  const { method, path, query, headers, body, schema } = draft.value;
  return (
    <div class="rest">
      <MethodAndPath method={method} path={path} problem={problems.path} onChange={edit} />
      <Lines legend="Query" lines={query} onChange={(to) => edit({ query: to })} />
      <Lines legend="Headers" lines={headers} onChange={(to) => edit({ headers: to })} />
      {problems.lines ? <p class="form-error">{problems.lines}</p> : null}
      {method === "GET" ? null : (
        <CodeField
          label="Body"
          hint={'JSON. "{{count}}" alone becomes a typed value. Leave empty to send no body.'}
          text={body}
          problem={problems.body}
          onChange={(to) => edit({ body: to })}
        />
      )}
      <CodeField
        label="Arguments"
        hint="JSON Schema of the arguments, with types and descriptions."
        text={schema}
        problem={problems.schema}
        onChange={(to) => edit({ schema: to })}
      >
        <button type="button" class="btn small" onClick={() => edit({ schema: schemaFor(draft.value) })}>
          Create from the request
        </button>
      </CodeField>
      <Preview draft={draft} address={address} />
    </div>
  );
}

interface MethodProps {
  method: RestRequest["method"];
  path: string;
  problem: string | undefined;
  onChange: (change: Partial<RestDraft>) => void;
}

function MethodAndPath({ method, path, problem, onChange }: MethodProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Request</label>
      <div class="rest-line">
        <select
          class="input"
          aria-label="Method"
          value={method}
          onChange={(event) => onChange({ method: event.currentTarget.value as RestRequest["method"] })}
        >
          {methods.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <input
          id={id}
          class="input mono"
          value={path}
          maxLength={1_000}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          onInput={(event) => onChange({ path: event.currentTarget.value })}
        />
      </div>
      <small id={`${id}-note`} class={problem ? "field-problem" : ""}>
        {problem ?? "Use double braces for arguments: /orders/{{order_number}}"}
      </small>
    </div>
  );
}

interface LinesProps {
  legend: string;
  lines: readonly Line[];
  onChange: (lines: readonly Line[]) => void;
}

function Lines({ legend, lines, onChange }: LinesProps) {
  const edit = (at: number, change: Partial<Line>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...change } : line)));
  const input = (at: number, part: keyof Line, placeholder: string) => (
    <input
      class="input mono"
      aria-label={`${legend}, line ${at + 1}: ${part}`}
      placeholder={placeholder}
      maxLength={1_000}
      spellcheck={false}
      autocomplete="off"
      value={lines[at]?.[part]}
      onInput={(event) => edit(at, { [part]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset class="field headers">
      <legend>{legend}</legend>
      {lines.map((_line, at) => (
        <div class="header-line" key={at}>
          {input(at, "name", "Name")}
          {input(at, "value", "Value or {{argument}}")}
          <button
            type="button"
            class="icon-btn"
            aria-label={`Remove line ${at + 1} of ${legend}`}
            onClick={() => onChange(lines.filter((_each, index) => index !== at))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      <button type="button" class="btn small headers-add" onClick={() => onChange([...lines, { name: "", value: "" }])}>
        <Icon name="plus" /> Add to {legend.toLowerCase()}
      </button>
    </fieldset>
  );
}

function Preview({ draft, address }: { draft: Signal<RestDraft>; address: string }) {
  const preview = useComputed(() => previewOf(draft.value, address)).value;
  const said = doubts(draft.value);
  const head = `${preview.method} ${preview.url}`;
  const headers = preview.headers.filter(({ name }) => name !== "").map(({ name, value }) => `${name}: ${value}`);
  return (
    <section class="rest-preview" aria-label="Request preview">
      <h3>Request preview</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard. */}
      <pre class="json" tabIndex={0} role="region" aria-label="Request with examples" dir="ltr">
        {[head, ...headers, ...(preview.body ? ["", preview.body] : [])].join("\n")}
      </pre>
      {said.length > 0 ? (
        <ul class="rest-doubts" role="status">
          {said.map((doubt) => (
            <li key={doubt}>{doubt}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

interface CodeFieldProps {
  label: string;
  hint: string;
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
  children?: preact.ComponentChildren;
}

/** A field for JSON of several lines. */
function CodeField({ label, hint, text, problem, onChange, children }: CodeFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <span class="code-label">
        <label for={id}>{label}</label>
        {children}
      </span>
      <textarea
        id={id}
        class="input mono"
        rows={Math.min(16, Math.max(4, text.split("\n").length))}
        spellcheck={false}
        dir="ltr"
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <small id={`${id}-note`} class={problem ? "field-problem" : ""}>
        {problem ?? hint}
      </small>
    </div>
  );
}
