// About twenty icons of one stroke, on a grid of 20.
const paths = {
  clips: "M4 3.5h9l3 3v10H4zM7 9h6M7 12h6M13 3.5v3h3",
  articles: "M3.5 4.5h13v11h-13zM3.5 8h13M7 11h6",
  sources: "M4 15.5a.5.5 0 1 0 .01 0M4 10a6 6 0 0 1 6 6M4 5a11 11 0 0 1 11 11",
  problems: "M10 3.5 17.5 16h-15zM10 8.5v3.5M10 14v.01",
  topics: "M10 3.5a6.5 6.5 0 1 0 .01 0M10 7.2a2.8 2.8 0 1 0 .01 0M10 1.5v3M10 15.5v3M1.5 10h3M15.5 10h3",
  delay: "M10 3a7 7 0 1 0 .01 0M10 6v4l2.8 2",
  operation: "M2.5 11h3.5l2-6 4 10 2-4h3.5",
  settings: "M3 6h8M15 6h2M13 4v4M3 14h2M9 14h8M7 12v4",
  search: "M8.5 3.5a5 5 0 1 0 .01 0M12.2 12.2 17 17",
  star: "M10 3l2.1 4.5 4.9.6-3.6 3.4.9 4.9L10 14l-4.3 2.4.9-4.9L3 8.1l4.9-.6z",
  read: "M4 10.5l4 4 8-9",
  mute: "M3.5 8v4h3l4 3.5v-11L6.5 8zM13.5 8l4 4M17.5 8l-4 4",
  original: "M8 4.5H4.5v11h11V12M11 3.5h5.5V9M16 4l-7 7",
  back: "M12 4.5 6.5 10l5.5 5.5",
  next: "M8 4.5 13.5 10 8 15.5",
  down: "M5 7.5l5 5 5-5",
  close: "M5 5l10 10M15 5 5 15",
  add: "M10 4v12M4 10h12",
  undo: "M7 5 3.5 8.5 7 12M4 8.5h8a4 4 0 0 1 0 8H8",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  visit: "M16 6.5A7 7 0 1 0 17 10M16.5 3v4h-4",
  pause: "M7 4.5v11M13 4.5v11",
  play: "M6 4l10 6-10 6z",
  remove: "M4 6h12M8 6V4h4v2M6 6l.7 10.5h6.6L14 6",
  folder: "M3 5h5l1.5 2H17v9H3z",
  mail: "M3 5h14v10H3zM3 6l7 5 7-5",
  key: "M6.5 7.5a3.5 3.5 0 1 0 .01 0M9.5 9l7-6M14 5.5l2 2",
  user: "M10 4a3 3 0 1 0 .01 0M4 17c.6-3.4 3-5 6-5s5.4 1.6 6 5",
  versions: "M3.5 6.5h9v10h-9zM6.5 6.5v-3h10v10h-4",
  menu: "M3 6h14M3 10h14M3 14h14",
  look: "M10 3a7 7 0 1 0 .01 0M10 3v14",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 18, filled = false }:
  { name: IconName; size?: number; filled?: boolean }) {
  const stroke = name === "more" ? 2.4 : 1.5;
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true"
      fill={filled ? "currentColor" : "none"} stroke="currentColor"
      stroke-width={stroke} stroke-linecap="round" stroke-linejoin="round">
      <path d={paths[name]} />
    </svg>
  );
}

// The curlew's bill as a single curve.
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" fill="none"
      stroke="currentColor" stroke-width="2.2" stroke-linecap="round">
      <path d="M3 9.5C5.2 5.2 10 4.4 13.2 7.2 17 10.5 19.6 14.6 20.6 20.4" />
    </svg>
  );
}
