import { send } from "../api/client";
import { useResource } from "../api/resource";
import type { BrowserSession, Page } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { complain } from "../ui/toast";
import { When } from "../ui/when";

// Where one is logged in.
export function Sessions() {
  const sessions = useResource<Page<BrowserSession>>("me/sessions");
  if (!sessions.data) return null;
  const end = async (path: string) => {
    try {
      await send("DELETE", path);
      sessions.reload();
    } catch (error) {
      complain((error as Error).message);
    }
  };
  return (
    <section>
      <h2>{t.settings.sessions}</h2>
      <ul class="rows">{sessions.data.items.map((each) => (
        <li key={each.id}>
          <span class="rest cut">{each.agent || each.address}</span>
          <span class="quiet small">{each.address} · <When at={each.last_seen} /></span>
          {each.current ? <span class="quiet small">{t.settings.thisOne}</span>
            : <Button onClick={() => void end(`me/sessions/${each.id}`)}>{t.settings.endSession}</Button>}
        </li>))}</ul>
      {sessions.data.items.length > 1 && (
        <div class="actions"><Button onClick={() => void end("me/sessions")}>{t.settings.endOthers}</Button></div>
      )}
    </section>
  );
}
