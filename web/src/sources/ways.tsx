// As what an address is watched: what is found there by itself, or what one says.
import type { Check, SourceEdit } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";

export type Way = "auto" | "changes" | "links" | "data";

export const edits: Record<Way, SourceEdit> = {
  auto: {},
  changes: { kind: "page", links: false, changes: true },
  links: { kind: "page" },
  data: { kind: "data" },
};
const ways = Object.keys(edits) as Way[];

export function Ways({ chosen, found, busy, onChoose }: {
  chosen: Way; found: readonly Check[] | null; busy: boolean; onChoose: (way: Way) => void;
}) {
  const hasFeed = found?.some((check) => check.kind === "feed" || check.feeds.length > 0);
  return (
    <div class="ways" role="group" aria-label={t.add.ways}>
      <p class="quiet">{chosen === "auto" && !hasFeed ? t.add.noFeed : t.add.waysHint}</p>
      <div class="actions">{ways.map((way) => (
        <Button key={way} pressed={way === chosen} disabled={busy} onClick={() => onChoose(way)}>
          {t.add.way[way]}</Button>
      ))}</div>
    </div>
  );
}
