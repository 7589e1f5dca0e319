import { type Signal, useSignal } from "@preact/signals";
import type { CopilotDocument } from "../../../protocol/copilot.ts";
import type { PlaygroundDraft } from "../../../protocol/playground.ts";

type Versions = NonNullable<PlaygroundDraft["versions"]>;

interface ChoiceProps {
  documents: readonly CopilotDocument[];
  versions: Signal<Versions>;
}

/** Documents that are listed at once; others are found by their title. */
const mostListed = 30;

/** Which version of each document is searched, or that it is not. */
export function DocumentChoice({ documents, versions }: ChoiceProps) {
  const words = useSignal("");
  const groups = groupsOf(documents);
  const isChanged = (group: Group) => choiceOf(group, versions.value) !== "published";
  const found = groups.filter(
    (group) => isChanged(group) || group.title.toLowerCase().includes(words.value.trim().toLowerCase()),
  );
  const shown = found.toSorted((one, other) => Number(isChanged(other)) - Number(isChanged(one))).slice(0, mostListed);
  if (groups.length === 0) return null;
  return (
    <fieldset class="field play-documents">
      <legend>Documents</legend>
      {groups.length > 6 ? (
        <input
          class="input"
          type="search"
          aria-label="Find a document"
          placeholder="Find a document"
          value={words.value}
          onInput={(event) => {
            words.value = event.currentTarget.value;
          }}
        />
      ) : null}
      <ul class="play-document-list">
        {shown.map((group) => (
          <Choice key={group.id} group={group} versions={versions} />
        ))}
      </ul>
      {found.length > shown.length ? (
        <small>{found.length - shown.length} more: find them by their title.</small>
      ) : null}
    </fieldset>
  );
}

function Choice({ group, versions }: { group: Group; versions: Signal<Versions> }) {
  const choice = choiceOf(group, versions.value);
  return (
    <li data-changed={choice !== "published"}>
      <span dir="auto">{group.title}</span>
      <select
        class="input"
        aria-label={`What is searched of ${group.title}`}
        value={choice}
        onChange={(event) => {
          versions.value = withChoice(versions.peek(), group, event.currentTarget.value);
        }}
      >
        <option value="published">Published</option>
        <option value="none">Left out</option>
        {group.others.map(({ id, version }) => (
          <option key={id} value={id}>
            Version {version}
          </option>
        ))}
      </select>
    </li>
  );
}

interface Group {
  id: string;
  title: string;
  /** Versions that are not published. */
  others: { id: string; version: number }[];
}

function groupsOf(documents: readonly CopilotDocument[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { document_id: id, version_id: versionId, version, title, is_current: isCurrent } of documents) {
    const group = groups.get(id) ?? { id, title, others: [] };
    groups.set(id, group);
    if (isCurrent) group.title = title;
    else group.others.push({ id: versionId, version });
  }
  return [...groups.values()];
}

function choiceOf({ id, others }: Group, { add = [], leave_out: left = [] }: Versions): string {
  if (left.includes(id)) return "none";
  return others.find((other) => add.includes(other.id))?.id ?? "published";
}

function withChoice({ add = [], leave_out: left = [] }: Versions, group: Group, choice: string): Versions {
  const others = group.others.map(({ id }) => id);
  const isVersion = choice !== "published" && choice !== "none";
  return {
    add: [...add.filter((id) => !others.includes(id)), ...(isVersion ? [choice] : [])],
    leave_out: [...left.filter((id) => id !== group.id), ...(choice === "none" ? [group.id] : [])],
  };
}
