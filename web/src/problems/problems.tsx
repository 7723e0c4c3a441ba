// What is wrong, by cause, each with its cure as a button.
import { useState } from "preact/hooks";
import { send } from "../api/client";
import { useResource } from "../api/resource";
import type { ProblemGroup, ProblemSource, SourceEdit } from "../api/types";
import { language, t } from "../i18n/text";
import { act, isNotOwn, removeSources } from "../sources/bulk";
import { LoginFields } from "../source/login_fields";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { English } from "../ui/english";
import { Field } from "../ui/field";
import { useStaying } from "../ui/leaving";
import { Page } from "../ui/page";
import { Empty, Failed, Skeleton } from "../ui/states";
import { complain, say } from "../ui/toast";
import { MayOnlyRead } from "../ui/writable";
import { count, When } from "../ui/when";

export function Problems() {
  const problems = useResource<{ total: number; groups: ProblemGroup[]; no_browser: string }>("problems");
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
            <MayOnlyRead />
            <p class="quiet">{t.problems.total(data.total)}</p>
            {data.groups.map((group) => <Group key={group.code} group={group} noBrowser={data.no_browser} />)}
          </>
        )}
    </Page>
  );
}

// Cures that are a change of each source; without a word from its reader.
const changes: Record<string, SourceEdit> = {
  render: { kind: "page", render: true },
  kind: { kind: "page", links: true },
  changes: { kind: "page", links: false, changes: true },
  data: { kind: "data" },
  auto: { kind: "auto" },
  rarely: { interval_s: 6 * 3600 },
};
const isPressed = (action: string) => action !== "setting";

function Group({ group, noBrowser }: { group: ProblemGroup; noBrowser: string }) {
  const [asks, setAsks] = useState<{ action: string; sources: ProblemSource[] } | null>(null);
  const sources = useStaying("source", group.sources);
  const ids = sources.map((each) => each.id);
  const cure = (action: string, ill: ProblemSource[]) => {
    const them = ill.map((each) => each.id);
    switch (action) {
      case "visit":
      case "wait":
        return void act("visit", them).then((done) => done && say(t.sources.visited(them.length)));
      case "resume":
        return void act("resume", them).then((done) => done && say(t.sources.resumed(them.length)));
      case "remove":
        return removeSources(them);
      default:
        if (changes[action]) void change(ill, changes[action] as SourceEdit);
        else setAsks({ action, sources: ill });
    }
  };
  const actions = [group.action, ...(group.other_action ? [group.other_action] : [])].filter(isPressed)
    .filter((action) => action !== "render" || !noBrowser);
  const wantsBrowser = noBrowser && [group.action, group.other_action].includes("render");
  const main = actions[0];
  if (sources.length === 0) return null;
  // A new address is one source's; all other cures may be all of theirs.
  const isForAll = main && main !== "address" && sources.length > 1;
  return (
    <section class="problem">
      <div class="problem-head">
        <span class="big failing number">{count(group.count - group.sources.length + sources.length)}</span>
        <h2>{group.title}</h2>
        <p class="quiet problem-cure">{group.cure}
          {wantsBrowser && <> · {t.problems.noBrowser}: <English>{noBrowser}</English></>}</p>
        <div class="actions">
          <Button icon="visit" onClick={() => void act("visit", ids)
            .then((done) => done && say(t.sources.visited(ids.length)))}>{t.problems.tryNow}</Button>
          {isForAll && !/^(visit|wait)$/.test(main) && (
            <Button kind={main === "remove" ? "danger" : "main"} onClick={() => cure(main, sources)}>
              {t.problems.act[main]}
            </Button>
          )}
        </div>
      </div>
      <ul class="problem-sources">
        {sources.map((each) => (
          <li key={each.id} id={`source-${each.id}`}>
            <a class="plain cut" dir="auto" href={`/sources/${each.id}`} title={each.url}>{each.title || each.url}</a>
            <span class="quiet small">
              {each.last_good ? <>{t.problems.lastGood} <When ago at={each.last_good} /></> : t.problems.neverGood}
              {each.failures > 1 && <> · {t.problems.failures(each.failures)}</>}
            </span>
            <span class="cures">{actions.map((action) => (
              <Button key={action} kind="link" onClick={() => cure(action, [each])}>{t.problems.act[action]}</Button>
            ))}</span>
            <Reason ill={each} group={group} />
          </li>
        ))}
      </ul>
      {group.count > group.sources.length && (
        <p class="quiet small">{t.problems.shown(group.sources.length, group.count)}</p>
      )}
      {asks && <Ask {...asks} onClose={() => setAsks(null)} />}
    </section>
  );
}

// More than its heading says; in Greek only what the visit said, which is in English.
function Reason({ ill, group }: { ill: ProblemSource; group: ProblemGroup }) {
  const reason = language() === "en" ? ill.reason : ill.detail;
  const text = reason === group.title ? "" : reason;
  // What nobody can press is said.
  const cure = group.action === "setting" ? ill.cure : "";
  if (text === "" && cure === "") return null;
  return <English class="reason quiet">{[text, cure].filter(Boolean).join(" – ")}</English>;
}

// Those that may be changed are, whatever stands beside them.
async function change(sources: readonly ProblemSource[], edit: SourceEdit): Promise<boolean> {
  const changed: number[] = [];
  let refused = 0;
  let trouble = "";
  for (const each of sources) {
    try {
      await send("PATCH", `sources/${each.id}`, edit);
      changed.push(each.id);
    } catch (error) {
      if (isNotOwn(error)) ++refused;
      else {
        trouble = (error as Error).message;
        break;
      }
    }
  }
  if (changed.length > 0 && await act("visit", changed)) say(t.problems.done);
  if (refused > 0) complain(t.sources.notOwn(refused));
  if (trouble) complain(trouble);
  return changed.length > 0;
}

// Cures that want a word: a login, a proxy, or a new address.
function Ask({ action, sources, onClose }: { action: string; sources: ProblemSource[]; onClose: () => void }) {
  const [text, setText] = useState(action === "address" ? sources[0]?.url ?? "" : "");
  const apply = async (event: Event) => {
    event.preventDefault();
    const edit = action === "login" ? { user: text } : action === "proxy" ? { proxy: text } : { url: text };
    if (await change(sources, edit)) onClose();
  };
  return (
    <Dialog title={t.problems.act[action] ?? ""} onClose={onClose}>
      <form class="form" onSubmit={apply}>
        <ul class="quiet">{sources.slice(0, 6).map((each) => <li key={each.id} class="cut">{each.title || each.url}</li>)}</ul>
        {action === "login" ? <LoginFields autofocus onInput={(user) => setText(user ?? "")} />
          : <Field label={t.problems.asks[action] ?? ""} value={text} onInput={setText} mono autofocus required autocomplete="off" />}
        <div class="actions">
          <Button submit kind="main" disabled={text === ""}>{t.problems.apply}</Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
