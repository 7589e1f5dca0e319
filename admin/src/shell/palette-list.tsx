import type { TicketSummary } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { StatusChip } from "../tickets/inbox/ticket-chips.tsx";
import { placeOfSaved, placeText, ticketViews } from "../tickets/inbox/views.ts";
import { errorSentence } from "../ui/api-call.ts";
import { Keys } from "../ui/chips.tsx";
import { ticketTitle, visitorName } from "../ui/format.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { shortcutGroups } from "../ui/shortcut-list.ts";
import { shortcutOf } from "../ui/shortcuts.tsx";
import type { ThemeStore } from "../ui/theme-store.ts";
import { pages, searchText, settings, usualWords } from "./palette-places.ts";
import type { Workspace } from "./workspace.ts";

interface Command {
  id: string;
  label: string;
  icon: IconName;
  /** Where it is, at the end of the line. */
  hint?: string;
  /** Other words that find it. */
  also?: string | undefined;
  key?: string | undefined;
  ticket?: Pick<TicketSummary, "number" | "status" | "ended_as">;
  run(): void;
}

interface CommandGroup {
  label: string;
  commands: readonly Command[];
}

interface CommandContext {
  workspace: Workspace;
  app: { theme: ThemeStore; session: { signOut(): Promise<unknown> } };
  route: (path: string) => void;
}

/** The commands whose names have every typed word, and the tickets that match; without words, all commands and the recent tickets. */
export function commandGroups(context: CommandContext): CommandGroup[] {
  const { palette } = context.workspace;
  const typed = palette.query.value.trim().toLowerCase();
  const words = typed.split(/\s+/);
  const groups = [
    ...actions(),
    ...(typed ? [] : [{ label: "Recent tickets", commands: recentTickets(context) }]),
    { label: "Pages", commands: pageCommands(context) },
    { label: "Settings", commands: settingCommands(context) },
    { label: "Account", commands: accountCommands(context) },
  ].map(({ label, commands }) => ({
    label,
    commands: commands.filter((command) => {
      const text = searchText(command, label);
      return words.every((word) => text.includes(word));
    }),
  }));
  const found = palette.tickets.value.map((ticket) => ticketCommand(context, ticket));
  const begins = ({ label }: Command) => label.toLowerCase().startsWith(typed);
  const shown = [...groups, { label: "Tickets", commands: found }].filter(({ commands }) => commands.length > 0);
  if (typed === "") return shown;
  // The best match first, so that Enter chooses it.
  return shown
    .map(({ label, commands }) => ({ label, commands: sortBy(commands, begins) }))
    .toSorted((a, b) => Number(b.commands.some(begins)) - Number(a.commands.some(begins)));
}

/** Those for which the test is true first; otherwise in the same order. */
function sortBy<T>(items: readonly T[], isFirst: (item: T) => boolean): T[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}

/** Actions that are possible on this screen, with their keys. */
function actions(): CommandGroup[] {
  return shortcutGroups.map(({ label, shortcuts }) => ({
    label,
    commands: shortcuts.flatMap(({ name, does, icon = "play", keys }) => {
      const run = name === undefined ? undefined : shortcutOf(name);
      return run ? [{ id: `do-${name}`, label: does, icon, key: keys[0], run }] : [];
    }),
  }));
}

function recentTickets(context: CommandContext): Command[] {
  const { palette, ticket } = context.workspace;
  const state = ticket.state.value;
  const openId = state.type === "ready" ? state.id : null;
  return palette.recent.value.filter(({ id }) => id !== openId).map((recent) => ticketCommand(context, recent));
}

function ticketCommand({ route }: CommandContext, ticket: TicketSummary): Command {
  return {
    id: ticket.id,
    label: `${visitorName(ticket.visitor)}: ${ticketTitle(ticket)}`,
    icon: "chat",
    ticket,
    run: () => route(`/console/inbox/${ticket.id}?view=all`),
  };
}

function pageCommands({ workspace: { may, triage }, route }: CommandContext): Command[] {
  const views = [
    ...ticketViews.map(({ name, label }) => ({ path: `/console/inbox?view=${name}`, label })),
    ...triage.views.value.map(({ name, filter }) => ({
      path: `/console/inbox?${placeText(placeOfSaved(filter))}`,
      label: name,
    })),
  ];
  return [
    ...views.map(({ path, label }) => ({
      id: path,
      label,
      icon: "inbox" as const,
      hint: "Inbox",
      also: usualWords[path],
      run: () => route(path),
    })),
    ...pages
      .filter(({ least }) => !least || may(least))
      .map(({ least: _, path, ...page }) => ({ ...page, id: path, also: usualWords[path], run: () => route(path) })),
  ];
}

function settingCommands({ workspace: { may }, route }: CommandContext): Command[] {
  return settings
    .filter(({ least }) => !least || may(least))
    .map(({ path, label, hint }) => ({
      id: `${path} ${label}`,
      label,
      icon: "settings",
      // The fields of a page have their own names.
      ...(hint ? { hint } : { also: usualWords[path] }),
      run: () => route(path),
    }));
}

function accountCommands({ app: { theme, session }, workspace }: CommandContext): Command[] {
  const { toasts, leave } = workspace;
  return [
    { id: "dark", label: "Dark colours", icon: "theme", run: () => theme.choose("dark") },
    { id: "light", label: "Light colours", icon: "theme", run: () => theme.choose("light") },
    { id: "auto", label: "Colours of the device", icon: "theme", run: () => theme.choose("auto") },
    {
      id: "out",
      label: "Sign out",
      icon: "external",
      run: () =>
        void leave()
          .then(session.signOut)
          .catch((error: unknown) => toasts.fail(`Not signed out. ${errorSentence(error)}`)),
    },
  ];
}

/** The groups with their commands; the keys are handled by the text field, which keeps the focus. */
export function PaletteList({ groups, current }: { groups: readonly CommandGroup[]; current: number }) {
  const { palette } = useWorkspace();
  const nothing = palette.error.value || (palette.searching.value ? "Searching…" : "No matches.");
  const commands = groups.flatMap((group) => group.commands);
  return (
    <>
      <div id="palette-list" class="palette-list" role="listbox" aria-label="Results">
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <p class="palette-group" aria-hidden="true">
              {group.label}
            </p>
            {group.commands.map((command) => (
              <PaletteItem key={command.id} command={command} place={commands.indexOf(command)} current={current} />
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 ? <p class="palette-empty">{nothing}</p> : null}
    </>
  );
}

function PaletteItem({ command, place, current }: { command: Command; place: number; current: number }) {
  const { palette } = useWorkspace();
  const { ticket } = command;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox above, which keeps the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant.
    <div
      id={`palette-${place}`}
      class="palette-item"
      role="option"
      aria-selected={place === current}
      onClick={() => palette.run(command.run)}
    >
      <Icon name={command.icon} />
      {ticket ? <span class="ticket-number">#{ticket.number}</span> : null}
      <span class="palette-label" dir="auto">
        {command.label}
      </span>
      {ticket ? <StatusChip status={ticket.status} endedAs={ticket.ended_as} /> : null}
      {command.hint ? <span class="muted">{command.hint}</span> : null}
      {command.key ? <Keys keys={command.key} /> : null}
    </div>
  );
}
