import { useIt } from "./walk.mjs";

// `node walk-at.mjs URL TENANT API_KEY`: runs the walk against a server that already runs. It is a separate process, because Node.js reads
// NODE_EXTRA_CA_CERTS once.
const [url, tenantId, apiKey] = process.argv.slice(2);
console.log(await useIt(url, { tenant_id: tenantId, api_key: apiKey }));
