import { get } from "node:http";

/** An open event stream. */
export interface Followed {
  close(): void;
}

/** Follows a feed of the console. `hear` receives each piece of text; `over` is called when the other side ends the feed. */
export function follow(
  url: string,
  apiKey: string,
  { hear, over }: { hear: (text: string) => void; over?: () => void },
): Promise<Followed> {
  return new Promise((resolve, reject) => {
    let isClosed = false;
    const asked = get(url, { headers: { authorization: `Bearer ${apiKey}` }, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url} returned status ${response.statusCode}`));
      response.setEncoding("utf8");
      response.on("data", hear);
      response.on("error", () => undefined);
      response.on("close", () => !isClosed && over?.());
      resolve({
        close() {
          isClosed = true;
          asked.destroy();
        },
      });
    });
    asked.on("error", reject);
  });
}
