// Topics that were learned from examples, and the form for a new one.
import { useResource } from "../api/resource";
import type { Page as Rows, TopicRow } from "../api/types";
import { usePlace } from "../app/place";
import { t } from "../i18n/text";
import { useStaying } from "../ui/leaving";
import { Page } from "../ui/page";
import { Spark } from "../ui/spark";
import { StateDot } from "../ui/state_dot";
import { Failed, Skeleton } from "../ui/states";
import { Writable } from "../ui/writable";
import { count, percent, When } from "../ui/when";
import { NewTopic } from "./new_topic";

export function Topics() {
  const topics = useResource<Rows<TopicRow>>("topics");
  const isNew = usePlace().query.get("new") !== null;
  const staying = useStaying("topic", topics.data?.items ?? []);
  const items = topics.data && staying;
  return (
    <Page title={t.nav.topics} actions={items && items.length > 0 && !isNew && (
      <a class="button main writes" href="/topics?new=1">{t.topics.add}</a>)}>
      {!items ? (topics.error ? <Failed error={topics.error} again={topics.reload} /> : <Skeleton rows={4} />)
        : isNew || items.length === 0 ? <Writable><NewTopic isFirst={items.length === 0} /></Writable> : (
          <ul class="topic-list">{items.map((each) => <Row key={each.id} topic={each} />)}</ul>
        )}
    </Page>
  );
}

function Row({ topic }: { topic: TopicRow }) {
  const last = topic.phases[topic.phases.length - 1];
  const isPaused = topic.state === "paused";
  return (
    <li class="topic-row">
      <div>
        <h2><a class="plain" dir="auto" href={`/topics/${topic.id}`}>{topic.name}</a></h2>
        <p class="quiet small">
          <StateDot state={isPaused ? "paused" : topic.state === "active" ? "fresh" : "failing"}
            word={isPaused ? t.sources.states.paused ?? "" : t.topics.running} showWord />
          {" · "}{t.topics.articles(topic.articles)}
          {topic.learned && <> · {t.topics.learned} <When ago at={topic.learned} /></>}
        </p>
      </div>
      {last && (
        <div class="topic-harvest">
          <Spark values={topic.phases.map((each) => each.relevant)} label={t.topics.relevant} width={96} height={24} />
          <span class="small quiet">{t.topics.phase} {count(last.phase)} · {t.topics.harvest} {percent(last.harvest_ratio)}</span>
        </div>
      )}
    </li>
  );
}
