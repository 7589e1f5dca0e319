import type { Tool } from "../../../protocol/admin-tools.ts";
import { TextField } from "../ui/fields.tsx";
import type { DecisionDraft } from "./decision-draft.ts";
import { propertiesOf } from "./schema.ts";
import type { DecisionPart } from "./tool-decision.tsx";

type Source = Tool["argument_sources"][string];

const places: ReadonlyArray<{ from: Source["from"]; label: string; hint: string }> = [
  { from: "message", label: "The message", hint: "Pattern, such as (A-\\d+)" },
  { from: "page", label: "The page's address", hint: "Pattern, such as /orders/(\\d+)" },
  { from: "visitor", label: "The visitor", hint: "ID, name or e-mail" },
];

/** How the tool is chosen and how its answer is worded where no model chooses tools. */
export function WithoutModel({ tool, draft, problems }: DecisionPart & { tool: Tool }) {
  const { examples, sources, resultTemplate, confirmTemplate, kind } = draft.value;
  const edit = (change: Partial<DecisionDraft>) => (draft.value = { ...draft.value, ...change });
  const isUsed = examples !== "" || Object.keys(sources).length > 0 || resultTemplate !== "" || confirmTemplate !== "";
  return (
    <details class="without-model" open={isUsed || problems.examples !== undefined}>
      <summary>Use without a model</summary>
      <div class="stack">
        <TextField
          label="Example questions"
          value={examples}
          max={6_000}
          rows={3}
          hint="One per line. The built-in answerer matches them by meaning."
          {...(problems.examples ? { problem: problems.examples } : {})}
          onChange={(to) => edit({ examples: to })}
        />
        <ArgumentSources tool={tool} sources={sources} onChange={(to) => edit({ sources: to })} />
        <TextField
          label="Result text"
          value={resultTemplate}
          max={2_000}
          rows={3}
          hint="For example: Order {{number}} is {{state}}. Leave empty to use the tool's text."
          onChange={(to) => edit({ resultTemplate: to })}
        />
        {kind === "write" ? (
          <TextField
            label="Confirmation text"
            value={confirmTemplate}
            max={2_000}
            rows={2}
            hint="For example: Move booking {{booking}} to {{day}}?"
            onChange={(to) => edit({ confirmTemplate: to })}
          />
        ) : null}
      </div>
    </details>
  );
}

interface SourcesProps {
  tool: Tool;
  sources: Tool["argument_sources"];
  onChange: (sources: Tool["argument_sources"]) => void;
}

function ArgumentSources({ tool, sources, onChange }: SourcesProps) {
  const names = propertiesOf(tool.input_schema).map(({ name }) => name);
  if (names.length === 0) return null;
  const set = (name: string, source: Source | null) => {
    const { [name]: _before, ...others } = sources;
    onChange(source ? { ...others, [name]: source } : others);
  };
  return (
    <fieldset class="field sources-of">
      <legend>Argument sources</legend>
      {names.map((name) => (
        <SourceLine key={name} name={name} source={sources[name]} onChange={(source) => set(name, source)} />
      ))}
    </fieldset>
  );
}

interface SourceLineProps {
  name: string;
  source: Source | undefined;
  onChange: (source: Source | null) => void;
}

function SourceLine({ name, source, onChange }: SourceLineProps) {
  return (
    <div class="source-line">
      <code dir="ltr">{name}</code>
      <select
        class="input"
        aria-label={`Source of ${name}`}
        value={source?.from ?? ""}
        onChange={(event) => {
          const from = event.currentTarget.value as Source["from"] | "";
          onChange(from === "" ? null : { ...source, from });
        }}
      >
        <option value="">Nowhere</option>
        {places.map(({ from, label }) => (
          <option key={from} value={from}>
            {label}
          </option>
        ))}
      </select>
      {source ? (
        <input
          class="input mono"
          aria-label={`Pattern of ${name}`}
          placeholder={places.find(({ from }) => from === source.from)?.hint}
          maxLength={200}
          spellcheck={false}
          autocomplete="off"
          value={source.pattern ?? ""}
          onInput={(event) => {
            const pattern = event.currentTarget.value;
            onChange({ from: source.from, ...(pattern === "" ? {} : { pattern }) });
          }}
        />
      ) : null}
    </div>
  );
}
