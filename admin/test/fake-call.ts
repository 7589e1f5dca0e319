import type { Route, RouteInput, RouteOutput } from "../../protocol/route.ts";
import type { CallRoute } from "../src/ui/api-call.ts";

type Answers<F extends Record<string, Route>> = {
  [Id in keyof F]?: (input: RouteInput<F[Id]>) => Promise<RouteOutput<F[Id]>>;
};

/** Returns scripted responses for declared routes, by route id; a call of any other route fails the test. */
export function fakeCall<F extends Record<string, Route>>(_family: F, answers: Answers<F>): CallRoute {
  const call = ({ id }: Route, input: object = {}) => {
    const answer = answers[id] as ((input: object) => Promise<unknown>) | undefined; // of the same route
    return answer ? answer(input) : Promise.reject(new Error(`no answer to ${id}`));
  };
  return call as CallRoute; // the answers have the types of their routes
}
