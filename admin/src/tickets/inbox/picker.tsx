import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { TicketSummary } from "../../../../protocol/admin.ts";
import type { LabelColor } from "../../../../protocol/triage.ts";
import { useWorkspace } from "../../app-context.ts";
import type { Workspace } from "../../shell/workspace.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type PickerOption, pickerOptions, pickerTitles } from "./picker-options.ts";
import { fieldTime, snoozeTimes } from "./snooze-times.ts";
import type { Picking } from "./triage-store.ts";
import { placeText } from "./views.ts";

const newColors: readonly LabelColor[] = ["blue", "green", "orange", "purple", "teal", "pink", "yellow", "red"];

/** Chooses a label, priority, assignee or snooze time for tickets, or a filter of the list. */
export function Picker({ openId }: { openId: string | null }) {
  const { triage } = useWorkspace();
  const picking = triage.picking.value;
  const close = () => {
    triage.picking.value = null;
  };
  useEffect(() => {
    // Presence changes all day and is only needed in this picker.
    if (picking?.kind === "assignee") void triage.loadColleagues();
  }, [picking?.kind]);
  return (
    <Dialog
      open={picking !== null}
      label={picking ? pickerTitles[picking.kind] : "Choose"}
      class="palette picker"
      onClose={close}
    >
      {picking ? <PickerBody picking={picking} openId={openId} onClose={close} /> : null}
    </Dialog>
  );
}

interface PickerBodyProps {
  picking: Picking;
  openId: string | null;
  onClose: () => void;
}

function PickerBody({ picking, openId, onClose }: PickerBodyProps) {
  const workspace = useWorkspace();
  const words = useSignal("");
  const active = useSignal(0);
  const isAsking = useSignal(false);
  // Use the current state of the tickets: the user may choose several labels one after another.
  const tickets = picking.tickets.map((ticket) => asItIs(workspace, ticket));
  const options = pickerOptions(workspace, { ...picking, tickets }, words.value);
  const current = Math.min(active.value, options.length - 1);
  const choose = useChoice({ picking: { ...picking, tickets }, openId, onClose });
  useEffect(() => {
    document.getElementById(`pick-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const run = (option: PickerOption | undefined) => {
    if (!option) return;
    if ("ask" in option.does) isAsking.value = true;
    else choose(option);
  };
  if (isAsking.value) return <SnoozeTimeForm tickets={tickets} onClose={onClose} />;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      active.value = (current + step + options.length) % Math.max(1, options.length);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      run(options[current]);
    }
  };
  const title = pickerTitles[picking.kind];
  const list = { options, current, label: title, empty: emptyText(picking, words.value), onChoose: run };
  return (
    <>
      <div class="palette-input">
        <input
          type="text"
          role="combobox"
          aria-label={title}
          aria-expanded="true"
          aria-controls="pick-list"
          aria-activedescendant={options.length > 0 ? `pick-${current}` : undefined}
          placeholder={`${title}…`}
          autocomplete="off"
          spellcheck={false}
          maxLength={60}
          autofocus
          value={words.value}
          onInput={(event) => {
            active.value = 0;
            words.value = event.currentTarget.value;
          }}
          onKeyDown={onKey}
        />
        {tickets.length > 1 ? <span class="muted">{tickets.length} tickets</span> : null}
      </div>
      <PickerList {...list} />
    </>
  );
}

function emptyText({ kind }: Picking, words: string): string {
  return kind === "label" && words.trim() === "" ? "No labels yet. Type to create one." : "No matches.";
}

/** The ticket's current state in the list or open thread, with pending changes applied. */
function asItIs({ inbox, ticket: store }: Workspace, ticket: TicketSummary): TicketSummary {
  const listed = inbox.items.value.find(({ id }) => id === ticket.id);
  if (listed) return listed;
  const state = store.state.value;
  return inbox.shown(state.type === "ready" && state.id === ticket.id ? state.thread.detail.ticket : ticket);
}

interface PickerListProps {
  options: readonly PickerOption[];
  current: number;
  label: string;
  /** Shown when nothing matches. */
  empty: string;
  onChoose: (option: PickerOption) => void;
}

function PickerList({ options, current, label, empty, onChoose }: PickerListProps) {
  return (
    <>
      <div id="pick-list" class="palette-list" role="listbox" aria-label={label}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox above, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant.
          <div
            key={option.id}
            id={`pick-${index}`}
            class="palette-item"
            role="option"
            aria-selected={index === current}
            onClick={() => onChoose(option)}
          >
            <span class="pick-mark">{option.state === "all" ? <Icon name="check" /> : null}</span>
            {option.color ? <span class={`label-dot label-${option.color}`} aria-hidden="true" /> : null}
            <span class="palette-label" dir="auto">
              {option.label}
              {option.state === "all" ? <span class="visually-hidden"> (chosen)</span> : null}
            </span>
            {option.state === "some" ? <span class="muted">some</span> : null}
            {option.hint ? <span class="muted">{option.hint}</span> : null}
          </div>
        ))}
      </div>
      {options.length === 0 ? <p class="palette-empty">{empty}</p> : null}
    </>
  );
}

function useChoice({ picking, openId, onClose }: PickerBodyProps): (option: PickerOption) => void {
  const { inbox, triage } = useWorkspace();
  const { route } = useLocation();
  const { tickets } = picking;
  return ({ does, isKept }) => {
    if ("filter" in does) {
      const list = placeText({ ...inbox.place.peek(), filter: does.filter });
      route(openId ? `/console/inbox/${openId}?${list}` : `/console/inbox?${list}`, true);
    } else if ("change" in does) {
      void triage.change(tickets, does.change);
    } else if ("create" in does) {
      const color = newColors[triage.labels.value.length % newColors.length] ?? "blue";
      void triage.createLabel({ name: does.create, color }).then((label) => {
        if (label) void triage.change(tickets, { add_labels: [label.id] });
      });
    }
    if (!isKept) onClose();
  };
}

/** Form for a custom day and time. */
function SnoozeTimeForm({ tickets, onClose }: { tickets: readonly TicketSummary[]; onClose: () => void }) {
  const { triage } = useWorkspace();
  const error = useSignal("");
  const now = new Date();
  const tomorrow = snoozeTimes(now).find(({ id }) => id === "tomorrow")?.at ?? now;
  const text = useSignal(fieldTime(tomorrow));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const at = new Date(text.value);
    if (Number.isNaN(at.getTime()) || at.getTime() <= Date.now()) {
      error.value = "Choose a time in the future.";
      return;
    }
    void triage.change(tickets, { snooze: at.toISOString() });
    onClose();
  };
  return (
    <form class="dialog-body dialog-body-bare" onSubmit={submit} noValidate>
      <label class="field">
        <span>Snooze until</span>
        <input
          class="input"
          type="datetime-local"
          autofocus
          min={fieldTime(now)}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <p class="form-error" role="alert">
        {error.value}
      </p>
      <div class="dialog-foot">
        <button type="button" class="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="btn primary">
          Snooze
        </button>
      </div>
    </form>
  );
}
