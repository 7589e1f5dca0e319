import { type Signal, useSignal } from "@preact/signals";
import type { EraseRequest, ErasurePreview } from "../../../protocol/admin-erasures.ts";
import { erasureRoutes } from "../../../protocol/routes/privacy.ts";
import { useWorkspace } from "../app-context.ts";
import { errorSentence } from "../ui/api-call.ts";
import { Dialog } from "../ui/dialog.tsx";
import { FormError } from "../ui/dialog-head.tsx";
import { Spinner } from "../ui/states.tsx";

const ways = {
  email: { label: "Visitor by e-mail address", hint: "All visitors with this address and their tickets." },
  external_id: { label: "Visitor by your customer ID", hint: "With all their tickets." },
  visitor: { label: "Visitor by ID", hint: "With all their tickets." },
  ticket: { label: "Ticket by ID", hint: "The ID is at the end of the ticket's URL." },
  document: { label: "Document by ID", hint: "The ID is at the end of the document's URL." },
} as const;
type Way = keyof typeof ways;

interface Asked {
  request: EraseRequest;
  preview: ErasurePreview;
}

/** Erases a visitor, ticket or document; shows the amount of data first. */
export function EraseForm({ onErased }: { onErased: () => void }) {
  const { api, toasts } = useWorkspace();
  const way = useSignal<Way>("email");
  const value = useSignal("");
  const error = useSignal("");
  const asked = useSignal<Asked | null>(null);
  const busy = useSignal(false);
  const attempt = async (work: () => Promise<void>) => {
    if (busy.value) return;
    busy.value = true;
    error.value = "";
    await work().catch((cause: unknown) => {
      asked.value = null;
      error.value = errorSentence(cause);
    });
    busy.value = false;
  };
  const ask = () =>
    attempt(async () => {
      const request = requestOf(way.value, value.value.trim());
      const preview = await api.call(erasureRoutes.previewErasure, { body: request });
      asked.value = { request, preview };
    });
  const erase = (request: EraseRequest) =>
    attempt(async () => {
      const erasure = await api.call(erasureRoutes.erase, { body: request }, { timeoutMs: 120_000 });
      asked.value = null;
      value.value = "";
      toasts.show(erasure.status === "done" ? "Erased the data. The receipt is below" : "Started the erasure");
      onErased();
    });
  return (
    <form
      class="erase"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <Fields way={way} value={value} />
      <FormError text={error.value} />
      <div class="kept-actions">
        <button type="submit" class="btn danger" aria-disabled={busy.value}>
          {busy.value && asked.value === null ? <Spinner /> : null} Erase…
        </button>
      </div>
      <Dialog open={asked.value !== null} label="Erase" class="dialog-small" onClose={() => (asked.value = null)}>
        {asked.value ? (
          <Question asked={asked.value} busy={busy.value} onErase={erase} onClose={() => (asked.value = null)} />
        ) : null}
      </Dialog>
    </form>
  );
}

function Fields({ way, value }: { way: Signal<Way>; value: Signal<string> }) {
  return (
    <>
      <label class="field">
        <span>Data to erase</span>
        <select class="input" value={way.value} onChange={(event) => (way.value = event.currentTarget.value as Way)}>
          {Object.entries(ways).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{way.value === "email" ? "E-mail address" : "ID"}</span>
        <input
          class="input"
          required
          dir="auto"
          maxLength={320}
          autocomplete="off"
          value={value.value}
          onInput={(event) => (value.value = event.currentTarget.value)}
        />
        <small class="muted">{ways[way.value].hint}</small>
      </label>
    </>
  );
}

interface QuestionProps {
  asked: Asked;
  busy: boolean;
  onErase: (request: EraseRequest) => unknown;
  onClose: () => void;
}

function Question({ asked: { request, preview }, busy, onErase, onClose }: QuestionProps) {
  const { subjects, counts } = preview;
  const of = (table: string, one: string) => {
    const count = counts[table] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`];
  };
  const parts = [
    ...of("visitors", "visitor"),
    ...of("tickets", "ticket"),
    ...of("messages", "message"),
    ...of("attachments", "file"),
    ...of("documents", "document"),
    ...of("chunks", "passage"),
  ];
  return (
    <>
      <div class="dialog-head">
        <h2>{subjects > 1 ? `Erase ${subjects} visitors?` : `Erase this ${request.kind}?`}</h2>
      </div>
      <div class="dialog-body">
        <p>
          Deleted permanently: <strong>{parts.join(", ")}</strong>, and everything made from them: sources, notes,
          e-mails, snippets, vectors and cached answers. A signed receipt is kept.
        </p>
        {request.kind === "document" ? <p class="muted">Answers already given from it stay in their tickets.</p> : null}
      </div>
      <div class="dialog-foot">
        <button type="button" class="btn" autofocus onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="btn danger" aria-disabled={busy} onClick={() => void onErase(request)}>
          {busy ? <Spinner /> : null} Erase
        </button>
      </div>
    </>
  );
}

function requestOf(way: Way, value: string): EraseRequest {
  switch (way) {
    case "email":
      return { kind: "visitor", email: value };
    case "external_id":
      return { kind: "visitor", external_id: value };
    case "visitor":
      return { kind: "visitor", id: value };
    case "ticket":
      return { kind: "ticket", id: value };
    case "document":
      return { kind: "document", id: value };
    default:
      return way satisfies never;
  }
}
