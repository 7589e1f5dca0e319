import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig } from "../../server/core/config/config.ts";
import { AppError } from "../../server/core/errors.ts";
import type { Out } from "./command.ts";
import { createExecutor } from "./execute.ts";
import type { Asker } from "./init/asker.ts";
import { type InitOptions, type InitResult, init, renderTried } from "./init/init.ts";
import { commands } from "./registry.ts";

/** Runs `parley init`, and `tenant create` when a user at a terminal gives no options. */
export async function runInit(options: InitOptions, asker: Asker | null, out: Out): Promise<InitResult> {
  const config = readConfig();
  const folder = resolve(config.dataDir);
  const isNew = config.databaseUrl === undefined && !existsSync(join(folder, "postgres"));
  if (isNew && asker && !(await asker.yes(`No installation in ${folder} yet. Create one there?`)))
    throw new AppError("invalid_request", "Nothing was changed. Set DATA_DIR to the folder of your installation.");
  const executor = createExecutor({ mayBegin: () => true });
  try {
    return await init(
      (name, args, onProgress) => {
        const command = commands.get(name);
        if (!command) throw new Error(`no command ${name}`);
        // The user sees the progress bar; other output would garble the screen.
        const info = asker ? () => {} : out.info;
        return executor.run(command, args, { info, text: () => {}, progress: onProgress ?? (() => {}) });
      },
      options,
      asker,
    );
  } finally {
    await executor.close();
  }
}

/** Final output. @param secretsFile null: the output shows the secrets. */
export function renderInit(made: InitResult, secretsFile: string | null): string {
  const { pages, questions, tenant_id: tenant } = made;
  const tried = questions.map((one) => `${one.question}\n  ${renderTried(one).replaceAll("\n", "\n  ")}`);
  return [
    ...(pages.taken > 0 ? [`Added ${pages.taken} pages with ${pages.passages} passages.`, ""] : []),
    ...(tried.length > 0 ? [...tried, ""] : []),
    renderCreated(made, secretsFile),
    "",
    "Next",
    ...(pages.taken > 0
      ? []
      : [`  add documents                      parley knowledge add ./docs --tenant ${tenant} --wait`]),
    `  check the tag on your page         parley domain verify --tenant ${tenant}`,
    `  ask a question as a visitor        parley ask "…" --tenant ${tenant}`,
  ].join("\n");
}

/** The script tag, the sign-in data, and the secrets or the file that has them. */
export function renderCreated(
  made: Pick<InitResult, "snippet" | "console_url" | "admin" | "api_key" | "identity_secret">,
  secretsFile: string | null,
): string {
  const shown = [
    `  password     ${made.admin.password}`,
    `API key        ${made.api_key}`,
    `Identity key   ${made.identity_secret}`,
    "",
    "The password and keys will not be shown again.",
  ];
  const kept = [`The password and keys are saved in ${secretsFile}. Only you can read this file.`];
  return [
    "Paste this tag before </body> on your pages:",
    `  ${made.snippet}`,
    "",
    `Console        ${made.console_url}`,
    `  e-mail       ${made.admin.email}`,
    ...(secretsFile === null ? shown : kept),
  ].join("\n");
}
