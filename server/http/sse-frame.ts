export interface SseFrame {
  id?: string | undefined;
  event: string;
  /** One line of JSON. */
  json: string;
}

/**
 * One SSE frame. `id` and `event` come from a fixed alphabet; data is JSON in one line, so no text can break
 * a frame. @throws Error when id or event could break out of their line.
 */
export function formatFrame({ id, event, json }: SseFrame): string {
  if (!/^[a-z_]+$/.test(event)) throw new Error("event name outside its alphabet");
  if (id !== undefined && !/^[\w.-]+$/.test(id)) throw new Error("event id outside its alphabet");
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${json}\n\n`;
}
