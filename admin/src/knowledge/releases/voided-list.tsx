import { useWorkspace } from "../../app-context.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
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
                ? "No cached answer is affected."
                : `${count === 1 ? "One cached answer" : `${count} cached answers`} will be removed when you publish, and these questions answered again.`}
            </p>
            <ul class="voided">
              {items.map(({ question, answer, hits, because }) => (
                <li key={question}>
                  <details>
                    <summary dir="auto">{question}</summary>
                    <p dir="auto">{answer}</p>
                    <p class="muted">
                      served {hits === 1 ? "once" : `${hits} times`} from the cache ·{" "}
                      {because === "document" ? "uses a changed document" : "made with other settings"}
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
