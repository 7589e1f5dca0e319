import "./copilot.css";
import "./copilot-context.css";
import "./copilot-results.css";
import "./copilot-branches.css";
import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useRoute } from "preact-iso";
import { useWorkspace } from "../app-context.ts";
import { isPhone } from "../ui/media.ts";
import { Notice } from "../ui/states.tsx";
import { BranchComparisonView } from "./branches/comparison.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { copilotStoreOf } from "./copilot-store.ts";
import { CopilotThread } from "./thread.tsx";

/** The copilot of agents and knowledge managers: conversations beside the one that is open; one after the other on phones. */
export function CopilotPage() {
  const { may } = useWorkspace();
  if (!may("agent"))
    return <Notice main title="The copilot is available to agents" text="Your role does not allow this." />;
  return <Copilot />;
}

function Copilot() {
  const { api, copilot } = useWorkspace();
  const { params, query } = useRoute();
  const store = copilotStoreOf(api);
  const id = params["id"] ?? null;
  useEffect(() => void store.readMenu(), [store]);
  useEffect(() => void store.open(id), [store, id]);
  useSignalEffect(() => {
    const news = copilot.news.value;
    if (news) store.heard(news.conversationId, news.statusText);
  });
  // On phones the list is a level of its own; beside it a new conversation is always at hand.
  const other = query["with"];
  const isThread = id !== null || query["new"] === "1";
  return (
    <div class={`copilot ${isThread ? "copilot-open" : ""}`}>
      <ConversationList openId={id} isAlone={isPhone.value && !isThread} />
      {other && id !== null ? <BranchComparisonView left={id} right={other} /> : <CopilotThread id={id} />}
    </div>
  );
}
