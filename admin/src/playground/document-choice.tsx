import { type Signal, useSignal } from "@preact/signals";
import type { PlaygroundDocuments, PlaygroundDraft } from "../../../protocol/playground.ts";

type Versions = NonNullable<PlaygroundDraft["versions"]>;

interface ChoiceProps {
  documents: PlaygroundDocuments["items"];
  versions: Signal<Versions>;
}

/** Documents listed at once; the search finds the others. */
const mostListed = 30;

/** Choice of the version that is searched for each document, or none. */
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
      {found.length > shown.length ? <small>{found.length - shown.length} more. Search by title.</small> : null}
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
        aria-label={`Version of ${group.title} to search`}
        value={choice}
        onChange={(event) => {
          versions.value = withChoice(versions.peek(), group, event.currentTarget.value);
        }}
      >
        <option value="published">{group.isPublished ? "Published" : "Not searched: not published"}</option>
        {group.isPublished ? <option value="none">Left out</option> : null}
        {group.others.map(({ id, version, release }) => (
          <option key={id} value={id}>
            {release === null ? `Version ${version}` : `Draft of “${release}”`}
          </option>
        ))}
      </select>
    </li>
  );
}

interface Group {
  id: string;
  title: string;
  isPublished: boolean;
  /** Unpublished versions. */
  others: { id: string; version: number; release: string | null }[];
}

function groupsOf(documents: PlaygroundDocuments["items"]): Group[] {
  return documents.map(({ document_id: id, title, versions }) => ({
    id,
    title,
    isPublished: versions.some(({ is_current: isCurrent }) => isCurrent),
    others: versions.flatMap(({ version_id, version, release, is_current: isCurrent }) =>
      isCurrent ? [] : [{ id: version_id, version, release }],
    ),
  }));
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
