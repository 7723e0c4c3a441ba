// Watch a part of a page: pick it by a click or name it by a selector, and see what would
// have been told of the versions kept.
import { useEffect, useState } from "preact/hooks";
import { send } from "../api/client";
import { refresh } from "../api/resource";
import type { SourceDetail, Version, WatchPreview } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { useDraft } from "../ui/draft";
import { Field } from "../ui/field";
import { complain, say } from "../ui/toast";
import { count, dateAndClock, parseTime } from "../ui/when";
import { Outline } from "./outline";
import { Summary } from "./summary";

const linesOf = (text: string) => text.split("\n").map((line) => line.trim()).filter(Boolean);

export function Part({ source }: { source: SourceDetail }) {
  const [part, setPart] = useDraft(`part of ${source.id}`, source.watching.part);
  const [ignored, setIgnored] = useDraft(`lines of ${source.id}`, source.watching.ignore_text.join("\n"));
  const [seen, setSeen] = useState<WatchPreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const rules = { part, ignore_text: linesOf(ignored) };
  // A moment after the last key or click.
  const key = JSON.stringify(rules);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      setBusy(true);
      try {
        setSeen(await send<WatchPreview>("POST", `sources/${source.id}/watch-preview`, rules, stop.signal));
        setError(null);
      } catch (trouble) {
        if ((trouble as Error).name === "AbortError") return;
        setError((trouble as Error).message);
      }
      setBusy(false);
    }, seen ? 350 : 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
  const use = async () => {
    try {
      await send("PATCH", `sources/${source.id}`, rules);
      refresh(`sources/${source.id}`);
      say(t.saved);
    } catch (trouble) {
      complain((trouble as Error).message);
    }
  };
  return (
    <div class="first-list padded">
      <form class="form" onSubmit={(event) => (event.preventDefault(), void use())}>
        <Outline source={source.id} part={part} onPick={setPart} />
        <Field label={t.versions.selector} value={part} onInput={setPart} mono placeholder="main article" error={error} />
        <Field label={t.versions.ignoreText} value={ignored} onInput={setIgnored} rows={3} mono />
        <div class="actions">
          <Button writes kind="main" submit disabled={!seen || error !== null}>{t.versions.use}</Button>
        </div>
      </form>
      {seen ? (
        <section class="preview" aria-live="polite" aria-busy={busy}>
          <div class="preview-head"><h2>{part ? t.versions.matches(seen.matches) : t.versions.wholePage}</h2></div>
          {seen.part_text && <blockquote class="part-text" dir="auto">{seen.part_text.slice(0, 600)}</blockquote>}
          <Told title={t.versions.reported} rows={seen.reported} />
          <Told title={t.versions.others} rows={seen.others} />
        </section>
      ) : <p class="quiet preview-hint">{t.versions.previewText}</p>}
    </div>
  );
}

const Told = ({ title, rows }: { title: string; rows: readonly Version[] }) => (
  <>
    <h3 class="padded">{title} <span class="quiet small">{count(rows.length)}</span></h3>
    <ul>{rows.map((each) => (
      <li key={each.time} class="small told"><time dateTime={each.seen}>{dateAndClock(parseTime(each.seen) ?? 0)}</time>
        <span class="quiet"><Summary of={each} /></span></li>))}</ul>
  </>
);
