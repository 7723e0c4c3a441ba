// One dense table that filters as one types; adding is the field above it.
import { useState } from "preact/hooks";
import { address } from "../api/client";
import { usePages } from "../api/pages";
import { useResource } from "../api/resource";
import type { Folder, SourceRow } from "../api/types";
import { go, usePlace, withQuery } from "../app/place";
import { t } from "../i18n/text";
import { Select } from "../ui/field";
import { useStaying } from "../ui/leaving";
import { Page } from "../ui/page";
import { SearchField } from "../ui/search_field";
import { Empty, Failed, Skeleton } from "../ui/states";
import { MayOnlyRead } from "../ui/writable";
import { AddSource } from "./add";
import { Bulk } from "./bulk";
import { useLiveRows } from "./live_rows";
import { hasOwnOrders, isOwnOrder, useOwnOrder } from "./order";
import { SourceTable } from "./table";

export function Sources() {
  const { query } = usePlace();
  const get = (name: string) => query.get(name) ?? "";
  const folder = get("folder");
  const state = get("state");
  const q = get("q");
  const folders = useResource<{ items: Folder[]; total: number }>("folders").data;
  const isFew = hasOwnOrders(folders?.total);
  const sort = isFew || !isOwnOrder(get("sort")) ? get("sort") : "";
  const path = address("sources", { folder, state, q, sort: isOwnOrder(sort) ? "" : sort, limit: 200 });
  const pages = usePages<SourceRow>(path);
  const rows = useStaying("source", useOwnOrder(pages, sort));
  useLiveRows();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const isNone = pages.items.length === 0 && !pages.loading && !q && !state && !folder;
  return (
    <Page title={t.nav.sources} wide
      actions={<a class="button" href="/api/v1/opml" download="curlew.opml">{t.sources.export}</a>}>
      <MayOnlyRead />
      <AddSource isFocused={query.get("add") !== null || isNone} folders={folders?.items ?? []} />
      <div class={chosen.size > 0 ? "filter-line acts" : "filter-line"}>
        <div class="filters">
          <SearchField value={q} label={t.sources.filter} wait={120}
            onSearch={(text) => go(withQuery({ q: text }), "replace")} />
          <Select quiet label={t.folder} value={folder}
            onChange={(next) => go(withQuery({ folder: next }))}
            choices={[{ value: "", text: t.sources.allFolders },
              ...(folders?.items ?? []).map((each) => ({ value: each.name,
                text: `${each.name} (${each.sources})` }))]} />
          <Select quiet label={t.sources.state} value={state}
            onChange={(next) => go(withQuery({ state: next }))}
            choices={[{ value: "", text: t.sources.all },
              ...["active", "problem", "failing", "late", "paused", "gone"].map((each) => ({
                value: each, text: t.sources.states[each] ?? each }))]} />
          {folders && <span class="quiet small total">{t.sources.total(folders.total)}</span>}
        </div>
        <Bulk chosen={chosen} rows={rows} folders={folders?.items ?? []}
          onDone={() => setChosen(new Set())} restart={pages.restart} />
      </div>
      {pages.isFirst && pages.loading ? <Skeleton kind="row" rows={12} />
        : pages.error && pages.items.length === 0
          ? <Failed error={pages.error} again={pages.restart} />
        : rows.length === 0 && !pages.loading
          ? <Empty title={isNone ? t.sources.none : t.sources.nothing}>
              {isNone && <p>{t.sources.noneHint}</p>}</Empty>
        : <SourceTable rows={rows} chosen={chosen} onChoose={setChosen}
            sort={sort} hasOwnOrders={isFew} onEnd={pages.more} />}
    </Page>
  );
}
