import { describe, expect, it } from "vitest";
import { holdsSecrets, redact } from "./redact.ts";

describe("redact takes out", () => {
  it.each([
    ["a bearer token", "curl -H 'Authorization: Bearer abcdef1234567890XYZ' x", "abcdef1234567890XYZ"],
    ["a session token", "it is eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP", "eyJhbGciOiJIUzI1NiJ9"],
    ["a provider key", "use sk-proj-a1B2c3D4e5F6g7H8i9J0k1L2 please", "a1B2c3D4e5F6"],
    [
      "a mail provider key",
      "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",
      "ngeVfQFYQlKU0ufo8x5d1A",
    ],
    ["an AWS key", "AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"],
    ["a key of ours", "pk_0193f0a27d5b7c3e9f00aa11bb22cc33_Zk3v9Qw1Zk3v9Qw1Zk3v9Qw1Zk3v9Qw1Zk3v9Qw1abc", "Zk3v9Qw1"],
    ["a password in words", "my password is hunter2! can you help", "hunter2!"],
    ["a password in an address", "postgres://parley:s3cret@db/parley", "s3cret"],
    ["a card number", "my card 4111 1111 1111 1111 was declined", "4111"],
    ["an account number", "DE89 3704 0044 0532 0130 00", "3704"],
    ["an e-mail address", "write to Ann.Lee+x@example.co.uk today", "Ann.Lee"],
    ["an IPv4 address", "from 81.2.69.142 yesterday", "81.2.69.142"],
    ["an IPv6 address", "from 2001:db8:85a3::8a2e:370:7334 yesterday", "8a2e"],
    ["long encoded data", `blob ${"Ab3/".repeat(15)}== end`, "Ab3/Ab3/"],
    ["a digest", "5d41402abc4b2a76b9719d911017c592", "5d41402abc"],
    [
      "a private key",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----",
      "MIIEpAIBAAKCAQEA",
    ],
  ])("%s", (_name, text, secret) => {
    expect(redact(text)).not.toContain(secret);
    expect(holdsSecrets(text)).toBe(true);
  });
});

describe("redact leaves alone", () => {
  it.each([
    "How do I add a dedicated IP address to my account?",
    "Invoice 2024-000123456789 from 12 May 2024",
    "Order number 1234567890123",
    "Upgrade from 1.2.3 to 10.4.0 costs 19.99",
    "Point the A record at 127.0.0.1 for tests",
    "Where is the password field? The password policy is described below.",
    "my password is not accepted, the token is expired",
    "It took 12:30:45 hours",
    "The pneumonoultramicroscopicsilicovolcanoconiosis page",
  ])("%s", (text) => {
    expect(redact(text)).toBe(text);
  });
});
