import type { IconName } from "./icon.tsx";

/** An action with its keys, as listed by `?` and, with a name, by the command palette while it is possible. */
interface ListedShortcut {
  does: string;
  /** Each entry is one way to press it; the parts of a combination are separated by spaces. */
  keys: readonly string[];
  /** As in `useShortcuts`; without one, the palette does not list it. */
  name?: string;
  icon?: IconName;
}

const key = (name: string, does: string, icon: IconName): ListedShortcut => ({ does, keys: [name], name, icon });
/** Without a key: rare, or not to be done by accident. */
const rare = (name: string, does: string, icon: IconName): ListedShortcut => ({ does, keys: [], name, icon });

export const shortcutGroups: ReadonlyArray<{ label: string; shortcuts: readonly ListedShortcut[] }> = [
  {
    label: "Ticket",
    shortcuts: [
      key("a", "Assign…", "person"),
      key("i", "Assign to me", "person"),
      key("s", "Status…", "setup"),
      key("e", "Resolve", "check"),
      key("z", "Snooze…", "clock"),
      key("l", "Label…", "label"),
      key("p", "Priority…", "priority"),
      key("m", "Merge into another ticket…", "branch"),
      key("!", "Mark as spam", "warning"),
      rare("return", "Return to AI", "spark"),
      rare("link", "Link to a ticket…", "external"),
      rare("block-visitor", "Block visitor", "lock"),
      rare("unblock-visitor", "Unblock visitor", "lock"),
      rare("delete-ticket", "Delete ticket…", "trash"),
      rare("delete-visitor", "Delete visitor…", "trash"),
    ],
  },
  {
    label: "Reply",
    shortcuts: [
      key("r", "Write a reply", "chat"),
      key("n", "Write a note", "lock"),
      key("d", "Edit the suggested reply", "edit"),
      key("y", "Send the suggested reply and resolve", "up"),
      key("h", "Give the AI a hint", "spark"),
      {
        does: "Check the reply against the sources",
        keys: ["c", "Ctrl Shift Enter"],
        name: "c",
        icon: "proof",
      },
      { does: "Send", keys: ["Ctrl Enter"] },
    ],
  },
  {
    label: "List",
    shortcuts: [
      { does: "Next, previous ticket", keys: ["j", "k"] },
      { does: "Open the ticket", keys: ["Enter"] },
      { does: "Select the ticket", keys: ["x"] },
      { does: "Extend the selection", keys: ["J", "K"] },
      key("f", "Filter the list…", "filter"),
    ],
  },
  {
    label: "Everywhere",
    shortcuts: [
      { does: "Pages, settings, actions and tickets", keys: ["Ctrl K"] },
      { does: "Search", keys: ["/"] },
      { does: "Leave the field, or close the ticket", keys: ["Esc"] },
      key("?", "Keyboard shortcuts", "keyboard"),
    ],
  },
];
