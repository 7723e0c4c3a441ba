// Two versions and what differs, in three ways; "this was no change" by a click.
import { address, send } from "../api/client";
import { refresh, useResource } from "../api/resource";
import type { Diff, Version } from "../api/types";
import { go, usePlace, withQuery } from "../app/place";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Select } from "../ui/field";
import { Failed, Skeleton } from "../ui/states";
import { complain, say } from "../ui/toast";
import { DataDiff } from "./data_diff";
import { momentOf } from "./moment";
import { PageDiff, type Way } from "./page_diff";

const isNarrow = () => matchMedia("(max-width: 699px)").matches;

export function Compare({ source, hasNoise, from, to, items, onChanged }: {
  // Data and feeds have none: nothing is learned from what is said of them.
  source: number; hasNoise: boolean; from: Version; to: Version; items: readonly Version[]; onChanged: () => void;
}) {
  const { query } = usePlace();
  // Two columns are too narrow on a phone.
  const ways: readonly Way[] = isNarrow() ? ["unified", "page", "beside"] : ["beside", "unified", "page"];
  const how = ways.find((each) => each === query.get("how")) ?? ways[0] ?? "unified";
  const diff = useResource<Diff>(address(`versions/${source}/diff`, { from: from.time, to: to.time }));
  const data = diff.data?.new.time === to.time && diff.data.old.time === from.time ? diff.data : undefined;
  const choices = items.map((each) => ({ value: each.time, text: momentOf(each, items) }));
  const callNoChange = async (isNone: boolean) => {
    try {
      await send(isNone ? "POST" : "DELETE", `versions/${source}/${to.time}/not-a-change`);
      refresh(`versions/${source}`);
      onChanged();
      if (isNone) say(t.versions.noChangeSaid, () => void callNoChange(false));
      else say(t.versions.changeSaid);
    } catch (error) {
      complain((error as Error).message);
    }
  };
  return (
    <section class="compare" aria-label={t.versions.title}>
      <div class="compare-head">
        <Select quiet label={t.versions.from} value={from.time} choices={choices.filter((each) => each.value !== to.time)}
          onChange={(time) => go(withQuery({ from: time, to: to.time }))} />
        <span class="quiet" aria-hidden="true">→</span>
        <Select quiet label={t.versions.to} value={to.time} choices={choices.filter((each) => each.value !== from.time)}
          onChange={(time) => go(withQuery({ to: time, from: from.time }))} />
        <span class="rest" />
        <a class="button" href={to.memento} target="_blank" rel="noopener">{t.versions.archived}</a>
        {hasNoise && <Button writes onClick={() => void callNoChange(!to.no_change)}>
          {to.no_change ? t.versions.isChange : t.versions.noChange}</Button>}
      </div>
      {!to.data && (
        <div class="segmented compare-how">
          {ways.map((each) => (
            <a key={each} href={withQuery({ how: each === ways[0] ? null : each })}
              aria-current={how === each ? "true" : undefined}>{t.versions.ways[each]}</a>))}
        </div>
      )}
      {!data ? (diff.error ? <Failed error={diff.error} again={diff.reload} /> : <Skeleton kind="text" rows={8} />)
        : (
          <>
            {data.cut && <p class="late">{t.versions.cut}</p>}
            {!data.changed && <p class="quiet">{t.versions.nothing}</p>}
            {data.data ? <DataDiff data={data.data} /> : <PageDiff key={`${from.time} ${to.time}`} blocks={data.blocks ?? []} how={how} />}
            <Notes title={t.versions.links} lines={data.links} />
            <Notes title={t.versions.presentation} lines={data.presentation} />
          </>
        )}
    </section>
  );
}

const Notes = ({ title, lines }: { title: string; lines: readonly string[] | undefined }) =>
  lines && lines.length > 0 ? (
    <section class="diff-notes"><h2>{title}</h2>
      <ul>{lines.map((line, i) => <li key={i} class="mono small">{line}</li>)}</ul></section>
  ) : null;
