import { isCancel, text } from "@clack/prompts";
import { AppError } from "../../server/errors.ts";
import type { Invocation } from "./program.ts";

/**
 * Asks for what is missing when somebody sits at the terminal; a script gets an error instead.
 * @throws AppError `invalid_request`.
 */
export async function completeArgs(invocation: Invocation): Promise<Record<string, unknown>> {
  const { command, args } = invocation;
  if (command !== "tenant create") return args;
  const name =
    args.name ?? (await prompt(invocation, "--name", { message: "Name of the company", placeholder: "Acme" }));
  const origins: unknown = args.origins;
  if (Array.isArray(origins) && origins.length > 0) return { ...args, name };
  const origin = await prompt(invocation, "--origin", {
    message: "Where will the widget be embedded?",
    placeholder: "https://www.example.com",
  });
  return { ...args, name, origins: origin.split(/[\s,]+/).filter((part) => part !== "") };
}

async function prompt(
  { json }: Invocation,
  option: string,
  question: { message: string; placeholder: string },
): Promise<string> {
  if (json || !process.stdin.isTTY || !process.stdout.isTTY)
    throw new AppError("invalid_request", `The option ${option} is missing.`);
  const answer = await text({ ...question, validate: (value) => (value?.trim() ? undefined : "Please give a value.") });
  if (isCancel(answer)) throw new AppError("invalid_request", "Nothing was done.");
  return answer;
}
