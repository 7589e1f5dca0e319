import { type ReadonlySignal, signal } from "@preact/signals";
import type { ChangeProfileRequest, Profile } from "../../../../protocol/account.ts";
import { ApiError, errorSentence } from "../../ui/api-error.ts";
import type { AccountCalls } from "../account-calls.ts";

export interface ProfileStore {
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly profile: ReadonlySignal<Profile | null>;
  load(): Promise<void>;
  /** Does something and reads the profile again; returns a sentence when it was refused. @param explain what the browser threw. */
  run(
    work: (api: AccountCalls) => Promise<unknown>,
    explain?: (error: unknown) => string | null,
  ): Promise<string | null>;
  save(change: ChangeProfileRequest): Promise<string | null>;
}

/** The own account. */
export function createProfileStore(api: AccountCalls, onChange: (profile: Profile) => void): ProfileStore {
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const profile = signal<Profile | null>(null);

  async function load(): Promise<void> {
    if (phase.value === "failed") phase.value = "loading";
    try {
      profile.value = await api.profile();
      onChange(profile.value);
      phase.value = "ready";
    } catch (cause) {
      error.value = errorSentence(cause);
      if (phase.value === "loading") phase.value = "failed";
    }
  }

  async function run(
    work: (calls: AccountCalls) => Promise<unknown>,
    explain: (error: unknown) => string | null = () => null,
  ): Promise<string | null> {
    try {
      await work(api);
      await load();
      return null;
    } catch (cause) {
      return explain(cause) ?? accountSentence(cause);
    }
  }

  return { phase, error, profile, load, run, save: (change) => run((calls) => calls.changeProfile(change)) };
}

/** The server's own words where they say what to do: which password is wrong, which code. */
function accountSentence(error: unknown): string {
  return error instanceof ApiError && error.code === "invalid_credentials" ? error.message : errorSentence(error);
}
