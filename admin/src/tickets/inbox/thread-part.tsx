import { signal } from "@preact/signals";
import { Skeleton } from "../../ui/states.tsx";
import type { Thread } from "../thread/thread.tsx";

/** The thread with its editor and what draws Markdown: a script of its own, fetched beside the first list and not before it. */
const part = signal<{ Thread: typeof Thread } | { failure: unknown } | null>(null);

function fetchPart(): void {
  import("../thread/thread.tsx").then(
    (found) => {
      part.value = found;
    },
    (failure: unknown) => {
      part.value = { failure };
    },
  );
}
fetchPart();

/** The open ticket. @throws what kept its script from coming; trying again asks for it again. */
export function ThreadPart({ id, listPath }: { id: string; listPath: string }) {
  const found = part.value;
  if (found && "failure" in found) {
    part.value = null;
    fetchPart();
    throw found.failure;
  }
  if (found) return <found.Thread key={id} id={id} listPath={listPath} />;
  return (
    <section class="thread" aria-label="Ticket">
      <Skeleton rows={4} kind="message" label="Loading the ticket" />
    </section>
  );
}
