interface VerbProps {
  label: string;
  /** What it is done to, for screen readers. */
  title: string;
  onPress: () => void;
}

/** Something that can be done with a document of a list. */
export function ContextVerb({ label, title, onPress }: VerbProps) {
  return (
    <button type="button" class="btn small" aria-label={`${label}: ${title}`} onClick={onPress}>
      {label}
    </button>
  );
}
