import type { ComparedVersions } from "../../../../protocol/document-versions.ts";
import { type DiffPart, diffWords } from "../../ui/word-diff.ts";

type Change = ComparedVersions["changes"][number];
type Block = { type: "same"; paragraphs: number } | { type: "changed"; parts: DiffPart[] };

/** What changed between two versions, word by word. */
export function VersionComparison({ comparison }: { comparison: ComparedVersions }) {
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

/** Unchanged paragraphs are counted; a removed one and the added one in its place are compared. */
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
