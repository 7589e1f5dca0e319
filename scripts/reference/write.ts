import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import { projectRoot } from "../../server/core/project-root.ts";
import { referencePages } from "./pages.ts";
import { tableTypes } from "./table-types.ts";

for (const { file, present, current } of [...referencePages(), await tablesFile()]) {
  if (present === current) continue;
  writeFileSync(file, current);
  console.error(`Written: ${file}`);
}

async function tablesFile() {
  const file = join(projectRoot, "server/database/tables.ts");
  const database = await openEmbedded(undefined);
  try {
    await migrate(database.pool, join(projectRoot, "db"));
    return { file, present: readFileSync(file, "utf8"), current: await tableTypes(database.pool) };
  } finally {
    await database.close();
  }
}
