// The pane: an article to be read, and the evidence for all that is said of it.
import { useEffect, useRef } from "preact/hooks";
import { address } from "../api/client";
import { useResource } from "../api/resource";
import type { Article } from "../api/types";
import { go, withQuery } from "../app/place";
import { mark, mute } from "../articles/marks";
import { t } from "../i18n/text";
import { IconButton } from "../ui/button";
import { Icon, Mark } from "../ui/icons";
import { useSignal } from "../ui/signal";
import { Failed, Skeleton } from "../ui/states";
import { dateAndClock, exactTime, parseTime, span } from "../ui/when";
import { Body, hasMedium, Marked } from "./body";
import { Evidence } from "./evidence";
import { kindOf, Medium } from "./media";
import { choosePictures, Picture, showsPictures } from "./pictures";

export function Reading({ id, q = "", isMuted = false, onMuted }: {
  id: number | null; q?: string; onMuted: () => Promise<void>;
  // It is one of those that are muted, which are shown nowhere else.
  isMuted?: boolean;
}) {
  const article = useResource<Article>(id === null ? null : address(`articles/${id}`, { q, muted: isMuted }));
  const scroll = useRef<HTMLDivElement>(null);
  const data = article.data?.id === id ? article.data : undefined;
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
  }, [id]);
  // Opened is read; whoever wants it unread says so, and that stays.
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (!data || seen.current === data.id) return;
    seen.current = data.id;
    if (!data.read) void mark([data.id], { read: true });
  }, [data]);
  if (id === null) {
    return (
      <section class="pane pane-empty" aria-label={t.reading}>
        <div class="empty"><Mark size={56} /><p class="quiet">{t.chooseOne}</p></div>
      </section>
    );
  }
  const change = (marks: { starred?: boolean; read?: boolean }) => {
    if (!data) return;
    article.set({ ...data, ...marks });
    void mark([data.id], marks);
  };
  return (
    <section class="pane" aria-label={t.reading}>
      <div class="pane-bar">
        <IconButton icon="back" label={t.back} class="pane-back"
          onClick={() => go(withQuery({ open: null }))} />
        <span class="rest" />
        {data && (
          <>
            <IconButton icon="star" label={data.starred ? t.act.unstar : t.act.star}
              pressed={data.starred} filled={data.starred}
              class={data.starred ? "starred writes" : "writes"}
              onClick={() => change({ starred: !data.starred })} />
            <IconButton icon="read" label={data.read ? t.act.unread : t.act.read}
              pressed={data.read} class="writes" onClick={() => change({ read: !data.read })} />
            <IconButton icon="mute" label={data.muted ? t.act.unmute : t.act.mute} pressed={data.muted} class="writes" onClick={() => {
              go(withQuery({ open: null }));
              mute(data, onMuted);
            }} />
            <a class="icon-button" href={data.url} target="_blank" rel="noopener noreferrer"
              aria-label={t.original} title={t.original}><Icon name="original" /></a>
          </>
        )}
      </div>
      <div class="scroll" ref={scroll} tabIndex={0} aria-label={t.reading} role="group">
        {data ? <Text article={data} />
          : article.error ? <Failed error={article.error} again={article.reload}
              missing={{ text: t.missing.article, href: withQuery({ open: null }), link: t.missing.toList }} />
          : <Skeleton kind="text" rows={12} />}
      </div>
    </section>
  );
}

// What lists found in it, as it stands there.
const matchedWords = (article: Article) => [...new Set(article.why.flatMap((why) =>
  why.sentences.filter((run) => run.marked).map((run) => run.text)))].slice(0, 50);

function Text({ article }: { article: Article }) {
  const published = parseTime(article.published);
  const minutes = Math.max(1, Math.round(article.words / 220));
  const showsThem = useSignal(showsPictures);
  const words = matchedWords(article);
  const files = article.enclosures.filter((each) => kindOf(each.type) ? !hasMedium(article.html, each.url)
    : !showsThem && each.type.startsWith("image/"));
  const placed = (place: string) => showsThem && article.pictures.map((each, number) => each.place !== place ? null
    : <p key={number}><Picture article={article.id} number={number} url={each.url} text={t.picture} /></p>);
  return (
    <article class="reading">
      <p class="quiet above">
        <a class="plain" dir="auto" href={`/sources/${article.source}`}>{article.source_title}</a>
        {article.delay_s !== null && article.delay_s >= 0 && (
          <> · <a class="plain" href={`/sources/${article.source}?tab=visits`}
            title={t.whyLate}>{t.afterPublication(span(article.delay_s))}</a></>
        )}
      </p>
      <h1 dir="auto" lang={article.language || undefined}><Marked text={article.title || article.url} words={words} /></h1>
      <p class="quiet below">
        {article.author && <span dir="auto">{t.by(article.author)}</span>}
        {published !== null && (
          <time dateTime={article.published ?? ""} title={exactTime(published)}>
            {dateAndClock(published)}
          </time>
        )}
        {article.language && <span>{article.language}</span>}
        {article.words > 0 && <span>{t.minutesToRead(minutes)}</span>}
        {article.text_from === "feed" && <span>{t.fromFeed}</span>}
        {article.edited && <span>{t.edited}</span>}
      </p>
      {!showsThem && article.pictures.length > 0 && (
        <p class="small show-pictures"><button type="button" class="link" title={t.settings.picturesShown}
          onClick={() => choosePictures(true)}>{t.showPictures(article.pictures.length)}</button></p>)}
      {placed("lead")}
      {article.html ? <Body html={article.html} lang={article.language} words={words}
        article={showsThem ? article : undefined} />
        : <p class="quiet no-text">{article.why_no_text || t.noText}</p>}
      {placed("enclosed")}
      {files.length > 0 && (
        <ul class="enclosures">
          {files.map((each) => {
            const kind = kindOf(each.type);
            return (
              <li key={each.url}>
                {kind ? <Medium kind={kind} url={each.url} />
                  : <a href={each.url} target="_blank" rel="noopener noreferrer nofollow">{t.picture}</a>}
              </li>
            );
          })}
        </ul>
      )}
      <Evidence article={article} />
    </article>
  );
}
