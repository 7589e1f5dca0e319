import { useSignal } from "@preact/signals";
import type { SiteView } from "../../../protocol/refresh.ts";

interface ForgetProps {
  site: SiteView;
  onForget: () => Promise<string | null>;
  onClose: () => void;
}

/** Asks before a sitemap is looked at no more. */
export function ForgetSite({ site, onForget, onClose }: ForgetProps) {
  const error = useSignal("");
  const forget = async () => {
    error.value = (await onForget()) ?? "";
    if (!error.value) onClose();
  };
  return (
    <>
      <div class="dialog-head">
        <h2>Forget the sitemap?</h2>
      </div>
      <div class="dialog-body stack">
        <p>
          {site.address} is not looked at any more. Its {site.documents === 1 ? "document stays" : "documents stay"} and
          each is fetched as before.
        </p>
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <div class="dialog-foot">
          <button type="button" class="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="btn danger" onClick={() => void forget()}>
            Forget
          </button>
        </div>
      </div>
    </>
  );
}
