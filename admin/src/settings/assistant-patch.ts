import type { Settings } from "../../../protocol/admin.ts";
import type { SettingsPatch } from "../ui/api.ts";

const texts = ["tone", "guidance", "industry", "about", "place"] as const;

/** What differs in the settings of the assistant: its words, its models by task, its budget. */
export function assistantPatch(before: Settings, after: Settings): SettingsPatch {
  const patch: SettingsPatch = {};
  for (const field of texts) if (after[field] !== before[field]) patch[field] = after[field];
  const tasks = new Set([...Object.keys(before.models), ...Object.keys(after.models)]) as Set<keyof Settings["models"]>;
  const models = [...tasks].filter((task) => isOther(before.models[task], after.models[task]));
  if (models.length > 0) patch.models = Object.fromEntries(models.map((task) => [task, after.models[task] ?? null]));
  const budget = Object.entries(after.budget).filter(
    ([key, value]) => before.budget[key as keyof Settings["budget"]] !== value,
  );
  if (budget.length > 0) patch.budget = Object.fromEntries(budget);
  return patch;
}

const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

const taskNames: Record<keyof Settings["models"], string> = {
  contextualize: "understanding questions",
  generate: "answers",
  grade: "confidence",
  summarize: "summaries",
};

/** What keeps the models from being saved; undefined: nothing. */
export function modelsProblem({ models }: Settings): string | undefined {
  for (const [task, choice] of Object.entries(models))
    if (choice && choice.provider !== "extractive" && choice.model.trim() === "")
      return `Enter a model of ${choice.provider} for ${taskNames[task as keyof Settings["models"]]}.`;
  return undefined;
}
