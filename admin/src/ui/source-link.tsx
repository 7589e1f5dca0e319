import { safeLink } from "../../../ui/links/safe-link.ts";
import { Icon } from "./icon.tsx";

/** The way to a source in a tab of its own; nothing for an address that is none. */
export function SourceLink({ url }: { url: string | null | undefined }) {
  const href = safeLink(url);
  if (!href) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      Open the source <Icon name="external" />
    </a>
  );
}
