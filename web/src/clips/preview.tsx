// What queries would have found in the last 30 days, while one types.
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, send } from "../api/client";
import { listen } from "../api/events";
import type { Preview as Found } from "../api/types";
import { snippetOf } from "../articles/article_row";
import { t } from "../i18n/text";
import { Mistake } from "../ui/mistake";
import { Runs } from "../ui/runs";
import { Spark } from "../ui/spark";
import { Failed } from "../ui/states";
import { count, When } from "../ui/when";

// Articles that come meanwhile count as well: at a first start there are none before them.
const looksAgainAfter = 3_000;

function useNews(): number {
  const [news, setNews] = useState(0);
  useEffect(() => {
    let timer = 0;
    const stop = listen((kind) => {
      if (timer || kind === "clip" || kind === "status") return;
      timer = window.setTimeout(() => ((timer = 0), setNews((count) => count + 1)), looksAgainAfter);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return news;
}

export function usePreview(queries: readonly string[], synonyms: boolean) {
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<unknown>(null);
  // Those that `error` is of: one goes on typing.
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  // What was found stays as it is: nothing moves under who reads it.
  const news = useNews();
  const key = JSON.stringify([queries, synonyms, found?.count === 0 ? news : 0]);
  const latest = useRef("");
  useEffect(() => {
    latest.current = key;
    if (queries.length === 0) {
      setFound(null);
      setError(null);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      setBusy(true);
      try {
        const next = await send<Found>("POST", "lists/preview",
          { queries, synonyms, limit: 20 }, stop.signal);
        setFound(next);
        setError(null);
      } catch (trouble) {
        if ((trouble as Error).name === "AbortError") return;
        setError(trouble);
        setWrong(queries);
      }
      if (latest.current === key) setBusy(false);
    }, 350);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
  // What is wrong with a query belongs to its field.
  const isWrong = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return { found, error, busy, isWrong, mistake: isWrong ? <Mistake error={error} queries={wrong} /> : null };
}

export function Preview({ found, error, busy, isWrong, isAsked }: {
  found: Found | null; error: unknown; busy: boolean; isWrong: boolean; isAsked: boolean;
}) {
  if (!isAsked || (isWrong && !found)) return <p class="quiet preview-hint">{t.lists.previewHint}</p>;
  if (error && !isWrong) return <Failed error={error} />;
  if (!found) return <p class="quiet preview-hint" aria-live="polite">{t.loading}</p>;
  return (
    <section class={isWrong ? "preview stale" : "preview"} aria-live="polite" aria-busy={busy}>
      <div class="preview-head">
        <h2>{t.lists.found30(found.count, found.more)}</h2>
        <Spark values={found.days} label={t.lists.perDay} width={180} height={24} />
      </div>
      {found.unknown_topics.length > 0 && (
        <p class="late">{t.lists.unknownTopics(found.unknown_topics.join(", "))}</p>
      )}
      <ul>
        {found.items.map((row) => (
          <li key={row.id} class="preview-row">
            <a class="plain item-title" dir="auto" lang={row.language || undefined} href={`/articles?open=${row.id}`}>{row.title}</a>
            <p class="item-text" dir="auto" lang={row.language || undefined}><Runs runs={snippetOf(row)} /></p>
            <p class="item-line"><span dir="auto">{row.source_title}</span><When ago at={row.found} /></p>
          </li>
        ))}
      </ul>
      {found.count > found.items.length && (
        <p class="quiet small">{t.lists.andMore(count(found.count - found.items.length))}</p>
      )}
    </section>
  );
}
