/** A curl command that calls the operation. */
export function curlOf({ method, path, security, parameters = [], requestBody, operationId }, server) {
  const json = requestBody?.content["application/json"];
  const upload = requestBody?.content["multipart/form-data"];
  const isStream = ["sendMessage", "answerClarification"].includes(operationId) || path.endsWith("/events");
  const first = `curl${isStream ? " -N" : ""}${method === "GET" ? "" : ` -X ${method}`} "${server}${filled(path, parameters)}"`;
  const headers = [
    credential(security, method, server),
    operationId === "initSession" && origin,
    operationId === "readTeaser" && origin,
  ];
  const lines = [first, ...headers.filter(Boolean).map((header) => `  -H ${header}`)];
  if (json?.example !== undefined)
    lines.push(
      '  -H "Content-Type: application/json"',
      `  -d '${JSON.stringify(json.example).replaceAll("'", "'\\''")}'`,
    );
  else if (upload?.schema.required) lines.push(`  ${formOf(upload.schema)}`);
  else if (requestBody) lines.push('  -H "Content-Type: message/rfc822" --data-binary @mail.eml');
  return lines.join(" \\\n");
}

const origin = '"Origin: https://www.example.com"';

function credential([scheme], method, server) {
  if (!scheme) return null;
  if (scheme.visitor) return '"Authorization: Bearer $TOKEN"';
  if (scheme.apiKey) return '"Authorization: Bearer $PARLEY_API_KEY"';
  if (scheme.mail) return '"Authorization: Bearer $INBOUND_MAIL_SECRET"';
  // The server accepts changes only from the console's own pages.
  return `"Cookie: parley.session_token=$SESSION"${method === "GET" ? "" : ` -H "Origin: ${server}"`}`;
}

/** The path with example values, and the required query parameters. */
function filled(path, parameters) {
  const examples = new Map(parameters.map(({ name, example }) => [name, example]));
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(examples.get(name)));
  const query = parameters.filter(({ in: place, required }) => place === "query" && required);
  return query.length === 0
    ? address
    : `${address}?${query.map(({ name }) => `${name}=${sample[name] ?? "..."}`).join("&")}`;
}

const sample = { q: "returns", token: "$TOKEN", language: "en", measure: "tickets", part: "points" };

function formOf({ properties }) {
  const id = properties.id ? "-F id=0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a13 " : "";
  return `${id}-F file=@${properties.id ? "screenshot.png" : "handbook.pdf"}`;
}
