// A topic by examples, with what it would accept before it is made. Examples in words are
// judged while one types; addresses are fetched, and therefore only when one asks.
import { useEffect, useRef, useState } from "preact/hooks";
import { send } from "../api/client";
import { refresh } from "../api/resource";
import type { Topic, TopicPreview } from "../api/types";
import { go } from "../app/place";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { useDraft } from "../ui/draft";
import { Field } from "../ui/field";
import { Judged } from "./judged";

const linesOf = (text: string) => text.split("\n").map((line) => line.trim()).filter(Boolean);
const isAddress = (line: string) => /^https?:\/\//.test(line);

// A line that is no address is an example by its own words.
const exampleOf = (line: string) => (isAddress(line) ? { url: line } : { text: line });
const wordsOf = (error: unknown) => (error as Error).message;

// One look at a time, and then one at what is there by then: it takes the server seconds, and
// goes on there when nobody waits for it any more.
function usePreviewOf(lines: readonly string[]) {
  const [seen, setSeen] = useState<TopicPreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const wanted = useRef<readonly string[] | null>(null);
  const isLooking = useRef(false);
  const key = lines.join("\n");
  const look = async () => {
    wanted.current = lines;
    if (isLooking.current) return;
    isLooking.current = true;
    setBusy(true);
    while (wanted.current) {
      const examples: readonly string[] = wanted.current;
      wanted.current = null;
      let found: TopicPreview | null = null;
      let trouble: string | null = null;
      try {
        if (examples.length > 0) {
          found = await send<TopicPreview>("POST", "topics/preview",
            { examples: examples.map(exampleOf), limit: 200 });
        }
      } catch (why) {
        trouble = wordsOf(why);
      }
      if (wanted.current) continue;
      if (!trouble) setSeen(found);
      setError(trouble);
    }
    isLooking.current = false;
    setBusy(false);
  };
  useEffect(() => {
    if (lines.some(isAddress)) return;
    const timer = setTimeout(look, lines.length === 0 ? 0 : 700);
    return () => clearTimeout(timer);
  }, [key]);
  return { seen, error, busy, look };
}

export function NewTopic({ isFirst }: { isFirst: boolean }) {
  const [name, setName] = useDraft("new topic", "");
  const [examples, setExamples] = useDraft("new topic's examples", "");
  const [seeds, setSeeds] = useDraft("new topic's seeds", "");
  const [moved, setMoved] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const lines = linesOf(examples);
  const preview = usePreviewOf(lines);
  const make = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const made = await send<Topic>("POST", "topics", { name, examples: lines.map(exampleOf),
        seeds: linesOf(seeds), ...(moved === null ? {} : { threshold: moved }) });
      refresh("topics");
      go(`/topics/${made.id}`);
    } catch (trouble) {
      setError(wordsOf(trouble));
      setBusy(false);
    }
  };
  return (
    <div class="first-list">
      <form class="form" onSubmit={make}>
        {isFirst && <h2>{t.topics.none}</h2>}
        <p class="quiet">{t.topics.noneHint}</p>
        <Field label={t.topics.name} value={name} onInput={setName} autofocus />
        <Field label={t.topics.examples} value={examples} onInput={setExamples} rows={6} mono
          hint={t.topics.examplesHint} error={error ?? preview.error} />
        <Field label={t.topics.seeds} value={seeds} onInput={setSeeds} rows={3} mono />
        <div class="actions">
          <Button kind="main" submit busy={busy} disabled={!name || lines.length === 0}>{t.topics.make}</Button>
          {lines.some(isAddress) && (
            <Button busy={preview.busy} onClick={() => void preview.look()}>{t.topics.tryOut}</Button>)}
          {!isFirst && <a href="/topics">{t.cancel}</a>}
        </div>
      </form>
      {preview.seen ? (
        <section class="preview" aria-busy={preview.busy}>
          <h2>{t.topics.wouldAccept}</h2>
          <Judged seen={preview.seen} at={moved ?? preview.seen.threshold} current={preview.seen.threshold}
            onMove={setMoved} />
        </section>
      ) : <p class="quiet preview-hint" aria-live="polite">{preview.busy ? t.loading : t.topics.previewHint}</p>}
    </div>
  );
}
