import { useEffect, useMemo } from "preact/hooks";
import { useWorkspace } from "../../app-context.ts";
import { useShortcuts } from "../../ui/shortcuts.ts";
import type { Composer } from "../composer/composer-store.ts";
import { focusAnswer } from "../composer/focus-answer.ts";
import { aidCalls } from "./assist-calls.ts";
import { type CheckStore, createCheckStore } from "./check-store.ts";

/** The check of one answer box: `c` begins it, leaving the box ends it. */
export function useAnswerCheck(box: Composer): { check: CheckStore; runCheck: () => void } {
  const { api } = useWorkspace();
  const check = useMemo(() => createCheckStore(aidCalls(api.admin), box), [api, box]);
  useEffect(() => check.close, [check]);
  const runCheck = () => {
    // An empty box has to be written in first.
    if (box.text.peek().trim() === "") focusAnswer();
    else void check.run();
  };
  useShortcuts({
    c: (event) => {
      event.preventDefault();
      runCheck();
    },
  });
  return { check, runCheck };
}
