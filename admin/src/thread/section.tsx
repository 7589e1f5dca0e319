import type { ComponentChildren } from "preact";

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="context-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}
