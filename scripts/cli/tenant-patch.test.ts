import { expect, it } from "vitest";
import { settingsPatchSchema } from "../../protocol/admin.ts";
import type { Invocation } from "./build-commands.ts";
import { createProgram } from "./program.ts";

async function updated(...options: string[]): Promise<unknown> {
  const seen: Invocation[] = [];
  const program = createProgram(async (invocation) => void seen.push(invocation));
  program.configureOutput({ writeErr: () => {} });
  await program.parseAsync(["tenant", "update", "Acme", ...options], { from: "user" });
  expect(seen[0]).toMatchObject({ command: "tenant update", args: { tenant: "Acme" } });
  return settingsPatchSchema.parse(seen[0]?.args.patch);
}

it("tenant update changes what its options name", async () => {
  expect(
    await updated(
      ...["--guidance", "Be brief.", "--answer-mode", "verify_first", "--threshold", "0.8"],
      ...["--model", "generate=ollama:llama3.1:8b", "grade=default", "--tokens-per-day", "1000"],
      ...["--dollars-per-month", "2.5", "--over-budget", "human", "--memory", "on"],
      ...["--hand-over", "suggest_first", "--comparison-group", "5"],
    ),
  ).toEqual({
    guidance: "Be brief.",
    answer_mode: "verify_first",
    hand_over: "suggest_first",
    hold_out_percent: 5,
    threshold: 0.8,
    memory_enabled: true,
    models: { generate: { provider: "ollama", model: "llama3.1:8b" }, grade: null },
    budget: { tokens_per_day: 1000, micros_per_month: 2_500_000, over_budget: "human" },
  });
  expect(await updated("--tokens-per-day", "none")).toEqual({ budget: { tokens_per_day: null } });
  expect(await updated()).toEqual({});
});

it.each([
  [["--tokens-per-day", "many"]],
  [["--model", "generate"]],
  [["--model", "paint=openai:x"]],
  [["--tokens-per-day", "-1"]],
  [["--over-budget", "nobody"]],
  [["--memory", "maybe"]],
  [["--hand-over", "never"]],
  [["--comparison-group", "21"]],
])("tenant update refuses %j", async (options) => {
  await expect(updated(...options)).rejects.toThrow();
});
