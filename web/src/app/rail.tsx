// The rail on the left, and on a phone the bar of four below.
import { live } from "../api/events";
import { useResource } from "../api/resource";
import type { Health, List, Page } from "../api/types";
import { t } from "../i18n/text";
import { Icon, Mark, type IconName } from "../ui/icons";
import { useStaying } from "../ui/leaving";
import { useSignal } from "../ui/signal";
import { count } from "../ui/when";
import { usePlace } from "./place";
import { isAdmin } from "./session";

function RailLink({ href, icon, text, number, isAlarm, isHere }: {
  href: string; icon: IconName; text: string; number?: number | undefined;
  isAlarm?: boolean; isHere: boolean;
}) {
  return (
    <a class="rail-link" href={href} aria-current={isHere ? "page" : undefined} title={text}>
      <Icon name={icon} />
      <span class="label cut">{text}</span>
      {number ? <span class={isAlarm ? "count failing" : "count"}>{count(number)}</span> : null}
    </a>
  );
}

export function useCounts() {
  const known = useResource<Page<List>>("lists", 60_000).data?.items;
  const lists = useStaying("list", known ?? []);
  const health = useResource<Health>("health", 60_000).data;
  return {
    lists,
    hasNoList: known !== undefined && lists.length === 0,
    unread: lists.reduce((sum, list) => sum + (list.unread ?? 0), 0),
    problems: health?.counts.problems ?? 0,
  };
}

export function Rail() {
  const { path, query } = usePlace();
  const { lists, unread, problems } = useCounts();
  const state = useSignal(live);
  const isAt = (start: string) => path === start || path.startsWith(`${start}/`);
  const isClips = isAt("/clips") || path === "/";
  return (
    <nav class="rail" aria-label={t.nav.main}>
      <a class="brand" href="/clips"><Mark /><span>Curlew</span></a>
      <RailLink href="/clips" icon="clips" text={t.nav.clips} number={unread}
        isHere={isClips && !query.get("list")} />
      {lists.slice(0, 12).map((list) => (
        <a key={list.id} class="rail-link below" href={`/clips?list=${list.id}`}
          aria-current={isClips && query.get("list") === String(list.id) ? "page" : undefined}>
          <span class="label cut" dir="auto">{list.name}</span>
          {list.unread ? <span class="count">{count(list.unread)}</span> : null}
        </a>
      ))}
      <RailLink href="/articles" icon="articles" text={t.nav.articles} isHere={isAt("/articles")} />
      <RailLink href="/sources" icon="sources" text={t.nav.sources} isHere={isAt("/sources")} />
      <RailLink href="/problems" icon="problems" text={t.nav.problems} number={problems}
        isAlarm isHere={isAt("/problems")} />
      <RailLink href="/topics" icon="topics" text={t.nav.topics} isHere={isAt("/topics")} />
      <RailLink href="/delay" icon="delay" text={t.nav.delay} isHere={isAt("/delay")} />
      {isAdmin() && <RailLink href="/operation" icon="operation" text={t.nav.operation}
        isHere={isAt("/operation")} />}
      <span class="rest" />
      <div class="rail-foot">
        <span class={`live ${state === "live" ? "fresh" : "late"}`} title={t.live[state]}>
          <svg width="8" height="8" aria-hidden="true">
            <circle cx="4" cy="4" r="3.2" fill={state === "live" ? "currentColor" : "none"}
              stroke="currentColor" stroke-width="1.4" />
          </svg>
          <span class="word">{t.live[state]}</span>
        </span>
        <a class="icon-button" href="/settings" aria-label={t.nav.settings}
          title={t.nav.settings} aria-current={isAt("/settings") ? "page" : undefined}>
          <Icon name="settings" />
        </a>
      </div>
    </nav>
  );
}

export function Bar() {
  const { path } = usePlace();
  const { unread, problems } = useCounts();
  const at = (...starts: string[]) =>
    starts.some((start) => path === start || path.startsWith(`${start}/`)) ? "page" : undefined;
  const known = at("/clips", "/articles", "/sources", "/");
  return (
    <nav class="bar" aria-label={t.nav.main}>
      <a href="/clips" aria-current={path === "/" ? "page" : at("/clips")}>
        <Icon name="clips" size={22} />{t.nav.clips}
        {unread ? <span class="count">{count(unread)}</span> : null}
      </a>
      <a href="/articles" aria-current={at("/articles")}>
        <Icon name="articles" size={22} />{t.nav.articles}
      </a>
      <a href="/sources" aria-current={at("/sources")}>
        <Icon name="sources" size={22} />{t.nav.sources}
      </a>
      <a href="/more" aria-current={known ? undefined : "page"}>
        <Icon name="menu" size={22} />{t.nav.more}
        {problems ? <span class="count failing">{count(problems)}</span> : null}
      </a>
    </nav>
  );
}
