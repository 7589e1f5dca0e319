import { expect, it } from "vitest";
import { connectionProblem } from "./connection-problem.ts";

it.each<[Parameters<typeof connectionProblem>[1], { code?: string; message?: string }, RegExp]>([
  ["DATABASE_URL", { code: "SELF_SIGNED_CERT_IN_CHAIN" }, /NODE_EXTRA_CA_CERTS.*sslrootcert/],
  ["REDIS_URL", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, /NODE_EXTRA_CA_CERTS to the authority's PEM file\.$/],
  ["REDIS_URL", { code: "ERR_SSL_WRONG_VERSION_NUMBER" }, /redis:\/\/ instead of rediss/],
  ["DATABASE_URL", { code: "ERR_TLS_CERT_ALTNAME_INVALID" }, /another host name/],
  ["MIGRATION_DATABASE_URL", { code: "28P01" }, /rejects the user or password in MIGRATION_DATABASE_URL.*%40/],
  ["DATABASE_URL", { code: "28000", message: "no pg_hba.conf entry for host, no encryption" }, /only over TLS/],
  ["DATABASE_URL", { message: "The server does not support SSL connections" }, /no TLS/],
  ["DATABASE_URL", { code: "ENOENT", message: "ENOENT: no such file, open '/ca.pem'" }, /certificate file/],
  ["DATABASE_URL", { message: "URI malformed" }, /not a valid URL.*%25/],
  ["DATABASE_URL", { code: "ENOTFOUND", message: "getaddrinfo ENOTFOUND word" }, /host in DATABASE_URL.*percent/],
])("says of %s with %o what to change", (setting, error, said) => {
  expect(connectionProblem(error, setting)).toMatch(said);
});

it("says nothing of what may pass", () => {
  for (const code of ["ECONNREFUSED", "ETIMEDOUT", "57P03"])
    expect(connectionProblem({ code }, "DATABASE_URL")).toBeUndefined();
});
