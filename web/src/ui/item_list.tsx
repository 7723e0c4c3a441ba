// A list of items beside the pane that shows one of them: keys, swipes, and more rows as
// one scrolls. The chosen row is in the address (?open=ID).
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { currentPlace, go, withQuery } from "../app/place";
import { t } from "../i18n/text";
import { useKeys } from "./keys";
import { useScrollMemory, wasLeft } from "./scroll_memory";
import { useSwipe } from "./swipe";

export interface ItemListProps<T extends { id: number }> {
  label: string;
  items: readonly T[];
  open: number | null;
  row: (item: T) => ComponentChildren;
  // What stands before a row: a date, or "9 more".
  before?: (item: T, index: number) => ComponentChildren;
  above?: ComponentChildren;
  below?: ComponentChildren;
  classOf?: (item: T) => string;
  onEnd?: () => void;
  // Where it goes on: its end asks again when that has changed, though no row has come.
  next?: string | null;
  onRead?: (item: T) => void;
  onStar?: (item: T) => void;
  onOriginal?: (item: T) => void;
  onMute?: (item: T) => void;
}

const isWide = () => matchMedia("(min-width: 1100px)").matches;

export function openItem(id: number | null, how: "push" | "replace" = "push"): void {
  go(withQuery({ open: id }), how);
}

// All of it, not its link alone.
const bringIntoView = (link: HTMLElement) => link.closest("li")?.scrollIntoView({ block: "nearest" });

export function ItemList<T extends { id: number }>(props: ItemListProps<T>) {
  const { items, open } = props;
  const scroll = useScrollMemory<HTMLDivElement>("list");
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLDivElement>(null);

  const rowOf = (id: number) =>
    list.current?.querySelector<HTMLElement>(`[data-id="${id}"] a.item-link`);
  // A link to one of them leads to its row; who comes back finds the list as it was left.
  useLayoutEffect(() => {
    const row = open !== null && scroll.current?.scrollTop === 0 && rowOf(open);
    if (row) bringIntoView(row);
  }, []);
  // Rows out of sight are as tall as they are, not as they are reckoned to be (list.css),
  // where one begins among them: else what is there would be pushed away as they are drawn.
  const [isWhole] = useState(open !== null || wasLeft("list"));
  const focused = (): number | null => {
    const row = document.activeElement?.closest<HTMLElement>("li[data-id]");
    return row ? Number(row.dataset.id) : null;
  };
  const here = () => items.find((each) => each.id === (open ?? focused()));
  const step = (by: number) => {
    const at = items.findIndex((each) => each.id === (focused() ?? open));
    const next = items[at < 0 ? (by > 0 ? 0 : -1) : at + by];
    if (!next) return;
    rowOf(next.id)?.focus({ preventScroll: true });
    const row = rowOf(next.id);
    if (row) bringIntoView(row);
    // Beside an open one the next is shown at once, and back leads out of the list.
    if (open !== null || isWide()) openItem(next.id, open === null ? "push" : "replace");
  };
  const withItem = (act: ((item: T) => void) | undefined) => () => {
    const item = here();
    if (item) act?.(item);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    o: () => {
      const id = focused() ?? items[0]?.id;
      if (id !== undefined) openItem(id);
    },
    m: withItem(props.onRead),
    s: withItem(props.onStar),
    v: withItem(props.onOriginal),
    x: withItem(props.onMute),
    Escape: () => {
      if (!currentPlace().query.get("open")) return;
      const id = open;
      openItem(null);
      if (id !== null) rowOf(id)?.focus({ preventScroll: true });
    },
  });

  // Asks for more a screen before the end.
  const onEnd = useRef(props.onEnd);
  onEnd.current = props.onEnd;
  useEffect(() => {
    const node = end.current;
    if (!node) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some((each) => each.isIntersecting) && onEnd.current?.(),
      { root: scroll.current, rootMargin: "600px" });
    watcher.observe(node);
    return () => watcher.disconnect();
  }, [items.length, props.next]);

  const swipe = useSwipe({
    right: (id) => {
      const item = items.find((each) => each.id === id);
      if (item) props.onRead?.(item);
    },
    left: (id) => {
      const item = items.find((each) => each.id === id);
      if (item) props.onStar?.(item);
    },
  });

  return (
    <div class="scroll" ref={scroll}>
      {props.above}
      <ul class={isWhole ? "items whole" : "items"} ref={list} aria-label={props.label} {...swipe}>
        {items.map((item, index) => [
          props.before?.(item, index),
          <li key={item.id} data-id={item.id}
            class={`item ${item.id === open ? "chosen" : ""} ${props.classOf?.(item) ?? ""}`}>
            <span class="swipe-hint" aria-hidden="true">
              <span>{t.act.read}</span><span>{t.act.star}</span>
            </span>
            <div class="item-body">{props.row(item)}</div>
          </li>,
        ])}
      </ul>
      <div ref={end} class="list-end" />
      {props.below}
    </div>
  );
}
