import { useSignal } from "@preact/signals";
import type { SiteView } from "../../../protocol/refresh.ts";
import { AskFirst } from "../components/ask-first.tsx";

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
    <AskFirst title="Forget the sitemap?" verb="Forget" error={error.value} onYes={forget} onClose={onClose}>
      <p>
        {site.address} is not looked at any more. Its {site.documents === 1 ? "document stays" : "documents stay"} and
        each is fetched as before.
      </p>
    </AskFirst>
  );
}
