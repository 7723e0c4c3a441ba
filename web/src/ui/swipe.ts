// A row drawn aside by a finger: to the right read, to the left starred.
import { useRef } from "preact/hooks";

const enough = 72;

export function useSwipe(acts: { right: (id: number) => void; left: (id: number) => void }) {
  const drag = useRef<{ row: HTMLElement; x: number; y: number; by: number; is: boolean } | null>(null);
  const settle = () => {
    const now = drag.current;
    drag.current = null;
    if (!now) return;
    now.row.classList.remove("swiped");
    const body = now.row.querySelector<HTMLElement>(".item-body");
    if (body) body.style.transform = "";
    if (!now.is || Math.abs(now.by) < enough) return;
    (now.by > 0 ? acts.right : acts.left)(Number(now.row.dataset.id));
  };
  return {
    onTouchStart: (event: TouchEvent) => {
      const row = (event.target as Element).closest<HTMLElement>("li[data-id]");
      const touch = event.touches[0];
      if (!row || !touch || event.touches.length > 1) return;
      drag.current = { row, x: touch.clientX, y: touch.clientY, by: 0, is: false };
    },
    onTouchMove: (event: TouchEvent) => {
      const now = drag.current;
      const touch = event.touches[0];
      if (!now || !touch) return;
      const x = touch.clientX - now.x;
      const y = touch.clientY - now.y;
      if (!now.is && Math.abs(y) > 10) {
        drag.current = null;
        return;
      }
      if (!now.is && Math.abs(x) < 12) return;
      now.is = true;
      now.by = Math.max(-120, Math.min(120, x));
      now.row.classList.add("swiped");
      const body = now.row.querySelector<HTMLElement>(".item-body");
      if (body) body.style.transform = `translateX(${now.by}px)`;
    },
    onTouchEnd: settle,
    onTouchCancel: settle,
  };
}
