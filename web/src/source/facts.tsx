import type { SourceDetail } from "../api/types";
import { t } from "../i18n/text";
import { Spark } from "../ui/spark";
import { count, When } from "../ui/when";

// The rest, as a list of facts that lead on.
export function Facts({ source }: { source: SourceDetail }) {
  const variables = Object.entries(source.plan?.variables ?? {});
  return (
    <div class="facts">
      <dl>
        <dt>{t.source.address}</dt>
        <dd class="cut"><a href={source.url} target="_blank" rel="noopener noreferrer">{source.url}</a></dd>
        {source.site_url && <><dt>{t.source.site}</dt>
          <dd class="cut"><a href={source.site_url} target="_blank" rel="noopener noreferrer">{source.site_url}</a></dd></>}
        <dt>{t.source.articles}</dt>
        <dd><a href={`/articles?source=${source.id}`}>{t.source.allArticles}</a>
          {" · "}<a href={source.feed}>{t.source.feed}</a></dd>
        {(source.versions.length > 0 || source.watching.changes) && <><dt>{t.versions.title}</dt>
          <dd><a href={`/sources/${source.id}/versions`}>{t.versions.show}</a></dd></>}
        {source.folder && <><dt>{t.folder}</dt>
          <dd><a dir="auto" href={`/sources?folder=${encodeURIComponent(source.folder)}`}>{source.folder}</a></dd></>}
        <dt>{t.source.lastVisit}</dt><dd><When ago at={source.last_visit} /></dd>
        <dt>{t.source.lastNew}</dt><dd><When ago at={source.last_new} /></dd>
        <dt>{t.source.added}</dt><dd><When ago at={source.added} /></dd>
        <dt>{t.sources.perWeek}</dt>
        <dd><Spark values={source.days} label={t.sources.perDay} /> {count(source.per_week)}</dd>
        {source.plan && <><dt>{t.source.policy}</dt><dd>{source.plan.policy}</dd></>}
      </dl>
      {variables.length > 0 && (
        <div>
          <h2>{t.source.variables}</h2>
          <dl>{variables.map(([name, value]) => [
            <dt key={name}>{name}</dt>, <dd key={`${name}-`} class="mono">{value.toPrecision(4)}</dd>])}</dl>
          {source.medians.length > 1 && (
            <>
              <Spark values={source.medians.map((each) => each.M)} label={t.source.medians} width={280} height={36} />
              <p class="quiet small">{t.source.medians}</p>
            </>
          )}
        </div>
      )}
    </div>
  );
}
