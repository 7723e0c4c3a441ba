// The crawl: what each phase read and kept, the frontier, what happened.
import { useResource } from "../api/resource";
import type { Page, Topic, TopicLog } from "../api/types";
import { t } from "../i18n/text";
import { Bars } from "../ui/bars";
import { English } from "../ui/english";
import { count, percent, When } from "../ui/when";

export function Crawl({ topic }: { topic: Topic }) {
  const log = useResource<Page<TopicLog>>(`topics/${topic.id}/log?limit=50`).data?.items ?? [];
  const { frontier } = topic;
  const figures: [number, string][] = [[frontier.waiting, t.topics.waiting], [frontier.kept, t.topics.keptPages],
    [frontier.dynamic, t.topics.dynamicPages], [frontier.rejected, t.topics.rejected],
    [frontier.duplicates, t.topics.duplicates]];
  return (
    <div class="columns padded">
      {topic.seed_troubles.length > 0 && (
        <section class="block whole">
          <h2>{t.topics.vainSeeds}</h2>
          <ul>{topic.seed_troubles.map((each) => (
            <li key={each.seed}>{each.seed} <span class="quiet detail">{each.why}</span></li>))}</ul>
        </section>)}
      <section class="block">
        <div class="block-head"><h2>{t.topics.harvest}</h2>
          <span class="legend quiet small">{t.topics.relevant} / {t.topics.downloaded}</span></div>
        <Bars label={t.topics.harvest} height={100} every={Math.ceil(topic.phases.length / 12)} axis={(value) => count(Math.round(value))}
          bars={topic.phases.map((each) => ({ label: String(each.phase), low: each.relevant, high: each.downloaded,
            title: `${t.topics.phase} ${each.phase}: ${count(each.relevant)} / ${count(each.downloaded)} · ${percent(each.harvest_ratio)}` }))} />
      </section>
      <section class="block">
        <h2>{t.topics.frontier}</h2>
        <div class="numbers">{figures.map(([value, text]) => (
          <div key={text}><p class="big">{count(value)}</p><p class="quiet small">{text}</p></div>))}</div>
      </section>
      <section class="block whole">
        <h2>{t.topics.phases}</h2>
        <div class="scroll-x" tabIndex={0} role="region" aria-label={t.topics.phases}>
          <table class="dense">
            <thead><tr><th scope="col">{t.topics.phase}</th><th scope="col" class="number">{t.topics.downloaded}</th>
              <th scope="col" class="number">{t.topics.relevant}</th><th scope="col" class="number">{t.topics.harvest}</th>
              <th scope="col" class="number">{t.topics.changed}</th>
              <th scope="col" class="number" title={t.topics.recategorised}>{t.topics.movedTo}</th>
              <th scope="col" class="number">{t.topics.dropped}</th></tr></thead>
            <tbody>{[...topic.phases].reverse().map((each) => (
              <tr key={each.phase}><td>{each.phase} <span class="quiet">{each.ended ? <When ago at={each.ended} /> : t.topics.running}</span></td>
                <td class="number">{count(each.downloaded)}</td><td class="number">{count(each.relevant)}</td>
                <td class="number">{percent(each.harvest_ratio)}</td>
                <td class="number">{count(each.structural + each.textual)}</td><td class="number">{count(each.moved)}</td>
                <td class="number">{count(each.dropped)}</td></tr>))}</tbody>
          </table>
        </div>
      </section>
      <section class="block whole">
        <h2>{t.topics.log}</h2>
        <ul class="topic-log">{log.map((each, i) => (
          <li key={i}><span class="quiet small"><When at={each.at} /></span>
            <span>{t.topics.logged[each.what] ?? each.what}</span><English class="quiet detail">{each.detail}</English></li>))}</ul>
      </section>
    </div>
  );
}
