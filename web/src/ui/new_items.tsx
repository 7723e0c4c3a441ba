// "3 new ↑": what came is announced and enters when asked; at once where nothing is shown
// that it could move.
import { useEffect, useState } from "preact/hooks";
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
  return (
    <button type="button" class="new-items" onClick={() => onShow().then(() => setCame(0))}>
      {t.newItems(came)} <span aria-hidden="true">↑</span>
    </button>
  );
}
