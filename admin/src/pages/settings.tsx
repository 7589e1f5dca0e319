import { useEffect } from "preact/hooks";
import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { ErrorState, Skeleton, Spinner } from "../components/states.tsx";
import { NoticeSettings } from "../settings/alert-settings.tsx";
import { AnswerSettings } from "../settings/answer-settings.tsx";
import { DomainSettings } from "../settings/domain-settings.tsx";
import { EmbedSettings } from "../settings/embed-settings.tsx";
import { FileSettings } from "../settings/file-settings.tsx";
import { FormSettingsGroup } from "../settings/form-settings.tsx";
import { HomeScreenSettings } from "../settings/home-settings.tsx";
import { ServiceLevelSettings } from "../settings/service-level-settings.tsx";
import { SettingsTabs } from "../settings/settings-tabs.tsx";
import { WidgetPreview } from "../settings/widget-preview.tsx";
import { WidgetSettings } from "../settings/widget-settings.tsx";

const formId = "settings-form";

export function SettingsPage() {
  const { settings, may } = useWorkspace();
  useEffect(() => {
    void settings.load();
  }, [settings]);
  const edited = settings.edited.value;
  useHashTarget(edited !== null);
  return (
    <div class="sheet-page">
      <SettingsHead />
      <SettingsTabs />
      {settings.phase.value === "loading" ? <Skeleton rows={6} kind="card" label="Loading settings" /> : null}
      {settings.phase.value === "failed" ? (
        <ErrorState
          title="The settings could not be loaded"
          text={settings.error.value}
          onRetry={() => void settings.load()}
        />
      ) : null}
      {edited ? (
        <div class="settings">
          <div>
            <SettingsForm edited={edited} />
            <DomainSettings domains={edited.domains} />
            <EmbedSettings />
            {may("admin") ? (
              <p class="settings-group">
                <a href="/console/audit">Audit log: who changed what, and when</a>
              </p>
            ) : null}
          </div>
          <WidgetPreview settings={edited} />
        </div>
      ) : null}
    </div>
  );
}

/** Stays in sight: what is not saved is saved or discarded from anywhere on the page. */
function SettingsHead() {
  const { settings, may } = useWorkspace();
  const isWrong = Object.keys(settings.problems.value).length > 0;
  const dirty = settings.dirty.value;
  return (
    <header class={`page-head settings-head ${dirty ? "settings-head-dirty" : ""}`}>
      <div>
        <h1>Settings</h1>
        <p class="muted" role="status">
          {dirty
            ? isWrong
              ? "Unsaved changes. Some fields need a change."
              : "Unsaved changes"
            : "How the widget looks and how the assistant answers."}
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

function SettingsForm({ edited }: { edited: Settings }) {
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
      {may("admin") ? null : <p class="read-only-note">You can read the settings here. Only admins change them.</p>}
      <fieldset class="settings-fields" disabled={!may("admin")}>
        <legend class="visually-hidden">Settings</legend>
        <WidgetSettings edited={edited} />
        <HomeScreenSettings home={edited.home} />
        <NoticeSettings alerts={edited.alerts} />
        <FormSettingsGroup form={edited.form} />
        <AnswerSettings edited={edited} />
        <ServiceLevelSettings levels={edited.service_levels} hasHours={edited.home.hours !== null} />
        <FileSettings rules={edited.attachments} />
      </fieldset>
    </form>
  );
}

/** The part that the address names, once it is there. */
function useHashTarget(isReady: boolean): void {
  useEffect(() => {
    if (isReady && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isReady]);
}
