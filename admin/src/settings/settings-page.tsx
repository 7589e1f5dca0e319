import { attachmentKinds } from "../../../protocol/attachment-kinds.ts";
import type { AttachmentKind, AttachmentRules } from "../../../protocol/attachments.ts";
import { useWorkspace } from "../app-context.ts";
import { NoticeSettings } from "./alert-settings.tsx";
import { AnswerSettings } from "./answer-settings.tsx";
import { AssignmentSettings } from "./assignment-settings.tsx";
import { DomainSettings } from "./domain-settings.tsx";
import { EmbedSettings } from "./embed-settings.tsx";
import { FormSettingsGroup } from "./form-settings.tsx";
import { HomeScreenSettings } from "./home-settings.tsx";
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

/** Memories of visitors across tickets, with an explanation of the consequences. */
function MemorySettings({ isOn }: { isOn: boolean }) {
  const { settings } = useWorkspace();
  return (
    <section class="settings-group" id="memory" aria-labelledby="group-memory">
      <h2 id="group-memory">Memory</h2>
      <fieldset class="field">
        <legend>Returning visitors</legend>
        <label class="option">
          <input
            type="checkbox"
            checked={isOn}
            aria-describedby="memory-note"
            onChange={(event) => settings.edit({ memory_enabled: event.currentTarget.checked })}
          />
          <span>
            <strong>Remember returning visitors</strong>
            <small>For example their plan or language. Verified visitors only.</small>
          </span>
        </label>
        <small id="memory-note">
          Secrets and sensitive facts such as health or religion are never stored. Visitors and agents can correct and
          delete memories. Without a language model, only agents add them. When this is off, memories are neither added
          nor used. <a href="/docs/guide/memory">Learn more about memory</a>
        </small>
      </fieldset>
    </section>
  );
}

const megabyte = 1_000_000;
const largestMegabytes = 25;

/** File types that visitors and agents may send. */
function FileSettings({ rules }: { rules: AttachmentRules }) {
  const { settings } = useWorkspace();
  const edit = (change: Partial<AttachmentRules>) => settings.edit({ attachments: { ...rules, ...change } });
  return (
    <section class="settings-group" aria-labelledby="group-files">
      <h2 id="group-files">Files</h2>
      <fieldset class="field">
        <legend>Attachments</legend>
        <label class="option">
          <input
            type="checkbox"
            checked={rules.from_visitors}
            onChange={(event) => edit({ from_visitors: event.currentTarget.checked })}
          />
          <span>
            <strong>Visitors may attach files</strong>
            <small>
              Agents can always attach files. The assistant reads pictures only if a vision model is set up, and no
              other files.
            </small>
          </span>
        </label>
      </fieldset>
      <fieldset class="field">
        <legend>Types</legend>
        <div class="file-kinds">
          {attachmentKinds.map((kind) => (
            <label class="check" key={kind}>
              <input
                type="checkbox"
                checked={rules.types.includes(kind)}
                onChange={(event) => edit({ types: withKind(rules.types, kind, event.currentTarget.checked) })}
              />
              <span>{kind.toUpperCase()}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <SizeField bytes={rules.max_bytes} onChange={(max_bytes) => edit({ max_bytes })} />
    </section>
  );
}

function SizeField({ bytes, onChange }: { bytes: number; onChange: (bytes: number) => void }) {
  return (
    <div class="field">
      <label for="file-size">
        Largest file: <output>{bytes / megabyte} MB</output>
      </label>
      <input
        id="file-size"
        type="range"
        class="range"
        min={1}
        max={largestMegabytes}
        value={bytes / megabyte}
        onInput={(event) => onChange(Number(event.currentTarget.value) * megabyte)}
      />
    </div>
  );
}

function withKind(types: readonly AttachmentKind[], kind: AttachmentKind, isOn: boolean): AttachmentKind[] {
  return attachmentKinds.filter((other) => (other === kind ? isOn : types.includes(other)));
}
