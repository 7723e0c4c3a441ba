// One line while the server does not answer; it goes by itself.
import { askNow, isAway } from "../api/reach";
import { t } from "../i18n/text";
import { useSignal } from "./signal";

export function Away() {
  if (!useSignal(isAway)) return null;
  return (
    <div class="toast away">
      <span>{t.away}</span>
      <button type="button" class="link" onClick={() => void askNow()}>{t.tryNow}</button>
    </div>
  );
}
