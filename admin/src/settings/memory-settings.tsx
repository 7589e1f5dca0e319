import { useWorkspace } from "../app-context.ts";

/** Whether visitors are remembered from one ticket to the next, and what that means for them. */
export function MemorySettings({ isOn }: { isOn: boolean }) {
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
