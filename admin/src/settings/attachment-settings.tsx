import { attachmentKinds } from "../../../protocol/attachment-kinds.ts";
import type { AttachmentKind, AttachmentRules } from "../../../protocol/attachments.ts";
import { useWorkspace } from "../app-context.ts";

const megabyte = 1_000_000;
const largestMegabytes = 25;

/** File types that visitors and agents may send. */
export function AttachmentSettings({ rules }: { rules: AttachmentRules }) {
  const { settings } = useWorkspace();
  const edit = (change: Partial<AttachmentRules>) => settings.edit({ attachments: { ...rules, ...change } });
  return (
    <div class="settings-group">
      <fieldset class="field">
        <legend>Visitors</legend>
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
    </div>
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
