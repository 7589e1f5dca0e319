import type { Settings, SettingsPatch } from "../../../protocol/admin.ts";
import { type AssistantChanges, updateTenantAssistant } from "../../assistant/store/tenant-assistant.ts";
import { AppError } from "../../core/errors.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { TenantRow } from "../store/tenants.ts";
import type { TenantDeps } from "./deps.ts";

const fields = ["guidance", "industry", "about", "place", "models", "budget", "memory_enabled"] as const;

/** Applies the part of a patch that concerns the assistant, with one statement, or none when the patch has no such part. */
export async function changeAssistant(tx: TenantTransaction, patch: SettingsPatch): Promise<void> {
  if (!fields.some((field) => patch[field] !== undefined)) return;
  const changes: AssistantChanges = {};
  for (const field of fields) Object.assign(changes, patch[field] === undefined ? {} : { [field]: patch[field] });
  await updateTenantAssistant(tx, changes);
}

/** The assistant's part of the settings. */
export function assistantSettings(
  tenant: TenantRow,
): Pick<Settings, "guidance" | "industry" | "about" | "place" | "models" | "budget" | "memory_enabled"> {
  const { guidance, industry, about, place, models, budget } = tenant;
  return { guidance, industry, about, place, models, budget, memory_enabled: tenant.memoryEnabled };
}

/**
 * A tenant can choose only providers that this installation can reach.
 * @throws AppError `invalid_request` naming the task and the allowed providers.
 */
export function checkModels(
  deps: Pick<TenantDeps, "modelProviders">,
  models: { [task in string]?: { provider: string; model: string } | null | undefined } | undefined,
): void {
  const offered: readonly string[] = deps.modelProviders;
  for (const [task, choice] of Object.entries(models ?? {})) {
    if (!choice) continue;
    const { provider, model } = choice;
    if (!offered.includes(provider))
      throw wrong(`models.${task}.provider: ${provider} is not connected. Available: ${offered.join(", ")}.`);
    if (provider === "extractive" && task === "grade")
      throw wrong(
        "models.grade.provider: the built-in answerer grades only its own answers. Choose it for generate instead.",
      );
    if (provider !== "extractive" && model.trim() === "")
      throw wrong(`models.${task}.model: enter the name of a ${provider} model.`);
  }
}

function wrong(message: string): AppError {
  return new AppError("invalid_request", message);
}
