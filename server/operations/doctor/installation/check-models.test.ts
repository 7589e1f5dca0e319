import { expect, it } from "vitest";
import { judgeModels } from "./check-models.ts";

const tried = { provider: "ollama", model: "llama3.1", tasks: ["answers"], ms: 3, error: "The server is unreachable" };

it("says in a container that localhost is the container, and elsewhere not", () => {
  expect(judgeModels([tried], true)[0]?.mend).toContain("host.docker.internal");
  expect(judgeModels([tried], false)[0]?.mend).not.toContain("container");
  expect(judgeModels([{ ...tried, provider: "openai" }], true)[0]?.mend).not.toContain("container");
});
