/** Releases, and the questions that each of them is asked. */
export function GateTabs({ current }: { current: "releases" | "questions" }) {
  return (
    <nav class="gate-tabs" aria-label="Releases">
      <a href="/console/releases" aria-current={current === "releases" ? "page" : undefined}>
        Releases
      </a>
      <a href="/console/releases/questions" aria-current={current === "questions" ? "page" : undefined}>
        Test questions
      </a>
    </nav>
  );
}
