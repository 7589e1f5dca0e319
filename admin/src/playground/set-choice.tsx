import type { Signal } from "@preact/signals";
import type { PlaygroundDocuments } from "../../../protocol/playground.ts";

interface SetProps {
  documents: PlaygroundDocuments["items"];
  sets: Signal<string[] | null>;
}

/** Whether only documents of some sets are searched. Without sets there is nothing to choose. */
export function SetChoice({ documents, sets }: SetProps) {
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
          Search only some sets
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
