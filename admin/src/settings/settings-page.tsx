import { useWorkspace } from "../app-context.ts";
import { NoticeSettings } from "./alert-settings.tsx";
import { AnswerSettings } from "./answer-settings.tsx";
import { AssignmentSettings } from "./assignment-settings.tsx";
import { DomainSettings } from "./domain-settings.tsx";
import { EmbedSettings } from "./embed-settings.tsx";
import { FileSettings } from "./file-settings.tsx";
import { FormSettingsGroup } from "./form-settings.tsx";
import { HomeScreenSettings } from "./home-settings.tsx";
import { MemorySettings } from "./memory-settings.tsx";
import { ServiceLevelSettings } from "./service-level-settings.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { WidgetPreview } from "./widget-preview.tsx";
import { WidgetSettings } from "./widget-settings.tsx";

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
