import { writeFileSync } from "node:fs";
import { referencePages } from "./pages.ts";

for (const { file, present, current } of referencePages()) {
  if (present === current) continue;
  writeFileSync(file, current);
  console.error(`Written: ${file}`);
}
