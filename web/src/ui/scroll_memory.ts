// Whoever comes back finds the list where it was left.
import { useLayoutEffect, useRef } from "preact/hooks";

const places = new Map<string, number>();

export function useScrollMemory<T extends HTMLElement>(name: string) {
  const node = useRef<T>(null);
  useLayoutEffect(() => {
    const query = new URLSearchParams(location.search);
    query.delete("open");
    const key = `${name} ${location.pathname}?${query}`;
    const element = node.current;
    if (!element) return;
    const keep = () => places.set(key, element.scrollTop);
    element.scrollTop = places.get(key) ?? 0;
    element.addEventListener("scroll", keep, { passive: true });
    return () => element.removeEventListener("scroll", keep);
  });
  return node;
}
