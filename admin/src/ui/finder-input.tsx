import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { Spinner } from "./states.tsx";

interface ListKeys {
  /** Index of the entry that Enter chooses; -1 when there is none. */
  current: number;
  /** Selects the first entry. */
  reset: () => void;
  onKey: (event: KeyboardEvent) => void;
}

/**
 * Arrow keys and Enter for a list below a text field, which keeps the focus; scrolls to the current entry.
 * @param list prefix of the entries' ids: `<list>-0`, `<list>-1`.
 */
export function useListKeys(list: string, count: number, choose: (place: number) => void): ListKeys {
  const active = useSignal(0);
  const current = Math.min(active.value, count - 1);
  useEffect(() => {
    document.getElementById(`${list}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [list, current]);
  return {
    current,
    reset() {
      active.value = 0;
    },
    onKey(event) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        active.value = (current + step + count) % Math.max(1, count);
      } else if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault();
        if (current >= 0) choose(current);
      }
    },
  };
}

interface FinderInputProps {
  /** As for {@link useListKeys}; the list itself has the id `<list>-list`. */
  list: string;
  keys: ListKeys;
  label: string;
  placeholder: string;
  value: string;
  busy: boolean;
  /** Whether the existing text is selected, so that typing replaces it. */
  isSelected?: boolean;
  onType: (text: string) => void;
}

/** The text field of a search dialog. */
export function FinderInput({ list, keys, label, placeholder, value, busy, isSelected, onType }: FinderInputProps) {
  return (
    <div class="palette-input">
      <Icon name="search" />
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${list}-list`}
        aria-activedescendant={keys.current >= 0 ? `${list}-${keys.current}` : undefined}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        autofocus
        value={value}
        onFocus={isSelected ? (event) => event.currentTarget.select() : undefined}
        onInput={(event) => {
          keys.reset();
          onType(event.currentTarget.value);
        }}
        onKeyDown={keys.onKey}
      />
      {busy ? <Spinner /> : null}
    </div>
  );
}
