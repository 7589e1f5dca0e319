import { useWorkspace } from "../app-context.ts";
import { NoticeSettings } from "../settings/alert-settings.tsx";
import { AnswerSettings } from "../settings/answer-settings.tsx";
import { AssignmentSettings } from "../settings/assignment-settings.tsx";
import { DomainSettings } from "../settings/domain-settings.tsx";
import { EmbedSettings } from "../settings/embed-settings.tsx";
import { FileSettings } from "../settings/file-settings.tsx";
import { FormSettingsGroup } from "../settings/form-settings.tsx";
import { HomeScreenSettings } from "../settings/home-settings.tsx";
import { MemorySettings } from "../settings/memory-settings.tsx";
import { ServiceLevelSettings } from "../settings/service-level-settings.tsx";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { WidgetPreview } from "../settings/widget-preview.tsx";
import { WidgetSettings } from "../settings/widget-settings.tsx";

export function SettingsPage() {
  const { may } = useWorkspace();
  return (
    <SettingsFrame
      title="Settings"
      text="Widget, assistant and team settings."
      fields={(edited) => (
        <>
          <WidgetSettings edited={edited} />
          <HomeScreenSettings home={edited.home} />
          <NoticeSettings alerts={edited.alerts} />
          <FormSettingsGroup form={edited.form} />
          <AnswerSettings edited={edited} />
          <MemorySettings isOn={edited.memory_enabled} />
          <ServiceLevelSettings levels={edited.service_levels} hasHours={edited.home.hours !== null} />
          <AssignmentSettings assignment={edited.assignment} />
          <FileSettings rules={edited.attachments} />
        </>
      )}
      below={(edited) => (
        <>
          <DomainSettings domains={edited.domains} />
          <EmbedSettings />
          {may("admin") ? (
            <p class="settings-group">
              <a href="/console/audit">Audit log</a>
            </p>
          ) : null}
        </>
      )}
      beside={(edited) => <WidgetPreview settings={edited} />}
    />
  );
}
