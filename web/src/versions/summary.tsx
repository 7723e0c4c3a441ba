// What a version changed. The server has it in English alone; elsewhere the sorts of change
// stand before it. The first version has none.
import type { Version } from "../api/types";
import { language, t } from "../i18n/text";
import { English } from "../ui/english";

export function Summary({ of }: { of: Pick<Version, "kinds" | "summary"> }) {
  const kinds = of.kinds.map((each) => t.versions.kinds[each] ?? each).join(", ");
  if (language() === "en") return <>{of.summary || kinds}</>;
  if (!kinds) return <>{t.versions.first}</>;
  return <>{kinds}{of.summary && <>: <English>{of.summary}</English></>}</>;
}
