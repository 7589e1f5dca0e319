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

/** A document with the texts of its versions. The last version is current. */
export interface SeedDocument {
  title: string;
  kind?: DocumentKind;
  /** A list of passages per version. */
  versions: string[][];
}

/** Stores documents as the library would, and returns the ids of their versions by title and number. */
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

/** A copilot that records its requests and can be paused by a test. */
export class ScriptedCopilot {
  /** The intent of a message; by default decided by its first word. */
  intent: (text: string) => Intent = (text) => {
    const action = (["summarize", "compare", "audit", "inquire"] as const).find((name) => text.startsWith(name));
    return { actions: action ? [{ action, confidence: 0.9 }] : [] };
  };
  /** Every conclusion awaits this promise. */
  held: Promise<void> = Promise.resolve();
  /** The next conclusions fail with this error. */
  failure: Error | undefined;
  readonly asked: { action: CopilotAction; input: unknown }[] = [];
  /** Inputs of the calls that classify messages and name documents. */
  readonly classified: Parameters<IntentPort["classify"]>[0][] = [];
  readonly named: Parameters<NameDocuments>[0][] = [];
  /** The documents that a message means: by default those whose title is in it, and "the second one" of the conversation. */
  names: (text: string, known: readonly CopilotDocument[]) => ReadNames = (text, known) => {
    const titled = known.filter(({ title, is_current: isCurrent }) => isCurrent && hasTitle(text, title));
    const pointed = /\bsecond one\b/.test(text) ? known.slice(1, 2) : /\bit$/.test(text) ? known.slice(0, 1) : [];
    const meant = titled.length > 0 ? titled : pointed;
    return { names: meant.map(({ title, version_id: id }) => ({ name: title, version_id: id })), focus: null };
  };
  /** Summarises a conversation; when missing, the rules do it. */
  sumUp: SumUpConversation | undefined;
  /** Findings of the next audits, with the excerpts that support them. */
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
