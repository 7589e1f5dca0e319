import { useEffect } from "preact/hooks";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import "./assist.css";
import { type AidsStore, aidsOf } from "./assist-store.ts";
import { ownLanguage, plainLanguageName } from "./own-language.ts";
import { RecapCard } from "./recap-card.tsx";

/** Above the messages: what the ticket is about, and the switch for its language. */
export function ThreadAids({ detail }: { detail: TicketDetail }) {
  const { api, me, may } = useWorkspace();
  const { ticket, messages } = detail;
  const store = aidsOf(api, ticket.id);
  const isMine = ticket.assignee?.id === me.id && ticket.status === "in_progress";
  useEffect(() => {
    let isHere = true;
    void store.load().then(() => {
      const recap = store.recap.peek();
      // Whoever has just taken a ticket gets to know it; later it is made anew on a press.
      if (isHere && isMine && may("agent") && (!recap || recap.is_stale)) void store.sumUp();
    });
    return () => {
      isHere = false;
    };
  }, [store, isMine, ownLanguage.value]);
  useEffect(() => void store.follow(messages), [store, messages, store.isWhole.value]);
  return (
    <>
      <RecapCard store={store} newest={messages.findLast(({ role }) => role !== "system")?.created_at ?? ""} />
      <LanguageLine store={store} />
    </>
  );
}

/** Says what the visitor writes in, where the reader reads another language, and what can be done about it. */
function LanguageLine({ store }: { store: AidsStore }) {
  const { may } = useWorkspace();
  const spoken = store.foreign.value;
  if (spoken === null) return null;
  const translation = store.aids.value?.translation ?? "none";
  const name = plainLanguageName(spoken);
  return (
    <div class="language-line">
      {translation === "ready" ? (
        <>
          <span>The visitor writes {name}.</span>
          {may("agent") ? (
            <label class="check">
              <input
                type="checkbox"
                checked={store.isWhole.value}
                onChange={(event) => store.showWhole(event.currentTarget.checked)}
              />
              <span>Translate the thread</span>
            </label>
          ) : null}
        </>
      ) : (
        <span>
          The visitor writes {name}. {whyNone[translation]}
        </span>
      )}
    </div>
  );
}

const whyNone = {
  none: "Translation needs a language model. None is connected.",
  over_budget: "No translation: the model budget is used up.",
} as const;
