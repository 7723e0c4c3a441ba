// The reader: by folder, source, unread, starred, search.
import { useCallback, useState } from "preact/hooks";
import { address, ApiError } from "../api/client";
import { usePages } from "../api/pages";
import { useResource } from "../api/resource";
import type { ArticleRow, Folder, SourceDetail } from "../api/types";
import { go, usePlace, withQuery } from "../app/place";
import { useCounts } from "../app/rail";
import { t } from "../i18n/text";
import { Reading } from "../reading/reading";
import { IconButton } from "../ui/button";
import { Select } from "../ui/field";
import { ItemList } from "../ui/item_list";
import { useKeys } from "../ui/keys";
import { Mistake } from "../ui/mistake";
import { NewItems } from "../ui/new_items";
import { useTitle } from "../ui/page";
import { SearchField } from "../ui/search_field";
import { Empty, Failed, isMissing, Missing, Skeleton } from "../ui/states";
import { count, parseTime, shortDate } from "../ui/when";
import { ItemRow, snippetOf } from "./article_row";
import { dayOf, grouped, groupKey } from "./grouping";
import { mark, markAllRead, mute } from "./marks";

export function Articles() {
  const { query } = usePlace();
  const get = (name: string) => query.get(name) ?? "";
  const open = Number(get("open")) || null;
  const show = get("show");
  const q = get("q");
  const source = get("source");
  const path = address("articles", {
    folder: get("folder"), source, tag: get("tag"), q,
    unread: show === "unread", starred: show === "starred", muted: show === "muted",
  });
  const pages = usePages<ArticleRow>(path);
  const wanted = useCallback((told: Record<string, unknown>) => !source || told.source === Number(source), [source]);
  const folders = useResource<{ items: Folder[] }>("folders").data?.items ?? [];
  const named = useResource<SourceDetail>(source ? `sources/${source}` : null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const { hasNoList } = useCounts();
  useTitle(t.nav.articles);

  // It belongs to its field; below it there is nothing to try again.
  const mistake = pages.error instanceof ApiError && "at" in pages.error.more ? pages.error : null;
  const isGrouped = !source && !q;
  const { rows, folded } = isGrouped ? grouped(pages.items, unfolded, open)
    : { rows: [...pages.items], folded: new Map<number, number>() };
  const readAll = () => markAllRead(pages.items.filter((row) => !row.read).map((row) => row.id));
  useKeys({ A: readAll });
  const star = (row: ArticleRow) => void mark([row.id], { starred: !row.starred });
  const read = (row: ArticleRow) => void mark([row.id], { read: !row.read });

  const before = (row: ArticleRow, index: number) => {
    const last = rows[index - 1];
    const parts = [];
    if (last && folded.has(last.id)) parts.push(moreOf(last));
    if (!last || dayOf(last.found) !== dayOf(row.found)) {
      parts.push(<li key={`day ${row.id}`} class="day">{dayName(row.found)}</li>);
    }
    return parts;
  };
  const moreOf = (row: ArticleRow) => (
    <li key={`more ${row.id}`} class="more-of">
      <button type="button"
        onClick={() => setUnfolded(new Set([...unfolded, groupKey(row)]))}>
        {t.moreOf(folded.get(row.id) ?? 0, row.source_title)}
      </button>
    </li>
  );
  const lastRow = rows[rows.length - 1];

  return (
    <div class={open ? "work has-open" : "work"}>
      <main class="list-column">
        <header class="list-head">
          <h1 class="hidden-text">{t.nav.articles}</h1>
          <div class="line">
            {source ? (
              <>
                <IconButton icon="back" label={t.nav.articles} onClick={() => go("/articles")} />
                <h2 class="cut"><a class="plain" href={`/sources/${source}`}>{named.data?.title ?? "…"}</a></h2>
                <span class="rest" />
              </>
            ) : (
              <Select quiet label={t.folder} value={get("folder")}
                onChange={(folder) => go(withQuery({ folder, open: null }))}
                choices={[{ value: "", text: t.allArticles },
                  ...folders.map((each) => ({ value: each.name,
                    text: each.unread ? `${each.name} (${count(each.unread)})` : each.name }))]} />
            )}
            <Select quiet label={t.show} value={show}
              onChange={(next) => go(withQuery({ show: next, open: null }))}
              choices={[{ value: "", text: t.showAll }, { value: "unread", text: t.unread },
                { value: "starred", text: t.starred },
                ...(q ? [] : [{ value: "muted", text: t.muted }])]} />
            <span class="rest" />
            <IconButton icon="read" class="writes" label={t.act.allRead} onClick={readAll} />
          </div>
          {show !== "muted" && (
            <div class="line">
              <SearchField value={q} label={t.searchArticles}
                onSearch={(text) => go(withQuery({ q: text, open: null }), "replace")} />
            </div>)}
          {mistake && <p class="failing small" role="alert"><Mistake error={mistake} queries={[q]} /></p>}
        </header>
        {hasNoList && !q && rows.length > 0 && (
          <p class="invite writes"><a href="/clips">{t.inviteToList}</a></p>
        )}
        {isMissing(named.error) ? <Missing text={t.missing.source} href="/articles" link={t.allArticles} />
          : pages.isFirst && pages.loading ? <Skeleton />
          : mistake ? <Nothing isFiltered />
          : pages.error && rows.length === 0 ? <Failed error={pages.error} again={pages.restart} />
          : rows.length === 0 && pages.isWhole ? <Nothing isFiltered={Boolean(q || show || source)} />
          : (
            <ItemList label={t.nav.articles} items={rows} open={open} onEnd={pages.more} next={pages.next}
              before={before} classOf={(row) => (row.read ? "" : "unread")}
              onRead={read} onStar={star} onMute={(row) => mute(row, pages.restart)}
              onOriginal={(row) => window.open(row.url, "_blank", "noopener")}
              row={(row) => (
                <ItemRow {...row} snippet={q ? row.snippet : snippetOf(row)} alsoIn={row.also_in}
                  onStar={() => star(row)} onRead={() => read(row)}
                  onUnmute={show === "muted" ? () => mute(row, pages.restart) : undefined} />
              )}
              below={<>
                {lastRow && folded.has(lastRow.id) && <ul>{moreOf(lastRow)}</ul>}
                <p class="list-foot">{pages.isWhole ? t.theEnd : t.loading}</p>
              </>} />
          )}
        <NewItems kind="article" wanted={wanted} isEmpty={rows.length === 0} onShow={pages.restart} />
      </main>
      <Reading id={open} q={q} isMuted={show === "muted"} onMuted={pages.restart} />
    </div>
  );
}

function dayName(time: string): string {
  const at = parseTime(time) ?? 0;
  const today = new Date().toDateString();
  const yesterday = new Date(Date.now() - 86_400_000).toDateString();
  const day = new Date(at).toDateString();
  return day === today ? t.today : day === yesterday ? t.yesterday : shortDate(at);
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered
    ? <Empty title={t.empty.filtered}><p>{t.empty.filteredHint}</p></Empty>
    : (
      <Empty title={t.empty.articles}>
        <p>{t.empty.articlesHint}</p>
        <p><a href="/sources?add=1">{t.add.title}</a></p>
      </Empty>
    );
}
