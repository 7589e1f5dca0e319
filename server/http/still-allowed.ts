import type { Request, RequestHandler, Response } from "express";
import type { HubSubscription } from "../core/live/hub.ts";

/** Rights that were taken away end open streams within this time, whatever else is lost. */
const checkIntervalMs = 30_000;

export interface RightsChecks {
  intervalMs?: number | undefined;
  /** Calls back when somebody's rights changed, so that the reader is looked at right away. */
  listen?: (response: Response, look: () => void) => Promise<HubSubscription>;
}

/**
 * Asks again and again, while a stream is open, whether its reader may still read it. The stream of one that may not
 * ends in good order; coming back, its reader is told why not.
 */
export function stillAllowed(
  mayRead: (request: Request, response: Response) => Promise<boolean>,
  { intervalMs = checkIntervalMs, listen }: RightsChecks = {},
): RequestHandler {
  return async (request, response, next) => {
    const look = () => {
      // A question that cannot be answered now is asked again; a store that is away ends nobody's stream.
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
