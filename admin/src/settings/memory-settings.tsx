import { useWorkspace } from "../app-context.ts";

/** Whether visitors are remembered from one ticket to the next, and what that means for them. */
export function MemorySettings({ isOn }: { isOn: boolean }) {
  const { settings } = useWorkspace();
  return (
    <section class="settings-group" id="memory" aria-labelledby="group-memory">
      <h2 id="group-memory">Memory</h2>
      <fieldset class="field">
        <legend>Visitors who come back</legend>
        <label class="option">
          <input
            type="checkbox"
            checked={isOn}
            aria-describedby="memory-note"
            onChange={(event) => settings.edit({ memory_enabled: event.currentTarget.checked })}
          />
          <span>
            <strong>Remember what they say of themselves</strong>
            <small>
              Their plan, their language, their two warehouses: the assistant knows it in their next ticket, and agents
              see it beside the ticket. Only of visitors whom your own server has signed.
            </small>
          </span>
        </label>
        <small id="memory-note">
          Secrets, and what concerns health, religion and the like, are never kept. Visitors and agents can correct and
          erase what is remembered. Switched off, nothing new is remembered and nothing of it is used.{" "}
          <a href="/docs/guide/memory">What is remembered, and for how long</a>
        </small>
      </fieldset>
    </section>
  );
}
