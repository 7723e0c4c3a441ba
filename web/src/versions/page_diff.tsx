// Blocks of a page, each by its fate; changed words marked inside.
import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { DiffBlock, WordRun } from "../api/types";
import { t } from "../i18n/text";
import { wholeNumbers } from "./whole_numbers";

// A block that has no words of its own is one run.
const runsOf = (block: DiffBlock): WordRun[] => {
  if (block.words.length > 0) return block.words;
  if (block.fate === "added") return [{ fate: "added", text: block.new }];
  if (block.fate === "removed") return [{ fate: "removed", text: block.old }];
  return [{ fate: "same", text: block.new || block.old }];
};

// Spaces are within the runs; only what came right behind what went is set apart.
function Words({ runs, without }: { runs: readonly WordRun[]; without?: WordRun["fate"] }) {
  const shown = wholeNumbers(runs).filter((run) => run.fate !== without);
  return (
    <>{shown.map((run, i) => {
      const gap = i > 0 && run.fate === "added" && shown[i - 1]?.fate === "removed" ? " " : "";
      return run.fate === "added" ? <Fragment key={i}>{gap}<ins>{run.text}</ins></Fragment>
        : run.fate === "removed" ? <del key={i}>{run.text}</del>
        : <span key={i}>{run.text}</span>;
    })}</>
  );
}

const Fate = ({ block }: { block: DiffBlock }) => (block.fate === "same" && !block.noise ? null : (
  <span class="fate quiet small">
    {block.from !== null && block.to !== null ? t.versions.movedFrom(block.from, block.to)
      : block.fate !== "same" && t.versions[block.fate]}{block.noise && ` ${t.versions.noise}`}</span>
));

// Blocks that stayed, shown before and behind each change.
const context = 2;

interface Shown {
  readonly block: DiffBlock;
  // How many stand in its place that stayed the same; 0: it is shown.
  readonly hidden: number;
}

function shownOf(blocks: readonly DiffBlock[], unfolded: ReadonlySet<number>): Shown[] {
  const isNear = blocks.map(() => false);
  blocks.forEach((block, i) => {
    if (block.fate === "same" && !block.noise) return;
    for (let at = Math.max(0, i - context); at <= Math.min(blocks.length - 1, i + context); ++at) isNear[at] = true;
  });
  const shown: Shown[] = [];
  for (let i = 0; i < blocks.length; ++i) {
    let end = i;
    while (end < blocks.length && !isNear[end]) ++end;
    const block = blocks[i];
    if (!block) break;
    // One line in place of one line gains nothing.
    if (end - i < 2 || unfolded.has(i)) {
      const last = Math.max(i, end - 1);
      for (let at = i; at <= last; ++at) shown.push({ block: blocks[at] ?? block, hidden: 0 });
      i = last;
    } else {
      shown.push({ block, hidden: end - i });
      i = end - 1;
    }
  }
  return shown;
}

// Side by side, one below the other, or marked on the page as it is now.
export type Way = "beside" | "unified" | "page";

// The page to be read, what is new marked in it; where something went, a sign that tells what.
function Marked({ blocks }: { blocks: readonly DiffBlock[] }) {
  return (
    <article class="diff marked-page">
      {blocks.map((block, i) => {
        if (block.fate === "removed") {
          return <p key={i} dir="auto" class="went small" title={block.old}><del>{block.old}</del></p>;
        }
        const name = `${block.fate}${block.noise ? " noise" : ""}`;
        const words = <Words runs={runsOf(block)} without="removed" />;
        return block.heading ? <h2 key={i} dir="auto" class={name}>{words}</h2> : <p key={i} dir="auto" class={name}>{words}</p>;
      })}
    </article>
  );
}

export function PageDiff({ blocks, how }: { blocks: readonly DiffBlock[]; how: Way }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  if (how === "page") return <Marked blocks={blocks} />;
  return (
    <div class={`diff ${how}`}>
      {how === "beside" && <div class="diff-row diff-names quiet small"><span>{t.versions.before}</span><span>{t.versions.after}</span></div>}
      {shownOf(blocks, unfolded).map(({ block, hidden }, i) => {
        if (hidden > 0) {
          return <button key={i} type="button" class="skipped quiet small" onClick={() =>
            setUnfolded(new Set([...unfolded, blocks.indexOf(block)]))}>{t.versions.skipped(hidden)}</button>;
        }
        const name = `block ${block.fate}${block.noise ? " noise" : ""}${block.heading ? " heading" : ""}`;
        const runs = runsOf(block);
        if (how === "unified") {
          return <div key={i} class={name}><Fate block={block} /><p dir="auto"><Words runs={runs} /></p></div>;
        }
        return (
          <div key={i} class="diff-row">
            {block.fate === "added" ? <div class="block hole" /> : (
              <div class={`${name} old`}>{block.fate !== "same" && <Fate block={block} />}<p dir="auto"><Words runs={runs} without="added" /></p></div>)}
            {block.fate === "removed" ? <div class="block hole" /> : (
              <div class={`${name} new`}><Fate block={block} /><p dir="auto"><Words runs={runs} without="removed" /></p></div>)}
          </div>
        );
      })}
    </div>
  );
}
