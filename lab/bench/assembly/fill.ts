import type { Client } from "pg";
import type { EmbeddingPort } from "../../../server/assistant/models/embeddings/port.ts";
import { insertEmbeddings, insertTerms } from "../../../server/assistant/store/chunk-search.ts";
import { newId } from "../../../server/core/ids.ts";
import { searchableText } from "../../../server/core/text/searchable-text.ts";
import type { Database } from "../../../server/database/database.ts";
import { type TenantTransaction, withTenant } from "../../../server/database/transaction.ts";

export const sizes = { documents: 200, chunksOfDocument: 50, visitors: 25, memoriesOfVisitor: 200, branches: 200 };

const things = "refund invoice parcel licence booking printer account warranty courier voucher".split(" ");
const deeds = "cancelled changed renewed returned repaired shared exported delayed insured paid".split(" ");
const places = "in the shop, abroad, by post, on the phone, after a year, for teams, on holidays, by an agent".split(
  ", ",
);
/** Filler text, so that passages are as long as the product's chunks. */
const filler =
  "Customers who ask for this are told what applies, by whom it is decided and until when, and what they have to send along so that it can be looked at without asking again. ";

/** The topic of a passage and of the questions about it. */
export function topicOf(number: number): string {
  const thing = things[number % things.length];
  const deed = deeds[Math.floor(number / 10) % deeds.length];
  return `${thing} ${deed} ${places[Math.floor(number / 100) % places.length]}`;
}

export const topics = things.length * deeds.length * places.length;

export interface Filled {
  tenantId: string;
  personId: string;
  visitorId: string;
  /** The conversation that has all the branches. */
  conversationId: string;
}

/** Creates one tenant with the bench data. @param superuser for the planner's statistics. */
export async function fill(superuser: Client, db: Database, encoder: EmbeddingPort): Promise<Filled> {
  const vectors = await encoder.embed(
    Array.from({ length: topics }, (_, at) => topicOf(at)),
    { priority: "bulk" },
  );
  const tenantId = newId();
  await withTenant(db, tenantId, (tx) =>
    tx.query("insert into tenants (tenant_id, name, identity_secret, memory_enabled) values ($1, 'bench', '', true)", [
      tenantId,
    ]),
  );
  const documents: string[] = [];
  for (let at = 0; at < sizes.documents; at += 1)
    documents.push(await withTenant(db, tenantId, (tx) => addDocument(tx, at, { vectors, model: encoder.model, db })));
  const visitorId = await withTenant(db, tenantId, (tx) => addMemories(tx, vectors, encoder.model));
  const personId = newId();
  const conversationId = await withTenant(db, tenantId, (tx) =>
    addBranches(tx, { personId, documents, vectors, model: encoder.model }),
  );
  await superuser.query("vacuum analyze");
  return { tenantId, personId, visitorId, conversationId };
}

async function addDocument(
  tx: TenantTransaction,
  at: number,
  { vectors, model, db }: { vectors: Float32Array[]; model: string; db: Database },
): Promise<string> {
  const id = newId();
  const version = newId();
  const chunks = Array.from({ length: sizes.chunksOfDocument }, (_, place) => {
    const topic = (at * 7 + place * 13) % topics;
    return { id: newId(), topic, text: `${topicOf(topic)}, case ${place}. ${filler.repeat(6)}` };
  });
  await tx.query(
    "insert into documents (tenant_id, id, source, title, kind, status, audience, locale) values ($1, $2, $3, $3, 'policy', 'ready', 'public', 'en')",
    [tx.tenantId, id, `Policy ${at}`],
  );
  await tx.query(
    "insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text, chunk_count) values ($1, $2, $3, 1, '', 'text', '', $4)",
    [tx.tenantId, version, id, chunks.length],
  );
  await tx.query("update documents set current_version_id = $2 where id = $1", [id, version]);
  await tx.query(
    `insert into chunks (tenant_id, id, document_id, version_id, ordinal, text)
     select $1, c.id, $2, $3, row_number() over (), c.text from unnest($4::uuid[], $5::text[]) as c(id, text)`,
    [tx.tenantId, id, version, chunks.map((chunk) => chunk.id), chunks.map(({ text }) => text)],
  );
  const terms = chunks.map((chunk) => ({ id: chunk.id, terms: searchableText(chunk.text) }));
  await insertTerms(tx, { id: version, documentId: id }, terms);
  const near = chunks.map((chunk) => ({
    chunkId: chunk.id,
    vector: noisy(vectors[chunk.topic] ?? new Float32Array()),
  }));
  if (db.vectors) await insertEmbeddings(tx, version, { model, vectors: near });
  return id;
}

/** A vector near a topic's vector, like the vectors of passages about it. */
function noisy(vector: Float32Array): Float32Array {
  const moved = vector.map((value) => value + (Math.random() - 0.5) * 0.05);
  const length = Math.hypot(...moved);
  return moved.map((value) => value / length);
}

async function addMemories(tx: TenantTransaction, vectors: Float32Array[], model: string): Promise<string> {
  const visitors = Array.from({ length: sizes.visitors }, () => newId());
  for (const [nth, visitor] of visitors.entries()) {
    await tx.query("insert into visitors (tenant_id, id, external_id) values ($1, $2, $3)", [
      tx.tenantId,
      visitor,
      `v${nth}`,
    ]);
    const rows = Array.from({ length: sizes.memoriesOfVisitor }, (_, at) => {
      const topic = (nth * 31 + at * 3) % topics;
      return { id: newId(), content: `Asked for ${topicOf(topic)}`, vector: [...(vectors[topic] ?? [])] };
    });
    await tx.query(
      `insert into memories (tenant_id, id, visitor_id, type, content, content_hash, confidence, origin, embedding, embedding_model, embedding_dimension)
       select $1, r.id, $2, 'fact', r.content, r.id::text, 0.8, 'extracted',
              (select array_agg(v::real) from jsonb_array_elements_text(r.vector) v), $4, jsonb_array_length(r.vector)
         from jsonb_to_recordset($3::jsonb) as r(id uuid, content text, vector jsonb)`,
      [tx.tenantId, visitor, JSON.stringify(rows), model],
    );
  }
  return visitors[0] ?? "";
}

/** Adds one conversation with branches, each with a summary, its vector and documents, and a person who used many documents. */
async function addBranches(
  tx: TenantTransaction,
  {
    personId,
    documents,
    vectors,
    model,
  }: { personId: string; documents: string[]; vectors: Float32Array[]; model: string },
): Promise<string> {
  const ids = Array.from({ length: sizes.branches + 1 }, () => newId());
  for (const [at, id] of ids.entries()) {
    const vector = [...(vectors[at] ?? [])];
    await tx.query(
      `insert into copilot_conversations (tenant_id, id, person_id, title, parent_id, summary, embedding, embedding_model)
       values ($1, $2, $3, $4, $5, $4, $6::real[], $7)`,
      [tx.tenantId, id, personId, topicOf(at), at === 0 ? null : ids[0], vector, model],
    );
    const used = [0, 1, 2].map((nth) => documents[(at * 3 + nth) % documents.length]);
    const message = newId();
    const body = JSON.stringify({ documents: used.map((document_id) => ({ document_id })) });
    await tx.query(
      "insert into copilot_messages (tenant_id, id, conversation_id, seq, role, content, body) values ($1, $2, $3, 1, 'copilot', '', $4)",
      [tx.tenantId, message, id, body],
    );
    await tx.query(
      "insert into copilot_uses (tenant_id, person_id, document_id, kind, occasion_id) select $1, $2, d, 'mentioned', $3 from unnest($4::uuid[]) d",
      [tx.tenantId, personId, message, used],
    );
  }
  return ids[1] ?? "";
}
