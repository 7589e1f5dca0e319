import { useLayoutEffect, useRef } from "preact/hooks";
import type { BranchNode, BranchTree } from "../../../../protocol/copilot-branches.ts";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { useAsked } from "../../ui/use-asked.ts";
import { plural } from "../action-words.ts";
import { copilotStoreOf } from "../copilot-store.ts";
import { DriftChip } from "./drift-chip.tsx";
import { moveInTree } from "./tree-keys.ts";

interface TreeProps {
  openId: string;
  onClose: () => void;
}

/** All branches of a family, as they hang on each other. */
export function BranchTreeView({ openId, onClose }: TreeProps) {
  const { api } = useWorkspace();
  const store = copilotStoreOf(api);
  const tree = useAsked(openId, (signal) => store.calls.tree(openId, signal));
  return (
    <>
      <div class="dialog-head">
        <h2>Branches</h2>
        <button type="button" class="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">
        <LoadedPart state={tree.state.value} name="The branches" onRetry={() => void tree.again()}>
          {(value) => <Tree tree={value} openId={openId} onClose={onClose} />}
        </LoadedPart>
      </div>
    </>
  );
}

function Tree({ tree, openId, onClose }: TreeProps & { tree: BranchTree }) {
  const list = useRef<HTMLUListElement>(null);
  // The keys work from where one is, not from the button that closes.
  useLayoutEffect(() => list.current?.querySelector<HTMLElement>("a[aria-current]")?.focus(), []);
  const roots = tree.items.filter(({ parent_id: parent }) => parent === null);
  return (
    <>
      <ul
        ref={list}
        class="copilot-tree"
        onKeyDown={(event) => {
          if (list.current && moveInTree(list.current, event.key)) event.preventDefault();
        }}
      >
        {roots.map((node) => (
          <Node key={node.id} node={node} tree={tree} openId={openId} onClose={onClose} />
        ))}
      </ul>
      {tree.items.length === 1 ? (
        <p class="muted">No branches yet. Choose “Branch from here” below a message.</p>
      ) : (
        <p class="muted copilot-tree-hint">
          <Keys keys="↑ ↓ ← →" /> move <Keys keys="Enter" /> opens
        </p>
      )}
    </>
  );
}

function Node({ node, tree, openId, onClose }: TreeProps & { tree: BranchTree; node: BranchNode }) {
  const below = tree.items.filter(({ parent_id: parent }) => parent === node.id);
  const isOpen = node.id === openId;
  const title = node.title || (node.parent_id === null ? "New conversation" : "New branch");
  return (
    <li>
      <div class="copilot-node" data-open={isOpen}>
        <a href={`/console/copilot/${node.id}`} aria-current={isOpen ? "true" : undefined} onClick={onClose} dir="auto">
          {title}
        </a>
        <Facts node={node} />
        {isOpen ? null : (
          <a
            class="btn small copilot-node-compare"
            href={`/console/copilot/${openId}?with=${node.id}`}
            aria-label={`Compare with ${title}`}
            onClick={onClose}
          >
            Compare
          </a>
        )}
      </div>
      {below.length > 0 ? (
        <ul>
          {below.map((branch) => (
            <Node key={branch.id} node={branch} tree={tree} openId={openId} onClose={onClose} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

const kindWords = { whole: "whole conversation", summary: "summary", anchor: "selection" } as const;

function Facts({ node }: { node: BranchNode }) {
  const { forked_at: forked, context_kind: kind, messages, brought_back: brought } = node;
  return (
    <p class="copilot-node-facts muted">
      <span>{plural(messages, "message")}</span>
      {forked ? (
        <span>
          after “<bdi>{forked.words || `message ${forked.seq}`}</bdi>”{kind ? `, ${kindWords[kind]}` : ""}
        </span>
      ) : null}
      {brought > 0 ? <span>{plural(brought, "result")} brought back</span> : null}
      {node.is_closed ? <span class="chip">Closed</span> : null}
      {node.is_archived ? <span class="chip">Archived</span> : null}
      <DriftChip drift={node.drift} />
    </p>
  );
}
