// One source: a plain sentence, its rhythm, our visits, how soon its articles were found.
import { address } from "../api/client";
import { useResource } from "../api/resource";
import type { SourceDetail } from "../api/types";
import { usePlace } from "../app/place";
import { t } from "../i18n/text";
import { act } from "../sources/bulk";
import { stateOf } from "../sources/state_of";
import { Button } from "../ui/button";
import { Page } from "../ui/page";
import { Failed, Skeleton } from "../ui/states";
import { StateDot } from "../ui/state_dot";
import { Tabs } from "../ui/tabs";
import { say } from "../ui/toast";
import { Delays } from "./delays";
import { Facts } from "./facts";
import { Rhythm } from "./rhythm";
import { SourceSettings } from "./settings";
import { VisitTable } from "./visit_table";
import { VisitLine } from "./visits";

export function Source({ id }: { id: number }) {
  const source = useResource<SourceDetail>(address(`sources/${id}`, { utc_offset: -new Date().getTimezoneOffset() }));
  const { query } = usePlace();
  const tab = query.get("tab") ?? "overview";
  const data = source.data;
  if (!data) {
    return (
      <Page title={t.nav.sources} back="/sources">
        {source.error ? <Failed error={source.error} again={source.reload} /> : <Skeleton rows={6} />}
      </Page>
    );
  }
  const name = data.own_title || data.title || data.url;
  const isVisited = data.kind !== "topic";
  // Of one that has ended, or was stopped, too: it is tried again.
  const isOff = /^(paused|gone|stopped)$/.test(data.state);
  const toggle = async () => {
    const next = isOff ? "resume" : "pause";
    const back = next === "pause" ? "resume" : "pause";
    if (await act(next, [id])) {
      say(next === "pause" ? t.sources.paused(1) : t.sources.resumed(1), () => void act(back, [id]));
    }
  };
  return (
    <Page title={name} back="/sources" actions={isVisited && (
      <>
        <Button writes icon={isOff ? "play" : "pause"} kind={isOff ? "main" : "plain"} onClick={toggle}>
          {isOff ? t.sources.resume : t.sources.pause}</Button>
        {!isOff && <Button icon="visit" kind="main" onClick={() => void act("visit", [id])
          .then((done) => done && say(t.source.visitAsked))}>{t.sources.visit}</Button>}
      </>
    )}>
      <div class="sentence">
        <StateDot {...stateOf(data)} showWord />
        <p>{data.sentence}</p>
        {data.problem && <p><a href={`/problems#source-${data.id}`}>{t.source.howToCure}</a></p>}
      </div>
      <Tabs chosen={tab} label={name} tabs={[
        { id: "overview", text: t.source.overview },
        { id: "visits", text: t.source.visits },
        { id: "settings", text: t.source.settings },
      ]} />
      {tab === "visits" ? <VisitTable id={id} />
        : tab === "settings" ? <SourceSettings source={data} onSaved={source.reload} />
        : (
          <div class="overview">
            <div class="pictures">
              {data.plan && data.plan.profile.length >= 168 && (
                <Rhythm profile={data.plan.profile} next={data.next_visits} learning={data.learning} />
              )}
              <div>
                <VisitLine visits={data.visits} />
                <Delays source={data} />
              </div>
            </div>
            <Facts source={data} />
          </div>
        )}
    </Page>
  );
}
