import { type ReadonlySignal, signal } from "@preact/signals";
import type { HealthReport } from "../../../protocol/admin-doctor.ts";
import { checkRoutes } from "../../../protocol/routes/settings.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../ui/api-call.ts";
import { onePerSession } from "../ui/one-per-session.ts";

export interface HealthStore {
  /** The last report; it stays visible while a new one loads. */
  readonly report: ReadonlySignal<HealthReport | null>;
  readonly busy: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<string>;
  check(): Promise<void>;
}

/** Checks whether the tenant and the installation work. The check calls models and the mail server, so it runs only on request. */
export const healthStoreOf = onePerSession(createHealthStore);

function createHealthStore(api: Pick<Api, "call">): HealthStore {
  const report = signal<HealthReport | null>(null);
  const busy = signal(false);
  const error = signal("");
  return {
    report,
    busy,
    error,
    async check() {
      if (busy.peek()) return;
      busy.value = true;
      try {
        report.value = await api.call(checkRoutes.checkHealth);
        error.value = "";
      } catch (cause) {
        error.value = errorSentence(cause);
      } finally {
        busy.value = false;
      }
    },
  };
}
