// Times and amounts as people say them: "just now", "2 min", a date beyond a week; the
// exact time on hover.
import { useEffect, useReducer } from "preact/hooks";
import { language, t } from "../i18n/text";

export const parseTime = (text: string | null | undefined): number | null => {
  const at = text ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at;
};

const locale = () => (language() === "el" ? "el-GR" : "en-GB");

export const exactTime = (at: number) =>
  new Date(at).toLocaleString(locale(), { dateStyle: "full", timeStyle: "medium", hourCycle: "h23" });
export const shortDate = (at: number) =>
  new Date(at).toLocaleDateString(locale(), {
    day: "numeric", month: "short",
    ...(new Date(at).getFullYear() !== new Date().getFullYear() && { year: "numeric" }),
  });
export const clock = (at: number) =>
  new Date(at).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
export const dateAndClock = (at: number) => `${shortDate(at)} ${clock(at)}`;
export const exactClock = (at: number) => `${shortDate(at)} ${new Date(at).toLocaleTimeString(locale(), { timeStyle: "medium", hourCycle: "h23" })}`;

// "4 min", "3 h", "2 days".
export function span(seconds: number): string {
  const s = Math.abs(seconds);
  if (s < 0.995) return `${Math.round(s * 1000)} ms`;
  if (s < 59.5) return `${Math.round(s)} ${t.unit.second}`;
  if (s < 59.5 * 60) return `${Math.round(s / 60)} ${t.unit.minute}`;
  if (s < 36 * 3600) return `${Math.round(s / 3600)} ${t.unit.hour}`;
  return t.unit.days(Math.round(s / 86400));
}

export function age(at: number, now = Date.now(), past = (length: string) => length): string {
  const seconds = (now - at) / 1000;
  if (seconds < -5) return seconds < -7 * 86400 ? shortDate(at) : t.in(span(seconds));
  if (seconds < 30) return t.justNow;
  if (seconds > 7 * 86400) return shortDate(at);
  return past(span(seconds));
}

export const count = (number: number) => number.toLocaleString(locale());
export function bytes(amount: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let unit = 0;
  let left = amount;
  while (left >= 1000 && unit < units.length - 1) {
    left /= 1000;
    ++unit;
  }
  return `${left.toLocaleString(locale(), { maximumFractionDigits: left < 10 && unit ? 1 : 0 })} ${units[unit]}`;
}
export const percent = (share: number) =>
  `${(share * 100).toLocaleString(locale(), { maximumFractionDigits: share < 0.1 ? 1 : 0 })} %`;

// Told anew every half minute, in place: its width is kept by tabular figures. In columns
// and lines of times "4 min" is enough; one that stands behind a word is `ago`.
export function When({ at, ago, class: name }: { at: string | null | undefined; ago?: boolean; class?: string }) {
  const [, render] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => render(undefined), 30_000);
    return () => clearInterval(timer);
  }, []);
  const moment = parseTime(at);
  if (moment === null) return <span class="quiet">{t.never}</span>;
  return (
    <time dateTime={new Date(moment).toISOString()} title={exactTime(moment)} class={name}>
      {age(moment, Date.now(), ago ? t.ago : undefined)}
    </time>
  );
}
