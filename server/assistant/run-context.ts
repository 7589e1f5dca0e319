import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { isTracedByLangSmith } from "../config.ts";

/** What LangChain needs of Node's `AsyncLocalStorage`. */
interface Storage {
  getStore(): unknown;
  run<Result>(store: unknown, work: () => Result): Result;
  enterWith(store: unknown): void;
}

/**
 * Remembers the context of a step while its function starts, and no longer. `interrupt` asks for it there, and nothing here asks
 * later. Node's own follows every promise of the process, ours or not: on Node.js 20 that makes each three times as dear (measured:
 * 0.12 to 0.38 µs), and an answer is made of thousands.
 */
export class StartingContext implements Storage {
  #store: unknown;

  getStore(): unknown {
    return this.#store;
  }

  run<Result>(store: unknown, work: () => Result): Result {
    const before = this.#store;
    this.#store = store;
    try {
      return work();
    } finally {
      this.#store = before;
    }
  }

  enterWith(store: unknown): void {
    this.#store = store;
  }
}

/** Where LangChain keeps the configuration of the step that runs (`lc:child_config` in @langchain/core's singletons). */
const stepConfigKey = Symbol.for("lc:child_config");

/**
 * Makes LangChain use it; the first one that is set stays, so this comes before `@langchain/langgraph` is loaded. For each function
 * it wraps, the library would also make the root of a trace that nobody reads, with an id and two times. An operator who has runs
 * traced by LangSmith keeps both as the library has them: there the steps of a run are put below each other by them.
 */
function useStartingContext(): void {
  if (isTracedByLangSmith()) return;
  const provider = AsyncLocalStorageProviderSingleton;
  provider.initializeGlobalInstance(new StartingContext());
  provider.runWithConfig = <Result>(config: unknown, work: () => Result): Result =>
    provider.getInstance().run({ extra: { [stepConfigKey]: config } }, work);
}

useStartingContext();
