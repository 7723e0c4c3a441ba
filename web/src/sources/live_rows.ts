// Rows of the table as they are by now, each in its place: what was visited, brought
// something or failed meanwhile. Only those in view are asked for.
import { useEffect } from "preact/hooks";
import { address, get } from "../api/client";
import { listen } from "../api/events";
import { patchItems } from "../api/pages";
import type { Page, SourceRow } from "../api/types";

// As many as the server tells at a time.
const most = 200;

const idsInView = () => [...document.querySelectorAll<HTMLElement>("tr[data-id]")].filter((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}).slice(0, most).map((row) => Number(row.dataset.id));

export function useLiveRows(): void {
  useEffect(() => listen(async (kind) => {
    const ids = kind === "status" ? idsInView() : [];
    if (ids.length === 0) return;
    // The next time, if not now.
    const { items } = await get<Page<SourceRow>>(address("sources", { ids: ids.join(","), limit: most }))
      .catch(() => ({ items: [] }));
    const now = new Map(items.map((row) => [row.id, row]));
    patchItems<SourceRow>("sources?", new Set(now.keys()), (row) => now.get(row.id) ?? row);
  }), []);
}
