import { Icon } from "../ui/icon.tsx";
import type { HeaderLine } from "./connection-draft.ts";

interface HeaderLinesProps {
  /** Names of those that are there; their values are shown to nobody. */
  known: readonly string[];
  /** Null: those that are there stay. */
  lines: readonly HeaderLine[] | null;
  problem: string | undefined;
  onChange: (lines: readonly HeaderLine[]) => void;
}

/** Headers of a connection. What is there is named and never shown, so it stays as it is or is written anew. */
export function HeaderLines({ known, lines, problem, onChange }: HeaderLinesProps) {
  return (
    <fieldset class="field headers">
      <legend>Headers</legend>
      <small>Sent with every call, e.g. an API key. Stored encrypted.</small>
      {lines === null ? (
        <div class="header-line">
          <span class="headers-known">
            {known.length === 0 ? <span class="muted">None.</span> : null}
            {known.map((name) => (
              <code key={name} dir="ltr">
                {name}
              </code>
            ))}
          </span>
          <button type="button" class="btn small" onClick={() => onChange([emptyLine])}>
            {known.length === 0 ? "Add headers" : "Replace headers"}
          </button>
        </div>
      ) : (
        <Lines lines={lines} replaced={known} onChange={onChange} />
      )}
      <p class="form-error" role="alert">
        {problem ?? ""}
      </p>
    </fieldset>
  );
}

const emptyLine: HeaderLine = { name: "", value: "" };
/** As many as the server takes. */
const maxHeaders = 10;

interface LinesProps {
  lines: readonly HeaderLine[];
  replaced: readonly string[];
  onChange: (lines: readonly HeaderLine[]) => void;
}

function Lines({ lines, replaced, onChange }: LinesProps) {
  const edit = (at: number, change: Partial<HeaderLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...change } : line)));
  return (
    <>
      {replaced.length > 0 ? <small>This replaces {replaced.join(", ")}.</small> : null}
      {lines.map((line, at) => (
        <div class="header-line" key={at}>
          <input
            class="input mono"
            aria-label={`Name of header ${at + 1}`}
            placeholder="Authorization"
            maxLength={100}
            autocomplete="off"
            spellcheck={false}
            value={line.name}
            onInput={(event) => edit(at, { name: event.currentTarget.value })}
          />
          <input
            class="input mono"
            type="password"
            aria-label={`Value of header ${at + 1}`}
            placeholder="Value"
            maxLength={4_000}
            autocomplete="new-password"
            value={line.value}
            onInput={(event) => edit(at, { value: event.currentTarget.value })}
          />
          <button
            type="button"
            class="icon-btn"
            aria-label={`Remove header ${at + 1}`}
            onClick={() => onChange(lines.filter((_line, index) => index !== at))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      {lines.length < maxHeaders ? (
        <button type="button" class="btn small headers-add" onClick={() => onChange([...lines, emptyLine])}>
          <Icon name="plus" /> Add a header
        </button>
      ) : null}
    </>
  );
}
