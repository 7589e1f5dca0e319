import { expect, it } from "vitest";
import { deviceOf } from "./device.ts";

it("a browser's name for itself becomes two words, and nothing of it that tells one person from another", () => {
  const like = (rest: string) => `Mozilla/5.0 (${rest}`;
  const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.61 Safari/537.36";
  expect(deviceOf(like(`Windows NT 10.0; Win64; x64) ${chrome}`))).toBe("Chrome, Windows");
  expect(deviceOf(like(`Windows NT 10.0; Win64; x64) ${chrome} Edg/126.0`))).toBe("Edge, Windows");
  expect(deviceOf(like(`Linux; Android 14; SM-S911B) ${chrome}`))).toBe("Chrome, Android");
  expect(deviceOf(like("Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0"))).toBe(
    "Firefox, macOS",
  );
  expect(
    deviceOf(
      like("iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 (KHTML) Version/17.5 Mobile/1 Safari/604.1"),
    ),
  ).toBe("Safari, iPhone");
  expect(deviceOf("curl/8.7.1")).toBeNull();
  expect(deviceOf(undefined)).toBeNull();
  expect(deviceOf("<script>alert(1)</script>".repeat(100_000))).toBeNull();
});
