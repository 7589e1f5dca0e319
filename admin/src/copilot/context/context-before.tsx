import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { CopilotMentions, CopilotMenu } from "../../../../protocol/copilot-conversations.ts";
import { maxLeftOut, mostDocuments } from "../../../../protocol/copilot-limits.ts";
import type { ContextPreview, ContextPreviewRequest } from "../../../../protocol/copilot-preferences.ts";
import { copilotContextRoutes } from "../../../../protocol/routes/copilot-context.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { randomId } from "../../ui/ids.ts";
import { createLoaded } from "../../ui/loaded.ts";
import { LoadedPart, useDoing } from "../../ui/loaded-part.tsx";
import { plural } from "../action-words.ts";
import { DocumentChecklist } from "../document-checklist.tsx";
import { type ContextGroup, groupsOf } from "./context-groups.ts";
import { ContextVerb, ContextView } from "./context-view.tsx";

/** Pause in typing before the preview request, in ms: each request is a search. */
const pauseMs = 700;
/** Shorter text is not searched. */
const leastChars = 8;

interface BeforeProps {
  /** The message as it would be sent; null when there is nothing to send. */
  typed: ContextPreviewRequest | null;
  changes: ContextChanges;
  menu: CopilotMenu | null;
}

/** Shows below the composer what the message's retrieval context would be, and opens the sheet to change it. */
export function ContextBefore({ typed, changes, menu }: BeforeProps) {
  const open = useSignal(false);
  const { preview, look } = usePreview(typed, changes);
  if (typed === null) return null;
  if (typed.text.length < leastChars)
    return <span class="copilot-context-hint muted">Keep typing to see the context</span>;
  const state = preview.state.value;
  const words = state.type === "ready" ? wordsOf(state.value) : state.type === "loading" ? "Looking…" : "Not available";
  return (
    <>
      <button type="button" class="copilot-context-open" aria-haspopup="dialog" onClick={() => (open.value = true)}>
        <Icon name="details" />
        <span class="copilot-context-words">
          <span>Context: </span>
          <span aria-live="polite">{words}</span>
        </span>
      </button>
      <Dialog open={open.value} label="Context" class="sheet" onClose={() => (open.value = false)}>
        <div class="dialog-head">
          <h2>Context</h2>
          <button type="button" class="icon-btn" aria-label="Close" onClick={() => (open.value = false)}>
            <Icon name="close" />
          </button>
        </div>
        <div class="dialog-body copilot-context">
          <LoadedPart state={state} name="Context" onRetry={look}>
            {(value) => <Sheet preview={value} changes={changes} menu={menu} onChanged={look} />}
          </LoadedPart>
        </div>
      </Dialog>
    </>
  );
}

function wordsOf({ context, documents }: ContextPreview): string {
  if (!context) return documents.length === 0 ? "checked when you send" : plural(documents.length, "document");
  const { taken } = context;
  return taken.length === 0
    ? "nothing found"
    : `${plural(taken.length, "passage")} of ${plural(groupsOf(taken).length, "document")}`;
}

function usePreview(typed: BeforeProps["typed"], changes: ContextChanges) {
  const { api } = useWorkspace();
  const preview = useMemo(() => createLoaded<ContextPreview>(), []);
  const body = typed && { ...typed, mentions: changes.toMentions(typed.mentions ?? {}) };
  const key = JSON.stringify(body);
  const look = () => {
    if (body && body.text.length >= leastChars)
      void preview.load((signal) => api.call(copilotContextRoutes.previewCopilotContext, { body }, { signal }));
  };
  useEffect(() => {
    const timer = setTimeout(look, pauseMs);
    return () => clearTimeout(timer);
  }, [key]);
  return { preview, look };
}

interface SheetProps {
  preview: ContextPreview;
  changes: ContextChanges;
  menu: CopilotMenu | null;
  onChanged: () => void;
}

function Sheet({ preview, changes, menu, onChanged }: SheetProps) {
  if (!preview.context) return <p>Reads only the documents you mention. Its sources are shown with the result.</p>;
  return (
    <>
      <ContextView
        record={preview.context}
        heads={{ taken: "Will be included", leftOut: "Will be left out" }}
        verbs={(group, isIn) => <GroupVerbs group={group} isIn={isIn} changes={changes} onChanged={onChanged} />}
      />
      <AddDocuments menu={menu} onAdd={changes.add} />
    </>
  );
}

interface VerbsProps {
  group: ContextGroup;
  isIn: boolean;
  changes: ContextChanges;
  onChanged: () => void;
}

/** Actions on a document before a message is sent. */
function GroupVerbs({ group: { documentId: id, versionId, title }, isIn, changes, onChanged }: VerbsProps) {
  const { api } = useWorkspace();
  const { run } = useDoing();
  if (id === null) return null;
  if (!isIn) {
    const isTakenOut = changes.leaveOut.value.includes(id);
    const putBack = () => changes.putBack(id, isTakenOut ? null : versionId);
    return <ContextVerb label={isTakenOut ? "Put back" : "Add"} title={title} onPress={putBack} />;
  }
  const remove = () => changes.takeOut(id, versionId);
  const pin = () => {
    const always = { document: id, body: { stance: "always" } } as const;
    void run(() => api.call(copilotContextRoutes.setCopilotPreference, always), onChanged);
  };
  const dismiss = () => {
    const dismissed = { document: id, body: { message_id: changes.occasion() } };
    void run(() => api.call(copilotContextRoutes.dismissCopilotDocument, dismissed), remove);
  };
  return (
    <>
      <ContextVerb label="Remove" title={title} onPress={remove} />
      <ContextVerb label="Always include" title={title} onPress={pin} />
      <ContextVerb label="Dismiss" title={title} onPress={dismiss} />
    </>
  );
}

function AddDocuments({ menu, onAdd }: { menu: CopilotMenu | null; onAdd: (ids: string[]) => void }) {
  const current = menu?.documents.filter(({ is_current: isCurrent }) => isCurrent) ?? [];
  if (current.length === 0) return null;
  return (
    <details class="copilot-context-add">
      <summary>Add a document</summary>
      <DocumentChecklist documents={current} least={1} most={mostDocuments} busy={false} onChoose={onAdd} />
    </details>
  );
}

/** The user's manual changes of the next message's retrieval context. */
interface ContextChanges {
  /** Versions added to the search results. */
  readonly also: Signal<readonly string[]>;
  /** Excluded documents. */
  readonly leaveOut: Signal<readonly string[]>;
  add(versionIds: readonly string[]): void;
  takeOut(documentId: string, versionId: string | null): void;
  /** @param versionId version to include from now on; null when the document was only excluded before. */
  putBack(documentId: string, versionId: string | null): void;
  /** Identifier of the message before it is sent: an exclusion counts once per message. */
  occasion(): string;
  toMentions(mentions: CopilotMentions): CopilotMentions;
  clear(): void;
}

export function createContextChanges(): ContextChanges {
  const also = signal<readonly string[]>([]);
  const leaveOut = signal<readonly string[]>([]);
  let occasion = randomId();
  const add = (versionIds: readonly string[]) => {
    also.value = [...new Set([...also.value, ...versionIds])].slice(0, mostDocuments);
  };
  return {
    add,
    takeOut(documentId, versionId) {
      also.value = also.value.filter((other) => other !== versionId);
      leaveOut.value = [...new Set([...leaveOut.value, documentId])].slice(0, maxLeftOut);
    },
    putBack(documentId, versionId) {
      if (versionId !== null) add([versionId]);
      leaveOut.value = leaveOut.value.filter((other) => other !== documentId);
    },
    also,
    leaveOut,
    occasion: () => occasion,
    toMentions: (mentions) => ({
      ...mentions,
      ...(also.value.length > 0 ? { also: [...also.value] } : {}),
      // The server checks which ids are documents.
      ...(leaveOut.value.length > 0 ? { leave_out: [...leaveOut.value] as CopilotMentions["leave_out"] } : {}),
    }),
    clear() {
      also.value = [];
      leaveOut.value = [];
      occasion = randomId();
    },
  };
}
