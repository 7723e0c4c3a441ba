// Removal with a way back: what leaves is gone from every view at once, and told to the
// server when the time for undo is over, or when the page is left.
import { t } from "../i18n/text";
import { signal, useSignal } from "./signal";
import { complain, say, undoTime } from "./toast";

export type Kind = "source" | "list" | "topic";

const leaving = signal<ReadonlySet<string>>(new Set());
const waiting = new Map<number, () => void>();
let last = 0;

const keysOf = (kind: Kind, ids: readonly number[]) => ids.map((id) => `${kind} ${id}`);
const add = (keys: readonly string[]) => leaving.set(new Set([...leaving.value, ...keys]));
const take = (keys: readonly string[]) =>
  leaving.set(new Set([...leaving.value].filter((each) => !keys.includes(each))));

// `commit` removes them and asks anew for what showed them.
export function leave(kind: Kind, ids: readonly number[], said: string,
  commit: () => Promise<unknown>): void {
  const keys = keysOf(kind, ids);
  const mine = ++last;
  add(keys);
  const end = () => {
    clearTimeout(timer);
    if (!waiting.delete(mine)) return;
    commit().catch((error) => complain((error as Error).message || t.error.unknown))
      .then(() => take(keys));
  };
  const timer = setTimeout(end, undoTime);
  waiting.set(mine, end);
  say(said, () => {
    clearTimeout(timer);
    waiting.delete(mine);
    take(keys);
  });
}

addEventListener("pagehide", () => [...waiting.values()].forEach((end) => end()));

// Of a list of things, those that stay.
export function useStaying<T extends { id: number }>(kind: Kind, items: readonly T[]): T[] {
  const gone = useSignal(leaving);
  return items.filter((each) => !gone.has(`${kind} ${each.id}`));
}
