import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { CopilotMenu, CopilotSend } from "../../../../protocol/copilot-conversations.ts";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/states.tsx";
import { useWork } from "../../ui/work.ts";
import { ContextBefore, createContextChanges } from "../context/context-before.tsx";
import { textOf, type Written } from "../written.ts";
import { AttachedChip, AttachText, readTextFile } from "./attach-text.tsx";
import { type Attached, type ComposerDraft, createComposerDraft } from "./drafts.ts";
import type { CopilotEditor } from "./editor.ts";
import { MentionMenu, useMentionMenu } from "./mention-menu.tsx";

const stillWorks = "The copilot is still working on your last message.";

interface ComposerProps {
  /** The conversation's id or `new`. */
  place: string;
  menu: CopilotMenu | null;
  /** The chosen example. The composer clears it, so that it fills the composer once. */
  filled: Signal<Written | null>;
  /** While the copilot works on the last message, no other can be sent. */
  isRunning: boolean;
  /** The user opened the conversation in order to write: focus the composer. */
  isEager: boolean;
  /** Sends the message; returns an error message on failure. */
  onSend: (message: CopilotSend) => Promise<string | null>;
}

/** The copilot's composer: text, `@` tags, and an attached text. */
export function Composer({ place, menu, filled, isRunning, isEager, onSend }: ComposerProps) {
  const { draft, changes } = useDraft(place);
  const { busy, error: problem, run } = useWork();
  const editor = useRef<CopilotEditor | null>(null);
  const mentions = useMentionMenu(menu, () => editor.current);

  const send = async () => {
    const message = draft.message(changes.toMentions);
    if (busy.peek() || message === null) return;
    if (isRunning || "problem" in message) {
      problem.value = "problem" in message ? message.problem : stillWorks;
      return;
    }
    if (!(await run(() => onSend(message)))) return;
    for (const each of [draft, changes]) each.clear();
    editor.current?.set(draft.written.peek());
    editor.current?.focus();
  };
  const attach = (attached: Attached) => {
    draft.attach(attached);
    // Wait until the dialog has returned the focus.
    setTimeout(() => editor.current?.focus());
  };
  const takeFiles = async ([file]: File[]) => {
    const came = file && (await readTextFile(file));
    if (!came) return;
    if ("problem" in came) problem.value = came.problem;
    else draft.attach(came);
  };
  useFilled(filled, draft, editor);

  return (
    <div class="composer copilot-composer">
      <EditorBox
        editor={editor}
        written={draft.written.peek()}
        isEmpty={textOf(draft.written.value) === ""}
        onChange={(written) => {
          problem.value = "";
          draft.write(written);
        }}
        onSend={() => void send()}
        onFiles={(files) => void takeFiles(files)}
        mentions={mentions}
        isEager={isEager}
      />
      {mentions.match.value ? (
        <MentionMenu
          entries={mentions.entries.value}
          current={mentions.current.value}
          match={mentions.match.value}
          nothing={menu ? "No matches." : "Loading…"}
          onChoose={mentions.choose}
        />
      ) : null}
      {draft.attached.value ? (
        <AttachedChip attached={draft.attached.value} onRemove={() => draft.attach(null)} />
      ) : null}
      <p class="form-error" role="alert">
        {problem.value}
      </p>
      <Foot busy={busy.value} onAt={() => editor.current?.at()} onAttach={attach} onSend={() => void send()}>
        <ContextBefore typed={typedIn(draft, place)} changes={changes} menu={menu} />
      </Foot>
    </div>
  );
}

/** Fills the composer with the chosen example. */
function useFilled(
  filled: ComposerProps["filled"],
  draft: ComposerDraft,
  editor: { readonly current: CopilotEditor | null },
): void {
  useEffect(() => {
    const written = filled.value;
    if (!written) return;
    filled.value = null;
    draft.write(written);
    editor.current?.set(written);
    editor.current?.focus();
  }, [filled.value]);
}

/** The text in the composer, and the user's changes of the retrieval context. */
function useDraft(place: string) {
  const { me } = useWorkspace();
  return useMemo(() => ({ draft: createComposerDraft(me.id, place), changes: createContextChanges() }), [place]);
}

/** The typed text of a conversation. */
function typedIn(draft: ComposerDraft, place: string) {
  const typed = draft.typed();
  return typed && { ...typed, ...(place === "new" ? {} : { conversation_id: place }) };
}

interface EditorBoxProps {
  editor: { current: CopilotEditor | null };
  written: Written;
  isEmpty: boolean;
  onChange: (written: Written) => void;
  onSend: () => void;
  onFiles: (files: File[]) => void;
  mentions: ReturnType<typeof useMentionMenu>;
  isEager: boolean;
}

/** The editor's script is loaded on demand. */
function EditorBox(props: EditorBoxProps) {
  const { editor, isEmpty } = props;
  const element = useRef<HTMLDivElement>(null);
  const state = useSignal<"loading" | "ready" | "failed">("loading");
  const latest = useRef(props);
  latest.current = props;
  const load = async (isGone: () => boolean) => {
    try {
      const { openEditor } = await import("./editor.ts");
      if (isGone() || !element.current) return;
      editor.current = openEditor({
        element: element.current,
        written: latest.current.written,
        label: "Message to the copilot",
        onChange: (next) => latest.current.onChange(next),
        onSend: () => latest.current.onSend(),
        onFiles: (files) => latest.current.onFiles(files),
        onAt: (match) => latest.current.mentions.onAt(match),
        onKey: (event) => latest.current.mentions.onKey(event),
      });
      state.value = "ready";
      if (latest.current.isEager) editor.current.focus();
    } catch {
      // The script did not load; the typed text is kept.
      state.value = "failed";
    }
  };
  const begin = () => {
    let isGone = false;
    state.value = "loading";
    void load(() => isGone);
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = null;
    };
  };
  useEffect(begin, []);
  return (
    <div class="copilot-box">
      <div ref={element} />
      {isEmpty && state.value !== "failed" ? (
        <span class="copilot-placeholder" aria-hidden="true">
          Ask… @ for actions and documents
        </span>
      ) : null}
      {state.value === "failed" ? (
        <p class="form-error" role="alert">
          The text box could not be loaded.{" "}
          <button type="button" class="btn small" onClick={() => void begin()}>
            Try again
          </button>
        </p>
      ) : null}
    </div>
  );
}

interface FootProps {
  busy: boolean;
  onAt: () => void;
  onAttach: (attached: Attached) => void;
  onSend: () => void;
  children: ComponentChildren;
}

function Foot({ busy, onAt, onAttach, onSend, children }: FootProps) {
  const asking = useSignal(false);
  return (
    <div class="composer-foot">
      <button type="button" class="icon-btn" aria-label="Mention" title="Mention (@)" onClick={onAt}>
        <Icon name="at" />
      </button>
      <button
        type="button"
        class="icon-btn"
        aria-label="Attach a text"
        title="Attach a text to check"
        onClick={() => (asking.value = true)}
      >
        <Icon name="attach" />
      </button>
      <AttachText open={asking.value} onAttach={onAttach} onClose={() => (asking.value = false)} />
      {children}
      <span class="composer-verbs">
        <span class="copilot-send-keys muted">
          <Keys keys="Enter" /> sends
        </span>
        <button type="button" class="btn primary" aria-disabled={busy} onClick={onSend}>
          {busy ? <Spinner /> : null} Send
        </button>
      </span>
    </div>
  );
}
