import { modelRoutes } from "../../../protocol/routes/settings.ts";
import "./assistant.css";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Settings } from "../../../protocol/admin.ts";
import type { ModelProvider } from "../../../protocol/admin-settings.ts";
import type { ModelUsage } from "../../../protocol/admin-usage.ts";
import { useWorkspace } from "../app-context.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { ParsedField, type RadioChoice, RadioOptions } from "../ui/fields.tsx";
import { createLoaded, type LoadedState } from "../ui/loaded.ts";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { ModelChoice } from "./model-choice.tsx";
import { dollars, type ModelOfTask, modelName, modelTasks } from "./models.ts";
import { Spending } from "./spending.tsx";

// The page loads its own style sheet.

/** Models and their budget. */
export function ModelsPage() {
  const { api, settings, may } = useWorkspace();
  const isAdmin = may("admin");
  const [usage] = useState(() => createLoaded<ModelUsage>());
  const load = () => usage.load((signal) => api.call(modelRoutes.readModelUsage, {}, { signal }));
  const { saved } = settings;
  // After the limit was raised, usage may be below it again.
  useEffect(() => {
    if (isAdmin) void load();
  }, [isAdmin, saved.value?.budget]);
  const state = usage.state.value;
  return (
    <SettingsFrame
      title="Models"
      text="The AI model for each use, and what it may cost."
      fields={(edited) =>
        isAdmin ? (
          <UsageState state={state} onRetry={() => void load()}>
            {(read) => (
              <>
                <ModelFields models={edited.models} usage={read} />
                <BudgetFields budget={edited.budget} usage={read} />
              </>
            )}
          </UsageState>
        ) : (
          <Notice title="Only admins can see models and costs" />
        )
      }
      below={() => (state.type === "ready" ? <Spending usage={state.value} /> : null)}
    />
  );
}

interface StateProps {
  state: LoadedState<ModelUsage>;
  onRetry: () => void;
  children: (read: ModelUsage) => ComponentChildren;
}

function UsageState({ state, onRetry, children }: StateProps) {
  if (state.type === "loading") return <Skeleton rows={5} kind="card" label="Loading models" />;
  if (state.type === "failed")
    return <ErrorState title="The models could not be loaded" text={state.message} onRetry={onRetry} />;
  return <>{children(state.value)}</>;
}

/** The model for each task; unchanged tasks use the installation's model. */
function ModelFields({ models, usage }: { models: Settings["models"]; usage: ModelUsage }) {
  const { settings } = useWorkspace();
  const problem = settings.problems.value.models;
  // Without a connected provider there is nothing to choose, unless an earlier choice can be undone.
  const hasChoice = usage.providers.length > 1 || Object.keys(models).length > 0;
  return (
    <section class="settings-group" aria-labelledby="group-models">
      <h2 id="group-models">Models by use</h2>
      {usage.providers.length === 1 ? (
        <p class="read-only-note">
          No AI model is connected. Parley quotes your documents for free. To connect a model, add an API key to the
          server. <a href="/docs/guide/models-and-providers">Learn how</a>
        </p>
      ) : null}
      {hasChoice
        ? modelTasks.map(({ task, label, text }) => (
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
          ))
        : null}
      {problem ? <p class="field-problem">{problem}</p> : null}
    </section>
  );
}

/** Models used before. */
function knownOf({ by_model: used }: ModelUsage): ModelOfTask[] {
  const known = used.map(({ provider, model }) => ({ provider: provider as ModelProvider, model })); // of its providers
  return [...new Map(known.map((each) => [`${each.provider} ${each.model}`, each])).values()];
}

type Budget = Settings["budget"];

const beyond: ReadonlyArray<RadioChoice<Budget["over_budget"]>> = [
  {
    value: "extractive",
    label: "The built-in answerer",
    text: "Falls back to quoting documents until the budget resets.",
  },
  { value: "human", label: "Your team", text: "Hands every question to the team until the budget resets." },
];

const reachedText = {
  tokens_per_day: "Today's tokens are used up. The limit resets at midnight UTC.",
  micros_per_month: "This month's budget is used up. It resets on the first (UTC).",
} as const;

/** The model budget, its usage, and the model used when it is exhausted. */
function BudgetFields({ budget, usage }: { budget: Budget; usage: ModelUsage }) {
  const { settings } = useWorkspace();
  const change = (next: Partial<Budget>) => settings.edit({ budget: { ...budget, ...next } });
  const unpriced = usage.unpriced_calls_this_month;
  return (
    <section class="settings-group" aria-labelledby="group-budget">
      <h2 id="group-budget">Budget</h2>
      {usage.reached ? (
        <p class="budget-reached" role="status">
          {reachedText[usage.reached]}
        </p>
      ) : null}
      <LimitField
        label="Daily token limit"
        limit={budget.tokens_per_day}
        unit={1}
        used={usage.tokens_today}
        usedText={`${usage.tokens_today.toLocaleString("en")} used today`}
        problem="Enter a number, or leave empty for no limit."
        onChange={(tokens) => change({ tokens_per_day: tokens })}
      />
      <LimitField
        label="Monthly budget (USD)"
        limit={budget.micros_per_month}
        unit={1_000_000}
        used={usage.cost_micros_this_month}
        usedText={`${dollars(usage.cost_micros_this_month)} used this month${
          unpriced === 0 ? "" : `; calls without a known price, counted as free: ${unpriced}`
        }`}
        problem="Enter an amount, or leave empty for no limit."
        onChange={(micros) => change({ micros_per_month: micros })}
      />
      <RadioOptions
        legend="When a limit is reached"
        name="over-budget"
        choices={beyond}
        chosen={budget.over_budget}
        onChange={(next) => change({ over_budget: next })}
      />
    </section>
  );
}

interface LimitProps {
  label: string;
  limit: number | null;
  /** Stored units per unit of the field. */
  unit: number;
  used: number;
  usedText: string;
  problem: string;
  onChange: (limit: number | null) => void;
}

function LimitField({ label, limit, unit, used, usedText, problem, onChange }: LimitProps) {
  const share = limit === null || limit === 0 ? null : Math.min(1, used / limit);
  return (
    <div class="limit">
      <ParsedField
        label={label}
        value={{ limit }}
        format={(value) => (value.limit === null ? "" : String(value.limit / unit))}
        parse={(text) => toLimit(text, unit)}
        problem={problem}
        hint={usedText}
        placeholder="No limit"
        onChange={(value) => onChange(value.limit)}
      />
      {share === null ? null : (
        <span class={`budget-bar ${share >= 0.8 ? "budget-bar-high" : ""}`}>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </div>
  );
}

/** Highest limit that the server accepts. */
const most = 1_000_000_000_000_000;

/** An empty field means no limit; null means invalid input. */
function toLimit(text: string, unit: number): { limit: number | null } | null {
  if (text.trim() === "") return { limit: null };
  const limit = Math.round(Number(text.replace(/[\s_]/g, "").replace(",", ".")) * unit);
  return limit >= 0 && limit <= most ? { limit } : null;
}
