import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { BranchRequest } from "../../../../protocol/copilot-branches.ts";
import type { ContextKind } from "../../../../protocol/copilot-context.ts";
import type { CopilotConversation } from "../../../../protocol/copilot-conversations.ts";
import { maxAnchorChars } from "../../../../protocol/copilot-limits.ts";
import { copilotRoutes } from "../../../../protocol/routes/copilot.ts";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { randomId } from "../../ui/ids.ts";
import { placeAt } from "../../ui/popover.ts";
import type { CopilotStore } from "../copilot-store.ts";
import type { MessageVerbs } from "../message-verbs.ts";

const kinds: readonly ContextKind[] = ["whole", "summary", "anchor"];

export type BranchWish = Omit<BranchRequest, "id" | "title">;

interface BranchProps {
  /** True while the copilot works on the message. */
  disabled: boolean;
  /** @returns whether the branch was created. */
  onBranch: (wish: BranchWish & { id: string }) => Promise<boolean>;
}

/** Creates a branch after a message, with the part of the conversation that the user chooses. Offers the selected text of the message. */
export function BranchFromHere({ disabled, onBranch }: BranchProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const marked = useSignal("");
  const asking = useSignal(false);
  const busy = useSignal(false);
  /** A retry with the same id creates no second branch. */
  const next = useRef(randomId());
  const branch = async (wish: BranchWish) => {
    if (busy.peek()) return;
    busy.value = true;
    if (await onBranch({ ...wish, id: next.current })) next.current = randomId();
    busy.value = false;
    asking.value = false;
  };
  const note = () => {
    marked.value = markedIn(button.current);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class="btn small ghost"
        aria-disabled={disabled || busy.value}
        popovertarget={disabled ? undefined : id}
        // Read the selection before the click clears it.
        onPointerDown={note}
        onKeyDown={note}
      >
        <Icon name="branch" /> Branch from here
      </button>
      <ContextMenu
        id={id}
        at={() => button.current?.getBoundingClientRect()}
        onChoose={(kind) => {
          if (kind === "anchor") asking.value = true;
          else void branch({ kind });
        }}
      />
      <Dialog
        open={asking.value}
        label="Branch from a selection"
        class="dialog-small"
        onClose={() => (asking.value = false)}
      >
        <WordsForm
          words={marked.value}
          busy={busy.value}
          onBranch={(text) => void branch({ kind: "anchor", text })}
          onClose={() => (asking.value = false)}
        />
      </Dialog>
    </>
  );
}

interface ContextMenuProps {
  id: string;
  /** Position of the button. */
  at: () => DOMRect | undefined;
  onChoose: (kind: ContextKind) => void;
}

function ContextMenu({ id, at, onChoose }: ContextMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const entries: Record<ContextKind, string> = {
    whole: "Everything up to here",
    summary: "A summary of it",
    anchor: "Selected text…",
  };
  return (
    <div
      ref={menu}
      id={id}
      popover="auto"
      class="menu copilot-branch-menu"
      onToggle={(event) => {
        const place = at();
        if (place && event.newState === "open") placeAt(event.currentTarget, place);
      }}
    >
      <p class="copilot-branch-menu-head muted">The branch starts with</p>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          class="menu-item"
          onClick={() => {
            menu.current?.hidePopover();
            onChoose(kind);
          }}
        >
          {entries[kind]}
        </button>
      ))}
    </div>
  );
}

/** The selected text in the message that contains the button. */
function markedIn(button: HTMLElement | null): string {
  const selection = getSelection();
  const message = button?.closest("article");
  if (!selection || selection.isCollapsed || !message) return "";
  const isWithin = message.contains(selection.anchorNode) && message.contains(selection.focusNode);
  return isWithin ? selection.toString().trim().slice(0, maxAnchorChars) : "";
}

interface WordsProps {
  words: string;
  busy: boolean;
  onBranch: (words: string) => void;
  onClose: () => void;
}

/** The text that the branch starts with. */
function WordsForm({ words, busy, onBranch, onClose }: WordsProps) {
  const text = useSignal(words);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.value.trim() !== "") onBranch(text.value.trim());
      }}
    >
      <div class="dialog-head">
        <h2>Branch from a selection</h2>
      </div>
      <div class="dialog-body">
        <label class="field">
          <span>The branch includes only this text</span>
          <textarea
            class="input"
            dir="auto"
            rows={5}
            required
            autofocus
            maxLength={maxAnchorChars}
            placeholder="Select text in the message first, or write or paste it here"
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
        </label>
      </div>
      <DialogFoot verb="Branch" busy={busy} onClose={onClose} />
    </form>
  );
}

/** Actions on a message: create a branch, or bring content back from a branch. */
export function useBranching(
  store: CopilotStore,
  conversation: CopilotConversation,
): (messageId: string) => Pick<MessageVerbs, "branch" | "parentTitle" | "bringBack"> {
  const { toasts } = useWorkspace();
  const { route } = useLocation();
  const parent = conversation.parent_id === null ? undefined : conversation.trail.at(-1);
  return (messageId) => ({
    async branch(wish) {
      const made = await store.fork({ conversationId: conversation.id, messageId }, wish);
      if ("problem" in made) {
        toasts.fail(made.problem);
        return false;
      }
      route(`/console/copilot/${made.done}`);
      return true;
    },
    parentTitle: parent ? parent.title : null,
    bringBack: parent
      ? (wish) => {
          const body = { ...wish, message_id: messageId };
          return store.work(() => store.call(copilotRoutes.bringBackFromBranch, { id: conversation.id, body }));
        }
      : null,
  });
}
