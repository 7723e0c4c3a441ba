// When a version was seen, with seconds where others of the same minute stand beside it.
import type { Version } from "../api/types";
import { dateAndClock, exactClock, parseTime } from "../ui/when";

export function momentOf(version: Version, beside: readonly Version[]): string {
  const at = parseTime(version.seen) ?? 0;
  const minute = version.time.slice(0, 12);
  const isAlone = beside.filter((each) => each.time.slice(0, 12) === minute).length < 2;
  return isAlone ? dateAndClock(at) : exactClock(at);
}
