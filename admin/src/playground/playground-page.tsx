import "./playground.css";
import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import type { NewPlaygroundRun } from "../../../protocol/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { isPhone, isWide } from "../ui/media.ts";
import { Notice } from "../ui/states.tsx";
import { type PlaygroundStore, playgroundStoreOf } from "./playground-store.ts";
import { RunList } from "./run-list.tsx";
import { StepsPanel } from "./steps-panel.tsx";
import { Talk } from "./talk.tsx";

/** Talks with the assistant that no visitor has: runs, the talk, and the steps of an answer. */
export function PlaygroundPage() {
  const { may } = useWorkspace();
  if (!may("manager"))
    return <Notice main title="The playground is available to managers" text="Your role does not allow this." />;
  return <Playground />;
}

/** Begins a run with what was said in a ticket, where a link says so. */
function useTicket(store: PlaygroundStore, query: Record<string, string>): void {
  const { toasts } = useWorkspace();
  const { route } = useLocation();
  const { ticket, message } = query;
  useEffect(() => {
    if (!ticket) return;
    void store
      .begin({ ticket: { id: ticketIdOf(ticket), ...(message ? { message_id: message } : {}) } })
      .then((begun) => {
        if ("problem" in begun) toasts.fail(begun.problem);
        route("problem" in begun ? "/console/playground" : `/console/playground/${begun.done}`, true);
      });
  }, [store, ticket, message]);
}

/** The server says whether it is one. */
function ticketIdOf(text: string): NonNullable<NewPlaygroundRun["ticket"]>["id"] {
  return text as NonNullable<NewPlaygroundRun["ticket"]>["id"];
}

function Playground() {
  const { api, playground } = useWorkspace();
  const { params, query } = useRoute();
  const store = playgroundStoreOf(api);
  const id = params["id"] ?? null;
  const isSheet = useSignal(false);
  useEffect(() => {
    void store.relist();
    void store.readBase();
  }, [store]);
  useEffect(() => void store.open(id), [store, id]);
  useTicket(store, query);
  useSignalEffect(() => {
    const news = playground.value;
    if (news) store.heard(news.runId);
  });
  // On phones the list is a level of its own, and the steps come as a sheet; between the two they stand beside the talk.
  const isTalk = id !== null || query["new"] === "1";
  const hasList = isWide.value || !isTalk;
  return (
    <div class={`play ${isTalk ? "play-open" : ""}`}>
      {hasList ? <RunList openId={id} isAlone={isPhone.value && !isTalk} /> : null}
      {isPhone.value && !isTalk ? null : (
        <Talk
          id={id}
          onSteps={() => {
            if (isPhone.value) isSheet.value = true;
          }}
        />
      )}
      <Steps isSheet={isSheet} />
    </div>
  );
}

/** Beside the talk, or on phones in a sheet over it. */
function Steps({ isSheet }: { isSheet: Signal<boolean> }) {
  const close = () => {
    isSheet.value = false;
  };
  if (!isPhone.value)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too.
      <section class="play-panel" tabIndex={0} aria-label="Steps of the answer">
        <StepsPanel />
      </section>
    );
  return (
    <Dialog open={isSheet.value} label="Steps of the answer" class="sheet play-sheet" onClose={close}>
      <div class="dialog-head">
        <h2>Steps</h2>
        <button type="button" class="icon-btn" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div class="play-panel">
        <StepsPanel />
      </div>
    </Dialog>
  );
}
