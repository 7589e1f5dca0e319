import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { MemberRole, MeResponse } from "../../../protocol/admin.ts";
import { accountRoutes } from "../../../protocol/routes/account.ts";
import { createPeopleStore, type PeopleStore } from "../accounts/people/people-store.ts";
import {
  createOwnPresence,
  createProfileStore,
  type OwnPresenceStore,
  type ProfileStore,
} from "../accounts/profile/profile-store.ts";
import { type PushDevice, pushDeviceOf } from "../accounts/profile/push-device.ts";
import type { Api } from "../api.ts";
import {
  createLibraryStore,
  createSetsStore,
  type LibraryStore,
  type SetsStore,
} from "../knowledge/documents/library-store.ts";
import { createSearchStore, type SearchStore } from "../knowledge/search/search-store.ts";
import { createSnippetsStore, type SnippetsStore } from "../knowledge/snippets/snippets-store.ts";
import { openKeptSettings } from "../settings/kept-settings.ts";
import { createSettingsStore, type SettingsStore } from "../settings/settings-store.ts";
import { openUnsentTexts, type UnsentTexts } from "../tickets/composer/unsent.ts";
import { createInboxStore, type InboxStore } from "../tickets/inbox/inbox-store.ts";
import { createMentionsStore, type MentionsStore } from "../tickets/inbox/mentions-store.ts";
import { createTeam, type Team } from "../tickets/inbox/team-store.ts";
import { createTriageStore, type TriageStore } from "../tickets/inbox/triage-store.ts";
import { createPresenceStore, type PresenceStore } from "../tickets/thread/presence-store.ts";
import { createTicketStore, type TicketStore } from "../tickets/thread/ticket-store.ts";
import { type ApprovalsStore, createApprovalsStore } from "../tools/approvals-store.ts";
import type { LiveState } from "../ui/live-stream.ts";
import type { TextStorage } from "../ui/storage.ts";
import { createToastsStore, type ToastsStore } from "../ui/toasts-store.ts";
import { type CopilotBell, createCopilotBell, followDesk } from "./follow-desk.ts";
import { createPaletteStore, openKeptIds, type PaletteStore } from "./palette-store.ts";
import { createSetupStore, type SetupStore } from "./setup-store.ts";

const roleOrder: readonly MemberRole[] = ["viewer", "agent", "manager", "admin"];

/** All stores of one signed-in user; created anew for another user. */
export interface Workspace extends Team {
  readonly api: Api;
  readonly me: MeResponse;
  readonly live: ReadonlySignal<LiveState>;
  readonly inbox: InboxStore;
  readonly ticket: TicketStore;
  readonly triage: TriageStore;
  readonly library: LibraryStore;
  readonly sets: SetsStore;
  readonly snippets: SnippetsStore;
  readonly search: SearchStore;
  readonly settings: SettingsStore;
  readonly people: PeopleStore;
  readonly profile: ProfileStore;
  /** The user's presence. */
  readonly ownPresence: OwnPresenceStore;
  readonly setup: SetupStore;
  readonly palette: PaletteStore;
  readonly toasts: ToastsStore;
  /** Other people who have the open ticket open. */
  readonly presence: PresenceStore;
  readonly mentions: MentionsStore;
  readonly approvals: ApprovalsStore;
  /** Signals a change of the user's copilot conversations. */
  readonly copilot: CopilotBell;
  /** Signals a change of the user's playground runs; null: the server does not say which. */
  readonly playground: Signal<{ runId: string | null } | null>;
  /** Signals a change or progress of a release; null: the server does not say which. */
  readonly release: Signal<{ id: string | null } | null>;
  /** The ticket just resolved here; the code that opens the next one resets it to null. */
  readonly done: Signal<string | null>;
  /** Replies that were not sent yet. */
  readonly unsent: UnsentTexts;
  /** The browser's storage. */
  readonly storage: TextStorage;
  /** Run before the session ends or changes: work that must not be lost. */
  readonly leaving: Set<() => Promise<unknown>>;
  /** Finishes what must not be lost. Call it before a sign-out or a switch of tenants. */
  leave(): Promise<unknown>;
  /** Switches this session to another of the user's tenants. @throws ApiError. */
  switchTenant(id: string): Promise<unknown>;
  may(role: MemberRole): boolean;
  close(): void;
}

/** @param with.onOwn called after the user changed their own profile. */
export function openWorkspace(
  api: Api,
  me: MeResponse,
  { storage, onOwn }: { storage: TextStorage; onOwn: (own: Pick<MeResponse, "name" | "picture">) => void },
): Workspace {
  const inbox = createInboxStore(api, storage);
  const toasts = createToastsStore();
  const done = signal<string | null>(null);
  const presence = createPresenceStore(me.id);
  const mentions = createMentionsStore(api);
  const ticket = createTicketStore(api, {
    presence,
    onHintFailed: ({ number }) => toasts.show(`The hint did not help in #${number}. The visitor was not notified.`),
  });
  const kept = { storage, unsent: openUnsentTexts(storage, me.id), leaving: new Set<() => Promise<unknown>>() };
  const team = createTeam({ api, me, unsent: kept.unsent, ticket, inbox, toasts });
  const triage = openTriage(api, { inbox, ticket, toasts, done, comeBack: team.comeBack });
  const setup = createSetupStore({ api, storage, tenantId: me.tenant.id, isAdmin: me.role === "admin" });
  const ownPresence = createOwnPresence(api, me.kind === "person");
  const pages = createPages(api);
  const isPushed = keepPush(api, pushDeviceOf(storage, me));
  const desk = followDesk(api, { personId: me.id, isPushed }, { ...pages, inbox, ticket, mentions, triage });
  mentions.changed();
  pages.approvals.changed();
  return recovered({
    api,
    ...kept,
    leave: () => finishAll(kept.leaving).then(() => ownPresence.leave()),
    presence,
    mentions,
    ...team,
    me,
    live: desk.state,
    inbox,
    ticket,
    triage,
    toasts,
    done,
    ownPresence,
    ...pages,
    profile: createProfileStore(api, onOwn),
    search: createSearchStore(api, { onAnswered: setup.tried }),
    settings: createSettingsStore(api, openKeptSettings(storage, { personId: me.id, tenantId: me.tenant.id })),
    setup,
    palette: createPaletteStore(api, { ticket, kept: openKeptIds(storage, `parley-recent:${me.id}:${me.tenant.id}`) }),
    switchTenant: (id) => api.call(accountRoutes.switchTenant, { body: { tenant_id: id } }),
    may: (role) => roleOrder.indexOf(me.role) >= roleOrder.indexOf(role),
    close() {
      ownPresence.close();
      desk.close();
      ticket.close();
      mentions.close();
      pages.approvals.close();
    },
  });
}

/** Keeps the notifications of this browser on. @returns whether they are on. */
function keepPush(api: Api, device: PushDevice): () => boolean {
  const isOn = () => device.get() !== null;
  if (isOn()) void import("../accounts/profile/push.ts").then(({ refreshPush }) => refreshPush(api, device));
  return isOn;
}

async function finishAll(leaving: Workspace["leaving"]): Promise<void> {
  await Promise.allSettled([...leaving].map((finish) => finish()));
}

/** Replies that the last visit sent and could not confirm are sent again if they have not arrived. */
function recovered(workspace: Workspace): Workspace {
  if (workspace.unsent.unconfirmed.length > 0)
    void import("../tickets/composer/composers.ts").then(({ composersOf }) => composersOf(workspace));
  return workspace;
}

/** @param of `done` is set when the open ticket was resolved, snoozed or similar, `comeBack` when that was undone. */
function openTriage(
  api: Api,
  of: { inbox: InboxStore; ticket: TicketStore; toasts: ToastsStore } & Pick<Workspace, "done" | "comeBack">,
): TriageStore {
  const { inbox, ticket, toasts, done, comeBack } = of;
  const triage = createTriageStore(api, {
    inbox,
    toasts,
    take: ticket.take,
    reread: ticket.changed,
    openId() {
      const open = ticket.state.peek();
      return open.type === "none" ? null : open.id;
    },
    onAway(id) {
      done.value = id;
    },
    onBack(id, isOpened) {
      comeBack.value = { id, isOpened };
    },
  });
  void triage.load();
  return triage;
}

/** Stores of pages that need only the API. */
function createPages(api: Api) {
  return {
    approvals: createApprovalsStore(api),
    copilot: createCopilotBell(),
    playground: signal<{ runId: string | null } | null>(null),
    release: signal<{ id: string | null } | null>(null),
    library: createLibraryStore(api),
    people: createPeopleStore(api),
    sets: createSetsStore(api),
    snippets: createSnippetsStore(api),
  };
}
