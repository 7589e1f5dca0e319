import type { ComponentChildren } from "preact";
import type { ContextRecord } from "../../../../protocol/context-record.ts";
import { count } from "../../ui/format.ts";
import { plural } from "../action-words.ts";
import { type ContextGroup, groupsOf, leftOutOf, missingSources } from "./context-groups.ts";

interface ViewProps {
  record: ContextRecord;
  /** What can be done with a document. @param isIn whether anything of it is in */
  verbs: (group: ContextGroup, isIn: boolean) => ComponentChildren;
  /** Heads of the two lists. */
  heads: { taken: string; leftOut: string };
}

/** What went in, what was left out, and why; by document. */
export function ContextView({ record, verbs, heads }: ViewProps) {
  const taken = groupsOf(record.taken);
  const leftOut = leftOutOf(record);
  return (
    <>
      <Section head={heads.taken} groups={taken} nothing="Nothing. Add a document, or rephrase your question.">
        {(group) => verbs(group, true)}
      </Section>
      {leftOut.length > 0 ? (
        <Section head={heads.leftOut} groups={leftOut} nothing="">
          {(group) => verbs(group, false)}
        </Section>
      ) : null}
      {missingSources(record).map((sentence) => (
        <p key={sentence} class="copilot-context-missing">
          {sentence}
        </p>
      ))}
      {record.has_drifted ? (
        <p class="muted">This branch has drifted from the original conversation, so little is taken from there.</p>
      ) : null}
      <p class="copilot-context-sum muted">
        About {count(record.budget.used)} {record.budget.tokens > 0 ? `of ${count(record.budget.tokens)} ` : ""}tokens,
        found in {count(record.took_ms)} ms.
      </p>
    </>
  );
}

function detailsOf({ passages, weight, reason }: ContextGroup): string {
  return passages === null ? reason : `${plural(passages, "passage")} · weight ${weight.toFixed(2)} · ${reason}`;
}

interface SectionProps {
  head: string;
  groups: readonly ContextGroup[];
  nothing: string;
  children: (group: ContextGroup) => ComponentChildren;
}

function Section({ head, groups, nothing, children }: SectionProps) {
  return (
    <section>
      <h3>
        {head} <span class="muted">{groups.length > 0 ? groups.length : ""}</span>
      </h3>
      {groups.length === 0 ? <p class="muted">{nothing}</p> : null}
      <ul class="copilot-context-list">
        {groups.map((group) => (
          <li key={group.key}>
            <div class="copilot-context-what">
              <p class="copilot-context-title" dir="auto">
                {group.title}
              </p>
              <p class="muted">{detailsOf(group)}</p>
            </div>
            <div class="copilot-context-verbs">{children(group)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
