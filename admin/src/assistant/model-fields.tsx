import type { Settings } from "../../../protocol/admin.ts";
import type { ModelProvider } from "../../../protocol/admin-settings.ts";
import type { ModelUsage } from "../../../protocol/admin-usage.ts";
import { useWorkspace } from "../app-context.ts";
import { ModelChoice } from "./model-choice.tsx";
import { type ModelOfTask, modelName, modelTasks } from "./model-tasks.ts";

/** Which model does which task; what is left alone is as the installation has it. */
export function ModelFields({ models, usage }: { models: Settings["models"]; usage: ModelUsage }) {
  const { settings } = useWorkspace();
  const problem = settings.problems.value.models;
  return (
    <section class="settings-group" aria-labelledby="group-models">
      <h2 id="group-models">Model per task</h2>
      {usage.providers.length === 1 ? (
        <p class="read-only-note">
          No AI model is connected. Parley quotes your documents for free. To connect a model, add an API key to the
          server. <a href="/docs/guide/models-and-providers">Learn how</a>
        </p>
      ) : null}
      {modelTasks.map(({ task, label, text }) => (
        <ModelChoice
          key={task}
          task={task}
          label={label}
          text={text}
          value={models[task]}
          unchanged={`Default: ${modelName(usage.usual[task])}`}
          choices={{ providers: usage.providers, known: knownOf(usage) }}
          onChange={(choice) => {
            const { [task]: _before, ...others } = models;
            settings.edit({ models: choice ? { ...others, [task]: choice } : others });
          }}
        />
      ))}
      {problem ? <p class="field-problem">{problem}</p> : null}
    </section>
  );
}

/** Models that were used already. */
function knownOf({ by_model: used }: ModelUsage): ModelOfTask[] {
  const known = used.map(({ provider, model }) => ({ provider: provider as ModelProvider, model })); // of its providers
  return [...new Map(known.map((each) => [`${each.provider} ${each.model}`, each])).values()];
}
