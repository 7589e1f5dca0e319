import { useSignal } from "@preact/signals";
import type { ApiKey } from "../../../../protocol/admin-people.ts";
import { useWorkspace } from "../../app-context.ts";
import { AskFirst } from "../../ui/ask-first.tsx";
import { keysStoreOf } from "./keys-store.ts";

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { toasts, api } = useWorkspace();
  const keys = keysStoreOf(api);
  const busy = useSignal(false);
  const error = useSignal("");
  const revoke = async () => {
    if (busy.value) return;
    busy.value = true;
    error.value = (await keys.revoke(apiKey.id)) ?? "";
    busy.value = false;
    if (error.value) return;
    toasts.show(`“${apiKey.name}” revoked`);
    onClose();
  };
  return (
    <AskFirst
      title="Revoke this key?"
      verb="Revoke"
      busy={busy.value}
      error={error.value}
      onYes={revoke}
      onClose={onClose}
    >
      <p>
        Programs using <strong dir="auto">{apiKey.name}</strong> will be rejected. This can't be undone.
      </p>
    </AskFirst>
  );
}
