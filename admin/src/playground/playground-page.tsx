import "./playground.css";
import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import type { NewPlaygroundRun, PlaygroundListed } from "../../../protocol/playground.ts";
import { playgroundRoutes } from "../../../protocol/routes/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogHead } from "../ui/dialog-head.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadedPart, useDoing } from "../ui/loaded-part.tsx";
import { isPhone, isWide } from "../ui/media.ts";
import { Notice } from "../ui/states.tsx";
import { now, shortAge } from "../ui/time.ts";
import { type PlaygroundStore, playgroundStoreOf } from "./playground-store.ts";
import { StepsPanel } from "./steps-panel.tsx";
import { Talk } from "./talk.tsx";

/** Dry runs of the assistant without a visitor: list of runs, messages, and steps of an answer. */
export function PlaygroundPage() {
  const { may } = useWorkspace();
  if (!may("manager"))
    return <Notice main title="The playground is available to managers" text="Your role does not allow this." />;
  return <Playground />;
}

/** Starts a run with a ticket's messages when the URL names one. */
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

/** The server validates the id. */
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
  // On phones the list is a page of its own and steps open in a sheet; on medium screens steps are next to the messages.
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

/** Next to the messages, or on phones in a sheet. */
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
      <DialogHead onClose={close}>Steps</DialogHead>
      <div class="play-panel">
        <StepsPanel />
      </div>
    </Dialog>
  );
}

/** The user's runs. @param props.isAlone true when no run, whose title would be the page's heading, is next to the list. */
function RunList({ openId, isAlone }: { openId: string | null; isAlone: boolean }) {
  const { api } = useWorkspace();
  const store = playgroundStoreOf(api);
  const Title = isAlone ? "h1" : "h2";
  return (
    <section class="list play-list" aria-label="Runs">
      <div class="list-head">
        <Title>Playground</Title>
        <a class="btn small" href="/console/playground?new=1">
          <Icon name="plus" /> New
        </a>
      </div>
      <div class="list-scroll">
        <LoadedPart state={store.list.state.value} name="The runs" onRetry={() => void store.relist()}>
          {(runs) =>
            runs.length === 0 ? (
              <Notice title="No runs yet" text="Only you can see your runs." />
            ) : (
              <ul class="rows">
                {runs.map((listed) => (
                  <Row key={listed.id} listed={listed} isOpen={listed.id === openId} />
                ))}
              </ul>
            )
          }
        </LoadedPart>
      </div>
    </section>
  );
}

function Row({ listed, isOpen }: { listed: PlaygroundListed; isOpen: boolean }) {
  const { id, title, updated_at: at, parent_id: parent, ticket_id: ticket } = listed;
  const name = title || "No question yet";
  return (
    <li class="play-row">
      <a class="row" href={`/console/playground/${id}`} aria-current={isOpen ? "true" : undefined}>
        <span class="row-top">
          <span class="row-name" dir="auto">
            {name}
          </span>
          <time class="muted" dateTime={at}>
            {shortAge(at, now.value)}
          </time>
        </span>
        {parent || ticket ? <span class="play-row-fact muted">{parent ? "Tried again" : "From a ticket"}</span> : null}
      </a>
      <DeleteRun id={id} name={name} isOpen={isOpen} />
    </li>
  );
}

function DeleteRun({ id, name, isOpen }: { id: string; name: string; isOpen: boolean }) {
  const { api } = useWorkspace();
  const { route } = useLocation();
  const store = playgroundStoreOf(api);
  const isAsking = useSignal(false);
  const { busy, run } = useDoing();
  const close = () => {
    isAsking.value = false;
  };
  const erase = () =>
    run(
      () => api.call(playgroundRoutes.erasePlaygroundRun, { id }),
      () => {
        close();
        void store.relist();
        if (isOpen) route("/console/playground");
      },
    );
  return (
    <>
      <button
        type="button"
        class="icon-btn small play-row-delete"
        aria-label={`Delete: ${name}`}
        onClick={() => {
          isAsking.value = true;
        }}
      >
        <Icon name="trash" />
      </button>
      <Dialog open={isAsking.value} label="Delete the run" class="dialog-small" onClose={close}>
        <ConfirmDialog title="Delete this run?" verb="Delete" busy={busy.value} onYes={erase} onClose={close}>
          <p>
            <strong dir="auto">{name}</strong> and its answers will be deleted. This can't be undone.
          </p>
        </ConfirmDialog>
      </Dialog>
    </>
  );
}
