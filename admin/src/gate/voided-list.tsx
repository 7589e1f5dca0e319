import { useWorkspace } from "../app-context.ts";
import { LoadedPart } from "../components/loaded-part.tsx";
import { releasesStoreOf } from "./releases-store.ts";

/** Answers in the cache that a publication makes void: the next visitors are answered anew. */
export function VoidedList() {
  const { api } = useWorkspace();
  const releases = releasesStoreOf(api);
  return (
    <section class="release-part" aria-labelledby="release-cached">
      <h2 id="release-cached">Cached answers</h2>
      <LoadedPart
        state={releases.voided.state.value}
        name="The cached answers"
        onRetry={() => void releases.readVoided()}
      >
        {({ count, items }) => (
          <>
            <p class="muted">
              {count === 0
                ? "No answer in the cache rests on what changes."
                : `${count === 1 ? "One cached answer is" : `${count} cached answers are`} forgotten when it is published; these questions are answered anew.`}
            </p>
            <ul class="voided">
              {items.map(({ question, answer, hits, because }) => (
                <li key={question}>
                  <details>
                    <summary dir="auto">{question}</summary>
                    <p dir="auto">{answer}</p>
                    <p class="muted">
                      given {hits === 1 ? "once" : `${hits} times`} from the cache ·{" "}
                      {because === "document"
                        ? "rests on a document that changes"
                        : "written or let through by other settings"}
                    </p>
                  </details>
                </li>
              ))}
            </ul>
          </>
        )}
      </LoadedPart>
    </section>
  );
}
