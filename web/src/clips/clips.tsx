// Home: what one's lists found, the sentence with the word marked.
import { useCallback } from "preact/hooks";
import { address } from "../api/client";
import { usePages } from "../api/pages";
import { useResource } from "../api/resource";
import type { Clip, List, Page } from "../api/types";
import { go, usePlace, withQuery } from "../app/place";
import { ItemRow } from "../articles/article_row";
import { mark, markAllRead, mute } from "../articles/marks";
import { t } from "../i18n/text";
import { Reading } from "../reading/reading";
import { IconButton } from "../ui/button";
import { Select } from "../ui/field";
import { Icon } from "../ui/icons";
import { ItemList } from "../ui/item_list";
import { useKeys } from "../ui/keys";
import { useStaying } from "../ui/leaving";
import { NewItems } from "../ui/new_items";
import { useTitle } from "../ui/page";
import { SearchField } from "../ui/search_field";
import { Empty, Failed, Skeleton } from "../ui/states";
import { FirstList } from "./first_list";
import { HealthLine } from "./health_line";

// Rows are known by their article: it is what is opened and marked. Two lists may have
// the same one.
type Row = Clip & { clip: number };
const rowsOf = (clips: readonly Clip[]): Row[] => {
  const seen = new Set<number>();
  return clips.flatMap((clip) => {
    if (seen.has(clip.article)) return [];
    seen.add(clip.article);
    return [{ ...clip, clip: clip.id, id: clip.article }];
  });
};

export function Clips() {
  const { query } = usePlace();
  const lists = useResource<Page<List>>("lists");
  const staying = useStaying("list", lists.data?.items ?? []);
  useTitle(t.nav.clips);
  if (!lists.data) {
    return (
      <div class="work"><main class="list-column">
        {lists.error ? <Failed error={lists.error} again={lists.reload} /> : <Skeleton />}
      </main><section class="pane" /></div>
    );
  }
  if (staying.length === 0) return <FirstList />;
  return <ClipList lists={staying} query={query} />;
}

function ClipList({ lists, query }: { lists: List[]; query: URLSearchParams }) {
  const get = (name: string) => query.get(name) ?? "";
  const open = Number(get("open")) || null;
  const list = get("list");
  const show = get("show");
  const q = get("q");
  const pages = usePages<Clip>(address("clips", {
    list, q, unread: show === "unread", starred: show === "starred", muted: show === "muted",
  }));
  const wanted = useCallback((told: Record<string, unknown>) => !list || told.list === Number(list), [list]);
  const rows = rowsOf(pages.items);
  const chosen = lists.find((each) => String(each.id) === list);
  const readAll = () => markAllRead(rows.filter((row) => !row.read).map((row) => row.id));
  useKeys({ A: readAll });
  const star = (row: Row) => void mark([row.id], { starred: !row.starred });
  const read = (row: Row) => void mark([row.id], { read: !row.read });
  const isFiltered = Boolean(q || show);
  return (
    <div class={open ? "work has-open" : "work"}>
      <main class="list-column">
        <header class="list-head">
          <h1 class="hidden-text">{chosen?.name ?? t.nav.clips}</h1>
          <div class="line">
            <Select quiet label={t.list} value={list}
              onChange={(next) => go(withQuery({ list: next, open: null }))}
              choices={[{ value: "", text: t.allClips },
                ...lists.map((each) => ({ value: String(each.id), text: each.name }))]} />
            <Select quiet label={t.show} value={show}
              onChange={(next) => go(withQuery({ show: next, open: null }))}
              choices={[{ value: "", text: t.showAll }, { value: "unread", text: t.unread },
                { value: "starred", text: t.starred }, { value: "muted", text: t.muted }]} />
            <span class="rest" />
            <IconButton icon="read" class="writes" label={t.act.allRead} onClick={readAll} />
            <a class="icon-button" title={t.lists.edit} aria-label={t.lists.edit}
              href={chosen ? `/settings/lists?list=${chosen.id}` : "/settings/lists"}>
              <Icon name="settings" />
            </a>
          </div>
          <div class="line">
            <SearchField value={q} label={t.searchClips}
              onSearch={(text) => go(withQuery({ q: text, open: null }), "replace")} />
          </div>
        </header>
        <HealthLine />
        {pages.isFirst && pages.loading ? <Skeleton />
          : pages.error && rows.length === 0 ? <Failed error={pages.error} again={pages.restart}
              missing={{ text: t.missing.list, href: "/clips", link: t.missing.allClips }} />
          : rows.length === 0 && pages.isWhole ? (
            isFiltered
              ? <Empty title={show === "unread" && !q ? t.empty.allRead : t.empty.filtered}>
                  <p>{t.empty.filteredHint}</p></Empty>
              : <Empty title={t.empty.clips}><p>{t.empty.clipsHint}</p></Empty>
          ) : (
            <ItemList label={t.nav.clips} items={rows} open={open} onEnd={pages.more} next={pages.next}
              classOf={(row) => (row.read ? "" : "unread")} onRead={read} onStar={star}
              onMute={(row) => mute({ id: row.id, muted: show === "muted" }, pages.restart)}
              onOriginal={(row) => window.open(row.url, "_blank", "noopener")}
              row={(row) => (
                <ItemRow {...row} alsoIn={row.also_in.length} onStar={() => star(row)}
                  onUnmute={show === "muted" ? () => mute({ id: row.id, muted: true }, pages.restart) : undefined}
                  onRead={() => read(row)} note={list ? undefined : row.list_name} />
              )}
              below={<p class="list-foot">{pages.isWhole ? t.theEnd : t.loading}</p>} />
          )}
        <NewItems kind="clip" wanted={wanted} isEmpty={rows.length === 0} onShow={pages.restart} />
      </main>
      <Reading id={open} isMuted={show === "muted"} onMuted={pages.restart} />
    </div>
  );
}
