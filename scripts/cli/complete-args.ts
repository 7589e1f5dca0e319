import { AppError } from "../../server/core/errors.ts";
import type { Invocation } from "./build-commands.ts";
import type { Asker } from "./init/asker.ts";

/**
 * Asks for missing arguments at a terminal; a script gets an error instead.
 * @throws AppError `invalid_request`.
 */
export async function completeArgs(invocation: Invocation, asker: Asker | null): Promise<Record<string, unknown>> {
  const { command, args } = invocation;
  if (command !== "tenant create") return args;
  const name = args.name ?? (await ask(asker, "--name", { message: "Company name", placeholder: "Acme" }));
  const origins: unknown = args.origins;
  if (Array.isArray(origins) && origins.length > 0) return { ...args, name };
  const origin = await ask(asker, "--origin", {
    message: "Origin that will embed the widget",
    placeholder: "https://www.example.com",
  });
  return { ...args, name, origins: origin.split(/[\s,]+/).filter((part) => part !== "") };
}

async function ask(
  asker: Asker | null,
  option: string,
  question: { message: string; placeholder: string },
): Promise<string> {
  if (asker) return asker.text(question);
  throw new AppError(
    "invalid_request",
    `The option ${option} is missing. Add it, or run parley init in a terminal to be asked for it.`,
  );
}
