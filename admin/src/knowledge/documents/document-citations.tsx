import { useEffect } from "preact/hooks";
import type { DocumentView } from "../../../../protocol/admin-documents.ts";
import { useWorkspace } from "../../app-context.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { now } from "../../ui/now.ts";
import { Notice } from "../../ui/states.tsx";
import { fullTime, shortAge } from "../../ui/time.ts";

/** The tickets in which the document was quoted lately. */
export function DocumentCitations({ document }: { document: DocumentView }) {
  const { document: store } = useWorkspace();
  const read = () => void store.readCitations();
  useEffect(read, [document.id]);
  return (
    <LoadedPart state={store.citations.state.value} name="The citations" onRetry={read}>
      {({ items }) =>
        items.length === 0 ? (
          <Notice title="Not cited yet" text="No stored answer cites this document." />
        ) : (
          <ul class="doc-citations">
            {items.map(({ message_id: id, ticket, quote, page, at }) => (
              <li key={id}>
                <a href={`/console/inbox/${ticket.id}`} dir="auto">
                  #{ticket.number} {ticket.subject}
                </a>
                <p class="doc-quote" dir="auto">
                  “{quote}”
                </p>
                <p class="muted">
                  {page ? `page ${page}, ` : ""}
                  <time dateTime={at} title={fullTime(at)}>
                    {shortAge(at, now.value)}
                  </time>
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </LoadedPart>
  );
}
