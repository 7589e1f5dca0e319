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
  /** Does something and reads the profile again; returns a sentence when it was refused. @param explain what the browser threw. */
  run(work: (call: CallRoute) => Promise<unknown>, explain?: (error: unknown) => string | null): Promise<string | null>;
  save(change: ChangeProfileRequest): Promise<string | null>;
}

/** The own account. */
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

/** The server's own words where they say what to do: which password is wrong, which code. */
function accountSentence(error: unknown): string {
  return error instanceof ApiError && error.code === "invalid_credentials" ? error.message : errorSentence(error);
}

/** A browser lets a hidden page do something once a minute. */
const beatMs = 60_000;
/** Another tab that was closed has said by then that nobody is here. */
const afterOthersMs = 1_500;

/** Whether one is there for tickets. The server hears each minute that this page is open. */
export interface OwnPresenceStore {
  readonly away: ReadonlySignal<Away | null>;
  /** Away, perhaps until a time, or back; returns a sentence when it was refused. */
  change(change: ChangePresenceRequest): Promise<string | null>;
  /** Says that nobody is here any more; before the session ends, or works for another tenant. Never throws. */
  leave(): Promise<unknown>;
  close(): void;
}

/** @param isPerson false for a key, which is nowhere. */
export function createOwnPresence({ call }: Pick<Api, "call">, isPerson: boolean): OwnPresenceStore {
  const away = signal<Away | null>(null);
  const said = (answer: Promise<OwnPresence>) =>
    answer.then((own) => {
      away.value = own.away;
    });
  const sayPresent = (here: boolean) => call(accountRoutes.sayPresent, { body: { here } }, { keepalive: !here });
  // Said once more in a minute if it is lost.
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
