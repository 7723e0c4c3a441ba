// A stranger's text, built anew from a short list of elements. The server has made it
// safe already; here nothing but the list can come through either.
import { h, type ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Article } from "../api/types";
import { t } from "../i18n/text";
import { type Kind, Medium } from "./media";
import { Picture } from "./pictures";

const allowed = new Set(["P", "H1", "H2", "H3", "H4", "H5", "H6", "UL", "OL", "LI", "BLOCKQUOTE",
  "PRE", "CODE", "EM", "I", "STRONG", "B", "U", "S", "SUB", "SUP", "MARK", "BR", "HR", "A",
  "TABLE", "THEAD", "TBODY", "TFOOT", "TR", "TH", "TD", "CAPTION", "FIGURE", "FIGCAPTION",
  "DL", "DT", "DD", "DEL", "INS", "Q", "CITE", "SMALL", "ABBR", "TIME"]);
const blocks = new Set(["p", "h2", "h3", "h4", "h5", "h6", "li", "blockquote", "td", "th", "caption", "figcaption", "dt", "dd"]);
const dropped = new Set(["SCRIPT", "STYLE", "TEMPLATE", "IFRAME", "OBJECT", "SVG", "MATH",
  "NOSCRIPT", "HEAD", "TITLE"]);

function linkOf(node: Element): string | null {
  try {
    const url = new URL(node.getAttribute("href") ?? "");
    return /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

// Words of a list, wherever they stand in the text.
function marked(text: string, words: RegExp | null): ComponentChildren {
  if (!words) return text;
  return text.split(words).map((part, i) => (i % 2 ? <mark key={i}>{part}</mark> : part));
}

const patternOf = (words: readonly string[]) => (words.length === 0 ? null
  : new RegExp(`(?<![\\p{L}\\p{N}])(${words.map((word) =>
    word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(?![\\p{L}\\p{N}])`, "giu"));

// Its number, where the reader wants to see it.
function pictureOf(node: Element, article: Pictured | undefined): ComponentChildren {
  const number = node.getAttribute("data-picture");
  const url = number !== null && article?.pictures[Number(number)]?.url;
  if (!article || !url) return null;
  const text = (node.textContent ?? "").replace(/^\[|\]$/g, "");
  return <Picture key={`picture ${number}`} article={article.id} number={Number(number)} url={url} text={text} />;
}

// What can be played where it stands.
function mediumOf(node: Element): ComponentChildren {
  const kind = node.getAttribute("data-media");
  const href = linkOf(node);
  return href && (kind === "audio" || kind === "video") ? <Medium key={href} kind={kind satisfies Kind} url={href} /> : null;
}

// Headings stand one below the other without a gap, whichever levels a stranger took for
// their looks; the first one is the article's own.
const levelName = "data-level";

function levelHeadings(text: Element): void {
  const above: string[] = [];
  for (const each of text.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    while ((above[above.length - 1] ?? "") >= each.tagName) above.pop();
    above.push(each.tagName);
    each.setAttribute(levelName, `h${Math.min(6, above.length + 1)}`);
  }
}

type Pictured = Pick<Article, "id" | "pictures">;

function rebuild(node: Node, key: number, words: RegExp | null, article?: Pictured): ComponentChildren {
  if (node.nodeType === Node.TEXT_NODE) return marked(node.textContent ?? "", words);
  if (!(node instanceof Element) || dropped.has(node.tagName)) return null;
  const shown = pictureOf(node, article) ?? mediumOf(node);
  if (shown) return shown;
  // The server has no word for a picture without one in the reader's language.
  const isNameless = node.hasAttribute("data-picture") && node.textContent === "[picture]";
  const children = isNameless ? `[${t.picture}]`
    : [...node.childNodes].map((each, i) => rebuild(each, i, words, article));
  if (node.tagName === "A") {
    const href = linkOf(node);
    // A picture is a link by itself.
    const isShown = article && node.querySelector("[data-picture]") !== null;
    if (!href || isShown) return <span key={key}>{children}</span>;
    return <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">{children}</a>;
  }
  if (!allowed.has(node.tagName)) return <span key={key}>{children}</span>;
  const tag = node.getAttribute(levelName) ?? node.tagName.toLowerCase();
  const isVoid = tag === "br" || tag === "hr";
  if (isVoid) return h(tag, { key });
  // Each by its own first letters: what is quoted may be written the other way.
  return h(tag, blocks.has(tag) ? { key, dir: "auto" } : { key }, children);
}

// A line with those words marked in it.
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) => (
  <>{marked(text, patternOf(words))}</>);

// A file, whatever way it is asked for: its publisher counts by what stands behind the "?".
function fileOf(url: string): string {
  try {
    const { host, pathname, search } = new URL(url);
    return host + pathname + (/\.\w{2,5}$/.test(pathname) ? "" : search);
  } catch {
    return url;
  }
}

// Is this sound or film in the text, too?
export function hasMedium(html: string, url: string): boolean {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  return [...parsed.querySelectorAll("a[data-media]")]
    .some((each) => fileOf(each.getAttribute("href") ?? "") === fileOf(url));
}

export function Body({ html, lang, words = [], article }: {
  html: string; lang?: string | undefined; words?: readonly string[];
  // Its pictures are shown.
  article?: Pictured | undefined;
}) {
  const key = words.join("\n");
  const parts = useMemo(() => {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    for (const each of parsed.querySelectorAll(`[${levelName}]`)) each.removeAttribute(levelName);
    levelHeadings(parsed.body);
    const pattern = patternOf(words);
    return [...parsed.body.childNodes].map((each, i) => rebuild(each, i, pattern, article));
  }, [html, key, article?.id]);
  return <div class="text" dir="auto" lang={lang || undefined}>{parts}</div>;
}
