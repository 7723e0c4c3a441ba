import { useState } from "preact/hooks";
import { send } from "../api/client";
import { useResource } from "../api/resource";
import type { Invitation, Page, Role, User } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Confirm } from "../ui/confirm";
import { Dialog } from "../ui/dialog";
import { useDraft } from "../ui/draft";
import { Field, Select } from "../ui/field";
import { Failed, Skeleton } from "../ui/states";
import { complain, say } from "../ui/toast";
import { When } from "../ui/when";
import { Secret } from "./tokens";

const roles = () => Object.entries(t.settings.roles).map(([value, text]) => ({ value, text }));

export function Users() {
  const users = useResource<Page<User>>("users");
  const invitations = useResource<Page<Invitation>>("invitations");
  const [asks, setAsks] = useDraft<"add" | "invite" | User | null>("users", null);
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>, said?: string) => {
    try {
      await work();
      users.reload();
      invitations.reload();
      setAsks(null);
      if (said) say(said);
    } catch (error) {
      complain((error as Error).message);
    }
  };
  if (!users.data) return users.error ? <Failed error={users.error} again={users.reload} /> : <Skeleton rows={3} kind="row" />;
  return (
    <div class="form padded">
      <div class="actions">
        <Button icon="add" onClick={() => setAsks("add")}>{t.settings.addUser}</Button>
        <Button icon="mail" onClick={() => setAsks("invite")}>{t.settings.invite}</Button>
      </div>
      {link && <div><p>{t.settings.invitation}</p><Secret text={link} /></div>}
      <ul class="rows">{users.data.items.map((user) => (
        <li key={user.id}>
          <strong>{user.name}</strong><span class="quiet small rest cut">
            {[user.mail, user.can_log_in ? "" : t.settings.cannotLogIn].filter(Boolean).join(" · ")}</span>
          {user.last_active && <span class="quiet small">{t.settings.lastActive} <When ago at={user.last_active} /></span>}
          <Select quiet label={`${t.settings.role}: ${user.name}`} value={user.role} choices={roles()}
            onChange={(role) => void run(() => send("PATCH", `users/${encodeURIComponent(user.name)}`, { role }), t.saved)} />
          <Button kind="danger" onClick={() => setAsks(user)}>{t.remove}</Button>
        </li>))}</ul>
      {(invitations.data?.items.length ?? 0) > 0 && (
        <section><h2>{t.settings.invitations}</h2>
          <ul class="rows">{invitations.data?.items.map((each) => (
            <li key={each.id}><strong>{t.settings.roles[each.role]}</strong><span class="quiet small rest">{each.note}</span>
              <span class="quiet small"><When at={each.expires} /></span>
              <Button onClick={() => setWithdrawn(each)}>{t.settings.withdraw}</Button></li>))}</ul>
        </section>
      )}
      {asks === "add" && <Add onClose={() => setAsks(null)} onAdd={(body) => void run(() => send("POST", "users", body), t.saved)} />}
      {asks === "invite" && <Invite onClose={() => setAsks(null)} onInvite={(body) => void run(async () =>
        setLink((await send<Invitation>("POST", "invitations", body)).link))} />}
      {asks && typeof asks === "object" && (
        <Confirm onClose={() => setAsks(null)} question={{ title: t.settings.removeUser(asks.name), text: t.settings.removeUserText,
          act: t.remove, run: () => void run(() => send("DELETE", `users/${encodeURIComponent(asks.name)}`)) }} />
      )}
      {withdrawn && <Confirm onClose={() => setWithdrawn(null)} question={{ title: t.settings.withdrawInvitation,
        text: t.settings.withdrawText, act: t.settings.withdraw,
        run: () => void run(() => send("DELETE", `invitations/${withdrawn.id}`)) }} />}
    </div>
  );
}

function Add({ onClose, onAdd }: { onClose: () => void; onAdd: (body: object) => void }) {
  const [name, setName] = useDraft("user", "");
  const [mail, setMail] = useDraft("user's mail", "");
  const [password, setPassword] = useState("");
  const [role, setRole] = useDraft<Role>("user's role", "user");
  return (
    <Dialog title={t.settings.addUser} onClose={onClose}>
      <form class="form" onSubmit={(event) => (event.preventDefault(), onAdd({ name, mail, role, ...(password && { password }) }))}>
        <Field label={t.entry.name} value={name} onInput={setName} required autofocus autocomplete="off" />
        <Field label={t.entry.mail} value={mail} onInput={setMail} type="email" autocomplete="off" />
        <Field label={t.entry.password} value={password} onInput={setPassword} type="password" autocomplete="new-password" hint={t.entry.passwordHint} />
        <Select label={t.settings.role} value={role} choices={roles()} onChange={(next) => setRole(next as Role)} />
        <Button kind="main" submit>{t.settings.addUser}</Button>
      </form>
    </Dialog>
  );
}

function Invite({ onClose, onInvite }: { onClose: () => void; onInvite: (body: object) => void }) {
  const [note, setNote] = useDraft("invitation", "");
  const [role, setRole] = useDraft<Role>("invitation's role", "user");
  return (
    <Dialog title={t.settings.invite} onClose={onClose}>
      <form class="form" onSubmit={(event) => (event.preventDefault(), onInvite({ note, role }))}>
        <Field label={t.settings.note} value={note} onInput={setNote} autofocus />
        <Select label={t.settings.role} value={role} choices={roles()} onChange={(next) => setRole(next as Role)} />
        <Button kind="main" submit>{t.settings.invite}</Button>
      </form>
    </Dialog>
  );
}
