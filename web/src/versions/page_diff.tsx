// Blocks of a page, each by its fate; changed words marked inside.
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
      const text = i === 0 ? run.text : ` ${run.text}`;
      return run.fate === "added" ? <ins key={i}>{text}</ins>
        : run.fate === "removed" ? <del key={i}>{text}</del> : <span key={i}>{text}</span>;
    })}</>
  );
}

const Fate = ({ block }: { block: DiffBlock }) => (block.fate === "same" && !block.noise ? null : (
  <span class="fate quiet small">
    {block.fate !== "same" && t.versions[block.fate]}{block.noise && ` ${t.versions.noise}`}</span>
));

export function PageDiff({ blocks, how }: { blocks: readonly DiffBlock[]; how: "beside" | "unified" }) {
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
