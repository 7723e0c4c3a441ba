import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n/text";
import { Icon } from "./icons";
import { useKeys } from "./keys";

// Tells what was typed a moment after the last key, so that a list can follow.
export function SearchField({ value, label, onSearch, wait = 250 }: {
  value: string; label: string; onSearch: (text: string) => void; wait?: number;
}) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const told = useRef(value);
  const timer = useRef(0);
  // The address changed by itself (back): so does the field.
  useEffect(() => {
    if (value !== told.current) {
      told.current = value;
      setText(value);
    }
  }, [value]);
  const tell = (next: string, delay: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      told.current = next;
      onSearch(next);
    }, delay);
  };
  useKeys({ "/": () => input.current?.focus() });
  return (
    <div class="search" role="search">
      <Icon name="search" size={16} />
      <input ref={input} type="search" aria-label={label} placeholder={label} value={text}
        enterkeyhint="search" autocomplete="off" spellcheck={false}
        onInput={(event) => tell((event.target as HTMLInputElement).value, wait)}
        onKeyDown={(event) => {
          if (event.key === "Enter") tell(text, 0);
        }} />
      {text && (
        <button type="button" class="icon-button" aria-label={t.clear}
          onClick={() => (tell("", 0), input.current?.focus())}>
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
}
