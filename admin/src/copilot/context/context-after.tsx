import { useSignal } from "@preact/signals";
import type { ContextRecord } from "../../../../protocol/context-record.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { useAsked, useDoing } from "../../ui/use-asked.ts";
import type { MessagePlace } from "../copilot-calls.ts";
import { contextCalls } from "./context-calls.ts";
import { ContextVerb } from "./context-verb.tsx";
import { ContextView } from "./context-view.tsx";

/** Opens what an answer was made from. */
export function ContextAfter({ place }: { place: MessagePlace }) {
  const open = useSignal(false);
  const close = () => (open.value = false);
  return (
    <>
      <button type="button" class="btn small ghost" aria-haspopup="dialog" onClick={() => (open.value = true)}>
        <Icon name="details" /> Context
      </button>
      <Dialog open={open.value} label="Context" class="sheet" onClose={close}>
        <div class="dialog-head">
          <h2>Context</h2>
          <button type="button" class="icon-btn" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <div class="dialog-body copilot-context">
          <Record place={place} />
        </div>
      </Dialog>
    </>
  );
}

function Record({ place }: { place: MessagePlace }) {
  const { api } = useWorkspace();
  const calls = contextCalls(api.admin);
  const asked = useAsked<ContextRecord | null>(
    place.messageId,
    async (signal) => (await calls.read(place, signal)).context,
  );
  return (
    <LoadedPart state={asked.state.value} name="Context" onRetry={() => void asked.again()}>
      {(record) => (record ? <Taken record={record} place={place} /> : <Nothing />)}
    </LoadedPart>
  );
}

function Nothing() {
  return <p>No search was made, or its record has been deleted.</p>;
}

function Taken({ record, place }: { record: ContextRecord; place: MessagePlace }) {
  const { api, toasts } = useWorkspace();
  const calls = contextCalls(api.admin);
  const { run } = useDoing();
  const told = (sentence: string) => () => toasts.show(sentence);
  return (
    <ContextView
      record={record}
      heads={{ taken: "Included", leftOut: "Left out" }}
      verbs={({ documentId: id, title }, isIn) =>
        id === null ? null : (
          <>
            <ContextVerb
              label="Always include"
              title={title}
              onPress={() => void run(() => calls.set(id, "always"), told("It will always be included"))}
            />
            {isIn ? (
              <ContextVerb
                label="Dismiss"
                title={title}
                onPress={() =>
                  void run(
                    () => calls.dismiss(id, place.messageId),
                    told("Noted. After three dismissals it is left out"),
                  )
                }
              />
            ) : null}
          </>
        )
      }
    />
  );
}
