import type { ComponentChildren } from "preact";

interface NoticeProps {
  title: string;
  /** The notice is the whole page, so its title is the page's heading. */
  main?: boolean;
  text?: string;
  children?: ComponentChildren;
}

/** Shown when there is no content. */
export function Notice({ title, main = false, text, children }: NoticeProps) {
  const Title = main ? "h1" : "p";
  return (
    <div class="notice">
      <Title class="notice-title">{title}</Title>
      {text ? <p class="notice-text">{text}</p> : null}
      {children ? <div class="notice-actions">{children}</div> : null}
    </div>
  );
}

export function ErrorState({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <Notice title={title} text={text}>
        <button type="button" class="btn" onClick={onRetry}>
          Try again
        </button>
      </Notice>
    </div>
  );
}

/** Grey bars while content is loading. */
export function Skeleton({
  rows,
  label,
  kind = "row",
}: {
  rows: number;
  label: string;
  kind?: "row" | "message" | "card";
}) {
  return (
    <div class={`skeleton skeleton-${kind}`} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div class="skeleton-item" key={index}>
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

export function Spinner() {
  return <span class="spinner" aria-hidden="true" />;
}
