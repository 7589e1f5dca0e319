import { describe, expect, it } from "vitest";
import { parsePageUrl } from "./page-url.ts";
import { isPublicAddress } from "./public-address.ts";

const refused = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254"],
  ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1"],
  ...["192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
  ...["168.63.129.16", "::", "::1", "::7f00:1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:a00:1"],
  ...["64:ff9b::a9fe:a9fe", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2001::1"],
  ...["2001:0:53aa:64c:0:0:80ff:fffe", "fc00::1", "fd00:ec2::254", "fd20:ce::254", "fe80::1", "fe80::1%eth0"],
  ...["fec0::1", "ff02::1", "100::1", "2001:db8::1", "2001:2::1", "2001:10::1", "3fff::1", "5f00::1", "4000::1"],
  ...["2a01:4f8::5efe:7f00:1", "2a01:4f8::200:5efe:a00:1", "", "localhost", "8.8.8", "8.8.8.8 ", "1.2.3.4.5"],
];

describe("addresses", () => {
  it.each(refused)("refuses %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["8.8.8.8", "1.1.1.1", "93.184.216.34", "172.32.0.1", "2001:4860:4860::8888", "2606:4700::6810:84e5"])(
    "allows %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe("addresses of pages", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://0/",
    "http://127.0.0.1./",
    "http://１２７.０.０.１/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127%2e0%2e0%2e1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://0xa9fea9fe/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[fd00:ec2::254]/",
    "http://user@example.com/",
    "http://user:secret@example.com/",
    "https://example.com:22/",
    "http://example.com:6379/",
    "http://example.com:0/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "//example.com/",
    "example.com",
    "http://",
    "",
  ])("refuses %s", (address) => {
    expect(() => parsePageUrl(address)).toThrowError(expect.objectContaining({ code: "invalid_request" }));
  });

  it("refuses endless ones", () => {
    expect(() => parsePageUrl(`http://example.com/${"a".repeat(3_000)}`)).toThrowError(/longer than/);
  });

  it("takes what a person copies from the address bar", () => {
    expect(parsePageUrl("HTTPS://Example.com/a b?q=1#part").href).toBe("https://example.com/a%20b?q=1");
    expect(parsePageUrl("http://example.com:8080/").port).toBe("8080");
    expect(parsePageUrl("https://例え.jp/").hostname).toBe("xn--r8jz45g.jp");
  });
});
