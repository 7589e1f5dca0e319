export function findProgram(
  program: "chromium" | "chromium-headless-shell" | "redis-server" | "postgres" | "pgbouncer",
): string | undefined;
