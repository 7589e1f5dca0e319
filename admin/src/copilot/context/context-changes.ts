import { type Signal, signal } from "@preact/signals";
import { maxLeftOut, mostDocuments } from "../../../../protocol/copilot-limits.ts";
import type { CopilotMentions } from "../../../../protocol/copilot-talk.ts";
import { randomId } from "../../ui/ids.ts";

/** What a person changed by hand of what goes into the next message. */
export interface ContextChanges {
  /** Versions that go in beside what is found. */
  readonly also: Signal<readonly string[]>;
  /** Documents that stay out. */
  readonly leaveOut: Signal<readonly string[]>;
  add(versionIds: readonly string[]): void;
  takeOut(documentId: string, versionId: string | null): void;
  /** @param versionId goes in from now on; null where it was only taken out before. */
  putBack(documentId: string, versionId: string | null): void;
  /** Names the message before it is sent: dismissals count once for each. */
  occasion(): string;
  toMentions(mentions: CopilotMentions): CopilotMentions;
  clear(): void;
}

export function createContextChanges(): ContextChanges {
  const also = signal<readonly string[]>([]);
  const leaveOut = signal<readonly string[]>([]);
  let occasion = randomId();
  const add = (versionIds: readonly string[]) => {
    also.value = [...new Set([...also.value, ...versionIds])].slice(0, mostDocuments);
  };
  return {
    add,
    takeOut(documentId, versionId) {
      also.value = also.value.filter((other) => other !== versionId);
      leaveOut.value = [...new Set([...leaveOut.value, documentId])].slice(0, maxLeftOut);
    },
    putBack(documentId, versionId) {
      if (versionId !== null) add([versionId]);
      leaveOut.value = leaveOut.value.filter((other) => other !== documentId);
    },
    also,
    leaveOut,
    occasion: () => occasion,
    toMentions: (mentions) => ({
      ...mentions,
      ...(also.value.length > 0 ? { also: [...also.value] } : {}),
      // The server knows which ids are documents.
      ...(leaveOut.value.length > 0 ? { leave_out: [...leaveOut.value] as CopilotMentions["leave_out"] } : {}),
    }),
    clear() {
      also.value = [];
      leaveOut.value = [];
      occasion = randomId();
    },
  };
}
