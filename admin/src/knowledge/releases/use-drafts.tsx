import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { AddDocumentRequest, AddDocumentResponse } from "../../../../protocol/admin-documents.ts";
import type { DocumentKind } from "../../../../protocol/document-kinds.ts";
import { documentRoutes } from "../../../../protocol/routes/documents.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";

/** In ms; a large file is slow on a slow connection. */
const uploadTimeoutMs = 120_000;

/** Adds documents to a release: the given one, or a new one shared by all documents of this form. */
export function useDrafts(given: string | undefined) {
  const { api, library, toasts } = useWorkspace();
  const { route } = useLocation();
  const isWanted = useSignal(given !== undefined);
  const release = useRef(given);
  const take = async (send: () => Promise<AddDocumentResponse>) => {
    try {
      const { release: into, document } = await send();
      release.current = into;
      void library.load();
      return { id: document?.id ?? "" };
    } catch (cause) {
      return { reason: errorSentence(cause) };
    }
  };
  return {
    isWanted,
    /** Returns an error message on failure. */
    async add(document: AddDocumentRequest): Promise<string | null> {
      const into = release.current ? { release: release.current } : {};
      const body = { ...document, publish: false, ...into };
      const taken = await take(() => api.call(documentRoutes.addDocuments, { body }, { timeoutMs: uploadTimeoutMs }));
      return taken.reason ?? null;
    },
    upload(file: File, kind?: DocumentKind) {
      const form = new FormData();
      if (kind) form.append("kind", kind);
      form.append("publish", "false");
      if (release.current) form.append("release", release.current);
      form.append("file", file, file.name);
      return take(() => api.call(documentRoutes.addDocuments, {}, { form, timeoutMs: uploadTimeoutMs }));
    },
    /** Shows a message with a link to the release. */
    tell(): void {
      const id = release.current;
      if (given === undefined && id)
        toasts.show("Added the draft to a release", { label: "Open it", run: () => route(`/console/releases/${id}`) });
    },
  };
}

/** Option to test a document before visitors see it. */
export function TryFirst({ chosen }: { chosen: Signal<boolean> }) {
  return (
    <label class="check try-first">
      <input
        type="checkbox"
        checked={chosen.value}
        onChange={(event) => (chosen.value = event.currentTarget.checked)}
      />
      <span>
        Try before publishing
        <small>Adds it to a release; not live until published.</small>
      </span>
    </label>
  );
}
