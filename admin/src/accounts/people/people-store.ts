import { type ReadonlySignal, signal } from "@preact/signals";
import type { MemberRole } from "../../../../protocol/admin.ts";
import type { Invitation, Person } from "../../../../protocol/admin-people.ts";
import { peopleRoutes } from "../../../../protocol/routes/people.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";

/** Result of an action that creates a link: the link, null (it was sent by e-mail), or an error message. */
export type LinkResult = { link: string | null } | { problem: string };

export interface PeopleStore {
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly people: ReadonlySignal<readonly Person[]>;
  readonly invitations: ReadonlySignal<readonly Invitation[]>;
  /** Whether this installation sends invitations by e-mail. */
  readonly sendsEmail: ReadonlySignal<boolean>;
  load(): Promise<void>;
  /** Loads the lists for a page and keeps them current until the caller calls the returned function. */
  show(): () => void;
  /** A member joined, left, or changed presence: reload if a page shows the list. */
  changed(): void;
  /** These return an error message on failure. */
  changeRole(id: string, role: MemberRole): Promise<string | null>;
  resetTwoFactor(id: string): Promise<string | null>;
  withdraw(id: string): Promise<string | null>;
  /** Number of tickets assigned to a member. @throws ApiError. */
  ticketsOf(id: string): Promise<number>;
  remove(id: string): Promise<{ tickets: number } | { problem: string }>;
  invite(email: string, role: MemberRole): Promise<LinkResult>;
  resend(id: string, byLink: boolean): Promise<LinkResult>;
  makeResetLink(id: string): Promise<LinkResult>;
}

/** Members and invitations. The store reloads after each change, because other admins change them too. */
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
