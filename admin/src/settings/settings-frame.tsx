import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { ErrorState, Skeleton, Spinner } from "../ui/states.tsx";
import { pageOfProblem, settingsGroups } from "./settings-pages.ts";

const formId = "settings-form";

interface LayoutProps {
  title: string;
  /** Purpose of the page. */
  text: string;
  /** Buttons next to the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A settings page: the list of all pages, a title, and the content. */
export function SettingsLayout({ title, text, actions, children }: LayoutProps) {
  return (
    <div class="sheet-page settings-page">
      <SettingsNav />
      <div class="settings-main">
        <SettingsHead title={title} text={text} actions={actions} />
        {children}
      </div>
    </div>
  );
}

interface FrameProps extends Pick<LayoutProps, "title" | "text"> {
  /** The fields. */
  fields?: (edited: Settings) => ComponentChildren;
  /** Content below the fields that saves its changes at once. */
  below?: (edited: Settings) => ComponentChildren;
  /** Content next to the fields. */
  beside?: (edited: Settings) => ComponentChildren;
}

/** A settings page with fields. All settings are loaded, edited and saved together, even when their fields are on different pages. */
export function SettingsFrame({ title, text, fields, below, beside }: FrameProps) {
  const { settings } = useWorkspace();
  useEffect(() => {
    void settings.load();
  }, [settings]);
  const edited = settings.edited.value;
  return (
    <SettingsLayout title={title} text={text}>
      {settings.phase.value === "loading" ? <Skeleton rows={6} kind="card" label="Loading settings" /> : null}
      {settings.phase.value === "failed" ? (
        <ErrorState
          title="The settings could not be loaded"
          text={settings.error.value}
          onRetry={() => void settings.load()}
        />
      ) : null}
      {edited ? (
        <div class={beside ? "settings settings-beside" : "settings"}>
          <div>
            {fields ? <SettingsForm>{fields(edited)}</SettingsForm> : null}
            {below?.(edited)}
          </div>
          {beside?.(edited)}
        </div>
      ) : null}
    </SettingsLayout>
  );
}

/** Always visible: the user can save or discard changes from every settings page. */
function SettingsHead({ title, text, actions }: Pick<LayoutProps, "title" | "text" | "actions">) {
  const { settings, may } = useWorkspace();
  const problem = Object.keys(settings.problems.value)[0];
  const dirty = settings.dirty.value;
  return (
    <header class={`page-head settings-head ${dirty ? "settings-head-dirty" : ""}`}>
      <div>
        <h1>{title}</h1>
        <p class="muted" role="status">
          {dirty
            ? problem
              ? `Unsaved changes. Check the fields of ${pageOfProblem(problem)}.`
              : "Unsaved changes"
            : text}
        </p>
      </div>
      {actions && !dirty ? <div class="head-actions">{actions}</div> : null}
      {dirty && may("admin") ? (
        <div class="head-actions">
          <button type="button" class="btn ghost" onClick={settings.discard}>
            Discard
          </button>
          <SaveButton isWrong={problem !== undefined} />
        </div>
      ) : null}
    </header>
  );
}

/** Submits the page's form, so that the browser shows invalid fields; a page without fields saves directly. */
function SaveButton({ isWrong }: { isWrong: boolean }) {
  const { settings } = useWorkspace();
  const save = useSave();
  return (
    <button
      type="button"
      class="btn primary"
      aria-disabled={isWrong || settings.saving.value}
      onClick={() => {
        const form = document.getElementById(formId);
        if (form instanceof HTMLFormElement) form.requestSubmit();
        else void save();
      }}
    >
      {settings.saving.value ? <Spinner /> : null} Save
    </button>
  );
}

function useSave(): () => Promise<void> {
  const { settings, toasts } = useWorkspace();
  return async () => {
    const problem = await settings.save();
    if (problem) toasts.fail(`Not saved. ${problem}`);
    else if (!settings.dirty.value) toasts.show("Saved the settings");
  };
}

function SettingsForm({ children }: { children: ComponentChildren }) {
  const { may } = useWorkspace();
  const save = useSave();
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

/** The list of the settings pages that the user may see; a menu on narrow screens. */
function SettingsNav() {
  const { may } = useWorkspace();
  const { path, route } = useLocation();
  const here = path.replace(/\/$/, "");
  const groups = settingsGroups
    .map(({ label, pages }) => ({ label, pages: pages.filter(({ least }) => !least || may(least)) }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <>
      <nav class="settings-nav" aria-label="Settings">
        {groups.map(({ label, pages }) => (
          <div key={label}>
            <p class="settings-nav-group">{label}</p>
            <ul aria-label={label}>
              {pages.map(({ path: href, label: name }) => (
                <li key={href}>
                  <a href={href} aria-current={href === here ? "page" : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <select
        class="input settings-menu"
        aria-label="Settings page"
        value={here}
        onChange={(event) => route(event.currentTarget.value)}
      >
        {groups.map(({ label, pages }) => (
          <optgroup key={label} label={label}>
            {pages.map(({ path: href, label: name }) => (
              <option key={href} value={href}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </>
  );
}
