import { type ReadonlySignal, signal } from "@preact/signals";
import type { CannedReply, NewCannedReply } from "../../../../protocol/admin-canned.ts";
import { cannedReplyRoutes } from "../../../../protocol/routes/canned-replies.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";

type CannedState =
  | { type: "loading" }
  | { type: "failed"; message: string }
  | { type: "ready"; items: readonly CannedReply[] };

export interface CannedStore {
  readonly state: ReadonlySignal<CannedState>;
  /** Loads or reloads the canned replies. */
  load(): Promise<void>;
  /** Adds a reply or, with an id, changes one; returns an error message on failure. */
  save(reply: NewCannedReply, id?: string): Promise<string | null>;
  remove(id: string): Promise<string | null>;
}

/** Canned replies of the team and the user. */
export function createCannedStore({ call }: Pick<Api, "call">): CannedStore {
  const state = signal<CannedState>({ type: "loading" });

  async function load(): Promise<void> {
    try {
      state.value = { type: "ready", items: (await call(cannedReplyRoutes.listCannedReplies)).items };
    } catch (error) {
      // Loaded replies stay usable.
      if (state.value.type !== "ready") state.value = { type: "failed", message: errorSentence(error) };
    }
  }

  async function change(work: Promise<unknown>): Promise<string | null> {
    try {
      await work;
      await load();
      return null;
    } catch (error) {
      return errorSentence(error);
    }
  }

  return {
    state,
    load,
    save: (reply, id) => {
      const { name, content } = reply;
      return change(
        id === undefined
          ? call(cannedReplyRoutes.createCannedReply, { body: reply })
          : call(cannedReplyRoutes.changeCannedReply, { id, body: { name, content } }),
      );
    },
    remove: (id) => change(call(cannedReplyRoutes.deleteCannedReply, { id })),
  };
}

/** Variables in double braces, with an explanation. */
export const cannedVariables: ReadonlyArray<{ name: string; means: string }> = [
  { name: "visitor.name", means: "The visitor's name" },
  { name: "visitor.email", means: "The visitor's e-mail address" },
  { name: "agent.name", means: "Your name" },
  { name: "ticket.number", means: "The ticket's number" },
  { name: "ticket.subject", means: "The ticket's subject" },
  { name: "team.name", means: "The name of your company" },
];

const pattern = /\{\{\s*([\w.]{1,60})\s*\}\}/g;

/** Fills in the variables of a text; unknown variables and those without a value stay unchanged. */
export function fillVariables(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return text.replace(pattern, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value || whole;
  });
}

/** The first unfilled variable of a text; null when there is none. */
export function unfilledIn(text: string): string | null {
  return text.match(pattern)?.[0] ?? null;
}

/** Unknown variables of a text. */
export function unknownIn(text: string): string[] {
  const known = new Set(cannedVariables.map(({ name }) => name));
  return [...text.matchAll(pattern)].flatMap(([whole, name = ""]) => (known.has(name) ? [] : [whole]));
}
