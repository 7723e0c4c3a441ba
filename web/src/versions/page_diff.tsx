// Blocks of a page, each by its fate; changed words marked inside.
import { Fragment } from "preact";
import type { DiffBlock, WordRun } from "../api/types";
import { t } from "../i18n/text";

// A block that has no words of its own is one run.
const runsOf = (block: DiffBlock): WordRun[] => {
  if (block.words.length > 0) return block.words;
  if (block.fate === "added") return [{ fate: "added", text: block.new }];
  if (block.fate === "removed") return [{ fate: "removed", text: block.old }];
  return [{ fate: "same", text: block.new || block.old }];
};

function Words({ runs, without }: { runs: readonly WordRun[]; without?: WordRun["fate"] }) {
  return (
    <>{runs.filter((run) => run.fate !== without).map((run, i) => {
      const gap = i === 0 ? "" : " ";
      return run.fate === "added" ? <Fragment key={i}>{gap}<ins>{run.text}</ins></Fragment>
        : run.fate === "removed" ? <Fragment key={i}>{gap}<del>{run.text}</del></Fragment>
        : <span key={i}>{gap}{run.text}</span>;
    })}</>
  );
}

const Fate = ({ block }: { block: DiffBlock }) => (block.fate === "same" && !block.noise ? null : (
  <span class="fate quiet small">
    {block.fate !== "same" && t.versions[block.fate]}{block.noise && ` ${t.versions.noise}`}</span>
));

// Side by side, one below the other, or marked on the page as it is now.
export type Way = "beside" | "unified" | "page";

// The page to be read, what is new marked in it; where something went, a sign that tells what.
function Marked({ blocks }: { blocks: readonly DiffBlock[] }) {
  return (
    <article class="diff marked-page">
      {blocks.map((block, i) => {
        if (block.skipped > 0 && !block.new) return <p key={i} class="skipped quiet small">{t.versions.skipped(block.skipped)}</p>;
        if (block.fate === "removed") {
          return <p key={i} class="went small" title={block.old}><del>{block.old}</del></p>;
        }
        const name = `${block.fate}${block.noise ? " noise" : ""}`;
        const words = <Words runs={runsOf(block)} without="removed" />;
        return block.heading ? <h2 key={i} class={name}>{words}</h2> : <p key={i} class={name}>{words}</p>;
      })}
    </article>
  );
}

export function PageDiff({ blocks, how }: { blocks: readonly DiffBlock[]; how: Way }) {
  if (how === "page") return <Marked blocks={blocks} />;
  return (
    <div class={`diff ${how}`}>
      {how === "beside" && <div class="diff-row diff-names quiet small"><span>{t.versions.before}</span><span>{t.versions.after}</span></div>}
      {blocks.map((block, i) => {
        if (block.skipped > 0) return <p key={i} class="skipped quiet small">{t.versions.skipped(block.skipped)}</p>;
        const name = `block ${block.fate}${block.noise ? " noise" : ""}${block.heading ? " heading" : ""}`;
        const runs = runsOf(block);
        if (how === "unified") {
          return <div key={i} class={name}><Fate block={block} /><p><Words runs={runs} /></p></div>;
        }
        return (
          <div key={i} class="diff-row">
            {block.fate === "added" ? <div class="block hole" /> : (
              <div class={`${name} old`}>{block.fate !== "same" && <Fate block={block} />}<p><Words runs={runs} without="added" /></p></div>)}
            {block.fate === "removed" ? <div class="block hole" /> : (
              <div class={`${name} new`}><Fate block={block} /><p><Words runs={runs} without="removed" /></p></div>)}
          </div>
        );
      })}
    </div>
  );
}
