// What is wrong with a source, in the reader's language. The server has it in whole
// English sentences; in Greek it is the cause, and behind it what the visit said.
import type { SourceProblem } from "../api/types";
import { language } from "../i18n/text";

export function problemText(problem: SourceProblem): string {
  if (language() === "en") return problem.reason;
  return problem.detail ? `${problem.title}: ${problem.detail}` : problem.title;
}
