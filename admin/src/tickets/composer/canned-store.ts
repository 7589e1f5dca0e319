import { type ReadonlySignal, signal } from "@preact/signals";
import type { CannedReply, NewCannedReply } from "../../../../protocol/admin-canned.ts";
import { type cannedVariableNames, cannedVariablePattern } from "../../../../protocol/canned-limits.ts";
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

/** What a variable in double braces stands for. */
export const cannedVariables: Readonly<Record<(typeof cannedVariableNames)[number], string>> = {
  "visitor.name": "Visitor's name",
  "visitor.email": "Visitor's e-mail",
  "agent.name": "Your name",
  "ticket.number": "Ticket number",
  "ticket.subject": "Ticket subject",
  "team.name": "Company name",
};

/** Fills in the variables of a text; unknown variables and those without a value stay unchanged. */
export function fillVariables(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return text.replace(cannedVariablePattern, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value || whole;
  });
}

/** The unfilled variables of a text as they are written, each once. */
export function unfilledIn(text: string): string[] {
  return [...new Set(text.match(cannedVariablePattern))];
}

/** More would not fit a sentence; the chips below the reply show further ones. */
const maxNamed = 3;

/** For example `{{order.id}}`, `{{a}} and {{b}}`, or `{{a}}, {{b}}, {{c}} and 2 more`. */
export function namesOf(unfilled: readonly string[]): string {
  const rest = unfilled.length - maxNamed;
  const parts = rest > 0 ? [...unfilled.slice(0, maxNamed), `${rest} more`] : unfilled;
  const last = parts.at(-1) ?? "";
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${last}` : last;
}

/** Where a text has a variable next, after the selection; from the start when there is none after it. Null when it is gone. */
export function nextPlace(text: string, variable: string, selectionEnd: number): { start: number; end: number } | null {
  const after = text.indexOf(variable, selectionEnd);
  const start = after === -1 ? text.indexOf(variable) : after;
  return start === -1 ? null : { start, end: start + variable.length };
}
