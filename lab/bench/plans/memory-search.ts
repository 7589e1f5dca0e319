import { loadavg } from "node:os";
import type pg from "pg";
import { recallMemories } from "../../../server/assistant/memory/recall.ts";
import { createLocalEmbedder } from "../../../server/assistant/models/local/local-embedder.ts";
import { newId } from "../../../server/core/ids.ts";
import { createLogger } from "../../../server/core/log.ts";
import { onStage, runProgram, type Stage } from "../stage.ts";
import { printTable, timeRuns } from "./print.ts";

/**
 * `node dist/lab/bench/plans/memory-search.js`: measures the search in 100,000 memories of 5,000 visitors, with the question's vector from
 * the built-in encoder, and checks that no result belongs to another visitor (otherwise exit code 1). Visitors have 17 memories; every
 * fiftieth has the maximum.
 */
const visitors = 5_000;
const usual = 17;
/** As `maxMemories` in the protocol. */
const most = 200;
const searches = 500;
const things = "warehouses invoices licences printers stores couriers bookings machines teams forms".split(" ");
const places = ["Leipzig", "Graz", "Lyon", "Bergen", "Porto", "Turin", "Ghent", "Aarhus", "Brno", "Cork"];

await runProgram(() => onStage({}, measure));

/** @returns whether memories were found, all of the right visitor. */
async function measure(stage: Stage): Promise<boolean> {
  const encoder = createLocalEmbedder({ threads: 1 });
  stage.atEnd(() => encoder.close());
  const db = { ...(await stage.database()), vectors: false };
  const { tenantId, ids, count } = await fill(await stage.admin(), encoder);
  const deps = { db, log: createLogger("silent"), embeddings: encoder };
  let found = 0;
  let foreign = 0;
  const search = (step: number) => async (run: number) => {
    const visitorId = ids[(run * step) % visitors] ?? "";
    const question = `Which ${things[run % 10]} do we have in ${places[run % 7]}, case ${run}?`;
    const recalled = await recallMemories(deps, { tenantId, visitorId }, question);
    found += recalled.length;
    foreign += recalled.filter(({ content }) => !content.includes(visitorId)).length;
  };
  const times = [
    await timeRuns("select 1", searches, () => db.pool.query("select 1")),
    await timeRuns("question vector", searches, (run) =>
      encoder.embed([`Which ${things[run % 10]} are there, number ${run}?`], { priority: "query" }),
    ),
    await timeRuns("memories of an average visitor, with the vector", searches, search(7_919)),
    await timeRuns(`memories of a visitor with ${most}, with the vector`, searches, search(50)),
  ];
  printTable(`${count} memories of ${visitors} visitors, ms`, times);
  process.stdout.write(`found ${found}, from other visitors ${foreign}; load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
  return found > 0 && foreign === 0;
}

/** Each memory contains its visitor's id. */
async function fill(all: pg.Client, encoder: ReturnType<typeof createLocalEmbedder>) {
  const tenantId = newId();
  const ids = Array.from({ length: visitors }, () => newId());
  const said = things.flatMap((thing, nth) => places.map((place) => `${nth + 2} ${thing} in ${place}`));
  const vectors = await encoder.embed(said, { priority: "bulk" });
  await all.query(
    "insert into tenants (tenant_id, name, greeting, identity_secret, memory_enabled) values ($1, 'bench', '', 's', true)",
    [tenantId],
  );
  await all.query(
    "insert into visitors (tenant_id, id, external_id) select $1, id, 'v' || n from unnest($2::uuid[]) with ordinality u(id, n)",
    [tenantId, ids],
  );
  await all.query(
    "create temp table said as select place, words, (select array_agg(v::real) from jsonb_array_elements_text(vector) v) as vector from jsonb_to_recordset($1) as s(place int, words text, vector jsonb)",
    [JSON.stringify(said.map((words, place) => ({ place, words, vector: [...(vectors[place] ?? [])] })))],
  );
  const { rowCount } = await all.query(
    `insert into memories (tenant_id, id, visitor_id, type, content, content_hash, confidence, origin, embedding, embedding_model, embedding_dimension)
     select $1, gen_random_uuid(), v.id, 'fact', s.words || ', visitor ' || v.id, v.id || ' ' || m, 0.8, 'extracted', s.vector, $3, cardinality(s.vector)
       from unnest($2::uuid[]) with ordinality v(id, n)
      cross join lateral generate_series(1, case when (v.n - 1) % 50 = 0 then ${most} else ${usual} end) m
       join said s on s.place = (v.n * 7 + m) % ${things.length * places.length}`,
    [tenantId, ids, encoder.model],
  );
  await all.query("vacuum analyze memories");
  return { tenantId, ids, count: rowCount ?? 0 };
}
