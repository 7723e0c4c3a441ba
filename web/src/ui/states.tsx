// What is shown while something comes, when there is nothing, and when it went wrong.
import type { ComponentChildren } from "preact";
import { ApiError } from "../api/client";
import { t } from "../i18n/text";
import { Button } from "./button";
import { Mark } from "./icons";

export function Skeleton({ rows = 8, kind = "item" }: { rows?: number; kind?: "item" | "row" | "text" }) {
  return (
    <div class={`skeleton ${kind}`} role="status" aria-label={t.loading}>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} class="bone"><i /><i /></div>
      ))}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Mark size={40} />
      <h2>{title}</h2>
      {children && <div class="quiet">{children}</div>}
    </div>
  );
}

// What an address names that is not there, and the way on.
export interface Nothing {
  readonly text: string;
  readonly href: string;
  readonly link: string;
}

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

export const Missing = ({ text, href, link }: Nothing) => (
  <Empty title={text}><a href={href}>{link}</a></Empty>
);

export function Failed({ error, again, missing }: {
  error: unknown; again?: () => void; missing?: Nothing;
}) {
  const known = error instanceof ApiError ? error : null;
  if (missing && isMissing(error)) return <Missing {...missing} />;
  return (
    <div class="empty" role="alert">
      <h2>{known?.status === 404 ? t.error.notThere : known?.status === 0 ? known.title : t.error.unknown}</h2>
      <p class="quiet">
        {known ? known.detail || t.error.tryAgain : String((error as Error)?.message ?? error)}
      </p>
      {again && <Button icon="visit" onClick={again}>{t.again}</Button>}
      {known?.request && <p class="quiet small">{t.error.request(known.request)}</p>}
    </div>
  );
}
