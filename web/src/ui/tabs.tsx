import { useEffect, useRef } from "preact/hooks";
import { withQuery } from "../app/place";

// On a phone the chosen one may lie beyond the edge.
export function useChosenInView(chosen: string) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen]);
  return nav;
}

// Parts of a view as links: each is an address.
export function Tabs({ tabs, chosen, label, name = "tab" }: {
  tabs: readonly { id: string; text: string; count?: number | undefined }[];
  chosen: string; label: string; name?: string;
}) {
  const nav = useChosenInView(chosen);
  return (
    <nav class="tabs" aria-label={label} ref={nav}>
      {tabs.map((tab, i) => (
        <a key={tab.id} href={withQuery({ [name]: i === 0 ? null : tab.id })}
          aria-current={tab.id === chosen ? "page" : undefined}>
          {tab.text}
          {tab.count !== undefined && <span class="quiet small"> {tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}
