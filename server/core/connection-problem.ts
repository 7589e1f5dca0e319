/** The setting that a connection comes from. */
type Setting = "DATABASE_URL" | "MIGRATION_DATABASE_URL" | "REDIS_URL";

const unknownAuthority = [
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
];
const signs =
  "Write the signs @ : / # ? % and spaces of a user or password percent-encoded (@ is %40, # is %23, % is %25).";

/**
 * Why a connection to PostgreSQL or Redis cannot work until somebody changes something, in plain words with the change. Undefined for what
 * may pass, such as a server that does not run yet. Never contains the setting's value.
 */
export function connectionProblem(error: unknown, setting: Setting): string | undefined {
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  return certificateProblem(code, setting) ?? accessProblem(code, message, setting);
}

function certificateProblem(code: string, setting: Setting): string | undefined {
  const ofPostgres = setting === "REDIS_URL" ? "" : `, or add sslrootcert=/path/ca.pem to ${setting}`;
  if (unknownAuthority.includes(code))
    return `The server in ${setting} has a certificate of an authority that this machine does not know (${code}). Set NODE_EXTRA_CA_CERTS to the authority's PEM file${ofPostgres}.`;
  if (code === "CERT_HAS_EXPIRED") return `The certificate of the server in ${setting} has expired. Renew it.`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `The certificate of the server in ${setting} is for another host name. Use the name in the certificate.`;
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "EPROTO")
    return `The server in ${setting} does not speak TLS at this port. ${setting === "REDIS_URL" ? "Use redis:// instead of rediss://, or its TLS port." : "Use its TLS port, or remove sslmode."}`;
  return undefined;
}

function accessProblem(code: string, message: string, setting: Setting): string | undefined {
  if (code === "28P01") return `PostgreSQL rejects the user or password in ${setting}. ${signs}`;
  if (code === "28000" && /no encryption/.test(message))
    return `PostgreSQL accepts this user only over TLS. Add sslmode=verify-full to ${setting}.`;
  if (code === "28000") return `PostgreSQL does not let this user in (${setting}): ${message}.`;
  if (code === "3D000") return `The database in ${setting} does not exist. Create it, or correct the name.`;
  if (/does not support SSL connections/.test(message))
    return `The server in ${setting} has no TLS. Turn it on at the server, or remove sslmode.`;
  if (code === "ENOENT" && /\.(?:pem|crt|cer|key)/.test(message))
    return `A certificate file in ${setting} is not there (sslrootcert, sslcert or sslkey). In a container, mount it.`;
  if (code === "ENOTFOUND") return `The host in ${setting} was not found. ${signs}`;
  if (code === "ERR_INVALID_URL" || /^(?:URI malformed|Invalid URL)$/.test(message))
    return `${setting} is not a valid URL. ${signs}`;
  return undefined;
}

/** The same error in plain words, if there are any; to be thrown again. */
export function explained(error: unknown, setting: Setting): unknown {
  const problem = connectionProblem(error, setting);
  return problem === undefined ? error : new Error(`Parley cannot start: ${problem}`, { cause: error });
}
