import { type ReadonlySignal, signal } from "@preact/signals";
import type { ChangeProfileRequest, Profile } from "../../../../protocol/account.ts";
import type { Away, ChangePresenceRequest, OwnPresence } from "../../../../protocol/assignment.ts";
import { accountRoutes } from "../../../../protocol/routes/account.ts";
import type { Api } from "../../api.ts";
import { ApiError, type CallRoute, errorSentence } from "../../ui/api-call.ts";
import { openChannel } from "../../ui/other-tabs.ts";

export interface ProfileStore {
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly profile: ReadonlySignal<Profile | null>;
  load(): Promise<void>;
  /** Runs a change and reloads the profile; returns an error message on failure. @param explain turns a browser error into a message. */
  run(work: (call: CallRoute) => Promise<unknown>, explain?: (error: unknown) => string | null): Promise<string | null>;
  save(change: ChangeProfileRequest): Promise<string | null>;
}

export function createProfileStore({ call }: Pick<Api, "call">, onChange: (profile: Profile) => void): ProfileStore {
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const profile = signal<Profile | null>(null);

  async function load(): Promise<void> {
    if (phase.value === "failed") phase.value = "loading";
    try {
      profile.value = await call(accountRoutes.readProfile);
      onChange(profile.value);
      phase.value = "ready";
    } catch (cause) {
      error.value = errorSentence(cause);
      if (phase.value === "loading") phase.value = "failed";
    }
  }

  async function run(
    work: (call: CallRoute) => Promise<unknown>,
    explain: (error: unknown) => string | null = () => null,
  ): Promise<string | null> {
    try {
      await work(call);
      await load();
      return null;
    } catch (cause) {
      return explain(cause) ?? accountSentence(cause);
    }
  }

  return { phase, error, profile, load, run, save: (body) => run(() => call(accountRoutes.changeProfile, { body })) };
}

/** Uses the server's message when it says which password or code is wrong. */
function accountSentence(error: unknown): string {
  return error instanceof ApiError && error.code === "invalid_credentials" ? error.message : errorSentence(error);
}

/** Interval in ms; browsers let a hidden page run timers once a minute. */
const beatMs = 60_000;
/** Time in ms for another tab, when it closes, to report absence first. */
const afterOthersMs = 1_500;

/** The agent's presence for tickets. The page reports it to the server every minute while it is open. */
export interface OwnPresenceStore {
  readonly away: ReadonlySignal<Away | null>;
  /** Sets the agent away, with or without an end time, or back; returns an error message on failure. */
  change(change: ChangePresenceRequest): Promise<string | null>;
  /** Reports absence before the session ends or switches to another tenant. Never throws. */
  leave(): Promise<unknown>;
  close(): void;
}

/** @param isPerson false for an API key, which has no presence. */
export function createOwnPresence({ call }: Pick<Api, "call">, isPerson: boolean): OwnPresenceStore {
  const away = signal<Away | null>(null);
  const said = (answer: Promise<OwnPresence>) =>
    answer.then((own) => {
      away.value = own.away;
    });
  const sayPresent = (here: boolean) => call(accountRoutes.sayPresent, { body: { here } }, { keepalive: !here });
  // A lost report is repeated after a minute.
  const beat = () => void said(sayPresent(true)).catch(() => undefined);
  const tabs = isPerson ? openChannel("parley-console-left") : null;
  const leave = async () => {
    tabs?.postMessage("left");
    if (isPerson) await sayPresent(false).catch(() => undefined);
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  if (isPerson) {
    tabs?.addEventListener("message", () => setTimeout(beat, afterOthersMs));
    beat();
    timer = setInterval(beat, beatMs);
    addEventListener("pagehide", leave);
    addEventListener("pageshow", beat);
  }
  return {
    away,
    change: (change) => said(call(accountRoutes.changePresence, { body: change })).then(() => null, errorSentence),
    leave,
    close() {
      tabs?.close();
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", beat);
    },
  };
}
