import { withQuery } from "../app/place";

// Parts of a view as links: each is an address.
export function Tabs({ tabs, chosen, label, name = "tab" }: {
  tabs: readonly { id: string; text: string; count?: number | undefined }[];
  chosen: string; label: string; name?: string;
}) {
  return (
    <nav class="tabs" aria-label={label}>
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
