// Undo instead of confirm: what was done is said for a while, with a way back.
import type { ComponentChildren } from "preact";
import { signal, useSignal } from "./signal";
import { t } from "../i18n/text";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo?: () => void;
  // Where it can be seen.
  readonly link?: { readonly href: string; readonly text: string };
  readonly isError: boolean;
}

const toasts = signal<readonly Toast[]>([]);
let last = 0;

const drop = (id: number) => toasts.set(toasts.value.filter((each) => each.id !== id));

function show(toast: Omit<Toast, "id">, milliseconds: number): void {
  const id = ++last;
  // Two at a time: more would be a wall.
  toasts.set([...toasts.value.slice(-1), { ...toast, id }]);
  setTimeout(() => drop(id), milliseconds);
}

// How long a way back is offered.
export const undoTime = 8000;

export const say = (text: string, undo?: () => void) =>
  show({ text, isError: false, ...(undo && { undo }) }, undo ? undoTime : 4000);
export const sayWhere = (text: string, href: string, name: string) =>
  show({ text, isError: false, link: { href, text: name } }, undoTime);
export const complain = (text: string) => show({ text, isError: true }, 8000);

// "z", or Ctrl+Z's little sister: takes back what was done last.
export function undoLast(): void {
  const latest = [...toasts.value].reverse().find((each) => each.undo);
  if (!latest) return;
  drop(latest.id);
  latest.undo?.();
}

export function Toasts({ children }: { children?: ComponentChildren }) {
  const shown = useSignal(toasts);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} class={toast.isError ? "toast error" : "toast"}>
          <span>{toast.text}</span>
          {toast.link && <a class="link" href={toast.link.href}>{toast.link.text}</a>}
          {toast.undo && (
            <button class="link" onClick={() => (drop(toast.id), toast.undo?.())}>
              {t.undo}
            </button>
          )}
        </div>
      ))}
      {children}
    </div>
  );
}
