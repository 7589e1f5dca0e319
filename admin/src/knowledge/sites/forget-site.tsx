import { useSignal } from "@preact/signals";
import type { SiteView } from "../../../../protocol/refresh.ts";
import { AskFirst } from "../../ui/ask-first.tsx";

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
    <AskFirst title="Remove the sitemap?" verb="Remove" error={error.value} onYes={forget} onClose={onClose}>
      <p>
        {site.address} will no longer be checked. Its {site.documents === 1 ? "document stays" : "documents stay"} and
        pages are still refreshed.
      </p>
    </AskFirst>
  );
}
