import { isRecord } from "../../../ui/events/shapes.ts";
import { randomId } from "../ui/ids.ts";

/** A question that was typed; `tried` is what was sent under its id and not confirmed. */
interface Kept {
  text: string;
  tried: { id: string; content: string } | null;
}

/** What is typed for a run, for as long as the tab is open: it survives a reload. @param place whose run it is, or that it is a new one. */
export function keptQuestion(place: string) {
  const key = `parley-console:playground:${place}`;
  let kept = read(key);
  const keep = (next: Kept) => {
    kept = next;
    try {
      if (kept.text === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(kept));
    } catch {
      // Blocked or full: the text is in the box all the same.
    }
  };
  return {
    text: () => kept.text,
    write: (text: string) => keep({ ...kept, text }),
    /** What would be sent: the same words tried again are the same message, other words are another. */
    message(content: string): { id: string; content: string } {
      const tried = kept.tried?.content === content ? kept.tried : { id: randomId(), content };
      keep({ ...kept, tried });
      return tried;
    },
    clear: () => keep(nothingKept),
  };
}

const nothingKept: Kept = { text: "", tried: null };

function read(key: string): Kept {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (!isRecord(value) || typeof value["text"] !== "string") return nothingKept;
    const { text, tried } = value;
    const isTried = isRecord(tried) && typeof tried["id"] === "string" && typeof tried["content"] === "string";
    return { text, tried: isTried ? { id: String(tried["id"]), content: String(tried["content"]) } : null };
  } catch {
    // Storage may be blocked, and what stands there may be anything.
    return nothingKept;
  }
}
