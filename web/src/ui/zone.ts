// Hours of the day in the reader's own time. The API tells and takes whole hours in UTC;
// where a zone is half an hour off, the nearest one.

// In hours.
export const eastOfUtc = () => -Math.round(new Date().getTimezoneOffset() / 60);
const ofDay = (hour: number) => ((hour % 24) + 24) % 24;

export const toOwnHour = (utc: number) => ofDay(utc + eastOfUtc());
export const toUtcHour = (own: number) => ofDay(own - eastOfUtc());

// "UTC+3"
export function ownZone(): string {
  const hours = eastOfUtc();
  return hours === 0 ? "UTC" : `UTC${hours > 0 ? "+" : "−"}${Math.abs(hours)}`;
}
