// What was kept of a watched document: a calendar, a list, and what differs between two.
import { address } from "../api/client";
import { usePages } from "../api/pages";
import { useResource } from "../api/resource";
import type { SourceDetail, Version } from "../api/types";
import { usePlace, withQuery } from "../app/place";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Page } from "../ui/page";
import { Empty, Failed, isMissing, Missing, Skeleton } from "../ui/states";
import { Tabs } from "../ui/tabs";
import { Summary } from "./summary";
import { bytes, exactTime, parseTime } from "../ui/when";
import { Calendar, type Day } from "./calendar";
import { Compare } from "./compare";
import { momentOf } from "./moment";
import { Part } from "./part";

export function Versions({ id }: { id: number }) {
  const { query } = usePlace();
  const tab = query.get("tab") ?? "versions";
  const source = useResource<SourceDetail>(`sources/${id}`);
  if (isMissing(source.error)) {
    return (
      <Page title={t.versions.title} back="/sources">
        <Missing text={t.missing.source} href="/sources" link={t.missing.allSources} />
      </Page>
    );
  }
  const name = source.data?.own_title || source.data?.title || t.versions.title;
  return (
    <Page title={name} name={`${t.versions.title}: ${name}`} back={`/sources/${id}`} wide>
      <Tabs chosen={tab} label={t.versions.title} tabs={[
        { id: "versions", text: t.versions.title },
        // Data have no parts.
        ...(source.data?.kind === "page" ? [{ id: "part", text: t.versions.previewTitle }] : [])]} />
      {tab !== "part" ? <Kept id={id} hasNoise={source.data?.kind === "page" && source.data.watching.detector !== "thesis"} />
        : source.data ? <Part source={source.data} />
        : source.error ? <Failed error={source.error} again={source.reload} /> : <Skeleton rows={4} />}
    </Page>
  );
}

function Kept({ id, hasNoise }: { id: number; hasNoise: boolean }) {
  const { query } = usePlace();
  const pages = usePages<Version>(`sources/${id}/versions`);
  // The calendar comes with the first page; the list keeps only rows.
  const days = useResource<{ days: Day[] }>(address(`sources/${id}/versions`, { limit: 1 })).data?.days ?? [];
  if (pages.isFirst && pages.loading) return <Skeleton rows={6} />;
  if (pages.error && pages.items.length === 0) return <Failed error={pages.error} again={pages.restart} />;
  if (pages.items.length === 0) return <Empty title={t.versions.none}><p>{t.versions.noneHint}</p></Empty>;
  const items = pages.items;
  const to = items.find((each) => each.time === query.get("to")) ?? items[0];
  const at = to ? items.indexOf(to) : 0;
  const from = items.find((each) => each.time === query.get("from")) ?? items[at + 1];
  return (
    <div class="versions">
      <aside class="version-side">
        <Calendar days={days} items={items} />
        <ul class="version-list" aria-label={t.versions.title}>
          {items.map((each, i) => <Row key={each.time} version={each} isFirst={pages.isWhole && i === items.length - 1}
            isTo={each === to} isFrom={each === from} when={momentOf(each, items)} />)}
        </ul>
        {!pages.isWhole && <Button onClick={pages.more} busy={pages.loading}>{t.nav.more}</Button>}
      </aside>
      {to && from ? <Compare source={id} hasNoise={hasNoise} from={from} to={to} items={items} onChanged={() => void pages.restart()} />
        : to && (
          <section class="compare" aria-label={t.versions.title}>
            <div class="compare-head">
              <p class="quiet">{t.versions.onlyOne}</p><span class="rest" />
              <a class="button" href={to.memento} target="_blank" rel="noopener">{t.versions.archived}</a>
            </div>
          </section>)}
    </div>
  );
}

function Row({ version, isTo, isFrom, isFirst, when }: {
  version: Version; isTo: boolean; isFrom: boolean; isFirst: boolean; when: string;
}) {
  const seen = parseTime(version.seen) ?? 0;
  const { data } = version;
  return (
    <li class={isTo ? "chosen" : isFrom ? "from" : ""}>
      <a class="plain" href={withQuery({ to: version.time, from: null })}
        aria-current={isTo ? "true" : undefined}>
        <span class="version-when"><time dateTime={version.seen} title={exactTime(seen)}>{when}</time>
          {isFrom && <span class="quiet small"> {t.versions.before}</span>}
          {version.error_page && <span class="tag failing">{t.versions.errorPage}</span>}
          {version.no_change && <span class="tag">{t.versions.isNoChange}</span>}</span>
        <span class="quiet small">{isFirst ? t.versions.first
          : data ? t.versions.counts(data.added, data.removed, data.edited) : <Summary of={version} />} · {bytes(version.bytes)}</span>
      </a>
    </li>
  );
}
