import type { Settings } from "../../../protocol/admin.ts";
import type { ModelProvider } from "../../../protocol/admin-settings.ts";
import type { ModelUsage } from "../../../protocol/admin-usage.ts";
import { useWorkspace } from "../app-context.ts";
import { providerNames } from "./names.ts";

type Task = keyof ModelUsage["usual"];

const tasks: ReadonlyArray<{ task: Task; label: string; text: string }> = [
  { task: "generate", label: "Answers", text: "Writes what visitors read, from the passages that were found." },
  { task: "grade", label: "Grades", text: "Checks each answer against its sources." },
  { task: "contextualize", label: "Understanding questions", text: "Makes a follow-up a question that stands alone." },
  { task: "summarize", label: "Summaries", text: "Tells agents what a conversation was about." },
];

/** Which model does which task; what is left alone is as the installation has it. */
export function ModelFields({ models, usage }: { models: Settings["models"]; usage: ModelUsage }) {
  const { settings } = useWorkspace();
  const problem = settings.problems.value.models;
  return (
    <section class="settings-group" aria-labelledby="group-models">
      <h2 id="group-models">Who does what</h2>
      {usage.providers.length === 1 ? (
        <p class="read-only-note">
          This installation has the built-in answerer alone: it quotes your documents and costs nothing. Whoever runs it
          adds a model with a key. <a href="/docs/guide/models-and-providers">How that is done</a>
        </p>
      ) : null}
      {tasks.map(({ task, label, text }) => (
        <TaskField key={task} task={task} label={label} text={text} models={models} usage={usage} />
      ))}
      {problem ? <p class="field-problem">{problem}</p> : null}
    </section>
  );
}

interface TaskFieldProps {
  task: Task;
  label: string;
  text: string;
  models: Settings["models"];
  usage: ModelUsage;
}

function TaskField({ task, label, text, models, usage }: TaskFieldProps) {
  const { settings } = useWorkspace();
  const chosen = models[task];
  const usual = usage.usual[task];
  // Rules grade only what they wrote, and do so by themselves.
  const offered = usage.providers.filter((provider) => task !== "grade" || provider !== "extractive");
  const choose = (choice: Settings["models"][Task]) => {
    const { [task]: _before, ...others } = models;
    settings.edit({ models: choice ? { ...others, [task]: choice } : others });
  };
  const known = [
    ...new Set(usage.by_model.filter(({ provider }) => provider === chosen?.provider).map((use) => use.model)),
  ];
  return (
    <fieldset class="field model-field">
      <legend>{label}</legend>
      <small>{text}</small>
      <div class="field-row">
        <select
          class="input"
          aria-label={`${label}: provider`}
          value={chosen?.provider ?? ""}
          onChange={(event) => {
            const provider = event.currentTarget.value as ModelProvider | "";
            choose(provider === "" ? undefined : { provider, model: "" });
          }}
        >
          <option value="">As installed: {nameOf(usual)}</option>
          {offered.map((provider) => (
            <option key={provider} value={provider}>
              {providerNames[provider]}
            </option>
          ))}
        </select>
        {chosen && chosen.provider !== "extractive" ? (
          <NameField
            label={label}
            list={`models-${task}`}
            known={known}
            value={chosen.model}
            onChange={(model) => choose({ ...chosen, model })}
          />
        ) : null}
      </div>
    </fieldset>
  );
}

interface NameProps {
  label: string;
  list: string;
  /** Models of the provider that were used already. */
  known: readonly string[];
  value: string;
  onChange: (model: string) => void;
}

function NameField({ label, list, known, value, onChange }: NameProps) {
  return (
    <>
      <input
        class="input"
        aria-label={`${label}: model`}
        placeholder="Name of the model"
        list={list}
        value={value}
        maxLength={200}
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value.trim())}
      />
      <datalist id={list}>
        {known.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
    </>
  );
}

function nameOf({ provider, model }: ModelUsage["usual"][Task]): string {
  return model === "" ? providerNames[provider] : `${model} of ${providerNames[provider]}`;
}
