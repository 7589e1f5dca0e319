import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { BranchNode, BranchTree, Drift } from "../../../../protocol/copilot-branches.ts";
import type { CopilotConversation } from "../../../../protocol/copilot-conversations.ts";
import { copilotRoutes } from "../../../../protocol/routes/copilot.ts";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart, useAsked, useDoing } from "../../ui/loaded-part.tsx";
import { plural } from "../action-words.ts";
import { copilotStoreOf } from "../copilot-store.ts";

/** The path from the root conversation to this branch. */
export function Trail({ conversation }: { conversation: CopilotConversation }) {
  if (conversation.trail.length === 0) return null;
  return (
    <nav class="copilot-trail" aria-label="Branch origin">
      <ol>
        {conversation.trail.map(({ id, title }) => (
          <li key={id}>
            <a href={`/console/copilot/${id}`} dir="auto">
              {title || "New conversation"}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Actions on a conversation that is a branch or has branches. */
export function BranchVerbs({ conversation }: { conversation: CopilotConversation }) {
  const open = useSignal(false);
  const setClosed = useClosing(conversation.id);
  const close = () => (open.value = false);
  if (conversation.parent_id === null && conversation.branches === 0 && !conversation.is_closed) return null;
  return (
    <span class="copilot-branch-verbs">
      {conversation.is_closed ? <span class="chip">Closed</span> : null}
      <button type="button" class="btn small" onClick={() => (open.value = true)}>
        <Icon name="branch" /> Branches
      </button>
      {conversation.is_closed ? null : (
        <button type="button" class="btn small" title="No more messages can be added" onClick={() => setClosed(true)}>
          Close
        </button>
      )}
      <Dialog open={open.value} label="Branches" class="copilot-tree-dialog" onClose={close}>
        <BranchTreeView openId={conversation.id} onClose={close} />
      </Dialog>
    </span>
  );
}

/** Replaces the composer while a conversation is closed. @param isFresh true when it was just closed, by a button that no longer exists */
export function ClosedBar({ id, isFresh }: { id: string; isFresh: boolean }) {
  const setClosed = useClosing(id);
  const fresh = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isFresh) fresh.current?.focus();
  }, []);
  return (
    <div class="copilot-closed">
      <p>
        <Icon name="lock" /> This conversation is closed.
      </p>
      <button ref={fresh} type="button" class="btn" onClick={() => setClosed(false)}>
        Reopen
      </button>
    </div>
  );
}

function useClosing(id: string): (isClosed: boolean) => void {
  const { api } = useWorkspace();
  const store = copilotStoreOf(api);
  const { run } = useDoing();
  return (isClosed) =>
    void run(
      () => api.call(copilotRoutes.changeCopilotConversation, { id, body: { is_closed: isClosed } }),
      () => {
        void store.reread();
        void store.relist();
      },
    );
}

interface TreeProps {
  openId: string;
  onClose: () => void;
}

/** The tree of all branches of a conversation. */
function BranchTreeView({ openId, onClose }: TreeProps) {
  const { api } = useWorkspace();
  const tree = useAsked(openId, (signal) => api.call(copilotRoutes.readCopilotTree, { id: openId }, { signal }));
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
  // Keyboard navigation starts at the current conversation, not at the close button.
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

/** Marks a branch whose subject moved away from its start; empty otherwise. */
export function DriftChip({ drift }: { drift: Drift | null }) {
  if (!drift?.has_drifted || drift.similarity === null) return null;
  return (
    <span class="chip copilot-drifted" title={`Similarity of the summaries: ${drift.similarity.toFixed(2)}`}>
      Has drifted from its starting point
    </span>
  );
}

/**
 * Moves between the links of a nested list: up and down in order, left to the parent, right to the first branch. @returns whether the focus
 * moved.
 */
function moveInTree(list: HTMLElement, key: string): boolean {
  const links = [...list.querySelectorAll<HTMLElement>(linkOfNode)];
  const here = document.activeElement?.closest<HTMLElement>(".copilot-node")?.querySelector<HTMLElement>("a");
  const at = here ? links.indexOf(here) : -1;
  const next = nextOf(links, at, key);
  next?.focus();
  return next !== undefined;
}

const linkOfNode = ".copilot-node > a:first-child";

function nextOf(links: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case "ArrowDown":
      return links[at + 1];
    case "ArrowUp":
      return links[at - 1];
    case "Home":
      return links[0];
    case "End":
      return links.at(-1);
    case "ArrowLeft":
      return links[at]?.closest("ul")?.closest("li")?.querySelector<HTMLElement>(linkOfNode) ?? undefined;
    case "ArrowRight":
      return links[at]?.closest("li")?.querySelector<HTMLElement>(`:scope > ul ${linkOfNode}`) ?? undefined;
    default:
      return undefined;
  }
}
