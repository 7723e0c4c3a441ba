// Words that the server has in English alone: read aloud as that, and hyphenated so.
import type { ComponentChildren } from "preact";
import { language } from "../i18n/text";

export const English = ({ children, class: name }: { children: ComponentChildren; class?: string }) => (
  <span class={name} lang={language() === "en" ? undefined : "en"}>{children}</span>
);
