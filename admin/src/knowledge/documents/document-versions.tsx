import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DocumentView } from "../../../../protocol/admin-documents.ts";
import type { ComparedVersions, DocumentVersionView } from "../../../../protocol/document-versions.ts";
import { useWorkspace } from "../../app-context.ts";
import { count, fileSize, percent } from "../../ui/format.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { Spinner } from "../../ui/states.tsx";
import { fullTime } from "../../ui/time.ts";
import { type DiffPart, diffWords } from "../../ui/word-diff.ts";
import { useButtonWork } from "../../ui/work.ts";
import { documentStoreOf } from "./document-store.ts";

/** All versions with their outcome; the user can compare two or restore an earlier one. */
export function DocumentVersions({ document }: { document: DocumentView }) {
  const { api } = useWorkspace();
  const store = documentStoreOf(api);
  const compared = useSignal<readonly [number, number] | null>(null);
  const read = () => void store.readVersions();
  useEffect(read, [document.id, document.version, document.status]);
  const compare = (version: number, other: number) => {
    compared.value = [version, other];
    store.comparison.reset();
    void store.compare(version, other);
  };
  return (
    <LoadedPart state={store.versions.state.value} name="The versions" onRetry={read}>
      {(versions) => (
        <>
          <ul class="doc-versions">
            {versions.map((version, index) => (
              <VersionRow
                key={version.id}
                version={version}
                before={versions[index + 1]}
                onCompare={(other) => compare(version.version, other)}
              />
            ))}
          </ul>
          {compared.value ? (
            <LoadedPart
              state={store.comparison.state.value}
              name="The comparison"
              onRetry={() => compared.value && compare(...compared.value)}
            >
              {(comparison) => <VersionComparison comparison={comparison} />}
            </LoadedPart>
          ) : null}
        </>
      )}
    </LoadedPart>
  );
}

interface RowProps {
  version: DocumentVersionView;
  before: DocumentVersionView | undefined;
  onCompare: (other: number) => void;
}

function VersionRow({ version, before, onCompare }: RowProps) {
  const { api, may } = useWorkspace();
  const store = documentStoreOf(api);
  const { busy, run } = useButtonWork();
  const { version: number } = version;
  const restore = async () => {
    await run(() => store.restore(number), `Restored version ${number}`);
  };
  return (
    <li>
      <div>
        <p>
          <strong>{version.label ? `${version.label} (version ${number})` : `Version ${number}`}</strong>{" "}
          {version.is_current ? <span class="chip chip-doc-ready">live</span> : null}
          {version.is_draft ? <span class="chip">draft in a release</span> : null}
        </p>
        <p class="muted">{factsOf(version)}</p>
        {version.notes.map((note) => (
          <p key={note} class="muted">
            {note}
          </p>
        ))}
      </div>
      <div class="snippet-actions">
        {may("manager") ? <LabelInput version={version} /> : null}
        {before ? (
          <button
            type="button"
            class="btn small"
            aria-label={`Compare version ${number} with version ${before.version}`}
            onClick={() => onCompare(before.version)}
          >
            Changes
          </button>
        ) : null}
        {may("manager") && !version.is_current && !version.is_draft && version.chunks > 0 ? (
          <button
            type="button"
            class="btn small"
            aria-label={`Restore version ${number}`}
            aria-disabled={busy.value}
            onClick={() => void restore()}
          >
            {busy.value ? <Spinner /> : null} Restore
          </button>
        ) : null}
      </div>
    </li>
  );
}

/** Label of a version, shown next to the title. */
function LabelInput({ version: { version, label } }: { version: DocumentVersionView }) {
  const { api, toasts } = useWorkspace();
  const store = documentStoreOf(api);
  const rename = async (words: string) => {
    const problem = await store.label(version, words === "" ? null : words);
    if (problem) toasts.fail(problem);
    else toasts.show("Saved the label");
  };
  return (
    <input
      class="input"
      type="text"
      aria-label={`Label of version ${version}`}
      placeholder="Label, such as 2024"
      maxLength={60}
      value={label ?? ""}
      onChange={(event) => void rename(event.currentTarget.value.trim())}
    />
  );
}

/** Date, type and share of extracted text. */
function factsOf(version: DocumentVersionView): string {
  const facts = [
    fullTime(version.created_at),
    version.format,
    fileSize(version.bytes),
    `${count(version.pages)} page${version.pages === 1 ? "" : "s"}`,
    `${count(version.chunks)} passage${version.chunks === 1 ? "" : "s"}`,
    `${percent(version.coverage)} read`,
  ];
  return facts.filter(Boolean).join(" · ");
}

type Change = ComparedVersions["changes"][number];
type Block = { type: "same"; paragraphs: number } | { type: "changed"; parts: DiffPart[] };

/** Changes between two versions, word by word. */
function VersionComparison({ comparison }: { comparison: ComparedVersions }) {
  const { older, newer, added, removed, changes } = comparison;
  const blocks = blocksOf(changes);
  return (
    <section class="comparison" aria-labelledby="comparison-title">
      <h2 id="comparison-title">
        From version {older} to {newer}
      </h2>
      <p class="muted" role="status">
        {added + removed === 0
          ? "The text is the same."
          : `${added} paragraph${added === 1 ? "" : "s"} added or changed, ${removed} removed or changed.`}
      </p>
      {blocks.map((block, index) =>
        block.type === "same" ? (
          <p key={index} class="comparison-same">
            {block.paragraphs} paragraph{block.paragraphs === 1 ? "" : "s"} unchanged
          </p>
        ) : (
          <p key={index} class="doc-text" dir="auto">
            {block.parts.map((part, at) => (
              <Part key={at} part={part} />
            ))}
          </p>
        ),
      )}
    </section>
  );
}

function Part({ part: { type, text } }: { part: DiffPart }) {
  if (type === "added") return <ins>{text}</ins>;
  return type === "removed" ? <del>{text}</del> : <span>{text}</span>;
}

/** Unchanged paragraphs are counted; a removed paragraph is compared with the added one in its place. */
function blocksOf(changes: readonly Change[]): Block[] {
  const blocks: Block[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1)
      blocks.push({ type: "changed", parts: diffWords(removed[index] ?? "", added[index] ?? "") });
    [removed, added] = [[], []];
  };
  for (const { type, text } of changes) {
    if (type === "removed") removed.push(text);
    else if (type === "added") added.push(text);
    else {
      flush();
      const last = blocks.at(-1);
      if (last?.type === "same") last.paragraphs += 1;
      else blocks.push({ type: "same", paragraphs: 1 });
    }
  }
  flush();
  return blocks;
}
