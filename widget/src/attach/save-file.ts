/** So long the address of a saved file stays good: browsers read it a moment after the click. */
const addressMs = 30_000;

/** Puts bytes onto the visitor's disk, as a click on a link would. */
export function saveFile(name: string, bytes: Blob): void {
  const link = document.createElement("a");
  // Bytes without a type that a browser would open.
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), addressMs);
}
