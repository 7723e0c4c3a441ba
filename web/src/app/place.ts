// Where one is: a view is an address. Filters, search and selection are parts of it, so
// that back works and a link can be sent to a colleague.
import { signal, useSignal } from "../ui/signal";

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const here = (): Place => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
});

const place = signal<Place>(here());
addEventListener("popstate", () => place.set(here()));

export const currentPlace = (): Place => place.value;
export const usePlace = (): Place => useSignal(place);

export function go(href: string, how: "push" | "replace" = "push"): void {
  if (href === location.pathname + location.search) return;
  history[how === "push" ? "pushState" : "replaceState"](null, "", href);
  place.set(here());
}

// The same view with other parameters; null and "" take one away.
export function withQuery(changes: Record<string, string | number | null>): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, String(value));
  }
  const text = query.toString();
  return location.pathname + (text ? `?${text}` : "");
}

// Links of ours are followed without loading the page anew; all others as ever.
export function followLinks(): void {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const target = event.target as Element | null;
    const link = target?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || isServers(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}

// What the server shows by itself: feeds, archived copies, the API.
const isServers = (path: string) =>
  /^\/(api|mine|memento|timemap|timegate|metrics|healthz)(\/|$)/.test(path) ||
  /\.(atom|rss|json|nt|css)$/.test(path);
