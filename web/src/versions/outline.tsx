// The newest version as lines that can be clicked: whoever clicks one watches what it
// stands in, and makes that wider until it is what was meant.
import { useResource } from "../api/resource";
import type { OutlineBlock, Page, Version } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Failed, Skeleton } from "../ui/states";

export function Outline({ source, part, onPick }: {
  source: number; part: string; onPick: (selector: string) => void;
}) {
  const newest = useResource<Page<Version>>(`sources/${source}/versions?limit=1`);
  const time = newest.data?.items[0]?.time;
  const outline = useResource<{ items: OutlineBlock[]; cut: boolean }>(
    time ? `versions/${source}/${time}/outline` : null);
  const failed = newest.error ?? outline.error;
  if (failed) return <Failed error={failed} again={outline.reload} />;
  if (newest.data && !time) return <p class="quiet">{t.versions.none}</p>;
  if (!outline.data) return <Skeleton kind="text" rows={6} />;
  const blocks = outline.data.items;
  const chosen = blocks.find((each) => each.path.includes(part));
  const at = chosen?.path.indexOf(part) ?? -1;
  const wider = at > 0 ? chosen?.path[at - 1] : undefined;
  const narrower = at >= 0 ? chosen?.path[at + 1] : undefined;
  return (
    <div>
      <div class="pick-head">
        <p class="quiet rest">{t.versions.pick}</p>
        <Button disabled={!wider} onClick={() => wider && onPick(wider)}>{t.versions.wider}</Button>
        <Button disabled={!narrower} onClick={() => narrower && onPick(narrower)}>{t.versions.narrower}</Button>
      </div>
      <div class="outline" role="group" aria-label={t.versions.pick}>
        {blocks.map((block, i) => (
          <button key={i} type="button" dir="auto" class={block.heading ? "heading" : ""}
            aria-pressed={part !== "" && block.path.includes(part)}
            onClick={() => onPick(block.path[block.path.length - 1] ?? "")}>{block.text}</button>
        ))}
      </div>
      {outline.data.cut && <p class="quiet small">{t.versions.cut}</p>}
    </div>
  );
}
