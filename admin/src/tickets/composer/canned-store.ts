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
  /** Reads them anew. */
  load(): Promise<void>;
  /** Adds one, or (with an id) changes it; gives a sentence when it failed. */
  save(reply: NewCannedReply, id?: string): Promise<string | null>;
  remove(id: string): Promise<string | null>;
}

/** Texts that are used again: the team's and one's own. */
export function createCannedStore({ call }: Pick<Api, "call">): CannedStore {
  const state = signal<CannedState>({ type: "loading" });

  async function load(): Promise<void> {
    try {
      state.value = { type: "ready", items: (await call(cannedReplyRoutes.listCannedReplies)).items };
    } catch (error) {
      // What is known stays usable.
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

/** What can stand in double braces, and what it becomes. */
export const cannedVariables: ReadonlyArray<{ name: string; means: string }> = [
  { name: "visitor.name", means: "The visitor's name" },
  { name: "visitor.email", means: "The visitor's e-mail address" },
  { name: "agent.name", means: "Your name" },
  { name: "ticket.number", means: "The ticket's number" },
  { name: "ticket.subject", means: "The ticket's subject" },
  { name: "team.name", means: "The name of your company" },
];

const pattern = /\{\{\s*([\w.]{1,60})\s*\}\}/g;

/** The text with its variables filled in; one that is unknown, or of which nothing is known here, stays as it is. */
export function fillVariables(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return text.replace(pattern, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value || whole;
  });
}

/** The first variable of a text that nobody filled in, as it stands there; null when there is none. */
export function unfilledIn(text: string): string | null {
  return text.match(pattern)?.[0] ?? null;
}

/** Variables of a text that mean nothing. */
export function unknownIn(text: string): string[] {
  const known = new Set(cannedVariables.map(({ name }) => name));
  return [...text.matchAll(pattern)].flatMap(([whole, name = ""]) => (known.has(name) ? [] : [whole]));
}
