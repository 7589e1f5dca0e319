import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { TextField } from "./text-field.tsx";

const modes: ReadonlyArray<{ mode: Settings["answer_mode"]; label: string; text: string }> = [
  {
    mode: "stream_first",
    label: "Show at once",
    text: "Visitors read along while the answer is written. If its grade is low, a person takes over.",
  },
  {
    mode: "verify_first",
    label: "Check first",
    text: "Nothing is shown until the answer is graded. Slower, and unsure answers are never seen.",
  },
];

export function AnswerSettings({ edited }: { edited: Settings }) {
  const { settings } = useWorkspace();
  return (
    <section class="settings-group" aria-labelledby="group-answers">
      <h2 id="group-answers">Answers</h2>
      <ThresholdField threshold={edited.threshold} />
      <ModeField mode={edited.answer_mode} />
      <ClarifyField clarify={edited.clarify} />
      <IdentityField isRequired={edited.require_identity} />
      <TextField
        label="Tone and guidance"
        hint="For example: friendly and brief, says “we”, never promises refunds."
        value={edited.tone}
        max={500}
        rows={3}
        problem={settings.problems.value.tone}
        onChange={(tone) => settings.edit({ tone })}
      />
    </section>
  );
}

function ThresholdField({ threshold }: { threshold: number }) {
  const { settings } = useWorkspace();
  return (
    <div class="field">
      <label for="threshold">
        A person is asked below a grade of <output>{threshold.toFixed(2)}</output>
      </label>
      <input
        id="threshold"
        type="range"
        class="range"
        min={0}
        max={1}
        step={0.05}
        value={threshold}
        aria-describedby="threshold-note"
        onInput={(event) => settings.edit({ threshold: Number(event.currentTarget.value) })}
      />
      <small id="threshold-note">Higher: fewer wrong answers, more work for people. Lower: the other way round.</small>
    </div>
  );
}

function ClarifyField({ clarify }: { clarify: boolean }) {
  const { settings } = useWorkspace();
  return (
    <fieldset class="field">
      <legend>When a question may mean several things</legend>
      <label class="option">
        <input
          type="checkbox"
          checked={clarify}
          onChange={(event) => settings.edit({ clarify: event.currentTarget.checked })}
        />
        <span>
          <strong>Ask which one is meant</strong>
          <small>The visitor chooses among two or three readings. Seldom: only when the documents split evenly.</small>
        </span>
      </label>
    </fieldset>
  );
}

function IdentityField({ isRequired }: { isRequired: boolean }) {
  const { settings } = useWorkspace();
  return (
    <fieldset class="field">
      <legend>Who may chat</legend>
      <label class="option">
        <input
          type="checkbox"
          checked={isRequired}
          onChange={(event) => settings.edit({ require_identity: event.currentTarget.checked })}
        />
        <span>
          <strong>Only visitors whom your own server has signed</strong>
          <small>Chats of visitors without a signed identity end at once.</small>
        </span>
      </label>
    </fieldset>
  );
}

function ModeField({ mode: chosen }: { mode: Settings["answer_mode"] }) {
  const { settings } = useWorkspace();
  return (
    <fieldset class="field">
      <legend>While an answer is written</legend>
      {modes.map(({ mode, label, text }) => (
        <label class="option" key={mode}>
          <input
            type="radio"
            name="answer-mode"
            checked={chosen === mode}
            onChange={() => settings.edit({ answer_mode: mode })}
          />
          <span>
            <strong>{label}</strong>
            <small>{text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
