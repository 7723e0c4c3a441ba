// What is wrong with a source, in the reader's language. The server has it in whole
// English sentences; in Greek it is the cause, and behind it what the visit said.
import type { ComponentChildren } from "preact";
import type { SourceProblem } from "../api/types";
import { language } from "../i18n/text";

export function problemText(problem: SourceProblem): string {
  if (language() === "en") return problem.reason;
  return problem.detail ? `${problem.title}: ${problem.detail}` : problem.title;
}

// Words that the server has in English alone: read aloud as that, and hyphenated so.
export const English = ({ children, class: name }: { children: ComponentChildren; class?: string }) => (
  <span class={name} lang={language() === "en" ? undefined : "en"}>{children}</span>
);
