import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

interface LazyDialogProps {
  open: boolean;
  load: () => Promise<ComponentType>;
}

/**
 * A dialog whose script is not part of the first one. It loads when the page has been idle, or when the dialog opens, and the dialog then
 * stays in the page, so that closing it returns the focus. A failed load is tried again at the next opening.
 */
export function LazyDialog({ open, load }: LazyDialogProps) {
  const [loaded, setLoaded] = useState<{ Body: ComponentType } | null>(null);
  useEffect(() => {
    if (loaded) return undefined;
    const start = () => {
      load().then(
        (Body) => setLoaded({ Body }),
        () => undefined,
      );
    };
    if (open) {
      start();
      return undefined;
    }
    const timer = setTimeout(start, idleMs);
    return () => clearTimeout(timer);
  }, [open]);
  return loaded ? <loaded.Body /> : null;
}

/** In ms; the first screen has loaded by then. */
const idleMs = 1_500;
