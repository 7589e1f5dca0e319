import { useSignal } from "@preact/signals";

/** Codes that get one in without the phone; shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const said = useSignal("");
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(codes.join("\n")).then(
      () => true,
      () => false,
    );
    said.value = isCopied ? "Copied" : "Select and copy them manually.";
  };
  return (
    <>
      <div class="dialog-head">
        <h2>Keep your recovery codes</h2>
      </div>
      <div class="dialog-body">
        <p>Each code works once without your phone. They are not shown again.</p>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <span class="muted" role="status">
          {said.value}
        </span>
        <div class="dialog-foot">
          <button type="button" class="btn" onClick={() => void copy()}>
            Copy all
          </button>
          <button type="button" class="btn primary" onClick={onClose}>
            I've saved them
          </button>
        </div>
      </div>
    </>
  );
}
