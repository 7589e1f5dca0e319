import { useSignal } from "@preact/signals";
import { Icon } from "../components/icon.tsx";
import { PasteDocument } from "./paste-document.tsx";
import { UploadDocuments } from "./upload-documents.tsx";

/** Two ways in: pasted text or files from this computer. */
export function AddDocument({ onClose }: { onClose: () => void }) {
  const way = useSignal<"paste" | "upload">("paste");
  return (
    <>
      <div class="dialog-head">
        <h2>Add document</h2>
        <button type="button" class="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">
        <fieldset class="segmented">
          <legend class="visually-hidden">Where it comes from</legend>
          {(["paste", "upload"] as const).map((choice) => (
            <label key={choice}>
              <input type="radio" name="way" checked={way.value === choice} onChange={() => (way.value = choice)} />
              <span>{choice === "paste" ? "Paste text" : "Upload files"}</span>
            </label>
          ))}
        </fieldset>
        {way.value === "paste" ? <PasteDocument onClose={onClose} /> : <UploadDocuments onClose={onClose} />}
      </div>
    </>
  );
}
