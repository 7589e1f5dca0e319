import { expect, test } from "vitest";
import { completeLock, findMissingOptional } from "./lock-file.mjs";

const lock = {
  lockfileVersion: 3,
  packages: {
    "": { name: "parley" },
    "node_modules/tool": {
      version: "2.0.0",
      dev: true,
      optionalDependencies: {
        "@tool/cli-linux-x64": "2.0.0",
        "@tool/cli-linux-x64-musl": "2.0.0",
        "@tool/cli-win32-arm64-msvc": "2.0.0",
      },
    },
    "node_modules/@tool/cli-linux-x64": { version: "2.0.0", optional: true },
  },
};

test("an optional package that the lock file does not hold is found and added for its platform only", () => {
  expect(findMissingOptional(lock).map((entry) => entry.path)).toEqual([
    "node_modules/@tool/cli-linux-x64-musl",
    "node_modules/@tool/cli-win32-arm64-msvc",
  ]);
  const completed = completeLock(lock);
  expect(completed.packages["node_modules/@tool/cli-linux-x64-musl"]).toEqual({
    version: "2.0.0",
    cpu: ["x64"],
    os: ["linux"],
    libc: ["musl"],
    optional: true,
    dev: true,
  });
  expect(completed.packages["node_modules/@tool/cli-win32-arm64-msvc"]).toMatchObject({
    cpu: ["arm64"],
    os: ["win32"],
  });
  expect(findMissingOptional(completed)).toEqual([]);
  expect(Object.keys(completed.packages)[0]).toBe("");
});

test("an optional package without a platform is left to a person", () => {
  const odd = { packages: { "node_modules/tool": { version: "1.0.0", optionalDependencies: { extras: "1.0.0" } } } };
  expect(() => completeLock(odd)).toThrow("has no platform");
});
