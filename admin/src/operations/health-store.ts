import { type ReadonlySignal, signal } from "@preact/signals";
import type { HealthReport } from "../../../protocol/admin-doctor.ts";
import { checkRoutes } from "../../../protocol/routes/settings.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../ui/api-call.ts";
import { onePerSession } from "../ui/one-per-session.ts";

export interface HealthStore {
  /** The last one that was had; it stays while the next is under way. */
  readonly report: ReadonlySignal<HealthReport | null>;
  readonly busy: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<string>;
  check(): Promise<void>;
}

/** Whether the tenant and the installation work: models and mail server are really asked, so it is not done on the side. */
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
