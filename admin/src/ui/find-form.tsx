/** A field that finds in a list, with Enter. */
export function FindForm({
  label,
  words,
  onFind,
}: {
  /** What is found, for who does not see the list. */
  label: string;
  words: string;
  onFind: (words: string) => void;
}) {
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("q");
        if (field instanceof HTMLInputElement) onFind(field.value.trim());
      }}
    >
      <input
        class="input"
        type="search"
        name="q"
        aria-label={label}
        placeholder="Find…"
        maxLength={200}
        defaultValue={words}
      />
    </form>
  );
}
