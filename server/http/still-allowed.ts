import type { Request, RequestHandler, Response } from "express";

/** Rights that were taken away end open streams within this time. */
const checkIntervalMs = 30_000;

/**
 * Asks again and again, while a stream is open, whether its reader may still read it. One that may not is
 * cut off; coming back, it is refused.
 */
export function stillAllowed(
  mayRead: (request: Request, response: Response) => Promise<boolean>,
  intervalMs = checkIntervalMs,
): RequestHandler {
  return (request, response, next) => {
    const timer = setInterval(() => {
      // A question that cannot be answered now is asked again; a store that is away ends nobody's stream.
      mayRead(request, response).then(
        (may) => may || response.destroy(),
        () => {},
      );
    }, intervalMs);
    timer.unref();
    response.once("close", () => clearInterval(timer));
    next();
  };
}
