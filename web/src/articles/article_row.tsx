import type { ArticleRow, Run } from "../api/types";
import { withQuery } from "../app/place";
import { t } from "../i18n/text";
import { IconButton } from "../ui/button";
import { fromTheMark, Runs } from "../ui/runs";
import { span, When } from "../ui/when";

export interface RowProps {
  id: number;
  title: string;
  title_runs?: readonly Run[];
  url: string;
  snippet: readonly Run[];
  source_title: string;
  found: string;
  delay_s: number | null;
  starred: boolean;
  alsoIn: number;
  note?: string | undefined;
  language?: string;
  onStar: () => void;
  onRead: () => void;
  // Of what is muted.
  onUnmute?: (() => void) | undefined;
  read: boolean;
}

// One row: the title, the sentence that matters, one quiet line.
export function ItemRow(row: RowProps) {
  return (
    <>
      <span class="unread-dot" aria-hidden="true" />
      <a class="item-link" href={withQuery({ open: row.id })}>
        {!row.read && <span class="hidden-text">{t.unread} </span>}
        <span class="item-title" dir="auto" lang={row.language || undefined}>
          {row.title_runs && row.title ? <Runs runs={row.title_runs} /> : row.title || row.url}</span>
        {row.snippet.length > 0 && (
          <p class="item-text" dir="auto" lang={row.language || undefined}><Runs runs={fromTheMark(row.snippet)} /></p>
        )}
        <p class="item-line">
          <span dir="auto">{row.source_title}</span>
          <When ago at={row.found} />
          {row.delay_s !== null && row.delay_s >= 0 && (
            <span>{t.foundIn(span(row.delay_s))}</span>
          )}
          {row.alsoIn > 0 && <span title={t.alsoIn}>+{row.alsoIn}</span>}
          {row.note && <span dir="auto">{row.note}</span>}
        </p>
      </a>
      <div class={row.starred ? "item-acts has-star" : "item-acts"}>
        {row.onUnmute && <IconButton icon="mute" pressed label={t.act.unmute} onClick={row.onUnmute} />}
        <IconButton icon="star" label={row.starred ? t.act.unstar : t.act.star}
          pressed={row.starred} filled={row.starred} class={row.starred ? "starred" : ""}
          onClick={row.onStar} />
        <IconButton icon="read" label={row.read ? t.act.unread : t.act.read}
          pressed={row.read} onClick={row.onRead} />
      </div>
    </>
  );
}

export const snippetOf = (row: ArticleRow): Run[] =>
  row.snippet.length > 0 ? row.snippet
    : row.excerpt ? [{ text: row.excerpt, marked: false }] : [];
