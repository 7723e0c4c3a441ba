// Orders of the table. Of numbers that are reckoned for each row anew (articles a week,
// delay) the server has none: the page sorts them, and reads all rows for it.
import { useEffect, useRef } from "preact/hooks";
import type { Pages } from "../api/pages";
import type { SourceRow } from "../api/types";

const own: Record<string, (row: SourceRow) => number> = {
  per_week: (row) => row.per_week,
  delay: (row) => row.median_delay_s ?? -1,
};

// Where there are more, they are not read for it: an address that asks for such an order
// has the server's first one.
const mostSorted = 2_000;

// Of so many sources; undefined: not known yet.
export const hasOwnOrders = (total: number | undefined) => total !== undefined && total <= mostSorted;

export const isOwnOrder = (sort: string) => sort in own;

// The greatest first for what one looks for by its size or its time.
export const directionOf = (sort: string) =>
  (sort === "title" || sort === "next_due" ? "ascending" : "descending");

export function useOwnOrder(pages: Pages<SourceRow>, sort: string): readonly SourceRow[] {
  const value = own[sort];
  useEffect(() => {
    if (value && !pages.isWhole && !pages.loading && !pages.error) pages.more();
  });
  // Rows change in place (live_rows.ts), and stay where they are until one sorts again.
  const places = useRef({ key: "", of: new Map<number, number>() });
  const key = `${sort} ${pages.isWhole} ${pages.items.map((row) => row.id).join()}`;
  if (value && places.current.key !== key) {
    const sorted = [...pages.items].sort((a, b) => value(b) - value(a));
    places.current = { key, of: new Map(sorted.map((row, i) => [row.id, i])) };
  }
  if (!value) return pages.items;
  const place = (row: SourceRow) => places.current.of.get(row.id) ?? 0;
  return [...pages.items].sort((a, b) => place(a) - place(b));
}
