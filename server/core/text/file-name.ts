/** A file name from an untrusted source, safe to show: the last part of a path, without invisible characters. Not a path on any disk. */
export function safeFileName(given: string, maxNameChars: number): string {
  const last = given.normalize("NFC").toWellFormed().split(/[/\\]/).pop() ?? "";
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, "").trim();
  const name = visible.replace(/^\.+/, "");
  if (name.length <= maxNameChars) return name === "" ? "file" : name;
  // Keep the extension, which shows the file type.
  const ending = /\.[\w-]{1,12}$/.exec(name)?.[0] ?? "";
  return `${name.slice(0, maxNameChars - ending.length).toWellFormed()}${ending}`;
}
