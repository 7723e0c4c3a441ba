// Watchlists, oneself, tokens, users, what is kept: a page each, side by side as tabs.
import { t } from "../i18n/text";
import { mayWrite, session } from "../app/session";
import { Page } from "../ui/page";
import { useChosenInView } from "../ui/tabs";
import { useSignal } from "../ui/signal";
import { Account } from "./account";
import { Lists } from "./lists";
import { Retention } from "./retention";
import { Tokens } from "./tokens";
import { Users } from "./users";

export function Settings({ part }: { part: string }) {
  const mine = useSignal(session);
  const isAdmin = mine?.rights === "admin";
  const parts = [["lists", t.lists.title], ["you", t.settings.account],
    ...(mayWrite() ? [["tokens", t.settings.programs]] : []),
    ...(isAdmin ? [["users", t.settings.users], ["retention", t.retention.title]] : [])] as [string, string][];
  const chosen = parts.some(([id]) => id === part) ? part : "lists";
  const nav = useChosenInView(chosen);
  return (
    <Page title={t.settings.title}>
      <nav class="tabs" aria-label={t.settings.title} ref={nav}>
        {parts.map(([id, text]) => (
          <a key={id} href={`/settings/${id}`} aria-current={id === chosen ? "page" : undefined}>{text}</a>
        ))}
      </nav>
      {mine?.access === "open" && chosen === "you" && <p class="invite open-access">{t.settings.openAccess}</p>}
      {chosen === "lists" ? <Lists /> : chosen === "you" ? <Account />
        : chosen === "tokens" ? <Tokens /> : chosen === "users" ? <Users /> : <Retention />}
    </Page>
  );
}
