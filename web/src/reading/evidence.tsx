// Why one sees it, who else tells it, how it was before: every word leads to its proof.
import { useState } from "preact/hooks";
import type { Article } from "../api/types";
import { t } from "../i18n/text";
import { Runs } from "../ui/runs";
import { dateAndClock, parseTime } from "../ui/when";
import { Body } from "./body";

const memento = (time: string, url: string) =>
  `/memento/${new Date(time).toISOString().replace(/\D/g, "").slice(0, 17)}/${url}`;

export function Evidence({ article }: { article: Article }) {
  const [shown, setShown] = useState<number | null>(null);
  const before = shown === null ? undefined : article.versions[shown];
  const kept = article.kept_pages[0];
  return (
    <footer class="evidence">
      <dl>
        {article.why.map((why) => (
          <div key={why.clip}>
            <dt>{t.why}</dt>
            <dd>
              <a dir="auto" href={`/clips?list=${why.list}`}>{why.list_name}</a>{" "}
              <code>{why.query}</code>
              {why.sentences.length > 0 && <blockquote dir="auto" lang={article.language || undefined}><Runs runs={why.sentences} /></blockquote>}
            </dd>
          </div>
        ))}
        {article.topics.length > 0 && (
          <div>
            <dt>{t.topic}</dt>
            <dd>{article.topics.map((each, i) => (
              <span key={each.source}>{i > 0 && ", "}
                <a dir="auto" href={`/topics/${each.source}`}>{each.topic}</a></span>
            ))}</dd>
          </div>
        )}
        {article.also.length > 0 && (
          <div>
            <dt>{t.alsoIn}</dt>
            <dd>{article.also.map((each, i) => (
              <span key={each.article}>{i > 0 && ", "}
                <a dir="auto" href={each.url} target="_blank" rel="noopener noreferrer">{each.source_title}</a>
              </span>
            ))}</dd>
          </div>
        )}
        {article.versions.length > 0 && (
          <div>
            <dt>{t.versions.title}</dt>
            <dd>
              {article.versions.map((version, i) => (
                <button key={i} type="button" class="link" aria-expanded={shown === i}
                  onClick={() => setShown(shown === i ? null : i)}>
                  {t.until(dateAndClock(parseTime(version.until) ?? 0))}
                </button>
              ))}
              {before && (
                <div class="before">
                  <h2 dir="auto">{before.title}</h2>
                  {before.html ? <Body html={before.html} />
                    : before.text?.split("\n").map((line, i) => <p key={i} dir="auto">{line}</p>)}
                </div>
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>{t.see}</dt>
          <dd>
            {kept && <><a href={memento(kept, article.kept_url)} target="_blank" rel="noopener">
              {t.archivedCopy}</a> · </>}
            <a href={article.url} target="_blank" rel="noopener noreferrer">{t.original}</a>
          </dd>
        </div>
      </dl>
    </footer>
  );
}
