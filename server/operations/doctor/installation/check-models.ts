import { existsSync } from "node:fs";
import type { Check } from "../../../../protocol/admin-doctor.ts";
import { asError } from "../../../core/errors.ts";
import { failed, ok, warning } from "../check.ts";
import type { InstallationDeps, TriedModel } from "../deps.ts";

/** An answer needs several calls. When each takes longer than this, visitors wait for long. */
const slowModelMs = 8_000;
/** Every question waits for its embedding. */
const slowVectorMs = 2_000;

/** Files that container runtimes put into a container: Docker, Podman, Kubernetes. */
const containerMarks = ["/.dockerenv", "/run/.containerenv", "/var/run/secrets/kubernetes.io"];

/** Judges one real call to each answering model. @param isContainer Parley runs in a container, where localhost is the container itself. */
export function judgeModels(
  tried: readonly TriedModel[],
  isContainer: boolean = containerMarks.some((mark) => existsSync(mark)),
): Check[] {
  if (tried.length === 0) return [ok("model", "built-in answerer")];
  return tried.map(({ provider, model, tasks, ms, error }) => {
    const name = "model";
    const which = `${provider} ${model} (${tasks.join(", ")})`;
    if (error !== null)
      return failed(name, `${which}: ${error}.`, {
        mend:
          isContainer && provider === "ollama"
            ? "Parley runs in a container, where localhost is the container itself. Set OLLAMA_BASE_URL to http://host.docker.internal:11434 or to the service name of Ollama, and check the model name"
            : "Check the provider's key and address, the model name and your account with the provider",
      });
    const said = `${which} responded in ${ms} ms`;
    return ms > slowModelMs
      ? warning(name, `${said}, which is slow.`, { mend: "Choose a smaller model, or check the provider's status" })
      : ok(name, said);
  });
}

/** Computes one real embedding. */
export async function checkEmbeddings({ embeddings }: Pick<InstallationDeps, "embeddings">): Promise<Check> {
  const name = "embeddings";
  try {
    // The first embedding loads the model. Visitors do not wait for that, so it is not timed.
    await embeddings.embed(["Is it there?"], { priority: "query" });
    const startedAt = performance.now();
    const [vector] = await embeddings.embed(["Does this work?"], { priority: "query" });
    const ms = Math.round(performance.now() - startedAt);
    if (!vector) return failed(name, `${embeddings.model} returned no vector.`);
    const said = `${embeddings.model}, ${vector.length} dimensions in ${ms} ms`;
    return ms > slowVectorMs
      ? warning(name, `${said}, which is slow.`, { mend: "Check the load of this machine or the provider's status" })
      : ok(name, said);
  } catch (error) {
    return failed(name, `${embeddings.model}: ${asError(error).message}. Search uses words only.`, {
      mend: "Check EMBEDDING_PROVIDER, EMBEDDING_MODEL and the provider's key",
    });
  }
}
