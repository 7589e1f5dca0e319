import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { type RadioChoice, RadioOptions, TextField } from "../ui/fields.tsx";
import { EndField } from "./end-field.tsx";

const modes: ReadonlyArray<RadioChoice<Settings["answer_mode"]>> = [
  {
    value: "stream_first",
    label: "Show immediately",
    text: "Visitors see the answer as it is written. At low confidence your team takes over.",
  },
  {
    value: "verify_first",
    label: "Check first",
    text: "Answers are checked before they are shown. Slower, but answers at low confidence are never seen.",
  },
];

const handOvers: ReadonlyArray<RadioChoice<Settings["hand_over"]>> = [
  {
    value: "at_once",
    label: "Ask the team at once",
    text: "Your team gets the question, and the visitor sees sections that may help in the meantime.",
  },
  {
    value: "suggest_first",
    label: "Suggest sections first",
    text: "Visitors see the sections and a button to ask your team. Your team gets the question only when they press it or ask for your team.",
  },
];

export function AnswerSettings({ edited }: { edited: Settings }) {
  const { settings } = useWorkspace();
  return (
    <div class="settings-group">
      <ThresholdField threshold={edited.threshold} />
      <RadioOptions
        legend="While an answer is written"
        name="answer-mode"
        choices={modes}
        chosen={edited.answer_mode}
        onChange={(mode) => settings.edit({ answer_mode: mode })}
      />
      <RadioOptions
        legend="At low confidence"
        name="hand-over"
        choices={handOvers}
        chosen={edited.hand_over}
        onChange={(when) => settings.edit({ hand_over: when })}
      />
      <HoldOutField percent={edited.hold_out_percent} />
      <ClarifyField clarify={edited.clarify} />
      <ThinkingField isShown={edited.show_thinking} />
      <IdentityField isRequired={edited.require_identity} />
      <EndField edited={edited} />
      <WordFields edited={edited} />
    </div>
  );
}

/** Information about the company, part of every prompt. The built-in answerer only quotes and does not use it. */
function WordFields({ edited }: { edited: Settings }) {
  const { settings } = useWorkspace();
  return (
    <>
      <TextField
        label="Tone"
        hint="For example: friendly and brief, says “we”."
        value={edited.tone}
        max={500}
        rows={2}
        problem={settings.problems.value.tone}
        onChange={(tone) => settings.edit({ tone })}
      />
      <TextField
        label="Guidance"
        hint="How questions are handled. For example: never promises refunds; links to the page about returns."
        value={edited.guidance}
        max={4000}
        rows={4}
        onChange={(guidance) => settings.edit({ guidance })}
      />
      <TextField
        label="Industry"
        hint="For example: bicycle shop, online bank."
        value={edited.industry}
        max={200}
        onChange={(industry) => settings.edit({ industry })}
      />
      <TextField
        label="Company description"
        hint="The AI model reads this with every question. For example: sells bicycles to commuters and repairs them."
        value={edited.about}
        max={1000}
        rows={3}
        onChange={(about) => settings.edit({ about })}
      />
      <TextField
        label="Country"
        hint="Also used for web searches. For example: Portugal, with deliveries to Spain."
        value={edited.place}
        max={200}
        onChange={(place) => settings.edit({ place })}
      />
    </>
  );
}

function ThresholdField({ threshold }: { threshold: number }) {
  const { settings } = useWorkspace();
  return (
    <div class="field">
      <label for="threshold">
        Hand over below <output>{threshold.toFixed(2)}</output>
      </label>
      <input
        id="threshold"
        type="range"
        class="range"
        min={0}
        max={1}
        step={0.01}
        value={threshold}
        aria-describedby="threshold-note"
        onInput={(event) => settings.edit({ threshold: Number(event.currentTarget.value) })}
      />
      <small id="threshold-note">
        A higher value means fewer wrong answers but more work for your team.{" "}
        <a href="/console/settings/confidence">Try it on recent questions</a>
      </small>
    </div>
  );
}

const holdOutChoices: readonly number[] = [0, 1, 2, 5, 10, 20];

/** The share of conversations that the assistant leaves to the team, so that its effect can be measured. */
function HoldOutField({ percent: chosen }: { percent: number }) {
  const { settings } = useWorkspace();
  // A share that was set through the API remains selectable.
  const choices = [...new Set([...holdOutChoices, chosen])].sort((a, b) => a - b);
  return (
    <label class="field">
      <span>Send some conversations straight to your team</span>
      <select
        class="input"
        value={chosen}
        onChange={(event) => settings.edit({ hold_out_percent: Number(event.currentTarget.value) })}
      >
        {choices.map((percent) => (
          <option key={percent} value={percent}>
            {percent === 0 ? "none" : `${percent} %`}
          </option>
        ))}
      </select>
      <small>
        Shows in Analytics what the assistant changes. Only new conversations, and only within your opening hours.
      </small>
    </label>
  );
}

function ClarifyField({ clarify }: { clarify: boolean }) {
  const { settings } = useWorkspace();
  return (
    <fieldset class="field">
      <legend>Ambiguous questions</legend>
      <label class="option">
        <input
          type="checkbox"
          checked={clarify}
          onChange={(event) => settings.edit({ clarify: event.currentTarget.checked })}
        />
        <span>
          <strong>Ask for clarification</strong>
          <small>Asks a clarifying question when a request is ambiguous. Happens rarely.</small>
        </span>
      </label>
    </fieldset>
  );
}

function ThinkingField({ isShown }: { isShown: boolean }) {
  const { settings } = useWorkspace();
  return (
    <fieldset class="field">
      <legend>Reasoning</legend>
      <label class="option">
        <input
          type="checkbox"
          checked={isShown}
          onChange={(event) => settings.edit({ show_thinking: event.currentTarget.checked })}
        />
        <span>
          <strong>Show a summary to visitors</strong>
          <small>For models that reason before they answer. Agents always see it under "AI cost".</small>
        </span>
      </label>
    </fieldset>
  );
}

function IdentityField({ isRequired }: { isRequired: boolean }) {
  const { settings } = useWorkspace();
  return (
    <fieldset class="field">
      <legend>Access</legend>
      <label class="option">
        <input
          type="checkbox"
          checked={isRequired}
          onChange={(event) => settings.edit({ require_identity: event.currentTarget.checked })}
        />
        <span>
          <strong>Require verified visitors</strong>
          <small>Anonymous visitors cannot chat.</small>
        </span>
      </label>
    </fieldset>
  );
}
