import { errorStatus } from "../../protocol/errors.ts";
import type { Route } from "../../protocol/route.ts";
import { allRoutes } from "../../protocol/routes/all.ts";
import type { Section } from "./sections.ts";

/** The sections of `http-api.md` that list endpoints and error codes. */
export function endpointSections(): Section[] {
  return [
    { heading: "Which chat endpoints are there?", body: tableOf(({ path }) => path.startsWith("/api/v1/chat/")) },
    { heading: "Which admin endpoints are there?", body: tableOf(({ path }) => path.startsWith("/api/v1/admin/")) },
    {
      heading: "Which other endpoints are there?",
      body: tableOf(({ path }) => !/^\/api\/v1\/(chat|admin)\//.test(path)),
    },
    { heading: "Which error codes are there?", body: errorTable() },
  ];
}

function tableOf(isListed: (route: Route) => boolean): string {
  const rows = allRoutes
    .filter(isListed)
    .map(({ method, path, summary }) => `| \`${method} ${pathOf(path)}\` | ${summary} |`);
  return `| request | purpose |\n| --- | --- |\n${rows.join("\n")}`;
}

/** Express writes `:id`; the guide writes `<id>`. */
function pathOf(path: string): string {
  return path.replace(/:(\w+)/g, "<$1>");
}

function errorTable(): string {
  const statuses = [...new Set(Object.values(errorStatus))].sort((a, b) => a - b);
  const rows = statuses.map((status) => {
    const codes = Object.entries(errorStatus).flatMap(([code, its]) => (its === status ? [`\`${code}\``] : []));
    return `| ${status} | ${codes.join(", ")} |`;
  });
  return `| status | codes |\n| --- | --- |\n${rows.join("\n")}`;
}
