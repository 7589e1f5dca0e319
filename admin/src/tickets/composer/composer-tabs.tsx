interface ComposerTabsProps {
  chosen: "reply" | "note";
  /** Null when the visitor cannot get a reply. */
  onReply: (() => void) | null;
  onNote: () => void;
}

/** The two things that can be written: a reply to the visitor, or a note for the team. */
export function ComposerTabs({ chosen, onReply, onNote }: ComposerTabsProps) {
  const tab = (name: "reply" | "note", [label, key]: readonly [string, string], run: () => void) => (
    <button
      type="button"
      role="tab"
      class="composer-tab"
      aria-selected={chosen === name}
      title={`${label} (${key})`}
      onClick={() => (chosen === name ? undefined : run())}
    >
      {label}
    </button>
  );
  return (
    <div
      class="composer-tabs"
      role="tablist"
      aria-label="Write"
      onKeyDown={(event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.preventDefault();
        if (chosen === "note") onReply?.();
        else onNote();
      }}
    >
      {onReply ? tab("reply", ["Reply", "r"], onReply) : null}
      {tab("note", ["Note", "n"], onNote)}
    </div>
  );
}
