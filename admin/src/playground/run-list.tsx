import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import type { PlaygroundListed } from "../../../protocol/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { AskFirst } from "../ui/ask-first.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { now } from "../ui/now.ts";
import { Notice } from "../ui/states.tsx";
import { shortAge } from "../ui/time.ts";
import { useDoing } from "../ui/use-asked.ts";
import { playgroundStoreOf } from "./playground-store.ts";

/** One's own runs. @param props.isAlone no run stands beside it, whose title would be the page's heading. */
export function RunList({ openId, isAlone }: { openId: string | null; isAlone: boolean }) {
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
      () => store.calls.erase(id),
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
        <AskFirst title="Delete this run?" verb="Delete" busy={busy.value} onYes={erase} onClose={close}>
          <p>
            <strong dir="auto">{name}</strong> and its answers will be deleted. This can't be undone.
          </p>
        </AskFirst>
      </Dialog>
    </>
  );
}
