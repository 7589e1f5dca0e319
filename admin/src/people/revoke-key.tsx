import { useSignal } from "@preact/signals";
import type { ApiKey } from "../../../protocol/admin-people.ts";
import { useWorkspace } from "../app-context.ts";
import { Spinner } from "../components/states.tsx";

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { keys, toasts } = useWorkspace();
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
    <>
      <div class="dialog-head">
        <h2>Revoke this key?</h2>
      </div>
      <div class="dialog-body">
        <p>
          Programs that use <strong dir="auto">{apiKey.name}</strong> are refused from their next call on. This cannot
          be undone.
        </p>
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <div class="dialog-foot">
          <button type="button" class="btn" autofocus onClick={onClose}>
            Keep
          </button>
          <button type="button" class="btn danger" aria-disabled={busy.value} onClick={() => void revoke()}>
            {busy.value ? <Spinner /> : null} Revoke
          </button>
        </div>
      </div>
    </>
  );
}
