import type { ComponentChildren } from "preact";

interface NoticeProps {
  title: string;
  text?: string;
  children?: ComponentChildren;
}

/** What stands where there is nothing to show. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <div class="notice">
      <p class="notice-title">{title}</p>
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

/** Grey bars where content is about to be. */
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
