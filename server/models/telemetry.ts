import type { CallReceipt } from "./receipts.ts";

/** Where figures about calls go besides the receipts; off unless the operator asks for it. No text of anybody is in them. */
export interface Telemetry {
  modelCall(receipt: CallReceipt): void;
}
