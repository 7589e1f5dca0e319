import type { CopilotListed } from "../../../../protocol/copilot-talk.ts";
import { Icon } from "../../ui/icon.tsx";
import { branchCount } from "./erase-choice.tsx";

/** In the list: whether it is a branch, has some, or is closed. */
export function BranchFacts({ listed }: { listed: CopilotListed }) {
  const { parent_id: parent, branches, is_closed: isClosed } = listed;
  if (parent === null && branches === 0 && !isClosed) return null;
  return (
    <>
      {parent === null ? null : (
        <span class="copilot-row-branch">
          <Icon name="branch" /> Branch
        </span>
      )}
      {branches === 0 ? null : <span>{branchCount(branches)}</span>}
      {isClosed ? <span>Closed</span> : null}
    </>
  );
}
