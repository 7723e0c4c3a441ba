// What was asked for once is shown at once when one comes back, and asked for again
// behind it.
import { useCallback, useEffect, useReducer, useRef } from "preact/hooks";
import { get } from "./client";
import { whenBack } from "./reach";

interface Kept {
  data?: unknown;
  error?: unknown;
  at: number;
  watchers: Set<() => void>;
  loading: Promise<void> | null;
}

const kept = new Map<string, Kept>();

function entryOf(path: string): Kept {
  let entry = kept.get(path);
  if (!entry) {
    entry = { at: 0, watchers: new Set(), loading: null };
    kept.set(path, entry);
  }
  return entry;
}

const tell = (entry: Kept) => [...entry.watchers].forEach((each) => each());

function load(path: string): Promise<void> {
  const entry = entryOf(path);
  entry.loading ??= get(path)
    .then((data) => {
      entry.data = data;
      entry.error = undefined;
    }, (error) => {
      entry.error = error;
    })
    .then(() => {
      entry.loading = null;
      entry.at = Date.now();
      tell(entry);
    });
  return entry.loading;
}

// Asked for before anything shows it. Never fails: whoever shows it says what went wrong.
export const prefetch = (...paths: string[]): Promise<unknown> => Promise.all(paths.map(load));

// What changed is asked for anew where it is shown, and forgotten elsewhere.
export function refresh(...prefixes: string[]): void {
  for (const [path, entry] of kept) {
    if (!prefixes.some((prefix) => path.startsWith(prefix))) continue;
    if (entry.watchers.size > 0) void load(path);
    else kept.delete(path);
  }
}

// What could not be had is asked for again; what is shown stays as it is.
whenBack(() => {
  for (const [path, entry] of kept) if (entry.error && entry.watchers.size > 0) void load(path);
  refresh("health", "lists", "problems");
});

export const forgetAll = () => {
  for (const [path, entry] of kept) if (entry.watchers.size === 0) kept.delete(path);
};

export interface Resource<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  reload(): void;
  // Shown before the server knows it.
  set(data: T): void;
}

// null: nothing is asked for yet. Data younger than `fresh` milliseconds is not asked for again.
export function useResource<T>(path: string | null, fresh = 5_000): Resource<T> {
  const [, render] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (path === null) return;
    const entry = entryOf(path);
    const watcher = () => render(undefined);
    entry.watchers.add(watcher);
    if (Date.now() - entry.at > fresh) void load(path);
    return () => {
      entry.watchers.delete(watcher);
    };
  }, [path]);
  const entry = path === null ? undefined : entryOf(path);
  // What was shown stays until the new is there, so that nothing jumps.
  const last = useRef<{ root: string; data: T | undefined }>({ root: "", data: undefined });
  const root = path?.split("?")[0] ?? "";
  if (entry?.data !== undefined) last.current = { root, data: entry.data as T };
  const data = (entry?.data ?? (last.current.root === root ? last.current.data : undefined)) as
    T | undefined;
  return {
    data,
    error: entry?.error,
    loading: path !== null && entry?.data === undefined && entry?.error === undefined,
    reload: useCallback(() => path !== null && void load(path), [path]),
    set: useCallback((next: T) => {
      if (path === null) return;
      const mine = entryOf(path);
      mine.data = next;
      tell(mine);
    }, [path]),
  };
}
