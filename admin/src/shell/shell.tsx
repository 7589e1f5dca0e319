import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { MemberRole } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { countText } from "../tickets/inbox/views.ts";
import { Keys } from "../ui/chips.tsx";
import { initials } from "../ui/format.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { LazyDialog } from "../ui/lazy-dialog.tsx";
import { isPhone } from "../ui/media.ts";
import { shortcutsOpen, useShortcuts } from "../ui/shortcuts.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import { Palette } from "./palette.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { RailViews } from "./rail-views.tsx";
import { Toasts } from "./toasts.tsx";

interface Section {
  path: string;
  label: string;
  icon: IconName;
  /** Other paths of the section, besides those below its own. */
  also?: readonly string[];
}

const sections: readonly Section[] = [
  { path: "/console/inbox", label: "Inbox", icon: "inbox" },
  { path: "/console/library", label: "Library", icon: "library", also: ["/console/releases"] },
  { path: "/console/search", label: "Search tester", icon: "tester" },
  { path: "/console/people", label: "People", icon: "person" },
  { path: "/console/settings", label: "Settings", icon: "settings" },
];
/**
 * In the rail only, with the required role; on phones they are in the account menu. The copilot comes after the section whose documents it
 * reads.
 */
const closedSections: ReadonlyArray<Section & { least: MemberRole; after?: string }> = [
  { path: "/console/gaps", label: "Gaps", icon: "gap", least: "viewer", after: "/console/library" },
  { path: "/console/copilot", label: "Copilot", icon: "spark", least: "agent", after: "/console/library" },
  { path: "/console/playground", label: "Playground", icon: "play", least: "manager", after: "/console/search" },
  { path: "/console/analytics", label: "Analytics", icon: "analytics", least: "manager" },
  { path: "/console/tools", label: "Tools", icon: "tool", least: "manager" },
  { path: "/console/audit", label: "Audit log", icon: "audit", least: "admin" },
];

const loadShortcuts = async () => (await import("../ui/shortcuts-dialog.tsx")).ShortcutsDialog;

/** The frame of every screen: rail, page, phone tabs, palette, messages. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { palette, inbox, snippets, setup, may } = useWorkspace();
  const { path } = useLocation();
  const section = [...sections, ...closedSections].find((candidate) => isIn(candidate, path));
  const waiting = inbox.counts.value.needs_person ?? 0;

  useEffect(() => {
    // The rail shows counts on every screen, and the list request returns them.
    if (section?.icon !== "inbox") void inbox.reload();
    if (may("manager")) void snippets.count();
    void setup.look();
  }, []);
  useShortcuts({ "?": () => (shortcutsOpen.value = true) });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "k")
        return;
      event.preventDefault();
      if (palette.open.value) palette.hide();
      else if (!document.querySelector("dialog[open]")) palette.show();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [palette]);
  useUnsavedWarning();
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${countText(waiting)}) ` : ""}${section?.label ?? "Console"} · Parley`;
  }, [waiting, section]);

  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Rail path={path} />
      <main id="main" class="page" tabIndex={-1}>
        {children}
      </main>
      <nav class="tabbar" aria-label="Sections">
        {sections.map((item) => (
          <a key={item.path} href={item.path} aria-current={item === section ? "page" : undefined}>
            <Icon name={item.icon} />
            <span>{item.label.split(" ")[0]}</span>
          </a>
        ))}
        {isPhone.value ? <PersonMenu placement="tabs" /> : null}
      </nav>
      <LeaveQuestion />
      <LiveNote />
      <Palette />
      <LazyDialog open={shortcutsOpen.value} load={loadShortcuts} />
      <Toasts />
    </div>
  );
}

/** The browser's confirmation before it closes a page with unsaved settings. */
function useUnsavedWarning(): void {
  const { settings } = useWorkspace();
  const dirty = settings.dirty.value;
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [dirty]);
}

function Rail({ path }: { path: string }) {
  const { me, palette, snippets, settings, may } = useWorkspace();
  const proposed = may("manager") ? snippets.counts.value.proposed + snippets.counts.value.due : 0;
  return (
    <nav class="rail" aria-label="Main">
      <div class="rail-head">
        <span class="tenant-mark" aria-hidden="true">
          {initials(me.tenant.name)}
        </span>
        <span class="rail-tenant" title={me.tenant.name}>
          {me.tenant.name}
        </span>
      </div>
      <button type="button" class="rail-find" onClick={palette.show}>
        <Icon name="search" />
        <span>Find</span>
        <Keys keys="Ctrl K" />
      </button>
      <ul class="rail-list">
        {railFor(may).map((item) => (
          <li key={item.path}>
            <a class="rail-link" href={item.path} aria-current={isHere(item, path) ? "page" : undefined}>
              <Icon name={item.icon} />
              <span>{item.label}</span>
              {item.icon === "library" && proposed > 0 ? (
                <span class="count count-loud" title={`${proposed} snippets to review`}>
                  {countText(proposed)}
                </span>
              ) : null}
              {item.icon === "settings" && settings.dirty.value ? (
                <span class="rail-unsaved" title="Unsaved changes">
                  <span class="visually-hidden">Unsaved changes</span>
                </span>
              ) : null}
            </a>
            {item.icon === "inbox" ? <RailViews path={path} /> : null}
          </li>
        ))}
        <SetupLink path={path} />
      </ul>
      {isPhone.value ? null : <PersonMenu placement="rail" />}
    </nav>
  );
}

function railFor(may: (role: MemberRole) => boolean): Section[] {
  const closed = closedSections.filter(({ least }) => may(least));
  return [
    ...sections.flatMap((section) => [section, ...closed.filter(({ after }) => after === section.path)]),
    ...closed.filter(({ after }) => after === undefined),
  ];
}

/** Settings include the pages below their path; in the inbox the current view is highlighted instead. */
function isHere(section: Section, path: string): boolean {
  return path === section.path || (section.icon !== "inbox" && isIn(section, path));
}

function isIn({ path: own, also = [] }: Section, path: string): boolean {
  return [own, ...also].some((start) => path.startsWith(start));
}

/** Shown during the setup of an empty tenant; the last entry, so that no other one moves when it comes or goes. */
function SetupLink({ path }: { path: string }) {
  const { setup } = useWorkspace();
  if (setup.phase.value !== "open") return null;
  return (
    <li>
      <a class="rail-link" href="/console" aria-current={path === "/console" ? "page" : undefined}>
        <Icon name="setup" />
        <span>Setup</span>
        <span class="count" title={`${setup.left.value} steps left`}>
          {setup.left.value}
        </span>
      </a>
    </li>
  );
}

function LiveNote() {
  const { live, ticket } = useWorkspace();
  const broken = live.value === "reconnecting" || ticket.live.value === "reconnecting";
  return (
    <div class="live-note" role="status">
      {broken ? <span class="live-note-text">Connection lost. Reconnecting…</span> : null}
    </div>
  );
}
