import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { ContextRecord } from "../../../../protocol/context-record.ts";
import { copilotContextRoutes } from "../../../../protocol/routes/copilot-context.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { count } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart, useAsked, useDoing } from "../../ui/loaded-part.tsx";
import { plural } from "../action-words.ts";
import { type MessagePlace, messageParams } from "../copilot-store.ts";
import { type ContextGroup, groupsOf, leftOutOf, missingSources, weightWord } from "./context-groups.ts";

interface ViewProps {
  record: ContextRecord;
  /** Actions on a document. @param isIn whether any part of it is included */
  verbs: (group: ContextGroup, isIn: boolean) => ComponentChildren;
  /** Headings of the two lists. */
  heads: { taken: string; leftOut: string };
}

/** Included and excluded content with reasons, by document. */
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
  return passages === null ? reason : `${plural(passages, "passage")} · ${weightWord(weight)} · ${reason}`;
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

/** Opens the retrieval context of an answer. */
export function ContextAfter({ place }: { place: MessagePlace }) {
  const open = useSignal(false);
  const close = () => (open.value = false);
  return (
    <>
      <button type="button" class="btn small ghost" aria-haspopup="dialog" onClick={() => (open.value = true)}>
        <Icon name="details" /> Context
      </button>
      <Dialog open={open.value} label="Context" class="sheet" onClose={close}>
        <div class="dialog-head">
          <h2>Context</h2>
          <button type="button" class="icon-btn" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <div class="dialog-body copilot-context">
          <Record place={place} />
        </div>
      </Dialog>
    </>
  );
}

function Record({ place }: { place: MessagePlace }) {
  const { api } = useWorkspace();
  const asked = useAsked<ContextRecord | null>(
    place.messageId,
    async (signal) =>
      (await api.call(copilotContextRoutes.readCopilotContext, messageParams(place), { signal })).context,
  );
  return (
    <LoadedPart state={asked.state.value} name="Context" onRetry={() => void asked.again()}>
      {(record) => (record ? <Taken record={record} place={place} /> : <Nothing />)}
    </LoadedPart>
  );
}

function Nothing() {
  return <p>No search was made, or its record has been deleted.</p>;
}

function Taken({ record, place }: { record: ContextRecord; place: MessagePlace }) {
  const { api, toasts } = useWorkspace();
  const { run } = useDoing();
  const pin = (document: string) =>
    api.call(copilotContextRoutes.setCopilotPreference, { document, body: { stance: "always" } });
  const dismiss = (document: string) =>
    api.call(copilotContextRoutes.dismissCopilotDocument, { document, body: { message_id: place.messageId } });
  const told = (sentence: string) => () => toasts.show(sentence);
  return (
    <ContextView
      record={record}
      heads={{ taken: "Included", leftOut: "Left out" }}
      verbs={({ documentId: id, title }, isIn) =>
        id === null ? null : (
          <>
            <ContextVerb
              label="Always include"
              title={title}
              onPress={() => void run(() => pin(id), told(`Included “${title}” from now on`))}
            />
            {isIn ? (
              <ContextVerb
                label="Dismiss"
                title={title}
                onPress={() =>
                  void run(() => dismiss(id), told(`Dismissed “${title}”. After three dismissals it is left out`))
                }
              />
            ) : null}
          </>
        )
      }
    />
  );
}

interface VerbProps {
  label: string;
  /** The document, for screen readers. */
  title: string;
  onPress: () => void;
}

/** An action on a document of a list. */
export function ContextVerb({ label, title, onPress }: VerbProps) {
  return (
    <button type="button" class="btn small" aria-label={`${label}: ${title}`} onClick={onPress}>
      {label}
    </button>
  );
}
