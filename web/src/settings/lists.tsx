import { useResource } from "../api/resource";
import type { List, Page } from "../api/types";
import { usePlace } from "../app/place";
import { t } from "../i18n/text";
import { Icon } from "../ui/icons";
import { useStaying } from "../ui/leaving";
import { Failed, Missing, Skeleton } from "../ui/states";
import { Writable } from "../ui/writable";
import { ListForm } from "./list_form";

export function Lists() {
  const lists = useResource<Page<List>>("lists");
  const items = useStaying("list", lists.data?.items ?? []);
  const { query } = usePlace();
  if (!lists.data) return lists.error ? <Failed error={lists.error} again={lists.reload} /> : <Skeleton rows={4} />;
  const wanted = query.get("list");
  const isNew = wanted === "new" || (wanted === null && items.length === 0);
  const chosen = wanted === "new" ? undefined : items.find((each) => String(each.id) === wanted) ?? (wanted === null ? items[0] : undefined);
  return (
    <div class="lists-page">
      <nav class="list-names" aria-label={t.lists.title}>
        {items.map((list) => (
          <a key={list.id} class="rail-link" href={`/settings/lists?list=${list.id}`}
            aria-current={list.id === chosen?.id ? "page" : undefined}>
            <span class="label cut" dir="auto">{list.name}</span>
            {list.failures > 0 && <span class="failing small">!</span>}
            <span class="count">{list.clips}</span>
          </a>
        ))}
        <a class="rail-link" href="/settings/lists?list=new" aria-current={isNew ? "page" : undefined}>
          <Icon name="add" /><span class="label">{t.lists.add}</span>
        </a>
      </nav>
      {chosen || isNew ? <div><Writable><ListForm key={chosen?.id ?? 0} list={chosen} /></Writable></div>
        : <Missing text={t.missing.list} href="/settings/lists" link={t.lists.title} />}
    </div>
  );
}
