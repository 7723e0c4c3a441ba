import { useState } from "preact/hooks";
import { send } from "../api/client";
import { useResource } from "../api/resource";
import type { NewToken, Page, Scope, Token } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Field, Select } from "../ui/field";
import { Failed, Skeleton } from "../ui/states";
import { complain, say } from "../ui/toast";
import { When } from "../ui/when";

export function Secret({ text }: { text: string }) {
  return (
    <div class="secret" role="status">
      <code>{text}</code>
      <Button onClick={() => void navigator.clipboard?.writeText(text).then(() => say(t.settings.copied))}>{t.settings.copy}</Button>
    </div>
  );
}

export function Tokens() {
  const tokens = useResource<Page<Token>>("me/tokens");
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("read");
  const [made, setMade] = useState<NewToken | null>(null);
  const make = async (event: Event) => {
    event.preventDefault();
    try {
      // write is of little use without read.
      setMade(await send<NewToken>("POST", "me/tokens", { name,
        scopes: scope === "write" ? ["read", "write"] : scope === "admin" ? ["read", "write", "admin"] : [scope] }));
      setName("");
      tokens.reload();
    } catch (error) {
      complain((error as Error).message);
    }
  };
  const revoke = async (id: number) => {
    try {
      await send("DELETE", `me/tokens/${id}`);
      tokens.reload();
      say(t.settings.revoked);
    } catch (error) {
      complain((error as Error).message);
    }
  };
  return (
    <div class="form padded narrow">
      <p class="quiet">{t.settings.tokensText}</p>
      <form class="form" onSubmit={make}>
        <div class="row">
          <Field label={t.settings.tokenName} value={name} onInput={setName} required />
          <Select label={t.settings.scope} value={scope} onChange={(next) => setScope(next as Scope)}
            choices={Object.entries(t.settings.scopes).map(([value, text]) => ({ value, text }))} />
          <Button kind="main" submit disabled={!name}>{t.settings.makeToken}</Button>
        </div>
      </form>
      {made && <div><p>{t.settings.once}</p><Secret text={made.token} /></div>}
      {!tokens.data ? (tokens.error ? <Failed error={tokens.error} /> : <Skeleton rows={2} kind="row" />)
        : tokens.data.items.length === 0 ? <p class="quiet">{t.settings.noTokens}</p> : (
          <ul class="rows">{tokens.data.items.map((each) => (
            <li key={each.id}>
              <strong>{each.name}</strong><span class="quiet small">{each.scopes.join(", ")}</span>
              <span class="quiet small rest">{each.last_used && <>{t.settings.lastUsed} <When at={each.last_used} /></>}</span>
              <Button kind="danger" onClick={() => void revoke(each.id)}>{t.settings.revoke}</Button>
            </li>))}</ul>
        )}
    </div>
  );
}
