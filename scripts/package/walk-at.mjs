import { useIt } from "./walk.mjs";

// `node walk-at.mjs URL TENANT API_KEY`: the walk at an address that answers already. A process of its own, because Node.js reads
// NODE_EXTRA_CA_CERTS once.
const [url, tenantId, apiKey] = process.argv.slice(2);
console.log(await useIt(url, { tenant_id: tenantId, api_key: apiKey }));
