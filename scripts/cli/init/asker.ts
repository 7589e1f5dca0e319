import { confirm, intro, isCancel, log, multiselect, note, outro, progress, spinner, text } from "@clack/prompts";
import { AppError } from "../../../server/core/errors.ts";

/** Asks the user questions and shows progress. Tests answer in the user's place. */
export interface Asker {
  begin(title: string): void;
  text(question: { message: string; initial?: string; placeholder?: string; optional?: boolean }): Promise<string>;
  yes(message: string, initial?: boolean): Promise<boolean>;
  choose(question: {
    message: string;
    options: { value: string; label: string; hint?: string }[];
    initial: string[];
  }): Promise<string[]>;
  say(line: string): void;
  warn(line: string): void;
  note(title: string, body: string): void;
  /** Shows that work is in progress; `step` moves the bar. */
  work<T>(
    label: string,
    run: (step: (at: { done: number; total: number; label: string }) => void) => Promise<T>,
  ): Promise<T>;
  end(line: string): void;
}

/** Asks a user at a terminal. */
export function terminalAsker(): Asker {
  return {
    begin: intro,
    async text({ message, initial, placeholder, optional = false }) {
      const validate = (value: string | undefined) =>
        optional || value?.trim() || initial ? undefined : "Enter a value.";
      return given(await text({ message, placeholder, initialValue: initial, validate })).trim();
    },
    yes: async (message, initial = true) => given(await confirm({ message, initialValue: initial })),
    choose: async ({ message, options, initial }) =>
      given(await multiselect({ message, options, initialValues: initial, required: false })),
    say: (line) => log.message(line),
    warn: (line) => log.warn(line),
    note: (title, body) => note(body, title),
    work: showWork,
    end: outro,
  };
}

/** Shows a bar when the amount of work is known, and a spinner until then. */
async function showWork<T>(label: string, run: Parameters<Asker["work"]>[1]): Promise<T> {
  const turning = spinner();
  turning.start(label);
  let bar: { label: string; done: number; shown: ReturnType<typeof progress> } | undefined;
  try {
    const result = await run((at) => {
      if (bar?.label !== at.label) {
        if (bar) bar.shown.stop(`${bar.done} ${bar.label}`);
        else turning.stop(label);
        const shown = progress({ max: Math.max(1, at.total) });
        shown.start(at.label);
        bar = { label: at.label, done: 0, shown };
      }
      bar.shown.advance(Math.max(0, at.done - bar.done), `${at.done} of ${at.total} ${at.label}`);
      bar.done = at.done;
    });
    if (bar) bar.shown.stop(`${bar.done} ${bar.label}`);
    else turning.stop(label);
    return result as T; // what `run` gave
  } catch (error) {
    if (bar) bar.shown.error(bar.label);
    else turning.error(label);
    throw error;
  }
}

/** Returns the user's answer. @throws AppError `invalid_request` when the user pressed Escape or Ctrl-C. */
function given<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new AppError("invalid_request", "Stopped. Changes made before this question are kept.");
  return answer as Exclude<T, symbol>; // the one symbol was looked for
}
