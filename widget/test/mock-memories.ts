import type { VisitorMemory } from "../../protocol/memories.ts";
import { sendJson } from "./mock-http.ts";
import { MockTicket } from "./mock-ticket.ts";
import type { Call } from "./mock-visitor-tickets.ts";

/** What a test says is remembered of the visitor, who is identified then. */
export class MockMemories {
  items: VisitorMemory[] = [];
  isEnabled = true;

  constructor(items: readonly VisitorMemory[] = []) {
    this.items = [...items];
  }

  /** Answers what is asked about them. @param path behind `memories`. */
  answer(path: string, { request, response, body }: Pick<Call, "request" | "response" | "body">): void {
    const id = decodeURIComponent(path.slice(1));
    const item = this.items.find((each) => each.id === id);
    if (id !== "" && !item) return refuse(response, 404, "not_found");
    switch (request.method) {
      case "GET":
        return sendJson(response, 200, { is_enabled: this.isEnabled, items: this.items });
      case "DELETE": {
        const left = item ? this.items.filter((each) => each !== item) : [];
        const erased = this.items.length - left.length;
        this.items = left;
        return sendJson(response, 200, item ? { ok: true } : { erased });
      }
      default:
        return this.#correct(item, (body as { content: string }).content, response);
    }
  }

  #correct(item: VisitorMemory | undefined, content: string, response: Call["response"]): void {
    if (/password/.test(content)) return refuse(response, 400, "invalid_request");
    if (this.items.some((each) => each !== item && each.content === content)) return refuse(response, 409, "conflict");
    Object.assign(item ?? {}, { content, origin: "visitor", updated_at: MockTicket.now().toISOString() });
    sendJson(response, 200, item);
  }
}

function refuse(response: Call["response"], status: number, code: string): void {
  sendJson(response, status, { error: { code, message: code } });
}

/** Something that is remembered. */
export function memory(content: string, more: Partial<VisitorMemory> = {}): VisitorMemory {
  const at = "2026-02-11T09:30:00.000Z";
  return {
    id: `memory-${content}`,
    type: "fact",
    content,
    origin: "extracted",
    created_at: at,
    updated_at: at,
    ...more,
  };
}
