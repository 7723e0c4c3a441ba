// A stranger's text, built anew from a short list of elements. The server has made it
// safe already; here nothing but the list can come through either.
import { h, type ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";

const allowed = new Set(["P", "H1", "H2", "H3", "H4", "H5", "H6", "UL", "OL", "LI", "BLOCKQUOTE",
  "PRE", "CODE", "EM", "I", "STRONG", "B", "U", "S", "SUB", "SUP", "MARK", "BR", "HR", "A",
  "TABLE", "THEAD", "TBODY", "TFOOT", "TR", "TH", "TD", "CAPTION", "FIGURE", "FIGCAPTION",
  "DL", "DT", "DD", "DEL", "INS", "Q", "CITE", "SMALL", "ABBR", "TIME"]);
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

function rebuild(node: Node, key: number): ComponentChildren {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element) || dropped.has(node.tagName)) return null;
  const children = [...node.childNodes].map(rebuild);
  if (node.tagName === "A") {
    const href = linkOf(node);
    if (!href) return <span key={key}>{children}</span>;
    return <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">{children}</a>;
  }
  if (!allowed.has(node.tagName)) return <span key={key}>{children}</span>;
  // The page's own heading is the first one.
  const tag = /^H[1-6]$/.test(node.tagName)
    ? `h${Math.min(6, Number(node.tagName[1]) + (node.tagName === "H1" ? 1 : 0))}`
    : node.tagName.toLowerCase();
  const isVoid = tag === "br" || tag === "hr";
  return h(tag, { key }, isVoid ? null : children);
}

export function Body({ html, lang }: { html: string; lang?: string | undefined }) {
  const parts = useMemo(() => {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    return [...parsed.body.childNodes].map(rebuild);
  }, [html]);
  return <div class="text" lang={lang || undefined}>{parts}</div>;
}
