import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { AddDocumentRequest, AddDocumentResponse } from "../../../../protocol/admin-documents.ts";
import type { DocumentKind } from "../../../../protocol/document-kinds.ts";
import { documentRoutes } from "../../../../protocol/routes/documents.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";

/** A large file takes a while on a slow line. */
const uploadTimeoutMs = 120_000;

/** Puts documents into a release: the one that is given, or a new one, which all of this form go into. */
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
    /** A sentence when it was refused. */
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
    /** Says where it is now. */
    tell(): void {
      const id = release.current;
      if (given === undefined && id)
        toasts.show("Added to a release", { label: "Open it", run: () => route(`/console/releases/${id}`) });
    },
  };
}

/** The choice to try a document before visitors meet it. */
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
