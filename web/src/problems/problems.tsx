// What is wrong, by cause, each with its cure as a button.
import { useState } from "preact/hooks";
import { send } from "../api/client";
import { refresh, useResource } from "../api/resource";
import type { ProblemGroup, ProblemSource, SourceEdit } from "../api/types";
import { language, t } from "../i18n/text";
import { act, removeSources } from "../sources/bulk";
import { English } from "../sources/problem_text";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { useStaying } from "../ui/leaving";
import { Page } from "../ui/page";
import { Empty, Failed, Skeleton } from "../ui/states";
import { complain, say } from "../ui/toast";
import { count, When } from "../ui/when";

export function Problems() {
  const problems = useResource<{ total: number; groups: ProblemGroup[] }>("problems");
  const { data } = problems;
  const all = data?.groups.flatMap((group) => group.sources.map((each) => each.id)) ?? [];
  return (
    <Page title={t.nav.problems} actions={all.length > 0 && (
      <Button writes icon="visit" onClick={() => void act("visit", all)
        .then((done) => done && say(t.sources.visited(all.length)))}>{t.problems.tryAll}</Button>)}>
      {!data ? (problems.error ? <Failed error={problems.error} again={problems.reload} />
        : <Skeleton rows={6} />)
        : data.total === 0 ? <Empty title={t.problems.none}><p>{t.problems.noneHint}</p></Empty>
        : (
          <>
            <p class="quiet">{t.problems.total(data.total)}</p>
            {data.groups.map((group) => <Group key={group.code} group={group} />)}
          </>
        )}
    </Page>
  );
}

function Group({ group }: { group: ProblemGroup }) {
  const [asks, setAsks] = useState<ProblemSource[] | null>(null);
  const sources = useStaying("source", group.sources);
  const ids = sources.map((each) => each.id);
  const cure = (ill: ProblemSource[]) => {
    const them = ill.map((each) => each.id);
    switch (group.action) {
      case "visit":
      case "wait":
        return void act("visit", them).then((done) => done && say(t.sources.visited(them.length)));
      case "resume":
        return void act("resume", them).then((done) => done && say(t.sources.resumed(them.length)));
      case "remove":
        return removeSources(them);
      case "render":
        return void change(ill, { render: true });
      case "kind":
        return void change(ill, { kind: "page" });
      default:
        setAsks(ill);
    }
  };
  if (sources.length === 0) return null;
  // A new address is one source's; all other cures may be all of theirs.
  const isForAll = group.action !== "address" && sources.length > 1;
  return (
    <section class="problem">
      <div class="problem-head">
        <span class="big failing number">{count(group.count - group.sources.length + sources.length)}</span>
        <h2>{group.title}</h2>
        <p class="quiet problem-cure">{group.cure}</p>
        <div class="actions">
          <Button icon="visit" onClick={() => void act("visit", ids)
            .then((done) => done && say(t.sources.visited(ids.length)))}>{t.problems.tryNow}</Button>
          {isForAll && !/^(visit|wait)$/.test(group.action) && (
            <Button kind={group.action === "remove" ? "danger" : "main"} onClick={() => cure(sources)}>
              {t.problems.act[group.action]}
            </Button>
          )}
        </div>
      </div>
      <ul class="problem-sources">
        {sources.map((each) => (
          <li key={each.id} id={`source-${each.id}`}>
            <a class="plain cut" href={`/sources/${each.id}`} title={each.url}>{each.title || each.url}</a>
            <span class="quiet small">
              {each.last_good ? <>{t.problems.lastGood} <When ago at={each.last_good} /></> : t.problems.neverGood}
              {each.failures > 1 && <> · {t.problems.failures(each.failures)}</>}
            </span>
            <Button kind="link" onClick={() => cure([each])}>{t.problems.act[group.action]}</Button>
            <Reason ill={each} group={group} />
          </li>
        ))}
      </ul>
      {group.count > group.sources.length && (
        <p class="quiet small">{t.problems.shown(group.sources.length, group.count)}</p>
      )}
      {asks && <Ask group={group} sources={asks} onClose={() => setAsks(null)} />}
    </section>
  );
}

// More than its heading says; in Greek only what the visit said, which is in English.
function Reason({ ill, group }: { ill: ProblemSource; group: ProblemGroup }) {
  const text = language() === "en" ? ill.reason : ill.detail;
  return text === "" || text === group.title ? null : <English class="reason quiet">{text}</English>;
}

async function change(sources: readonly ProblemSource[], edit: SourceEdit): Promise<boolean> {
  try {
    for (const each of sources) await send("PATCH", `sources/${each.id}`, edit);
    await act("visit", sources.map((each) => each.id));
    refresh("problems");
    say(t.problems.done);
    return true;
  } catch (error) {
    complain((error as Error).message);
    return false;
  }
}

// Cures that want a word: a login, or a new address.
function Ask({ group, sources, onClose }: {
  group: ProblemGroup; sources: ProblemSource[]; onClose: () => void;
}) {
  const [text, setText] = useState(group.action === "address" ? sources[0]?.url ?? "" : "");
  const apply = async (event: Event) => {
    event.preventDefault();
    if (await change(sources, group.action === "login" ? { user: text } : { url: text })) onClose();
  };
  return (
    <Dialog title={t.problems.act[group.action] ?? ""} onClose={onClose}>
      <form class="form" onSubmit={apply}>
        <ul class="quiet">{sources.slice(0, 6).map((each) => <li key={each.id} class="cut">{each.title || each.url}</li>)}</ul>
        <Field label={group.action === "login" ? t.problems.user : t.problems.newAddress} value={text}
          onInput={setText} mono autofocus autocomplete="off" required />
        <div class="actions">
          <Button submit kind="main">{t.problems.apply}</Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
