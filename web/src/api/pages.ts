// Lists that come page by page and keep their place.
import { useCallback, useEffect, useReducer, useRef } from "preact/hooks";
import { get } from "./client";
import { whenBack } from "./reach";

interface Answer<T> {
  readonly items: T[];
  readonly next: string | null;
}

interface Kept<T> {
  items: T[];
  next: string | null;
  error: unknown;
  loading: boolean;
  begun: boolean;
  at: number;
  // What was changed while it was on its way, when the server did not know of it yet.
  later: ((items: T[]) => T[])[];
}

const lists = new Map<string, Kept<unknown>>();
const watchers = new Set<() => void>();
const tell = () => [...watchers].forEach((each) => each());

const withCursor = (path: string, cursor: string | null) =>
  cursor ? `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}` : path;

// All of a list, page by page, for who takes it away.
export async function getAll<T>(path: string): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Answer<T> = await get<Answer<T>>(withCursor(path, cursor));
    all.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return all;
}

export interface Pages<T> {
  readonly items: readonly T[];
  readonly error: unknown;
  readonly loading: boolean;
  readonly isWhole: boolean;
  readonly isFirst: boolean;
  // Where the page to come begins: another place after each that came, also after one
  // that brought nothing.
  readonly next: string | null;
  more(): void;
  // From the beginning, with what came meanwhile.
  restart(): Promise<void>;
}

// Changes rows wherever they are listed, before the server knows it.
export function patchItems<T extends { id: number }>(prefix: string, ids: ReadonlySet<number>,
  change: (item: T) => T | null, idOf = (item: T) => item.id): void {
  for (const [path, list] of lists) {
    if (!path.startsWith(prefix)) continue;
    const changed = (items: unknown[]) => (items as T[]).flatMap((item) => {
      if (!ids.has(idOf(item))) return [item];
      const next = change(item);
      return next ? [next] : [];
    });
    list.items = changed(list.items);
    if (list.loading) list.later.push(changed);
  }
  tell();
}

export function forgetLists(prefix: string): void {
  for (const path of lists.keys()) if (path.startsWith(prefix)) lists.delete(path);
  tell();
}

export function usePages<T>(path: string | null): Pages<T> {
  const [, render] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const watcher = () => render(undefined);
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  }, []);

  const load = useCallback(async (from: string, cursor: string | null) => {
    const list = (lists.get(from) ?? { items: [], next: null, error: undefined,
      loading: false, begun: false, at: 0, later: [] }) as Kept<T>;
    lists.set(from, list as Kept<unknown>);
    if (list.loading && cursor !== null) return;
    list.loading = true;
    list.error = undefined;
    tell();
    try {
      const page = await get<Answer<T>>(withCursor(from, cursor));
      const items = list.later.reduce((all, each) => each(all), page.items);
      list.items = cursor === null ? items : [...list.items, ...items];
      list.next = page.next;
      list.at = Date.now();
    } catch (error) {
      list.error = error;
    }
    list.later = [];
    list.begun = true;
    list.loading = false;
    tell();
  }, []);

  const known = path === null ? undefined : (lists.get(path) as Kept<T> | undefined);
  useEffect(() => {
    // Whoever comes back finds the list where it was; after five minutes a new one.
    if (path !== null && (!known || (!known.loading && Date.now() - known.at > 300_000))) {
      void load(path, null);
    }
  }, [path, known === undefined]);

  useEffect(() => whenBack(() => {
    const list = path === null ? undefined : lists.get(path);
    if (path !== null && list?.error) void load(path, list.items.length > 0 ? list.next : null);
  }), [path]);

  // While another filter loads, the old rows stay, so that nothing flickers.
  const last = useRef<readonly T[]>([]);
  if (known?.begun) last.current = known.items;
  return {
    items: known?.begun ? known.items : last.current,
    error: known?.error,
    loading: known?.loading ?? path !== null,
    isWhole: Boolean(known?.begun && known.next === null),
    isFirst: !known?.begun && last.current.length === 0,
    next: known?.next ?? null,
    more: () => {
      if (path !== null && known?.begun && known.next !== null && !known.loading) {
        void load(path, known.next);
      }
    },
    restart: () => (path === null ? Promise.resolve() : load(path, null)),
  };
}
