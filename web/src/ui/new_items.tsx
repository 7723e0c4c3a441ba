// "3 new ↑": what came is announced and enters when asked.
import { useEffect, useState } from "preact/hooks";
import { listen } from "../api/events";
import { t } from "../i18n/text";

export function NewItems({ kind, wanted, onShow }: {
  kind: "article" | "clip";
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
  if (came === 0) return null;
  return (
    <button type="button" class="new-items" onClick={() => onShow().then(() => setCame(0))}>
      {t.newItems(came)} <span aria-hidden="true">↑</span>
    </button>
  );
}
