import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useApp, useWorkspace } from "../app-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { FinderInput, useListKeys } from "../ui/finder-input.tsx";

async function loadPart() {
  const { commandGroups, PaletteList } = await import("./palette-list.tsx");
  return { commandGroups, PaletteList };
}

/** The list of commands; its script loads after the first one. */
const part = signal<Awaited<ReturnType<typeof loadPart>> | null>(null);
/** In ms; the first screen has loaded by then. */
const idleMs = 1_500;

/** Ctrl-K: pages, settings and actions by name, tickets by number, person or text. */
export function Palette() {
  const { palette } = useWorkspace();
  const open = palette.open.value;
  const failed = useSignal(false);
  useEffect(() => {
    if (part.peek()) return undefined;
    const load = () => {
      failed.value = false;
      loadPart().then(
        (loaded) => (part.value = loaded),
        () => (failed.value = true),
      );
    };
    const timer = setTimeout(load, open ? 0 : idleMs);
    return () => clearTimeout(timer);
  }, [open]);
  return (
    <Dialog open={open} label="Go to" class="palette" onClose={palette.closed}>
      <PaletteBody failed={failed.value} />
    </Dialog>
  );
}

function PaletteBody({ failed }: { failed: boolean }) {
  const workspace = useWorkspace();
  const { palette } = workspace;
  const app = useApp();
  const { route } = useLocation();
  const groups = part.value?.commandGroups({ workspace, app, route }) ?? [];
  const commands = groups.flatMap((group) => group.commands);
  const keys = useListKeys("palette", commands.length, (place) => palette.run(commands[place]?.run));
  const List = part.value?.PaletteList;
  return (
    <>
      <FinderInput
        list="palette"
        keys={keys}
        label="Go to a page, run an action or find a ticket"
        placeholder="Go to, do, or find a ticket…"
        value={palette.query.value}
        busy={palette.searching.value}
        onType={palette.type}
      />
      {List ? (
        <List groups={groups} current={keys.current} />
      ) : (
        <div id="palette-list" role="listbox" aria-label="Results" class="palette-empty">
          {failed ? "The commands could not be loaded. Close this and try again." : "Loading…"}
        </div>
      )}
    </>
  );
}
