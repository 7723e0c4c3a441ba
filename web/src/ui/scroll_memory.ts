// Whoever comes back finds the list where it was left.
import { useLayoutEffect, useRef } from "preact/hooks";

const places = new Map<string, number>();

function keyOf(name: string): string {
  const query = new URLSearchParams(location.search);
  query.delete("open");
  return `${name} ${location.pathname}?${query}`;
}

export const wasLeft = (name: string) => (places.get(keyOf(name)) ?? 0) > 0;

export function useScrollMemory<T extends HTMLElement>(name: string) {
  const node = useRef<T>(null);
  const shown = useRef("");
  // Where to, as long as what is there is too short to be scrolled so far; and how far it
  // came meanwhile.
  const wanted = useRef<number | null>(null);
  const reached = useRef(0);
  useLayoutEffect(() => {
    const key = keyOf(name);
    const element = node.current;
    if (!element) return;
    if (key !== shown.current) wanted.current = places.get(key) ?? 0;
    shown.current = key;
    if (wanted.current !== null) {
      element.scrollTop = wanted.current;
      reached.current = element.scrollTop;
      if (reached.current >= wanted.current - 1) wanted.current = null;
    }
    const keep = () => {
      if (wanted.current !== null && element.scrollTop === reached.current) return;
      wanted.current = null;
      places.set(key, element.scrollTop);
    };
    element.addEventListener("scroll", keep, { passive: true });
    return () => element.removeEventListener("scroll", keep);
  });
  return node;
}
