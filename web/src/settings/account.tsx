import { useState } from "preact/hooks";
import { send } from "../api/client";
import { useResource } from "../api/resource";
import type { BrowserSession, Page, User } from "../api/types";
import { logOut, mayWrite, session } from "../app/session";
import { chooseMedia, playsMedia } from "../reading/media";
import { choosePictures, showsPictures } from "../reading/pictures";
import { language, speak, t, type Language } from "../i18n/text";
import { Button } from "../ui/button";
import { Confirm } from "../ui/confirm";
import { useDraft } from "../ui/draft";
import { Field, Select } from "../ui/field";
import { chooseLook, chosenLook, type Look } from "../ui/look";
import { useSignal } from "../ui/signal";
import { complain, say } from "../ui/toast";
import { When } from "../ui/when";

export function Account() {
  const mine = useSignal(session);
  return (
    <div class="form narrow padded">
      <LookChoice isUser={Boolean(mine?.user)} />
      {mine?.user && <Own />}
      {mine?.access === "login" && <Sessions />}
    </div>
  );
}

function LookChoice({ isUser }: { isUser: boolean }) {
  const [look, setLook] = useState(chosenLook());
  const pictures = useSignal(showsPictures);
  const media = useSignal(playsMedia);
  return (
    <div class="row">
      <fieldset>
        <legend>{t.settings.look}</legend>
        <div class="segmented">
          {(["system", "light", "dark"] as Look[]).map((each) => (
            <button key={each} type="button" aria-pressed={look === each}
              onClick={() => (chooseLook(each), setLook(each))}>{t.settings.looks[each]}</button>))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t.settings.pictures}</legend>
        <div class="segmented">
          {([[true, t.settings.picturesShown], [false, t.settings.picturesLinked]] as [boolean, string][]).map(([each, name]) => (
            <button key={name} type="button" aria-pressed={pictures === each} onClick={() => choosePictures(each)}>{name}</button>))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t.media.name}</legend>
        <div class="segmented">
          {([[true, t.media.played], [false, t.media.linked]] as [boolean, string][]).map(([each, name]) => (
            <button key={name} type="button" aria-pressed={media === each} onClick={() => chooseMedia(each)}>{name}</button>))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t.settings.language}</legend>
        <div class="segmented">
          {([["en", "English"], ["el", "Ελληνικά"]] as [Language, string][]).map(([each, name]) => (
            <button key={each} type="button" lang={each} aria-pressed={language() === each}
              onClick={() => {
                speak(each);
                if (isUser && mayWrite()) void send("PATCH", "me", { language: each }).catch(() => undefined);
              }}>{name}</button>))}
        </div>
      </fieldset>
    </div>
  );
}

function Own() {
  const me = useResource<User>("me");
  const [mail, setMail] = useDraft<string | null>("own mail", null);
  const [zone, setZone] = useDraft<string | null>("own zone", null);
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  if (!me.data) return null;
  const change = async (body: object, said: string) => {
    try {
      me.set(await send<User>("PATCH", "me", body));
      say(said);
      return true;
    } catch (error) {
      complain((error as Error).message);
      return false;
    }
  };
  const zones = (Intl as unknown as { supportedValuesOf?: (key: string) => string[] }).supportedValuesOf?.("timeZone") ?? [];
  const chosen = zone ?? me.data.time_zone;
  return (
    <>
      <h2>{me.data.name}</h2>
      {mayWrite() && <form class="form" onSubmit={(event) => (event.preventDefault(),
        void change({ mail: mail ?? me.data?.mail, time_zone: chosen }, t.saved))}>
        <div class="row">
          <Field label={t.settings.mail} type="email" value={mail ?? me.data.mail} onInput={setMail} autocomplete="email" />
          <Select label={t.settings.timeZone} value={chosen} onChange={setZone}
            choices={[...new Set([chosen, "UTC", ...zones])].map((value) => ({ value, text: value }))} />
        </div>
        <div class="actions"><Button kind="main" submit disabled={mail === null && zone === null}>{t.save}</Button></div>
      </form>}
      <form class="form" onSubmit={async (event) => {
        event.preventDefault();
        if (await change({ current_password: old, password: next }, t.settings.changed)) {
          setOld("");
          setNext("");
        }
      }}>
        <h2>{t.settings.changePassword}</h2>
        <div class="row">
          <Field label={t.settings.current} type="password" value={old} onInput={setOld} autocomplete="current-password" />
          <Field label={t.settings.next} type="password" value={next} onInput={setNext} autocomplete="new-password" />
        </div>
        <div class="actions"><Button submit disabled={!next}>{t.settings.changePassword}</Button>
          <span class="rest" /><Button onClick={() => void logOut()}>{t.settings.logOut}</Button></div>
      </form>
    </>
  );
}

// Where one is logged in, and the way to end that.
function Sessions() {
  const sessions = useResource<Page<BrowserSession>>("me/sessions");
  const items = sessions.data?.items ?? [];
  // One, or all others.
  const [asked, setAsked] = useState<BrowserSession | "others" | null>(null);
  const end = async (path: string) => {
    try {
      await send("DELETE", path);
      sessions.reload();
    } catch (error) {
      complain((error as Error).message);
    }
  };
  if (items.length === 0) return null;
  return (
    <section class="form">
      <h2>{t.settings.sessions}</h2>
      <ul class="rows">{items.map((each) => (
        <li key={each.id}>
          <span class="rest cut" title={each.agent}>{each.agent || each.address}</span>
          <span class="quiet small">{each.address} · <When ago at={each.last_seen} /></span>
          {each.current ? <span class="tag">{t.settings.here}</span>
            : <Button onClick={() => setAsked(each)}>{t.settings.end}</Button>}
        </li>))}</ul>
      {items.length > 1 && (
        <div class="actions"><Button onClick={() => setAsked("others")}>{t.settings.endOthers}</Button></div>)}
      {asked && <Confirm onClose={() => setAsked(null)} question={asked === "others"
        ? { title: t.settings.endOthers, text: t.settings.endText, act: t.settings.endOthers, run: () => void end("me/sessions") }
        : { title: `${t.settings.end}: ${asked.agent || asked.address}`, text: t.settings.endText, act: t.settings.end,
          run: () => void end(`me/sessions/${asked.id}`) }} />}
    </section>
  );
}
