import type { ApiError } from "../api/client";
import { English } from "./english";

// A query, the sign in it that is wrong, and why.
export function Mistake({ error, queries }: { error: ApiError; queries: readonly string[] }) {
  const said = error.message;
  const { item = 0, at } = error.more;
  const query = queries[Number(item)];
  if (query === undefined || typeof at !== "number") return <English>{said}</English>;
  const signs = [...query];
  return (
    <>
      <code class="mistake" lang="zxx">{signs.slice(0, at - 1).join("")}
        <mark>{signs[at - 1] ?? "\u00a0"}</mark>{signs.slice(at).join("")}</code>{" "}
      <English>{said.replace(/^[^]*?query:\d+: /, "")}</English>
    </>
  );
}
