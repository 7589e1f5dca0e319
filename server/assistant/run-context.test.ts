import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { expect, it } from "vitest";
import { StateGraph } from "./langgraph.ts";
import { StartingContext } from "./run-context.ts";

it("is what LangGraph uses, since it is chosen before LangGraph is loaded", () => {
  expect(StateGraph).toBeTypeOf("function");
  expect(AsyncLocalStorageProviderSingleton.getInstance()).toBeInstanceOf(StartingContext);
});

it("is there while a step's function starts, and what was there before is back afterwards", async () => {
  const context = new StartingContext();
  const seen: unknown[] = [];
  const step = async () => {
    seen.push(context.getStore());
    await Promise.resolve();
    seen.push(context.getStore());
  };
  await context.run("outer", async () => {
    const started = context.run("inner", step);
    seen.push(context.getStore());
    await started;
  });
  expect(seen).toEqual(["inner", "outer", undefined]);
  expect(() =>
    context.run("failing", () => {
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(context.getStore()).toBeUndefined();
});
