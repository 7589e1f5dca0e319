import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { ErrorState, Skeleton, Spinner } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";

const formId = "settings-form";

interface FrameProps {
  title: string;
  /** Purpose of the page; unsaved changes replace this text. */
  text: string;
  /** The fields. */
  fields: (edited: Settings) => ComponentChildren;
  /** Content below the fields that saves its changes at once. */
  below?: (edited: Settings) => ComponentChildren;
  /** Content next to the fields. */
  beside?: (edited: Settings) => ComponentChildren;
}

/** A settings page. All settings are loaded, edited and saved together, even when their fields are on different pages. */
export function SettingsFrame({ title, text, fields, below, beside }: FrameProps) {
  const { settings } = useWorkspace();
  useEffect(() => {
    void settings.load();
  }, [settings]);
  const edited = settings.edited.value;
  const page = useRef<HTMLDivElement>(null);
  useHashTarget(edited !== null);
  return (
    <div class="sheet-page" ref={page}>
      <SettingsHead title={title} text={text} />
      <SettingsTabs />
      <SectionLinks of={page} />
      {settings.phase.value === "loading" ? <Skeleton rows={6} kind="card" label="Loading settings" /> : null}
      {settings.phase.value === "failed" ? (
        <ErrorState
          title="The settings could not be loaded"
          text={settings.error.value}
          onRetry={() => void settings.load()}
        />
      ) : null}
      {edited ? (
        <div class={beside ? "settings" : "assistant-page"}>
          <div>
            <SettingsForm>{fields(edited)}</SettingsForm>
            {below?.(edited)}
          </div>
          {beside?.(edited)}
        </div>
      ) : null}
    </div>
  );
}

/** Always visible: the user can save or discard changes from anywhere on the page. */
function SettingsHead({ title, text }: Pick<FrameProps, "title" | "text">) {
  const { settings, may } = useWorkspace();
  const isWrong = Object.keys(settings.problems.value).length > 0;
  const dirty = settings.dirty.value;
  return (
    <header class={`page-head settings-head ${dirty ? "settings-head-dirty" : ""}`}>
      <div>
        <h1>{title}</h1>
        <p class="muted" role="status">
          {dirty ? (isWrong ? "Unsaved changes. Some fields need a change." : "Unsaved changes") : text}
        </p>
      </div>
      {dirty && may("admin") ? (
        <div class="head-actions">
          <button type="button" class="btn ghost" onClick={settings.discard}>
            Discard
          </button>
          <button type="submit" form={formId} class="btn primary" aria-disabled={isWrong || settings.saving.value}>
            {settings.saving.value ? <Spinner /> : null} Save
          </button>
        </div>
      ) : null}
    </header>
  );
}

function SettingsForm({ children }: { children: ComponentChildren }) {
  const { settings, toasts, may } = useWorkspace();
  const save = async () => {
    const problem = await settings.save();
    if (problem) toasts.fail(`Not saved. ${problem}`);
    else if (!settings.dirty.value) toasts.show("Settings saved");
  };
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (event.currentTarget.reportValidity()) void save();
      }}
    >
      {may("admin") ? null : <p class="read-only-note">Only admins can change settings.</p>}
      <fieldset class="settings-fields" disabled={!may("admin")}>
        <legend class="visually-hidden">Settings</legend>
        {children}
      </fieldset>
    </form>
  );
}

/** Scrolls to the section named in the URL, once it is rendered. */
function useHashTarget(isReady: boolean): void {
  useEffect(() => {
    if (isReady && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isReady]);
}

const tabs = [
  { href: "/console/settings", label: "General", least: "viewer" },
  { href: "/console/settings/grades", label: "Confidence", least: "admin" },
  { href: "/console/settings/models", label: "Models", least: "admin" },
  { href: "/console/settings/webhooks", label: "Webhooks", least: "admin" },
  { href: "/console/settings/data", label: "Data", least: "admin" },
  { href: "/console/settings/health", label: "Health", least: "admin" },
] as const;

/** The settings pages that the user may see. */
export function SettingsTabs() {
  const { may } = useWorkspace();
  return <Tabs label="Settings" tabs={tabs.filter(({ least }) => least === "viewer" || may(least))} />;
}

/** A page with fewer sections is short enough without links. */
const leastSections = 4;

/** Links to the sections of a long page, built from its headings. */
function SectionLinks({ of }: { of: RefObject<HTMLElement | null> }) {
  const headings = useHeadings(of);
  if (headings.length < leastSections) return null;
  return (
    <nav class="section-links" aria-label="Parts of this page">
      {headings.map((heading) => (
        <button key={heading.id} type="button" class="btn small ghost" onClick={() => goTo(heading)}>
          {heading.textContent}
        </button>
      ))}
    </nav>
  );
}

/** Sections appear and disappear with loaded data and permissions. */
function useHeadings(of: RefObject<HTMLElement | null>): readonly HTMLElement[] {
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    const page = of.current;
    if (!page) return undefined;
    const read = () => {
      const found = [...page.querySelectorAll<HTMLElement>(".settings-group > h2")];
      setHeadings((known) =>
        known.length === found.length && found.every((one, at) => one === known[at]) ? known : found,
      );
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(page, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return headings;
}

/** Keyboard focus continues at the heading, too. */
function goTo(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}
