import type { Request, RequestHandler, Response } from "express";
import type { HubSubscription } from "../core/live/hub.ts";

/** Longest time until a stream ends after its reader lost the right to it, even if the notification is lost. */
const checkIntervalMs = 30_000;

export interface RightsChecks {
  intervalMs?: number | undefined;
  /** Subscribes to changes of rights, so that the reader is checked at once. */
  listen?: (response: Response, look: () => void) => Promise<HubSubscription>;
}

/**
 * Checks regularly, while a stream is open, whether its reader may still read it. If not, the stream ends in order; when the reader
 * reconnects, it gets the reason.
 */
export function stillAllowed(
  mayRead: (request: Request, response: Response) => Promise<boolean>,
  { intervalMs = checkIntervalMs, listen }: RightsChecks = {},
): RequestHandler {
  return async (request, response, next) => {
    const look = () => {
      // A check that fails is repeated; an unavailable store does not end a stream.
      mayRead(request, response).then(
        (may) => may || end(response),
        () => {},
      );
    };
    const timer = setInterval(look, intervalMs);
    timer.unref();
    response.once("close", () => clearInterval(timer));
    const subscription = await listen?.(response, look);
    if (response.closed) await subscription?.close();
    else response.once("close", () => void subscription?.close());
    next();
  };
}

function end(response: Response): void {
  if (response.headersSent) response.end();
  else response.destroy();
}
