import { t } from "../i18n/text";
import { Dialog } from "../ui/dialog";

export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t.help.title} onClose={onClose} wide>
      <h3>{t.help.keysTitle}</h3>
      <div class="keys">
        {t.help.keys.map(([key, meaning]) => [
          <span key={key}>{key.split(" ").map((part) => <kbd key={part}>{part}</kbd>)}</span>,
          <span key={`${key}-`}>{meaning}</span>,
        ])}
      </div>
      <p class="quiet small help-foot">{t.help.touch}</p>
      <ul class="help-ways">{t.help.ways.map((way) => <li key={way}>{way}</li>)}</ul>
    </Dialog>
  );
}
