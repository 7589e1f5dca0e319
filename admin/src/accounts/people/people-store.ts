import { type ReadonlySignal, signal } from "@preact/signals";
import type { MemberRole } from "../../../../protocol/admin.ts";
import type { Invitation, Person } from "../../../../protocol/admin-people.ts";
import { peopleRoutes } from "../../../../protocol/routes/people.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";

/** What came of something that ends with a link: the link, nothing (it was mailed), or a sentence why not. */
export type LinkResult = { link: string | null } | { problem: string };

export interface PeopleStore {
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly people: ReadonlySignal<readonly Person[]>;
  readonly invitations: ReadonlySignal<readonly Invitation[]>;
  /** Whether invitations go out by mail here. */
  readonly sendsEmail: ReadonlySignal<boolean>;
  load(): Promise<void>;
  /** Reads them for a page that shows them, until what is returned is called. */
  show(): () => void;
  /** Somebody joined, left, or is there or away now: read again where it is shown. */
  changed(): void;
  /** These return a sentence when they were refused. */
  changeRole(id: string, role: MemberRole): Promise<string | null>;
  resetTwoFactor(id: string): Promise<string | null>;
  withdraw(id: string): Promise<string | null>;
  /** How many tickets a person works on. @throws ApiError. */
  ticketsOf(id: string): Promise<number>;
  remove(id: string): Promise<{ tickets: number } | { problem: string }>;
  invite(email: string, role: MemberRole): Promise<LinkResult>;
  resend(id: string, byLink: boolean): Promise<LinkResult>;
  makeResetLink(id: string): Promise<LinkResult>;
}

/** Who works here and who is invited. What was changed is read again: others change it too. */
export function createPeopleStore({ call }: Pick<Api, "call">): PeopleStore {
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const people = signal<readonly Person[]>([]);
  const invitations = signal<readonly Invitation[]>([]);
  const sendsEmail = signal(false);
  let isShown = false;

  async function load(): Promise<void> {
    if (phase.value === "failed") phase.value = "loading";
    try {
      const found = await call(peopleRoutes.listPeople);
      people.value = found.items;
      invitations.value = found.invitations;
      sendsEmail.value = found.sends_mail;
      phase.value = "ready";
    } catch (cause) {
      error.value = errorSentence(cause);
      if (phase.value === "loading") phase.value = "failed";
    }
  }

  async function change(work: () => Promise<unknown>): Promise<string | null> {
    try {
      await work();
      return null;
    } catch (cause) {
      return errorSentence(cause);
    } finally {
      await load();
    }
  }

  async function forLink(work: () => Promise<{ link: string | null }>): Promise<LinkResult> {
    try {
      return { link: (await work()).link };
    } catch (cause) {
      return { problem: errorSentence(cause) };
    } finally {
      await load();
    }
  }

  return {
    phase,
    error,
    people,
    invitations,
    sendsEmail,
    load,
    show() {
      isShown = true;
      void load();
      return () => {
        isShown = false;
      };
    },
    changed() {
      if (isShown) void load();
    },
    changeRole: (id, role) => change(() => call(peopleRoutes.changePersonRole, { id, body: { role } })),
    resetTwoFactor: (id) => change(() => call(peopleRoutes.resetTwoFactor, { id })),
    withdraw: (id) => change(() => call(peopleRoutes.withdrawInvitation, { id })),
    ticketsOf: async (id) => (await call(peopleRoutes.countPersonTickets, { id })).tickets,
    async remove(id) {
      try {
        return await call(peopleRoutes.removePerson, { id });
      } catch (cause) {
        return { problem: errorSentence(cause) };
      } finally {
        await load();
      }
    },
    invite: (email, role) => forLink(() => call(peopleRoutes.invitePerson, { body: { email, role } })),
    resend: (id, byLink) => forLink(() => call(peopleRoutes.resendInvitation, { id, body: { link: byLink } })),
    makeResetLink: (id) => forLink(() => call(peopleRoutes.createResetLink, { id })),
  };
}
