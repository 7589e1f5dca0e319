export function findProgram(program: "chromium" | "redis-server" | "postgres"): string | undefined;
