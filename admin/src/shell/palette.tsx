import { useLocation } from "preact-iso";
import type { TicketSummary } from "../../../protocol/admin.ts";
import { useApp, useWorkspace } from "../app-context.ts";
import { StatusChip } from "../tickets/inbox/ticket-chips.tsx";
import { ticketViews } from "../tickets/inbox/views.ts";
import { errorSentence } from "../ui/api-call.ts";
import { Dialog } from "../ui/dialog.tsx";
import { FinderInput, useListKeys } from "../ui/finder-input.tsx";
import { ticketTitle, visitorName } from "../ui/format.ts";

interface Command {
  id: string;
  label: string;
  hint?: string;
  ticket?: Pick<TicketSummary, "number" | "status" | "ended_as">;
  run(): void;
}

/** Ctrl-K: pages and actions by name, tickets by number, person or text. */
export function Palette() {
  const { palette } = useWorkspace();
  return (
    <Dialog open={palette.open.value} label="Go to" class="palette" onClose={palette.hide}>
      <PaletteBody />
    </Dialog>
  );
}

function PaletteBody() {
  const { palette } = useWorkspace();
  const commands = useCommands();
  const keys = useListKeys("palette", commands.length, (place) => commands[place]?.run());
  return (
    <>
      <FinderInput
        list="palette"
        keys={keys}
        label="Go to a place or find a ticket"
        placeholder="Go to, or find a ticket…"
        value={palette.query.value}
        busy={palette.searching.value}
        onType={palette.type}
      />
      <PaletteList commands={commands} current={keys.current} />
    </>
  );
}

function PaletteList({ commands, current }: { commands: readonly Command[]; current: number }) {
  const { palette } = useWorkspace();
  const nothing = palette.error.value || (palette.searching.value ? "Searching…" : "No matches.");
  return (
    <>
      <div id="palette-list" class="palette-list" role="listbox" aria-label="Results">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox above, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant.
          <div
            key={command.id}
            id={`palette-${index}`}
            class="palette-item"
            role="option"
            aria-selected={index === current}
            onClick={command.run}
          >
            {command.ticket ? <span class="ticket-number">#{command.ticket.number}</span> : null}
            <span class="palette-label">{command.label}</span>
            {command.ticket ? <StatusChip status={command.ticket.status} endedAs={command.ticket.ended_as} /> : null}
            {command.hint ? <span class="muted">{command.hint}</span> : null}
          </div>
        ))}
      </div>
      {commands.length === 0 ? <p class="palette-empty">{nothing}</p> : null}
    </>
  );
}

function useCommands(): Command[] {
  const { palette, toasts, may, leave } = useWorkspace();
  const { session, theme } = useApp();
  const { route } = useLocation();
  const after = (work: () => void) => () => {
    palette.hide();
    work();
  };
  const go = (path: string) => after(() => route(path));
  const signOut = () =>
    leave()
      .then(session.signOut)
      .catch((error: unknown) => toasts.fail(`Not signed out. ${errorSentence(error)}`));
  const places: Command[] = [
    ...ticketViews.map((view) => ({
      id: view.name,
      label: view.label,
      hint: "Inbox",
      run: go(`/console/inbox?view=${view.name}`),
    })),
    { id: "library", label: "Library", run: go("/console/library") },
    ...(may("agent") ? [{ id: "copilot", label: "Copilot", run: go("/console/copilot") }] : []),
    ...(may("manager") ? [{ id: "playground", label: "Playground", run: go("/console/playground") }] : []),
    { id: "mentions", label: "Mentions", hint: "Inbox", run: go("/console/mentions") },
    { id: "replies", label: "Canned replies", run: go("/console/replies") },
    { id: "search", label: "Search tester", run: go("/console/search") },
    { id: "settings", label: "Settings", run: go("/console/settings") },
    { id: "dark", label: "Dark colours", run: after(() => theme.choose("dark")) },
    { id: "light", label: "Light colours", run: after(() => theme.choose("light")) },
    { id: "out", label: "Sign out", run: after(() => void signOut()) },
  ];
  const words = palette.query.value.trim().toLowerCase();
  const found = palette.tickets.value.map((ticket) => ({
    id: ticket.id,
    label: `${visitorName(ticket.visitor)}: ${ticketTitle(ticket)}`,
    ticket,
    run: go(`/console/inbox/${ticket.id}?view=all`),
  }));
  return [...places.filter((place) => `${place.label} ${place.hint ?? ""}`.toLowerCase().includes(words)), ...found];
}
