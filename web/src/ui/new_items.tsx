// "3 new ↑": what came is announced and enters when asked, and is gone to; at once where
// nothing is shown that it could move.
import { useEffect, useRef, useState } from "preact/hooks";
import { listen } from "../api/events";
import { t } from "../i18n/text";

export function NewItems({ kind, isEmpty, wanted, onShow }: {
  kind: "article" | "clip";
  isEmpty: boolean;
  // Of those told, which belong to the list that is shown.
  wanted?: (data: Record<string, unknown>) => boolean;
  onShow: () => Promise<void>;
}) {
  const [came, setCame] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setCame(0);
    return listen((told, data) => {
      if (told === "gap" || (told === kind && (wanted?.(data) ?? true))) {
        setCame((count) => count + 1);
      }
    });
  }, [kind, wanted]);
  const isAny = came > 0;
  useEffect(() => {
    if (isAny && isEmpty) void onShow().then(() => setCame(0));
  }, [isAny, isEmpty]);
  if (!isAny || isEmpty) return null;
  const show = async () => {
    const column = button.current?.closest("main");
    await onShow();
    setCame(0);
    requestAnimationFrame(() => {
      const list = column?.querySelector(".scroll");
      if (list) list.scrollTop = 0;
      column?.querySelector<HTMLElement>(".items a.item-link")?.focus({ preventScroll: true });
    });
  };
  return (
    <button type="button" class="new-items" ref={button} onClick={() => void show()}>
      {t.newItems(came)} <span aria-hidden="true">↑</span>
    </button>
  );
}
