import { type Signal, useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { CopilotListed } from "../../../protocol/copilot-conversations.ts";
import { copilotRoutes } from "../../../protocol/routes/copilot.ts";
import { useWorkspace } from "../app-context.ts";
import { ConfirmDialog, DialogFoot } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { useDoing } from "../ui/loaded-part.tsx";
import { placeAt } from "../ui/popover.ts";
import { draftsOf } from "./composer/drafts.ts";
import { copilotStoreOf } from "./copilot-store.ts";

interface MenuProps {
  listed: CopilotListed;
  isOpen: boolean;
}

/** Rename, archive, delete. */
export function ConversationMenu({ listed, isOpen }: MenuProps) {
  const { api, me, toasts } = useWorkspace();
  const { route } = useLocation();
  const store = copilotStoreOf(api);
  const { busy, run } = useDoing();
  const asking = useSignal<"rename" | "delete" | null>(null);
  const erases = useSignal(false);
  const close = () => (asking.value = null);
  const { id, is_archived: isArchived } = listed;
  const title = listed.title || "New conversation";
  const after = () => {
    close();
    void store.relist();
  };
  const archive = () =>
    run(
      () => api.call(copilotRoutes.changeCopilotConversation, { id, body: { is_archived: !isArchived } }),
      () => {
        after();
        toasts.show(isArchived ? "Restored the conversation" : "Archived the conversation");
      },
    );
  const erase = () =>
    run(
      () => api.call(copilotRoutes.eraseCopilotConversation, { id, query: erases.peek() ? { branches: "erase" } : {} }),
      () => {
        draftsOf(me.id).keep(id, null);
        after();
        if (isOpen) route("/console/copilot", true);
        // It may be a branch of this conversation.
        else void store.reread();
      },
    );
  return (
    <>
      <MenuButton
        title={title}
        entries={[
          { label: "Rename…", run: () => (asking.value = "rename") },
          { label: isArchived ? "Restore" : "Archive", run: () => void archive() },
          { label: "Delete…", run: () => (asking.value = "delete") },
        ]}
      />
      <Dialog open={asking.value === "rename"} label="Rename the conversation" class="dialog-small" onClose={close}>
        <RenameForm
          title={listed.title}
          onClose={close}
          onRename={(next) =>
            void run(
              () => api.call(copilotRoutes.changeCopilotConversation, { id, body: { title: next } }),
              () => {
                after();
                void store.reread();
              },
            )
          }
        />
      </Dialog>
      <Dialog open={asking.value === "delete"} label="Delete the conversation" class="dialog-small" onClose={close}>
        <ConfirmDialog title="Delete this conversation?" verb="Delete" busy={busy.value} onYes={erase} onClose={close}>
          <p>
            <strong dir="auto">{title}</strong> and all its messages and results will be deleted. This can't be undone.
          </p>
          <EraseChoice branches={listed.branches} erases={erases} />
        </ConfirmDialog>
      </Dialog>
    </>
  );
}

interface MenuButtonProps {
  title: string;
  entries: readonly { label: string; run: () => void }[];
}

function MenuButton({ title, entries }: MenuButtonProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span class="copilot-row-menu">
      <button ref={button} type="button" class="icon-btn small" aria-label={`More: ${title}`} popovertarget={id}>
        <Icon name="more" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        class="menu copilot-popmenu"
        onToggle={(event) => {
          const at = button.current?.getBoundingClientRect();
          if (at && event.newState === "open") placeAt(event.currentTarget, at);
        }}
      >
        {entries.map(({ label, run }) => (
          <button
            key={label}
            type="button"
            class="menu-item"
            onClick={() => {
              menu.current?.hidePopover();
              run();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </span>
  );
}

interface RenameProps {
  title: string;
  onRename: (title: string) => void;
  onClose: () => void;
}

/** Longest title, in characters; same limit as on the server. */
const maxTitle = 120;

function RenameForm({ title, onRename, onClose }: RenameProps) {
  const next = useSignal(title);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (next.value.trim() !== "") onRename(next.value.trim());
      }}
    >
      <div class="dialog-head">
        <h2>Rename the conversation</h2>
      </div>
      <div class="dialog-body">
        <label class="field">
          <span>Title</span>
          <input
            class="input"
            dir="auto"
            required
            autofocus
            maxLength={maxTitle}
            value={next.value}
            onInput={(event) => {
              next.value = event.currentTarget.value;
            }}
          />
        </label>
      </div>
      <DialogFoot verb="Rename" onClose={onClose} />
    </form>
  );
}

interface EraseProps {
  branches: number;
  /** Whether the branches are deleted, too. */
  erases: Signal<boolean>;
}

/** Choice between deleting and keeping the branches of a deleted conversation. */
function EraseChoice({ branches, erases }: EraseProps) {
  if (branches === 0) return null;
  const choice = (label: string, value: boolean) => (
    <label class="copilot-erase-choice">
      <input
        type="radio"
        name="branches"
        checked={erases.value === value}
        onChange={() => {
          erases.value = value;
        }}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset class="copilot-erase">
      <legend>This conversation has {branchCount(branches)}</legend>
      {choice("Keep them as separate conversations", false)}
      {choice("Delete them and their branches too", true)}
    </fieldset>
  );
}

/** `1 branch`, `3 branches`. */
export function branchCount(count: number): string {
  return count === 1 ? "1 branch" : `${count} branches`;
}
