import { type ReadonlySignal, signal } from "@preact/signals";
import type { Away, ChangePresenceRequest, OwnPresence } from "../../../../protocol/assignment.ts";
import { errorSentence } from "../../ui/api-error.ts";
import { openChannel } from "../../ui/other-tabs.ts";
import type { AccountCalls } from "../account-calls.ts";

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
export function createOwnPresence(
  api: Pick<AccountCalls, "sayPresent" | "changePresence">,
  isPerson: boolean,
): OwnPresenceStore {
  const away = signal<Away | null>(null);
  const said = (call: Promise<OwnPresence>) =>
    call.then((own) => {
      away.value = own.away;
    });
  // Said once more in a minute if it is lost.
  const beat = () => void said(api.sayPresent(true)).catch(() => undefined);
  const tabs = isPerson ? openChannel("parley-console-left") : null;
  const leave = async () => {
    tabs?.postMessage("left");
    if (isPerson) await api.sayPresent(false).catch(() => undefined);
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
    change: (change) => said(api.changePresence(change)).then(() => null, errorSentence),
    leave,
    close() {
      tabs?.close();
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", beat);
    },
  };
}
