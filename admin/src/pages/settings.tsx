import { useEffect } from "preact/hooks";
import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { ErrorState, Skeleton, Spinner } from "../components/states.tsx";
import { NoticeSettings } from "../settings/alert-settings.tsx";
import { AnswerSettings } from "../settings/answer-settings.tsx";
import { FileSettings } from "../settings/file-settings.tsx";
import { FormSettingsGroup } from "../settings/form-settings.tsx";
import { HomeScreenSettings } from "../settings/home-settings.tsx";
import { SettingsTabs } from "../settings/settings-tabs.tsx";
import { WidgetPreview } from "../settings/widget-preview.tsx";
import { DomainSettings, WidgetSettings } from "../settings/widget-settings.tsx";

export function SettingsPage() {
  const { settings } = useWorkspace();
  useEffect(() => {
    void settings.load();
  }, [settings]);
  const dirty = settings.dirty.value;
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [dirty]);

  const edited = settings.edited.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Settings</h1>
          <p class="muted">How the widget looks and how the assistant answers.</p>
        </div>
      </header>
      <SettingsTabs />
      {settings.phase.value === "loading" ? <Skeleton rows={6} kind="card" label="Loading settings" /> : null}
      {settings.phase.value === "failed" ? (
        <ErrorState
          title="The settings could not be loaded"
          text={settings.error.value}
          onRetry={() => void settings.load()}
        />
      ) : null}
      {edited ? <SettingsForm edited={edited} /> : null}
    </div>
  );
}

function SettingsForm({ edited }: { edited: Settings }) {
  const { settings, toasts, may } = useWorkspace();
  const save = async () => {
    const problem = await settings.save();
    if (problem) toasts.fail(`Not saved. ${problem}`);
    else if (!settings.dirty.value) toasts.show("Settings saved");
  };
  const invalid = Object.keys(settings.problems.value).length > 0;
  return (
    <form
      class="settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (event.currentTarget.reportValidity()) void save();
      }}
    >
      <fieldset class="settings-fields" disabled={!may("admin")}>
        <legend class="visually-hidden">Settings</legend>
        {may("admin") ? null : <p class="muted">Only admins can change these.</p>}
        <WidgetSettings edited={edited} />
        <HomeScreenSettings home={edited.home} />
        <NoticeSettings alerts={edited.alerts} />
        <FormSettingsGroup form={edited.form} />
        <AnswerSettings edited={edited} />
        <FileSettings rules={edited.attachments} />
        <DomainSettings domains={edited.domains} />
      </fieldset>
      <WidgetPreview settings={edited} />
      {settings.dirty.value ? (
        <div class="save-bar" role="region" aria-label="Unsaved changes">
          <span>{invalid ? "Some fields need a change." : "Unsaved changes"}</span>
          <button type="button" class="btn ghost" onClick={settings.discard}>
            Discard
          </button>
          <button type="submit" class="btn primary" aria-disabled={invalid || settings.saving.value}>
            {settings.saving.value ? <Spinner /> : null} Save
          </button>
        </div>
      ) : null}
    </form>
  );
}
