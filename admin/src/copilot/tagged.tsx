import type { CopilotMentions, CopilotMenu } from "../../../protocol/copilot-talk.ts";
import { Icon } from "../ui/icon.tsx";
import { actionWords } from "./action-words.ts";
import { tagIcons } from "./composer/mention-menu.tsx";
import { type Tag, titleOf } from "./composer/menu-entries.ts";
import { placeTags } from "./composer/tag-places.ts";

interface SaidProps {
  content: string;
  mentions: CopilotMentions;
  menu: CopilotMenu | null;
}

/** What a person wrote, with the tags where they were typed; those whose names are not in the text stand below. */
export function SaidWords({ content, mentions, menu }: SaidProps) {
  const { pieces, rest } = placeTags(content, tagsOf(mentions, menu));
  return (
    <>
      <p class="copilot-words" dir="auto">
        {pieces.map((piece, place) =>
          typeof piece === "string" ? (
            piece
          ) : (
            <bdi key={place} class={`copilot-tag tag-${piece.kind}`} title={piece.label}>
              {piece.label}
            </bdi>
          ),
        )}
      </p>
      <TagList tags={rest} />
    </>
  );
}

function TagList({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return null;
  return (
    <ul class="copilot-tags" aria-label="Mentioned">
      {tags.map(({ kind, id, label }) => (
        <li key={`${kind}:${id}`} class={`copilot-tag tag-${kind}`}>
          <Icon name={tagIcons[kind]} />
          <span dir="auto">{label}</span>
        </li>
      ))}
    </ul>
  );
}

function tagsOf({ action, documents = [], sets = [], web }: CopilotMentions, menu: CopilotMenu | null): Tag[] {
  const document = (id: string): Tag => {
    const found = menu?.documents.find(({ version_id: version }) => version === id);
    if (found) return { kind: found.is_current ? "document" : "version", id, label: titleOf(found) };
    return { kind: "document", id, label: menu ? "Deleted document" : "…" };
  };
  return [
    ...(action ? [{ kind: "action", id: action, label: actionWords[action].name } as const] : []),
    ...sets.map((name): Tag => ({ kind: "set", id: name, label: name })),
    ...documents.map(document),
    ...(web ? [{ kind: "web", id: "web", label: "Web" } as const] : []),
  ];
}
