import type { CopilotAction, CopilotDocument, Excerpt, Finding } from "../../../protocol/copilot.ts";
import type { DocumentKind } from "../../../protocol/document-kinds.ts";
import type { NameDocuments, ReadNames } from "../../copilot/name-documents.ts";
import type {
  Concluded,
  CopilotModel,
  CopilotWorkers,
  Intent,
  IntentPort,
  SumUpConversation,
} from "../../copilot/ports.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";

/** A document with the texts of its versions, the last of which is current. */
export interface SeedDocument {
  title: string;
  kind?: DocumentKind;
  /** Each a list of passages. */
  versions: string[][];
}

/** Writes documents as the library would leave them, and gives the ids of their versions by title and number. */
export async function seedDocuments(
  db: Database,
  tenantId: string,
  documents: readonly SeedDocument[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  await withTenant(db, tenantId, async (tx) => {
    for (const { title, kind = "policy", versions } of documents) {
      const documentId = newId();
      await tx.query(
        "insert into documents (tenant_id, id, source, title, kind, status, audience) values ($1, $2, $3, $4, $5, 'ready', 'internal')",
        [tenantId, documentId, `${title}.md`, title, kind],
      );
      for (const [at, passages] of versions.entries()) {
        const versionId = newId();
        ids.set(`${title} ${at + 1}`, versionId);
        await tx.query(
          `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text, chunk_count)
           values ($1, $2, $3, $4, $5, 'markdown', $6, $7)`,
          [tenantId, versionId, documentId, at + 1, versionId, passages.join("\n\n"), passages.length],
        );
        for (const [ordinal, text] of passages.entries())
          await tx.query(
            "insert into chunks (tenant_id, id, document_id, version_id, ordinal, text) values ($1, $2, $3, $4, $5, $6)",
            [tenantId, newId(), documentId, versionId, ordinal, text],
          );
        await tx.query("update documents set current_version_id = $2, wanted_version_id = $2 where id = $1", [
          documentId,
          versionId,
        ]);
      }
    }
  });
  return ids;
}

/** A copilot that says what it was asked for, and waits where a test holds it. */
export class ScriptedCopilot {
  /** What a message means; by default by the word that it begins with. */
  intent: (text: string) => Intent = (text) => {
    const action = (["summarize", "compare", "audit", "inquire"] as const).find((name) => text.startsWith(name));
    return { actions: action ? [{ action, confidence: 0.9 }] : [] };
  };
  /** Each conclusion waits for it. */
  held: Promise<void> = Promise.resolve();
  /** The next conclusions fail with it. */
  failure: Error | undefined;
  readonly asked: { action: CopilotAction; input: unknown }[] = [];
  /** What was given along to say what a message means, and which documents. */
  readonly classified: Parameters<IntentPort["classify"]>[0][] = [];
  readonly named: Parameters<NameDocuments>[0][] = [];
  /** Which documents a message means: by default those whose title stands in it, and "the second one" of the conversation. */
  names: (text: string, known: readonly CopilotDocument[]) => ReadNames = (text, known) => {
    const titled = known.filter(({ title, is_current: isCurrent }) => isCurrent && hasTitle(text, title));
    const pointed = /\bsecond one\b/.test(text) ? known.slice(1, 2) : /\bit$/.test(text) ? known.slice(0, 1) : [];
    const meant = titled.length > 0 ? titled : pointed;
    return { names: meant.map(({ title, version_id: id }) => ({ name: title, version_id: id })), focus: null };
  };
  /** What a conversation came to; without it the rules sum up. */
  sumUp: SumUpConversation | undefined;
  /** What the next checks find, with the words that it rests on. */
  audited: { findings: Finding[]; excerpts: Excerpt[] } = { findings: [], excerpts: [] };

  workers(): CopilotWorkers {
    const { sumUp } = this;
    const nameDocuments: NameDocuments = async (input) => {
      this.named.push(input);
      return this.names(input.text, input.known);
    };
    return { hasModel: true, intent: this.#intent, nameDocuments, model: this.#model, ...(sumUp ? { sumUp } : {}) };
  }

  readonly #intent: IntentPort = {
    classify: async (input) => {
      this.classified.push(input);
      return this.intent(input.text);
    },
  };

  readonly #model: CopilotModel = {
    readsWhole: true,
    summarize: async (input) => {
      await this.#note("summarize", input);
      return concluded({ action: "summarize", documents: [] });
    },
    inquire: async (input) => {
      await this.#note("inquire", input);
      return concluded({ action: "inquire", answer: "It is so.", documents: [] });
    },
    compare: async (input) => {
      await this.#note("compare", input);
      return concluded({ action: "compare", focus: null, overview: "", rows: [], implications: [] });
    },
    audit: async (input) => {
      await this.#note("audit", input);
      const { findings, excerpts } = this.audited;
      const status = findings.length > 0 ? "violated" : "in_line";
      const counts = { statements: findings.length, matched: findings.length };
      return { ...concluded({ action: "audit", status, findings, beside: [], ...counts }), excerpts };
    },
  };

  async #note(action: CopilotAction, input: unknown): Promise<void> {
    this.asked.push({ action, input });
    await this.held;
    if (this.failure) throw this.failure;
  }
}

function hasTitle(text: string, title: string): boolean {
  return text.toLowerCase().includes(title.toLowerCase());
}

function concluded<Result>(result: Result): Concluded<Result> {
  return { result, excerpts: [], inference: 0.8, judge: "model" };
}
