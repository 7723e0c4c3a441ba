// A value that components watch: the smallest thing that does it.
import { useLayoutEffect, useReducer } from "preact/hooks";

export interface Signal<T> {
  readonly value: T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function signal<T>(initial: T): Signal<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get value() {
      return value;
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useSignal<T>(source: Signal<T>): T {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => source.subscribe(() => render(undefined)), [source]);
  return source.value;
}
