import { useSignal } from "@preact/signals";
import { Icon } from "../../ui/icon.tsx";
import { FetchDocument } from "../sites/fetch-document.tsx";
import { PasteDocument } from "./paste-document.tsx";
import { UploadDocuments } from "./upload-documents.tsx";

const ways = { paste: "Paste text", upload: "Upload files", fetch: "Web page" } as const;

/** Three ways in: pasted text, files from this computer, pages of the web. A release takes texts and files. */
export function AddDocument({ release, onClose }: { release?: string; onClose: () => void }) {
  const way = useSignal<keyof typeof ways>("paste");
  return (
    <>
      <div class="dialog-head">
        <h2>{release ? "Add a document to the release" : "Add document"}</h2>
        <button type="button" class="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">
        <fieldset class="segmented">
          <legend class="visually-hidden">Source</legend>
          {(release ? (["paste", "upload"] as const) : (["paste", "upload", "fetch"] as const)).map((choice) => (
            <label key={choice}>
              <input type="radio" name="way" checked={way.value === choice} onChange={() => (way.value = choice)} />
              <span>{ways[choice]}</span>
            </label>
          ))}
        </fieldset>
        {way.value === "paste" ? <PasteDocument release={release} onClose={onClose} /> : null}
        {way.value === "upload" ? <UploadDocuments release={release} onClose={onClose} /> : null}
        {way.value === "fetch" ? <FetchDocument onClose={onClose} /> : null}
      </div>
    </>
  );
}
