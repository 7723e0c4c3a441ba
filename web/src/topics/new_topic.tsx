// A topic by examples, with what it would accept before it is made. Examples in words are
// judged while one types; addresses are fetched, and therefore only when one asks.
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, send } from "../api/client";
import { refresh } from "../api/resource";
import type { Topic, TopicPreview } from "../api/types";
import { go } from "../app/place";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Judged } from "./judged";

const linesOf = (text: string) => text.split("\n").map((line) => line.trim()).filter(Boolean);
const isAddress = (line: string) => /^https?:\/\//.test(line);

// A line that is no address is an example by its own words.
const exampleOf = (line: string) => (isAddress(line) ? { url: line } : { text: line });
const isAborted = (error: unknown) => (error as Error).name === "AbortError";
const wordsOf = (error: unknown) =>
  error instanceof ApiError ? error.detail || error.title : (error as Error).message;

function usePreviewOf(lines: readonly string[]) {
  const [seen, setSeen] = useState<TopicPreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const stop = useRef(new AbortController());
  const key = lines.join("\n");
  const look = async () => {
    stop.current.abort();
    const own = (stop.current = new AbortController());
    setBusy(true);
    try {
      setSeen(await send<TopicPreview>("POST", "topics/preview",
        { examples: lines.map(exampleOf), limit: 200 }, own.signal));
      setError(null);
    } catch (trouble) {
      if (!isAborted(trouble)) setError(wordsOf(trouble));
    }
    if (stop.current === own) setBusy(false);
  };
  useEffect(() => {
    if (lines.length === 0) setSeen(null);
    if (lines.length === 0 || lines.some(isAddress)) return;
    const timer = setTimeout(look, 700);
    return () => clearTimeout(timer);
  }, [key]);
  return { seen, error, busy, look };
}

export function NewTopic({ isFirst }: { isFirst: boolean }) {
  const [name, setName] = useState("");
  const [examples, setExamples] = useState("");
  const [seeds, setSeeds] = useState("");
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
