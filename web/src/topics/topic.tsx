// One topic: its articles, the crawl's harvest by phase, the threshold over real texts.
import { send } from "../api/client";
import { usePages } from "../api/pages";
import { refresh, useResource } from "../api/resource";
import type { ArticleRow, Topic as Learned } from "../api/types";
import { go, usePlace } from "../app/place";
import { snippetOf } from "../articles/article_row";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { leave } from "../ui/leaving";
import { Page } from "../ui/page";
import { Runs } from "../ui/runs";
import { Failed, Skeleton } from "../ui/states";
import { Tabs } from "../ui/tabs";
import { complain, say } from "../ui/toast";
import { percent, When } from "../ui/when";
import { Crawl } from "./crawl";
import { closeness } from "./judged";
import { Threshold } from "./threshold";

export function Topic({ id }: { id: number }) {
  const topic = useResource<Learned>(`topics/${id}`);
  const tab = usePlace().query.get("tab") ?? "articles";
  const data = topic.data;
  if (!data) {
    return (
      <Page title={t.nav.topics} back="/topics">
        {topic.error ? <Failed error={topic.error} again={topic.reload}
          missing={{ text: t.missing.topic, href: "/topics", link: t.missing.allTopics }} /> : <Skeleton rows={6} />}
      </Page>
    );
  }
  const isPaused = data.state === "paused";
  const pause = async (paused: boolean) => {
    try {
      await send("PATCH", `topics/${id}`, { paused });
      refresh("topics");
      say(paused ? t.sources.paused(1) : t.sources.resumed(1), () => void pause(!paused));
    } catch (error) {
      complain((error as Error).message);
    }
  };
  const remove = () => {
    leave("topic", [id], t.sources.removed(1), async () => {
      await send("DELETE", `topics/${id}`);
      refresh("topics");
    });
    go("/topics");
  };
  return (
    <Page title={data.name} back="/topics" actions={
      <>
        <a class="button" href={data.feed} target="_blank" rel="noopener">{t.topics.feed}</a>
        <Button writes icon={isPaused ? "play" : "pause"} onClick={() => void pause(!isPaused)}>
          {isPaused ? t.topics.resume : t.topics.pause}</Button>
        <Button writes icon="remove" kind="danger" onClick={remove}>{t.remove}</Button>
      </>
    }>
      <Tabs chosen={tab} label={data.name} tabs={[
        { id: "articles", text: t.source.articles, count: data.articles },
        { id: "crawl", text: t.topics.phases }, { id: "preview", text: t.topics.preview }]} />
      {tab === "crawl" ? <Crawl topic={data} /> : tab === "preview" ? <Threshold topic={data} />
        : <Found id={id} terms={data.telling_terms} />}
    </Page>
  );
}

function Found({ id, terms }: { id: number; terms: Learned["telling_terms"] }) {
  const pages = usePages<ArticleRow>(`topics/${id}/articles`);
  const most = Math.max(1e-9, ...terms.map((each) => each.weight));
  return (
    <div class="topic-found padded">
      <section class="preview">
        {pages.isFirst && pages.loading ? <Skeleton />
          : pages.error && pages.items.length === 0 ? <Failed error={pages.error} again={pages.restart} />
          : pages.items.length === 0 ? <p class="quiet">{t.empty.filtered}</p> : (
            <ul>{pages.items.map((row) => (
              <li key={row.id} class="preview-row">
                <a class="plain item-title" dir="auto" href={`/articles?open=${row.id}`} lang={row.language || undefined}>{row.title}</a>
                <p class="item-text" dir="auto" lang={row.language || undefined}><Runs runs={snippetOf(row)} /></p>
                <p class="item-line"><span dir="auto">{row.source_title}</span><When ago at={row.found} />
                  {row.topics[0] && <span>{closeness(row.topics[0].score)}</span>}</p>
              </li>))}</ul>
          )}
        {!pages.isWhole && pages.items.length > 0 && (
          <p class="padded"><Button onClick={pages.more} busy={pages.loading}>{t.nav.more}</Button></p>)}
      </section>
      <aside>
        <h2>{t.topics.terms}</h2>
        <ul class="terms">{terms.slice(0, 30).map((each) => (
          <li key={each.stem}><span>{each.word || `${each.stem}…`}</span>
            <svg width="80" height="6" aria-hidden="true" class="bars"><rect width={80 * each.weight / most} height="6" rx="2" class="half" /></svg>
            <span class="number quiet small">{percent(each.weight / most)}</span></li>))}</ul>
      </aside>
    </div>
  );
}
