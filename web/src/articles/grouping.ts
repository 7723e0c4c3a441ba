// One busy source must not fill the page: of each it shows three a day, and "9 more".
import { parseTime } from "../ui/when";

export interface Grouped<T> {
  readonly rows: T[];
  // How many of the same source and day are folded behind this row.
  readonly folded: Map<number, number>;
}

export const dayOf = (time: string) => new Date(parseTime(time) ?? 0).toDateString();
export const groupKey = (row: { source: number; found: string }) =>
  `${row.source} ${dayOf(row.found)}`;

const shown = 3;

export function grouped<T extends { id: number; source: number; found: string }>(
  items: readonly T[], unfolded: ReadonlySet<string>, keep: number | null): Grouped<T> {
  const seen = new Map<string, number>();
  const third = new Map<string, number>();
  const rows: T[] = [];
  const folded = new Map<number, number>();
  for (const item of items) {
    const key = groupKey(item);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    if (before < shown || unfolded.has(key) || item.id === keep) {
      rows.push(item);
      if (before < shown) third.set(key, item.id);
    } else {
      const at = third.get(key);
      if (at !== undefined) folded.set(at, (folded.get(at) ?? 0) + 1);
    }
  }
  // A single one takes as much room as the line that hides it.
  return { rows, folded };
}
