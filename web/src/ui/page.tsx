// A view that is one page: a title, what one can do, and the rest below.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { IconButton } from "./button";
import { useScrollMemory } from "./scroll_memory";
import { go } from "../app/place";
import { t } from "../i18n/text";

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "Curlew" ? title : `${title} · Curlew`;
  }, [title]);
}

export function Page({ title, name, actions, back, children, wide }: {
  title: ComponentChildren; name?: string; actions?: ComponentChildren; back?: string;
  children: ComponentChildren; wide?: boolean;
}) {
  useTitle(name ?? (typeof title === "string" ? title : "Curlew"));
  const scroll = useScrollMemory<HTMLDivElement>("page");
  return (
    <main class="page">
      <div class="scroll" ref={scroll} tabIndex={-1}>
        <header class="page-head">
          {back && <IconButton icon="back" label={t.back} onClick={() => go(back)} />}
          <h1 dir="auto">{title}</h1>
          <div class="actions">{actions}</div>
        </header>
        <div class={wide ? "page-body wide" : "page-body"}>{children}</div>
      </div>
    </main>
  );
}
