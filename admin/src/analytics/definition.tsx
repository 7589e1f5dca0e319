/** What a number means, behind a question mark: opened by click or key, and read where it stands. */
export function Definition({ of, text }: { of: string; text: string }) {
  return (
    <details class="definition">
      <summary aria-label={`What does “${of}” mean?`}>
        <span aria-hidden="true">?</span>
      </summary>
      <p>{text}</p>
    </details>
  );
}
