import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isWritten, textOf, type Written } from "../written.ts";
import { plainWritten, toSlice, toWritten } from "./editor-content.ts";

/** Tags survive under this name from one of our boxes to another; everybody else reads the plain text. */
const ownType = "application/x-parley-copilot";

/**
 * Copy, cut, paste and drop without HTML: the page allows none to be parsed (Trusted Types without a policy), and nothing
 * of a foreign page's markup belongs into a message.
 * @param onFiles told of files that are pasted or dropped.
 */
export const PlainClipboard = Extension.create<{ onFiles: (files: File[]) => void }>({
  name: "plainClipboard",
  addOptions: () => ({ onFiles: () => undefined }),
  addProseMirrorPlugins() {
    const { onFiles } = this.options;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            copy: (view, event) => copy(view, event, false),
            cut: (view, event) => copy(view, event, true),
            paste: (view, event) => take(view, event, { data: event.clipboardData, onFiles }),
            drop: (view, event) => drop(view, event, onFiles),
            // Tags are carried by copy and paste; a drag would have to serialize to HTML and parse it again.
            dragstart: (_view, event) => stop(event),
          },
        },
      }),
    ];
  },
});

function copy(view: EditorView, event: ClipboardEvent, isCut: boolean): boolean {
  const { selection } = view.state;
  if (selection.empty || !event.clipboardData) return false;
  const content = selection.content().content;
  const written = toWritten(content);
  event.clipboardData.setData("text/plain", textOf(written));
  event.clipboardData.setData(ownType, JSON.stringify(written));
  if (isCut) view.dispatch(view.state.tr.deleteSelection().scrollIntoView());
  return stop(event);
}

function take(
  view: EditorView,
  event: Event,
  { data, onFiles }: { data: DataTransfer | null; onFiles: (files: File[]) => void },
): boolean {
  if (!data) return stop(event);
  const written = ownOf(data) ?? plainWritten(data.getData("text/plain"));
  const files = [...data.files];
  if (files.length > 0 && textOf(written) === "") onFiles(files);
  else if (textOf(written) !== "")
    view.dispatch(view.state.tr.replaceSelection(toSlice(written, view.state.schema)).scrollIntoView());
  return stop(event);
}

function drop(view: EditorView, event: DragEvent, onFiles: (files: File[]) => void): boolean {
  view.focus();
  return take(view, event, { data: event.dataTransfer, onFiles });
}

function ownOf(data: DataTransfer): Written | null {
  try {
    const value: unknown = JSON.parse(data.getData(ownType) || "null");
    return isWritten(value) ? value : null;
  } catch {
    return null;
  }
}

function stop(event: Event): true {
  event.preventDefault();
  return true;
}
